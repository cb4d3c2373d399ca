"""The extractor without a model: reads each turn by patterns, says what is sure, and is silent otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.claims.statements import Claim
from fabula.claims.text import name_key
from fabula.extraction.reader import Window, body_of
from fabula.extraction.rules.cast import Cast
from fabula.extraction.rules.chinese import Chinese
from fabula.extraction.rules.english import English
from fabula.extraction.rules.findings import Phrase, Reading
from fabula.extraction.rules.quotes import passages_of
from fabula.extraction.rules.seen import seen_names
from fabula.extraction.rules.sentences import sentences_of
from fabula.extraction.rules.telling import Telling, Voice
from fabula.extraction.rules.voices import Read, is_nobody, speakers
from fabula.graph.names import find_names
from fabula.graph.view import View
from fabula.ledger.records import Body, Turn

IDENTITY = "rules/1"


@dataclass(frozen=True, slots=True)
class Rules:
    """Reads turns by patterns. Needs no model and no network, and takes about a millisecond a turn."""

    identity: str = IDENTITY
    batch: int = 1
    look_back: int = 2

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, in order."""
        cast = Cast(known)
        return [
            body_of(window, at, self.identity, claims=_claims(window, at, cast, known))
            for at in range(window.start, len(window.turns))
        ]


def _claims(window: Window, at: int, cast: Cast, known: View) -> list[Claim]:
    turn = window.turns[at]
    read = _read(turn, window.turns[: at + 1], cast)
    speaker = "" if is_nobody(turn.speaker) else turn.speaker
    telling = Telling(turn, cast)
    others = _others(window.turns[:at], turn)
    for name in (speaker, *(turn.present or ())):
        if name:
            telling.enter(name)
    voices = speakers(read, speaker)
    before: dict[int, str] = {}
    for one, voiced in zip(read, voices, strict=True):
        holder = voiced and cast.who(Phrase(voiced, 0, 0))
        named = _named(one.reading, cast)
        voice = Voice(
            holder if one.passage.is_speech else "", holder or speaker, _you(holder or speaker, others)
        )
        if holder or not one.passage.is_speech:
            for finding in one.reading.findings:
                telling.take(finding, voice, (before, named))
        before = named
    inferred = _inferred(turn, read, voices)
    return [
        *telling.claims,
        *telling.scene(inferred, known.name_of(known.stage.place) if known.stage.place else ""),
    ]


def _named(reading: Reading, cast: Cast) -> dict[int, str]:
    """Whom a sentence names, by where; nobody where a pronoun stands."""
    people = (
        phrase for phrase in reading.named if phrase.person or cast.class_of(phrase.text) in {"", "npc"}
    )
    return {phrase.start: "" if phrase.person else cast.who(phrase) for phrase in people}


def _read(turn: Turn, turns: Sequence[Turn], cast: Cast) -> list[Read]:
    text = turn.normal
    mentions = {mention.start: mention.end for mention in find_names(text, cast)}
    seen = seen_names(one.normal for one in turns)
    english = English(mentions, cast.class_of, lambda word: name_key(word) in seen)
    chinese = Chinese(mentions, cast.class_of)
    return [
        Read(passage, sentence, (chinese if sentence.is_chinese else english).read(sentence))
        for passage in passages_of(text)
        for sentence in sentences_of(text, passage.start, passage.end)
    ]


def _others(before: Sequence[Turn], turn: Turn) -> frozenset[str]:
    """Everybody else who has a part in this talk, as far as the turns themselves say."""
    names = {one.speaker for one in before if not is_nobody(one.speaker)} | set(turn.present or ())
    return frozenset(names - {turn.speaker})


def _you(me: str, others: frozenset[str]) -> str:
    rest = others - {me}
    return next(iter(rest)) if me and len(rest) == 1 else ""


def _inferred(turn: Turn, read: Sequence[Read], voices: Sequence[str]) -> str:
    """The speaker of a turn that names none, where all that is said in it is one person's."""
    if turn.speaker:
        return ""
    speaking = {voice for one, voice in zip(read, voices, strict=True) if one.passage.is_speech}
    return next(iter(speaking)) if len(speaking) == 1 and "" not in speaking else ""
