"""What a cue asks for, understood without a model: whom it names or means, whose words, what kind, when."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabula.graph.view import View
from fabula.recall.names import INDIVIDUAL, Named, named_in, on_stage
from fabula.recall.senses import Sense, sense_of
from fabula.recall.speakers import voices_meant, without_voices
from fabula.recall.times import NO_TIME, SOME_DAY, When, clock_of, when_in
from fabula.recall.tokens import FULL, Cue, cue_of, terms
from fabula.recall.turns import TurnIndex

BEFORE = (FULL // 5, FULL // 10)
"""The weights of the words of the message before the last one of a chat, and of the one before that."""

LOOK_BACK = 3
"""How many turns are searched for whom a pronoun means."""

MOST_INTENTS = 4

_HE_OR_SHE = re.compile(r"\b(?:he|him|his|she|her|hers|they|them|their)\b|[他她](?!们?人)", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|its|that|this)\b|[它牠]|这个|那个", re.IGNORECASE)
_SAID = re.compile(r"^[ \t]*([^\n:：]{1,40})[:：][ \t]*", re.MULTILINE)
_ENDS = re.compile(
    r"(?<=[.!?;])\s+|[。！？；\n]+|,?\s+(?:and|but|also)\s+(?=(?:who|what|where|when|why|how|which|is|are|does|did)\b)",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\bwhat(?:ever)?\b[^?.!]{0,20}?\b(?:did|does|has|had)\s+([^?.!]{1,40}?)\s+(?:say|said|tell|told|mention(?:ed)?)\b"
    r"|([^，。？?！]{1,12}?)(?:都|曾|对[^，。？?！]{1,8}|跟[^，。？?！]{1,8}|关于[^，。？?！]{1,8})?(?:说(?:过|了|起)?|提到|提过|讲了|讲过)(?:了|过)?(?:些|哪些|点)?(?:什么|啥|哪些)",
    re.IGNORECASE,
)
_SAYING = frozenset(terms("say said says tell tells told mention mentioned 说 过 起 提 到 讲"))
_LEAST_OF_A_CHAT = 2
_TAIL = 300  # characters: what a long reply ends with is what the next message answers


@dataclass(frozen=True, slots=True)
class Asked:
    """A cue understood.

    ``starts`` are whom it names, else whom its pronouns mean, else the cast on stage, unless it names
    a time. ``cue`` has the words
    for facts, ``spoken`` those for turns, where a speaker's own name says less. ``intents`` are its parts
    where it asks several things. ``is_of_sayings`` says that it asks what its voices said.
    """

    text: str
    starts: tuple[Named, ...]
    cue: Cue
    spoken: Mapping[str, int]
    voices: frozenset[str]
    sense: Sense
    when: When
    intents: tuple[Cue, ...]
    is_of_sayings: bool = False

    @property
    def start_ids(self) -> tuple[str, ...]:
        """The ids of whom the search sets out from."""
        return tuple(one.entity.id for one in self.starts)


def understood(view: View, turns: TurnIndex, text: str, cast: Sequence[str] = ()) -> Asked:
    """A cue understood, be it a question or the tail of a chat ("Mira: ..." line by line, the last one counts)."""
    last, *before = messages_of(text)
    starts = named_in(view, last)
    leans = not starts and _pronoun_in(last)
    if leans:
        before = [*before, *_latest(turns)]
        starts = _meant(view, last, before)
    starts = starts or (() if _names_a_time(last) else on_stage(view, cast))
    names = tuple(name for one in starts for name in one.entity.names)
    cue = _blended(cue_of(last, names), before)
    voices = voices_meant(last, turns.voices(), (one.entity for one in starts))
    sayer = sayer_in(last)
    sayers = voices_meant(sayer, turns.voices(), (one.entity for one in named_in(view, sayer)))
    return Asked(
        text=last,
        starts=starts,
        cue=cue,
        spoken=without_voices(_unsaid(cue.weights) if sayers else cue.weights, voices),
        voices=sayers or voices,
        sense=sense_of(last),
        when=_when(view, turns, last),
        intents=parts_of(last),
        is_of_sayings=bool(sayers),
    )


def sayer_in(text: str) -> str:
    """The words that name who said something, where a text asks what somebody said; else the empty string."""
    found = _SAYS.search(text)
    return next(filter(None, found.groups()), "").strip() if found else ""


def _unsaid(weights: Mapping[str, int]) -> dict[str, int]:
    """Weights without the words for saying: they ask, and do not tell what is looked for."""
    left = {term: weight for term, weight in weights.items() if term not in _SAYING}
    return left or dict(weights)


def messages_of(text: str) -> list[str]:
    """The messages of a chat's tail, the last one first; a text that is no chat is one message."""
    starts = list(_SAID.finditer(text))
    if len(starts) < _LEAST_OF_A_CHAT or text[: starts[0].start()].strip():
        return [text]
    ends = [one.start() for one in starts[1:]] + [len(text)]
    return [text[one.end() : end].strip() for one, end in zip(starts, ends, strict=True)][::-1]


def intents_of(text: str) -> tuple[str, ...]:
    """What a message asks one after the other, at most four things; nothing where it is but one."""
    return tuple(part.text for part in parts_of(text))


def parts_of(text: str) -> tuple[Cue, ...]:
    """The cue of each of these things."""
    parts = [part for piece in _ENDS.split(text) if piece and (part := cue_of(piece.strip())).weights]
    return tuple(parts[:MOST_INTENTS]) if len(parts) > 1 else ()


def _pronoun_in(text: str) -> bool:
    return bool(_HE_OR_SHE.search(text) or _IT.search(text))


def _meant(view: View, text: str, before: Iterable[str]) -> tuple[Named, ...]:
    """Whom a pronoun means: the last named of the fitting kind, in the latest message that names one."""
    is_somebody = _HE_OR_SHE.search(text) is not None
    for message in before:
        fitting = [one for one in named_in(view, message) if (one.entity.kind == INDIVIDUAL) is is_somebody]
        if fitting:
            return (fitting[-1],)
    return ()


def _latest(turns: TurnIndex) -> Iterator[str]:
    for number in range(len(turns), max(len(turns) - LOOK_BACK, 0), -1):
        passage = turns.passage(number)
        if passage is not None:
            yield passage.text


def _blended(cue: Cue, before: Iterable[str]) -> Cue:
    for message, weight in zip(before, BEFORE, strict=False):
        earlier = cue_of(message[-_TAIL:])
        for term, word in earlier.words.items():
            if term not in cue.weights:
                cue.weights[term] = weight
                cue.words[term] = word
    return cue


def _names_a_time(text: str) -> bool:
    return bool(when_in(text, today=SOME_DAY, story_day=None))


def _when(view: View, turns: TurnIndex, text: str) -> When:
    if not _names_a_time(text):
        return NO_TIME
    clock = clock_of(view)
    return when_in(text, today=turns.today(), story_day=clock[-1][1] if clock else None)
