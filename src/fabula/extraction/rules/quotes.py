"""Parts a turn into what is narrated and what is spoken, and finds who speaks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

_LINE = r"(?:[^{marks}\n]|\n(?!\s*\n))*"
_PARAGRAPH_END = r"(?=\n\s*\n|\Z)"
# A speech that goes on over paragraphs leaves the quotes of all but the last one open.
_SPEECH = re.compile(
    rf"“(?P<curly>{_LINE.format(marks='“”')})(?:”|{_PARAGRAPH_END})"
    rf'|"(?P<straight>{_LINE.format(marks=chr(34))})(?:"|{_PARAGRAPH_END})'
    rf"|「(?P<corner>{_LINE.format(marks='「」')})」|『(?P<double>{_LINE.format(marks='『』')})』"
    r"|(?<!\w)‘(?P<single>(?:[^’\n]|’(?=\w)|\n(?!\s*\n))*)’(?!\w)"
)
_ACTION = re.compile(r"\*(?P<action>[^*\n]+)\*")
# What follows these in quotes is a name, and nobody says it.
_NAMING = re.compile(
    r"(?:称|叫做?|名叫|名为|外号|绰号|[字号]|called|named|nicknamed|known as|word|words)[ ，,]?$"
)
_MIN_SPEECH = 2


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one voice, at ``start:end`` of the turn's normal text."""

    start: int
    end: int
    is_speech: bool


def passages_of(text: str) -> tuple[Passage, ...]:
    """The passages of a turn in order.

    Where a turn sets actions between asterisks and quotes nothing, the words outside them are spoken.
    """
    speeches = list(_SPEECH.finditer(text))
    if not speeches and (actions := list(_ACTION.finditer(text))):
        return tuple(_alternating(text, actions, inner_is_speech=False))
    spoken = [match for match in speeches if not _NAMING.search(text, 0, match.start())]
    return tuple(_alternating(text, spoken, inner_is_speech=True))


def _alternating(text: str, matches: list[re.Match[str]], *, inner_is_speech: bool) -> Iterator[Passage]:
    at = 0
    for match in matches:
        yield from _passage(text, at, match.start(), is_speech=not inner_is_speech)
        yield from _passage(text, *match.span(match.lastgroup or 0), is_speech=inner_is_speech)
        at = match.end()
    yield from _passage(text, at, len(text), is_speech=not inner_is_speech)


def _passage(text: str, start: int, end: int, *, is_speech: bool) -> Iterator[Passage]:
    if len(list(islice(filter(str.isalpha, text[start:end]), _MIN_SPEECH))) == _MIN_SPEECH:
        yield Passage(start, end, is_speech)
