"""Reads a Chinese sentence: patterns over its clauses, in which names are marked by one character each."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from fabula.claims.statements import Modality
from fabula.extraction.rules import chinese_words as words
from fabula.extraction.rules.actions import SLOT_KINDS
from fabula.extraction.rules.chinese_moods import mood_of
from fabula.extraction.rules.chinese_names import name_spans
from fabula.extraction.rules.chinese_needs import Needs, classes_in, needs_of
from fabula.extraction.rules.chinese_patterns import PATTERNS
from fabula.extraction.rules.chinese_shapes import fits, plain_thing
from fabula.extraction.rules.chinese_verbs import RUMOUR_STARTS, VERBS
from fabula.extraction.rules.findings import Finding, Phrase, Reading
from fabula.extraction.rules.sentences import Sentence

# Marks are control characters that no text has, below 256 so that expressions over them compile fast.
_FIRST_MARK, _MOST_NAMES = 0x86, 26
_MARKS = "\x86-\x9f"
_HAN = r"^\x00-\x9f"
_CLAUSE = re.compile(r"(?:[^，,；;：:。！？!?—…\s（）()*]|(?<=不是别人)，)+")
_LEAD = re.compile(words.ADVERBIAL)
_PREFIX = re.compile(
    rf"(?:{'|'.join(sorted(words.PREFIXES, key=lambda word: (-len(word), word)))}|在?[^，{_MARKS}]{{0,7}}(?:{'|'.join(RUMOUR_STARTS)})(?:着|的人说)?|[{_MARKS}](?:做梦)?梦[见到]|{words.ADVERBIAL})*"
)
_PERSON = rf"[{_MARKS}]|{'|'.join(words.PRONOUNS)}"
_SLOTS = {
    "A": rf"(?P<a>{_PERSON}|^[{_HAN}]{{2,4}}?)",
    "B": rf"(?P<b>{_PERSON}|[{_HAN}]{{2,4}}?)",
    "M": rf"(?P<a>[{_MARKS}]|[{_HAN}]{{2,5}}?)",
    "N": rf"(?P<b>[{_MARKS}]|[{_HAN}]{{2,5}}?)",
    "D": r"(?P<d>两人|二人|他们|她们|俩人)",
    "I": rf"(?:如今|现在|眼下|今日)?(?P<i>[{_MARKS}]|[{_HAN}]{{1,10}}?)",
    "P": rf"(?P<p>[{_MARKS}]|[{_HAN}]{{2,6}}?)",
    "F": rf"(?P<f>[{_MARKS}]|[{_HAN}]{{2,6}}?)",
    "R": rf"(?P<r>[{_MARKS}]|[{_HAN}]{{2,6}}?)",
    "K": rf"(?P<k>{'|'.join(words.KIN)})",
}
_PART = re.compile(r"<(?P<verb>[^>]+)>|(?P<slot>[ABMNDIPFRK])|(?P<gap>…\??)|(?P<adverbs>~)|(?P<rest>\(\?|.)")
_TAIL = r"(?:就跑|就走|便走|便跑|而去|而逃|逃走|离去|扬长而去|了|啊|呢)?$"
_TELLS = re.compile(
    rf"(?P<who>[{_MARKS}])(?:{words.ADVERBIAL})?(?:{'|'.join(sorted(words.TOLD, key=len, reverse=True))})(?=[^\x00-\x7f])"
)
_TOPIC = re.compile(rf"[{_MARKS}](?:[和与跟同][{_MARKS}])?(?![的和与跟同])")
_SOMEBODY = re.compile(rf"{_PERSON}|两人|二人|俩人|她们|他们")
_STARTS_WITH_PERSON = re.compile(_PERSON)
# Another doer, a saying or a thought between subject and verb: the verb is no longer the subject's.
_BROKEN_GAP = re.compile(r"[、的和与跟说道问让叫请命派使看见听知替帮求逼劝令托嘱被想]")
_WISH = re.compile(r"想要?|答应")
_HIDDEN = frozenset(["unmask", "confess", "reveal"])
_ONE_SELF = frozenset(["die", "kill", "marry"])
_THEY = 4


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause whose names are marks. ``spans`` says where each of its characters stands in the turn."""

    text: str
    spans: tuple[tuple[int, int], ...]
    before: str
    is_inherited: bool = False
    teller: Phrase | None = None


