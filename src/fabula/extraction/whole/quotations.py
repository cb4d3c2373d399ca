"""Where a text quotes speech: paragraphs, and the quotations in them."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.claims.text import is_ideographic

Span = tuple[int, int]

_BLANK = re.compile(r"\n[ \t\u3000]*\n\s*")
_LINE = re.compile(r"\n\s*")
_SPEECH = re.compile(
    r"“([^“”]*)(?:”|(?=\n[ \t]*\n)|\Z)"
    r'|"((?:[^"\n]|\n(?![ \t]*\n))+)(?:"|(?=\n[ \t]*\n)|\Z)'
    r"|「([^「」]*)」|『([^『』]*)』"
    r"|(?<!\w)‘((?:[^’\n]|’(?=\w)|\n(?![ \t]*\n))*)’(?!\w)"
    r"|(?:(?<=\n)|\A)[ \t]*[—–―][ \t]?((?:[^\n]|\n(?![ \t]*\n|[ \t]*[—–―]))+)"
)
_CLOSING = frozenset("\"”’'»」』")
_LETTERS = 2
_WRAPPED = 40


@dataclass(frozen=True, slots=True)
class Quotation:
    """One utterance: the spans of its words, without the marks, and the paragraph in which it begins."""

    spans: tuple[Span, ...]
    paragraph: int

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class Page:
    """A text, its paragraphs and its quotations, in order; ``spoken`` has every quoted span, in order."""

    text: str
    paragraphs: tuple[Span, ...]
    quotations: tuple[Quotation, ...]
    spoken: tuple[Span, ...]

    def paragraph_of(self, at: int) -> int:
        """The number of the paragraph that holds a place."""
        return max(bisect_right(self.paragraphs, (at, len(self.text))) - 1, 0)

    def before(self, span: Span) -> Span:
        """What is narrated before a span, in its paragraph and after the last quotation."""
        place = bisect_right(self.spoken, (span[0] - 1, len(self.text))) - 1
        begin = self.paragraphs[self.paragraph_of(span[0])][0]
        last = self.spoken[place][1] if place >= 0 and self.spoken[place] != span else 0
        return min(max(begin, last), span[0]), span[0]

    def after(self, span: Span) -> Span:
        """What is narrated after a span, in its paragraph and before the next quotation."""
        place = bisect_right(self.spoken, (span[0], len(self.text)))
        stop = self.paragraphs[self.paragraph_of(max(span[1] - 1, span[0]))][1]
        following = self.spoken[place][0] if place < len(self.spoken) else stop
        return span[1], max(min(stop, following), span[1])

    def is_closed(self, span: Span) -> bool:
        """Whether a span ends where its quotation marks do: what follows another is told inside a quotation."""
        at_end = span[1] + 1 >= len(self.text) or "\n" in self.text[span[1] : span[1] + 2]
        return at_end or self._is_marked(span[1])

    def goes_on(self, one: Quotation, two: Quotation) -> bool:
        """Whether a quotation goes on with the one before it, which no mark has closed."""
        between = self.text[one.end : two.start].rstrip('"“‘「『 ')
        near = two.paragraph - self.paragraph_of(max(one.end - 1, one.start)) <= 1
        return near and not self._is_marked(one.end) and not _CLOSING.intersection(between)

    def _is_marked(self, at: int) -> bool:
        return bool(_CLOSING.intersection(self.text[max(at - 1, 0) : at + 2]))

    def is_spoken(self, at: int) -> bool:
        """Whether a place stands inside a quotation."""
        place = bisect_right(self.spoken, (at, len(self.text))) - 1
        return place >= 0 and self.spoken[place][1] > at


def page_of(text: str, given: Sequence[Sequence[Span]] | None = None) -> Page:
    """A text as a page; ``given`` are the spans of each utterance, where somebody has marked them already."""
    paragraphs = paragraphs_of(text)
    spans = [tuple(sorted(one)) for one in given] if given is not None else [(s,) for s in spoken_spans(text)]
    starts = [start for start, _ in paragraphs]
    quotations = [Quotation(one, max(bisect_right(starts, one[0][0]) - 1, 0)) for one in sorted(spans) if one]
    spoken = tuple(sorted(span for one in quotations for span in one.spans))
    return Page(text, paragraphs, tuple(quotations), spoken)


def paragraphs_of(text: str) -> tuple[Span, ...]:
    """The paragraphs of a text: parted by blank lines, or by line ends where no line is wrapped."""
    return tuple(_split(text, _BLANK if _is_wrapped(text) else _LINE))


def _is_wrapped(text: str) -> bool:
    """Whether line ends mostly stand inside sentences."""
    lines = [line.rstrip() for line in text.splitlines()]
    filled = [one for one, two in pairwise(lines) if one and two]
    wide = [line for line in filled if not is_ideographic(line[-1]) or len(line) > _WRAPPED]
    return 2 * sum(line[-1] not in '.!?:"”’。！？：」…' for line in wide) > max(len(wide), 1) * 0.8


def _split(text: str, separator: re.Pattern[str]) -> list[Span]:
    found: list[Span] = []
    at = 0
    for match in separator.finditer(text):
        if text[at : match.start()].strip():
            found.append((at, match.start()))
        at = match.end()
    if text[at:].strip() or not found:
        found.append((at, len(text)))
    return found


def spoken_spans(text: str) -> list[Span]:
    """The spans between quotation marks, and after dialogue dashes where nothing else marks speech."""
    found = [match.span(match.lastindex or 0) for match in _SPEECH.finditer(text)]
    return [
        (start, end) for start, end in found if sum(char.isalpha() for char in text[start:end]) >= _LETTERS
    ]
