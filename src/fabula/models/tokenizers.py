"""Which models' tokens can be counted exactly, and the counter for a model's name: exact, or the safe bound.

The vocabularies are those that the package ``quicktok-v1`` (extra ``tokens``) brings along: ``cl100k_base``
and ``o200k_base`` of OpenAI, ``o200k_harmony`` of gpt-oss, ``llama3`` of Llama 3 to 3.3, and ``qwen3`` of
Qwen 2 to 3. Names are matched from their start, so a model that only sounds alike (``qwen3.5``, ``llama-4``)
is estimated.

The sum of exact counts over lines is no bound of the whole in theory: a byte-pair vocabulary may join what
a line end parts. For lines that begin with a mark the known ones part text behind a line end, and no sum
below the whole has been seen; ``Counter.tokens`` of the whole settles it.
"""

import re
from functools import lru_cache
from typing import Protocol, cast

from fabula.models.tokens import ESTIMATE, QUARTERS, Counter, beginnings

_KNOWN = tuple(
    (re.compile(pattern), vocabulary)
    for pattern, vocabulary in (
        (r"gpt-oss(?:$|[-:])", "o200k_harmony"),
        (r"(?:(?:ft:)?gpt|chatgpt)-4o(?:$|[-:])", "o200k_base"),
        (r"(?:ft:)?gpt-(?:4\.1|4\.5|5(?:\.\d)?)(?:$|[-:])", "o200k_base"),
        (r"o[134](?:$|-)", "o200k_base"),
        (r"(?:ft:)?gpt-(?:4|3\.5|35)(?:$|[-:])", "cl100k_base"),
        (r"(?:meta-)?llama-?3(?:\.[123])?(?:$|[-:])", "llama3"),
        (r"qwen(?:2(?:\.5)?|3)(?:$|[-:])", "qwen3"),
    )
)


class Vocabulary(Protocol):
    """A tokenizer as far as it is needed here."""

    def count(self, text: str) -> int:
        """How many tokens a text takes; marks of chat templates are text."""
        ...


class Exact:
    """Counts with the vocabulary of the model itself."""

    def __init__(self, name: str, vocabulary: Vocabulary) -> None:
        self._name = name
        self._vocabulary = vocabulary

    @property
    def name(self) -> str:
        """The name of the vocabulary."""
        return self._name

    def tokens(self, text: str) -> int:
        """How many tokens a text takes."""
        return self._vocabulary.count(text.encode(errors="replace").decode())

    def line(self, text: str) -> int:
        """What a line takes with its end, in quarter tokens."""
        return self.tokens(f"{text}\n") * QUARTERS

    def clipped(self, text: str, most: int) -> str:
        """The line, or as much of its beginning as takes at most ``most`` with an ellipsis and its end."""
        if self.line(text) <= most:
            return text
        starts = beginnings(text)
        low, high = 0, len(starts)
        while low < high:
            middle = (low + high) // 2
            if self.line(starts[middle]) <= most:
                low = middle + 1
            else:
                high = middle
        # A longer text may take a token less; whatever is returned has been counted itself.
        return starts[low - 1] if low else ""


def vocabulary_of(model: str) -> str:
    """The name of the vocabulary that a model is known to use; empty where none is known.

    Owners (``openai/gpt-4o``), dates and sizes (``llama3:8b``) in a model's name do not matter.
    """
    name = model.strip().casefold().rpartition("/")[2]
    return next((vocabulary for pattern, vocabulary in _KNOWN if pattern.match(name)), "")


def counter_for(model: str) -> Counter:
    """Counts a model's tokens exactly where its vocabulary is known and the extra is there, else by the bound."""
    vocabulary = vocabulary_of(model)
    return (vocabulary and _exact(vocabulary)) or ESTIMATE


@lru_cache(maxsize=8)
def _exact(vocabulary: str) -> Exact | None:
    try:
        import quicktok  # noqa: PLC0415 - an extra, and half a second to load
    except ImportError:
        return None
    return Exact(vocabulary, cast("Vocabulary", quicktok.get_encoding(vocabulary)))
