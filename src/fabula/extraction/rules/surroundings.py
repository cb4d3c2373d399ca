"""Reads what a game tells its player: where they are, what lies there, what they take, put, open and eat."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from fabula.extraction.rules import surroundings_words as words
from fabula.extraction.rules.english_words import (
    COMMON_PAST,
    CONJUNCTIONS,
    ITEM_NOUNS,
    LITERAL_NOUNS,
    NOT_ITEMS,
    PREPOSITIONS,
)
from fabula.extraction.rules.findings import Finding, Phrase
from fabula.extraction.rules.sentences import Sentence, sentences_of

_HEADING = re.compile(
    r"\A\s*(?:-=+|=+-?|\*\*|#+|\[|--+)\s*(?P<p>[^\W\d_][\w' -]*?)\s*(?:=+-|-?=+|\*\*|\]|--+)?\s*$",
    re.MULTILINE,
)
_NP = r"(?:an?|the|some|two|three|four|your) [\w'-]+(?: [\w'-]+)*?"
_LIST = rf"(?P<i>{_NP}(?:, (?:and )?{_NP})*(?:,? and {_NP})?)"
_C = r"(?:the |an? )?(?P<c>[\w'-]+(?: [\w'-]+)*?)"
_END = r"(?=\s*(?:[,.;:!?]|$))"
_ON, _IN = r"(?:onto|on top of|on|upon|atop)", r"(?:into|in|inside|within)"
_HERE = r"(?: (?:here|there|nearby|close by|in the room|right there by you|by you|in the corner|by the wall|against the wall|in front of you|before you))*"
_ARTICLE = re.compile(r"(?:an?|the|some|two|three|four|your) ", re.IGNORECASE)
_LOOKING = re.compile(r"^(?:[\w'-]+[ -]looking |(?:ordinary|normal|usual|typical) (?=\w))", re.IGNORECASE)
_COMMAND = re.compile(r"[>\s]*(?P<verb>[a-z]+)(?: [\w' -]{1,60})?\s*")
_CARRIED = re.compile(
    rf"(?:{words.CARRY}):?(?P<lines>(?:\s*\n[ \t]*[-*]?[ \t]*(?:an?|the|some|your) [^\n.:]+)+)", re.IGNORECASE
)

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("lie_on", rf"{words.SEE} {_LIST} {_ON} {_C}{_END}"),
    ("lie_in", rf"{words.SEE} {_LIST} {_IN} {_C}{_END}"),
    ("lie_on", rf"\b{_ON} {_C},? (?:{words.SEE}|there {words.ARE}|{words.ARE}) {_LIST}{_END}"),
    ("lie_in", rf"\b{_IN} {_C},? (?:{words.SEE}|there {words.ARE}|{words.ARE}) {_LIST}{_END}"),
    ("lie_on", rf"\bthere {words.ARE} {_LIST} (?:lying |sitting |resting )?{_ON} {_C}{_END}"),
    ("lie_in", rf"\bthere {words.ARE} {_LIST} (?:lying |sitting |resting )?{_IN} {_C}{_END}"),
    ("lie_in", rf"\b{_C} (?:contains|contained|holds|held) {_LIST}{_END}"),
    ("seen_in", rf"\byou (?:open|opened) {_C}(?:,| and) (?:revealing|reveal|find|found) {_LIST}{_END}"),
    ("lie_on", rf"{words.PUT} {_LIST} {_ON} {_C}{_END}"),
    ("lie_in", rf"{words.PUT} {_LIST} {_IN} {_C}{_END}"),
    ("get", rf"{words.TAKE} {_LIST}(?: (?:from|off|out of|up) [^,.]+)?{_END}"),
    ("lie", rf"{words.DROP} {_LIST}(?: on the (?:floor|ground))?{_HERE}{_END}"),
    ("eaten", rf"{words.EAT} {_LIST}{_END}"),
    ("get", rf"(?:{words.CARRY}):? {_LIST}{_END}"),
    ("lie", rf"{words.SEE} {_LIST}{_HERE}{_END}"),
    ("lie", rf"\b(?:the wall|a panel|a curtain) [^.]*?\breveal(?:s|ing|ed)? {_LIST}{_HERE}{_END}"),
    ("lie", rf"\bit(?:'s| is|’s) (?:just |only )?{_LIST}{_HERE}{_END}"),
    ("lie", rf"\bthere(?:'s| is| are) {_LIST}{_HERE}{_END}"),
    ("lie", rf"^{_LIST}(?:, [^,]+,)? (?:is|are|stands|lies|sits) (?:here|nearby){_END}"),
    ("lie", r"^(?P<i>an? [\w'-]+(?: [\w'-]+){0,3})\.?$"),
    (
        "door",
        rf"\bthere(?:'s| is) {_LIST} (?:leading|that leads|to the|on the) (?:north|south|east|west|up|down)",
    ),
    ("opened", rf"\byou (?:open|opened) {_C}{_END}"),
    ("closed", rf"\byou (?:close|closed|shut|unlock|unlocked) {_C}(?: with [^,.]+)?{_END}"),
    ("locked", rf"\byou (?:lock|locked) {_C}(?: with [^,.]+)?{_END}"),
    ("bare", rf"\b{_C} (?:is|appears to be|seems to be|appears|seems) empty\b"),
)
_OPENS_NO_MORE = frozenset(["lie", "get", "eaten", "opened", "closed", "locked"])


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((action, re.compile(pattern, re.IGNORECASE)) for action, pattern in _PATTERNS)


_ARRIVED = re.compile(
    rf"(?:{words.ARRIVE}) (?:an?|the) (?P<p>[\w'-]+(?: [\w'-]+){{0,2}}?){_END}", re.IGNORECASE
)


def is_command(text: str) -> bool:
    """Whether a turn is what a player types into a game: "take lamp", "go north"."""
    match = _COMMAND.fullmatch(text.strip().casefold())
    return match is not None and match["verb"] in words.COMMANDS


def has_heading(text: str) -> bool:
    """Whether a turn opens with the name of a room on a line of its own."""
    return _HEADING.match(text) is not None


@dataclass(slots=True)
class Surroundings:
    """Reads one turn of a game. ``place`` is where the player is, until the turn says otherwise.

    Of a turn that is no answer to a command and has no heading (``is_game``), only things that are known to
    be things are believed.
    """

    text: str
    place: str
    is_game: bool

    def read(self) -> Iterator[tuple[Sentence, Finding]]:
        """What the turn says, sentence by sentence."""
        begin = 0
        if heading := _HEADING.match(self.text):
            begin = heading.end()
            yield self._entering(Sentence(heading.group(), 0, begin), _phrase(heading, "p", 0))
        elif found := self._arrival():
            yield found
        for match in _CARRIED.finditer(self.text, begin):
            yield from self._carried(match)
        for sentence in sentences_of(self.text, begin):
            if not sentence.is_question:
                yield from ((sentence, finding) for finding in self._findings(sentence))

    def _arrival(self) -> tuple[Sentence, Finding] | None:
        for sentence in sentences_of(self.text):
            match = None if sentence.is_question else _ARRIVED.search(sentence.text)
            if match and self._may_be_room(match["p"]):
                return self._entering(sentence, _phrase(match, "p", sentence.start))
        return None

    def _may_be_room(self, name: str) -> bool:
        head = name.casefold().split()[-1]
        return self.is_game and head not in words.NO_THINGS | words.PEOPLE

    def _entering(self, sentence: Sentence, room: Phrase) -> tuple[Sentence, Finding]:
        self.place = room.text
        return sentence, _finding("arrive", sentence, a=(_you(sentence),), p=(room,))

    def _carried(self, match: re.Match[str]) -> Iterator[tuple[Sentence, Finding]]:
        sentence = Sentence(match.group(), match.start(), match.end())
        lines = [line.strip(" \t-*") for line in match["lines"].splitlines() if line.strip()]
        things = [
            _located(self.text, _bare(line), match.start("lines"))
            for line in lines
            if self._is_thing(_bare(line))
        ]
        if things:
            yield sentence, _finding("get", sentence, a=(_you(sentence),), i=tuple(things))

    def _findings(self, sentence: Sentence) -> Iterator[Finding]:
        done: list[tuple[int, int]] = []
        for action, pattern in _compiled():
            for match in pattern.finditer(sentence.text):
                if any(match.start() < end and start < match.end() for start, end in done):
                    continue
                found = list(self._made(action, match, sentence))
                if found:
                    done.append(match.span())
                    yield from found

    def _made(self, action: str, match: re.Match[str], sentence: Sentence) -> Iterator[Finding]:
        slots = match.groupdict()
        things = self._things(match, sentence) if slots.get("i") else ()
        holder = self._holder(match, sentence) if slots.get("c") else None
        if things is None or (slots.get("c") and holder is None):
            return
        if things:
            yield from self._states(match, sentence)
        yield from self._told(action, sentence, things, holder)

    def _told(
        self, action: str, sentence: Sentence, things: tuple[Phrase, ...], holder: Phrase | None
    ) -> Iterator[Finding]:
        is_ground = holder is not None and holder.text.casefold() in words.GROUND
        if action == "lie" or is_ground:
            if self.place and things:
                yield _finding("lie", sentence, i=things, p=(Phrase(self.place, 0, 0),))
        elif action == "get":
            yield _finding("get", sentence, a=(_you(sentence),), i=things)
        elif action == "eaten":
            yield _finding("eaten", sentence, i=things)
        elif action in {"lie_on", "lie_in", "seen_in"} and holder is not None:
            yield from self._inside(action, sentence, things, holder)
        elif action == "bare":
            if holder is not None and _head(holder.text) in words.CONTAINERS:
                yield _finding("opened", sentence, i=(holder,))
        elif action in _OPENS_NO_MORE and holder is not None:
            yield _finding(action, sentence, i=(holder,))

    def _inside(
        self, action: str, sentence: Sentence, things: tuple[Phrase, ...], holder: Phrase
    ) -> Iterator[Finding]:
        kind = "lie_on" if action == "lie_on" else "lie_in"
        yield _finding(kind, sentence, i=things, c=(holder,))
        if kind == "lie_in" and (action == "seen_in" or _head(holder.text) in words.CONTAINERS):
            yield _finding("opened", sentence, i=(holder,))

    def _states(self, match: re.Match[str], sentence: Sentence) -> Iterator[Finding]:
        """The states that stand before the things of a list: "a closed door"."""
        for start, text in _items(match):
            state, bare = _state(text)
            if state:
                phrase = _at(sentence, start + len(text) - len(bare), bare)
                yield _finding(words.STATES[state], sentence, i=(phrase,))

    def _things(self, match: re.Match[str], sentence: Sentence) -> tuple[Phrase, ...] | None:
        """The things of a list, or nothing if one of them is none."""
        found = []
        for start, text in _items(match):
            bare = _state(text)[1]
            if not self._is_thing(bare):
                return None
            found.append(_at(sentence, start + len(text) - len(bare), bare))
        return tuple(found)

    def _holder(self, match: re.Match[str], sentence: Sentence) -> Phrase | None:
        text = match["c"]
        bare = _state(text)[1]
        if not (self._is_thing(bare) or bare.casefold() in words.GROUND):
            return None
        return _at(sentence, match.end("c") - len(bare), bare)

    def _is_thing(self, text: str) -> bool:
        head = _head(text)
        if not text or not _NO_NAMES.isdisjoint(text.casefold().split()):
            return False
        if head in words.NO_THINGS | words.PEOPLE | LITERAL_NOUNS | words.STATES.keys():
            return False
        if self.is_game:
            return head not in _NEVER
        return head in ITEM_NOUNS or head in words.CONTAINERS


_NO_NAMES = (COMMON_PAST | CONJUNCTIONS | PREPOSITIONS | {"is", "to", "appears", "seems"}) - {
    "of",
    "can",
    "saw",
}
_NEVER = NOT_ITEMS & {"look", "breath", "step", "moment", "answer", "way", "seat", "chance", "lesson", "nap"}


def _items(match: re.Match[str]) -> list[tuple[int, str]]:
    """The things of a list without their articles, each with where it starts in the sentence."""
    found, at = [], match.start("i")
    for piece in re.split(
        r"(, (?:and )?| and )(?=(?:an?|the|some|two|three|four|your) )", match["i"], flags=re.IGNORECASE
    ):
        article = _ARTICLE.match(piece)
        if article:
            found.append((at + article.end(), piece[article.end() :]))
        at += len(piece)
    return found


def _state(text: str) -> tuple[str, str]:
    """A thing's state word, if one stands before it, and its name without that."""
    first, _, rest = text.partition(" ")
    state = first.casefold() if first.casefold() in words.STATES and rest else ""
    bare = rest if state else text
    return state, _LOOKING.sub("", bare)


def _bare(line: str) -> str:
    article = _ARTICLE.match(line)
    return _state(line[article.end() :] if article else line)[1].partition(" (")[0]


def _head(text: str) -> str:
    words_ = text.casefold().split(" of ")[0].split()
    return words_[-1] if words_ else ""


def _you(sentence: Sentence) -> Phrase:
    return Phrase("you", sentence.start, sentence.start, person=2)


def _at(sentence: Sentence, start: int, text: str) -> Phrase:
    return Phrase(text, sentence.start + start, sentence.start + start + len(text))


def _located(text: str, thing: str, begin: int) -> Phrase:
    at = text.find(thing, begin)
    return Phrase(thing, at, at + len(thing))


def _phrase(match: re.Match[str], slot: str, offset: int) -> Phrase:
    return Phrase(match[slot], match.start(slot) + offset, match.end(slot) + offset)


def _finding(action: str, sentence: Sentence, **ends: Sequence[Phrase]) -> Finding:
    return Finding(
        action, {slot: tuple(phrases) for slot, phrases in ends.items()}, sentence.start, sentence.end
    )
