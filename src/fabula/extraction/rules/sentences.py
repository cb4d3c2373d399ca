"""Cuts a text into sentences, with the place of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fabula.claims.text import is_ideographic
from fabula.extraction.rules.listed import word_set

_ABBREVIATIONS = word_set(
    """mr mrs ms dr st capt col gen lt sgt rev hon prof sr jr mme mlle messrs esq no vol"""
)
# A line break inside a sentence (after a small letter or a comma) is only the margin of a wrapped text.
_END = re.compile(r"[.!?…]+[\"'”’)\]*_]*(?=\s|$)|[。！？；…]+[”’」』）]*|\n\s*\n|(?<![a-z,;])\n")
_FIRST_IDEOGRAPH = "\u3000"
_WORD_BEFORE = re.compile(r"([^\W\d_]+)$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``text`` stands at ``start:end`` of the turn's normal text, without outer white space."""

    text: str
    start: int
    end: int

    @property
    def is_chinese(self) -> bool:
        """Whether the sentence is written in ideographs for the most part of its letters."""
        if self.text.isascii():
            return False
        letters = [char for char in self.text if char.isalpha()]
        return 2 * sum(char > _FIRST_IDEOGRAPH and is_ideographic(char) for char in letters) > len(letters)

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return self.text.rstrip("\"'”’」』）)*_").endswith(("?", "？"))


def sentences_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Sentence]:
    """The sentences of ``text[start:end]`` in order; an abbreviation or an initial ends none."""
    stop = len(text) if end is None else end
    begin = start
    for match in _END.finditer(text, start, stop):
        if match.group().startswith(".") and _is_abbreviation(text[begin : match.start()]):
            continue
        yield from _trimmed(text, begin, match.end())
        begin = match.end()
    yield from _trimmed(text, begin, stop)


def _is_abbreviation(before: str) -> bool:
    word = _WORD_BEFORE.search(before)
    return word is not None and (
        word[1].casefold() in _ABBREVIATIONS or (len(word[1]) == 1 and word[1] != "I")
    )


def _trimmed(text: str, start: int, end: int) -> Iterator[Sentence]:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    words = piece.strip()
    if words:
        yield Sentence(words, begin, begin + len(words))
