"""Cuts a turn into numbered lines: a sentence each, the words of speech kept with who says them."""

import re
from collections.abc import Iterator, Sequence

from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.sentences import Sentence, sentences_of
from fabula.ledger.records import Turn

MOST_LINE = 400
"""The longest line in characters; a longer sentence is cut at a mark or a space."""

_CUT = re.compile(r"[,;:，；：、—]|\s")
_CLOSING = ("”", "」", "』", '"', "’")
_SPEECH_TAG = re.compile(r"[^，。！？；\n]{1,12}(?:说|道|问|答|喊|叫|吼|说道|問|說|喊道)")
_SPACE = re.compile(r"[^\S\n]*")


def lines_of(turn: Turn, place: int) -> tuple[Line, ...]:
    """The lines of a turn in order; ``place`` is its place in its window. Every visible sign stands in one.

    A sentence that goes on after closing quotes ("... he said") stays one line; one without letters or digits
    belongs to its neighbour; one beyond ``MOST_LINE`` is cut in pieces.
    """
    text = turn.normal
    spans = [piece for span in _joined(text, list(sentences_of(text))) for piece in _pieces(text, span)]
    return tuple(
        Line(f"{turn.number}.{count}", place, start, end, text[start:end], turn.speaker)
        for count, (start, end) in enumerate(spans, start=1)
    )


def _joined(text: str, sentences: Sequence[Sentence]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for sentence in sentences:
        if spans and _goes_on(text, spans[-1], sentence) and sentence.end - spans[-1][0] <= MOST_LINE:
            spans[-1] = spans[-1][0], sentence.end
        else:
            spans.append((sentence.start, sentence.end))
    return spans


def _goes_on(text: str, before: tuple[int, int], sentence: Sentence) -> bool:
    """Whether a sentence belongs to the line before it."""
    said = text[before[0] : before[1]]
    if not _says_something(sentence.text) or not _says_something(said):
        return True
    if _SPACE.fullmatch(text, before[1], sentence.start) is None:
        return False
    if not said.endswith(_CLOSING):
        return False
    return sentence.text[0].islower() or _SPEECH_TAG.match(sentence.text) is not None


def _says_something(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _pieces(text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    start, end = span
    while end - start > MOST_LINE:
        marks = [match.end() for match in _CUT.finditer(text, start, start + MOST_LINE)]
        cut = marks[-1] if marks and marks[-1] - start > MOST_LINE // 2 else start + MOST_LINE
        yield from _trimmed(text, start, cut)
        start = cut
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    words = piece.strip()
    if words:
        begin = start + len(piece) - len(piece.lstrip())
        yield begin, begin + len(words)