@dataclass(frozen=True, slots=True)
class _Topic:
    """Who the clauses are about until another is named: marks, and where they stand."""

    text: str
    spans: tuple[tuple[int, int], ...]


class Chinese:
    """Reads sentences of one turn; ``known`` and ``class_of`` as for English."""

    def __init__(self, known: Mapping[int, int], class_of: Callable[[str], str]) -> None:
        self._known = known
        self._class_of = class_of

    def read(self, sentence: Sentence) -> Reading:
        """What a sentence says."""
        marks = self._marks(sentence)
        named = tuple(_phrase(sentence, start, end) for start, end in marks)
        if sentence.is_question or not (named or _STARTS_WITH_PERSON.search(sentence.text)):
            return Reading(named=named)
        found = [
            finding for clause in _clauses(sentence, marks) for finding in self._findings(sentence, clause)
        ]
        return Reading(tuple(found), named)

    def _marks(self, sentence: Sentence) -> list[tuple[int, int]]:
        inside = [
            (start - sentence.start, end - sentence.start)
            for start, end in self._known.items()
            if sentence.start <= start and end <= sentence.end
        ]
        return name_spans(sentence.text, inside)

    def _findings(self, sentence: Sentence, clause: _Clause) -> Iterator[Finding]:
        if not _SOMEBODY.search(clause.text):
            return
        characters = frozenset(clause.text)
        for action, written, needs in _fitting(classes_in(clause.text.replace("了", ""))):
            if needs.are_met(characters):
                pattern = _compiled(written)
                match = pattern.search(clause.text)
                finding = match and self._finding(sentence, clause, action, match)
                while match and not finding and action in _HIDDEN:
                    match = pattern.search(clause.text, match.start() + 1)
                    finding = match and self._finding(sentence, clause, action, match)
                if finding:
                    yield finding

    def _finding(
        self, sentence: Sentence, clause: _Clause, action: str, match: re.Match[str]
    ) -> Finding | None:
        if not _is_subject(clause, match):
            return None
        ends = {
            ("a" if slot == "d" else slot): (self._slot(sentence, clause, slot, match.span(slot)),)
            for slot, value in match.groupdict().items()
            if value is not None and slot in "abdipfr"
        }
        if action == "kin":
            action = words.KIN[match["k"]]
        if not self._all_fit(action, match, ends, clause):
            return None
        mood = mood_of(clause.before + clause.text[: match.end()], clause.text[: match.end()])
        if mood is None or (mood.modality is Modality.ASSERTED and _is_loose(action, match)):
            return None
        return Finding(action, ends, sentence.start, sentence.end, mood, clause.teller)

    def _all_fit(
        self, action: str, match: re.Match[str], ends: Mapping[str, tuple[Phrase, ...]], clause: _Clause
    ) -> bool:
        texts = match.groupdict()
        raw = [slot for slot in "ab" if texts.get(slot) and not ends[slot][0].is_sure]
        has_name = any("\x86" <= (texts.get(slot) or "")[:1] <= "\x9f" for slot in "ab")
        if raw and (not has_name or len(raw) > 1 or not _has_plain_gaps(match)):
            return False
        return all(
            fits(
                SLOT_KINDS[slot],
                phrases[0],
                self._class_of,
                action=action,
                words_before=clause.text[: match.start("d" if slot == "a" and texts.get("d") else slot)],
            )
            for slot, phrases in ends.items()
        )

    def _slot(self, sentence: Sentence, clause: _Clause, slot: str, span: tuple[int, int]) -> Phrase:
        start, end = clause.spans[span[0]][0], clause.spans[span[1] - 1][1]
        text = clause.text[span[0] : span[1]]
        if slot == "d":
            return _phrase(sentence, start, end, person=_THEY)
        if text in words.PRONOUNS:
            return _phrase(sentence, start, end, person=words.PRONOUNS[text])
        if slot == "i":
            start = end - len(plain_thing(sentence.text[start:end]))
        return _phrase(sentence, start, end, is_sure="\x86" <= text[0] <= "\x9f")


def _phrase(sentence: Sentence, start: int, end: int, *, person: int = 0, is_sure: bool = True) -> Phrase:
    text = sentence.text[start:end]
    return Phrase(text, start + sentence.start, end + sentence.start, person, is_sure or bool(person))


def _clauses(sentence: Sentence, marks: list[tuple[int, int]]) -> Iterator[_Clause]:
    """The clauses in order; one without a subject of its own takes that of the clause before."""
    text, spans = _marked(sentence.text, marks)
    topic = _Topic("", ())
    for match in _CLAUSE.finditer(text):
        clause = _Clause(match.group(), tuple(spans[match.start() : match.end()]), text[: match.start()])
        lead = _end_of(_LEAD, clause.text)
        if topic.text and not _STARTS_WITH_PERSON.match(clause.text, lead):
            for start in sorted({0, lead}):
                whole = topic.text + clause.text[start:], (*topic.spans, *clause.spans[start:])
                yield _Clause(*whole, clause.before, is_inherited=True)
        yield clause
        if told := _TELLS.match(clause.text, _end_of(_PREFIX, clause.text)):
            yield _told(sentence, clause, told)
        topic = _topic(clause) or topic


def _told(sentence: Sentence, clause: _Clause, told: re.Match[str]) -> _Clause:
    """What somebody is told to have said, as a clause of its own."""
    start, end = clause.spans[told.start("who")]
    teller = _phrase(sentence, start, end)
    return _Clause(clause.text[told.end() :], clause.spans[told.end() :], "", teller=teller)


def _topic(clause: _Clause) -> _Topic | None:
    """Who a clause is about, for the clauses after it: the name, or two names joined, that it starts with."""
    start = _end_of(_PREFIX, clause.text)
    match = _TOPIC.match(clause.text, start)
    return match and _Topic(match.group(), clause.spans[match.start() : match.end()])


def _end_of(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return match.end() if match else 0


def _marked(text: str, marks: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    at = 0
    for number, (start, end) in enumerate(marks[:_MOST_NAMES]):
        pieces.append(text[at:start] + chr(_FIRST_MARK + number))
        spans += [(place, place + 1) for place in range(at, start)] + [(start, end)]
        at = end
    pieces.append(text[at:])
    spans += [(place, place + 1) for place in range(at, len(text))]
    return "".join(pieces), spans


def _is_subject(clause: _Clause, match: re.Match[str]) -> bool:
    """Whether what a match starts with can be the subject: nothing but adverbs before, nothing odd after."""
    prefix = clause.text[: match.start()]
    starts_with_name = match.start() in {match.start(slot) for slot in "abdf" if slot in match.re.groupindex}
    if starts_with_name and not _PREFIX.fullmatch(prefix):
        return False
    gaps = [value or "" for name, value in match.groupdict().items() if name.startswith("gap")]
    if any(_BROKEN_GAP.search(_WISH.sub("", gap)) for gap in gaps):
        return False
    return not clause.is_inherited or _has_plain_gaps(match)


def _is_loose(action: str, match: re.Match[str]) -> bool:
    """Whether what stands between a subject and what it alone can do may have another subject."""
    return action in _ONE_SELF and match.start("a") == match.start() and not _has_plain_gaps(match)


def _has_plain_gaps(match: re.Match[str]) -> bool:
    gaps = (value or "" for name, value in match.groupdict().items() if name.startswith("gap"))
    return all(_LEAD.fullmatch(gap) for gap in gaps)


@cache
def _fitting(classes: frozenset[str]) -> tuple[tuple[str, str, Needs], ...]:
    """The patterns for clauses with these classes of verbs: action, pattern, and what else a clause must have."""
    return tuple(
        (action, pattern, needs)
        for action, patterns in PATTERNS.items()
        for pattern in patterns
        if (needs := needs_of(pattern)).classes <= classes
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_expression(pattern))


def _expression(pattern: str) -> str:
    written: list[str] = []
    for number, part in enumerate(_PART.finditer(pattern)):
        if part["verb"]:
            written.append(_alternatives(part["verb"]) + "了?")
        elif part["slot"]:
            written.append(_SLOTS[part["slot"]])
        elif part["adverbs"]:
            written.append(words.ADVERBIAL)
        elif part["gap"]:
            written.append(rf"(?P<gap{number}>[^{_MARKS}]{{0,8}}?)")
        else:
            written.append(_TAIL if part["rest"] == "$" else part["rest"])
    return "".join(written)


@cache
def _alternatives(verb: str) -> str:
    """The verbs of a class, the longest first, each with room for a 了 inside."""
    verbs = sorted(set(VERBS[verb]), key=lambda one: (-len(one), one))
    return f"(?:{'|'.join('了?'.join(one.removesuffix('了')) + ('了' if one.endswith('了') else '') for one in verbs)})"
