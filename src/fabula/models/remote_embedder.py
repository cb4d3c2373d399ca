"""An embedder behind any OpenAI-compatible URL."""

import hashlib
import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Any, Self

from fabula.errors import ModelError, ModelRefusedError
from fabula.models.chat import Usage
from fabula.models.chat_form import usage_of
from fabula.models.embedding import Purpose, Space, Vector
from fabula.models.endpoint import Endpoint
from fabula.models.patience import USUAL, Patience
from fabula.models.tokens import tokens_of

MOST_TEXTS = 64
"""How many texts go in one call."""

MOST_CHARACTERS = 32_000
"""How many characters go in one call; a longer text goes alone."""

NO_PREFIXES: Mapping[Purpose, str] = MappingProxyType({})
_HUGE = 1e100
_BLANK = "."  # stands for a text without words, which many endpoints refuse together with all of its batch


class RemoteEmbedder:
    """Unit vectors from an endpoint. Opened when it is first asked, closed by ``close`` or with the object.

    ``dims`` is how many dimensions are wanted: it is asked for where the endpoint lets itself be asked, and
    checked; without it the first vector decides. ``prefixes`` stand before each text by its purpose, for models
    that want to be told (``{"passage": "passage: ", "cue": "query: "}``), and make a space of their own.

    Raises:
        InvalidInputError: the URL or the key cannot be one.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str = "",
        dims: int | None = None,
        prefixes: Mapping[Purpose, str] = NO_PREFIXES,
        patience: Patience = USUAL,
    ) -> None:
        self._endpoint = Endpoint(url, key, patience=patience)
        self._model = model
        self._dims = dims
        self._wanted = dims
        self._prefixes = dict(prefixes)
        self._usage = Usage()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"RemoteEmbedder({self._endpoint.place!r}, {self._model!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def space(self) -> Space:
        """The space of its vectors; asks for one vector when the number of dimensions is not known yet.

        Raises:
            ModelError: the endpoint cannot be asked.
        """
        dims = self._dims or len(self.embed([_BLANK])[0])
        told = "\n".join(f"{purpose}\t{text}" for purpose, text in sorted(self._prefixes.items()) if text)
        suffix = f" {hashlib.blake2b(told.encode(), digest_size=4).hexdigest()}" if told else ""
        return Space(f"{self._endpoint.place} {self._model} {dims}{suffix}", dims)

    @property
    def usage(self) -> Usage:
        """What all its calls have cost so far."""
        return self._usage

    def close(self) -> None:
        """Close its connections; the next text opens new ones."""
        self._endpoint.close()

    def embed(self, texts: Sequence[str], purpose: Purpose = "passage") -> Sequence[Vector]:
        """One vector of length 1 for each text, in order; a text without words gets that of a full stop.

        Raises:
            ModelError: no answer came, or one of the wrong shape.
        """
        prefix = self._prefixes.get(purpose, "")
        sent = [prefix + (text if text.strip() else _BLANK) for text in texts]
        return [vector for batch in _batches(sent) for vector in self._embedded(batch)]

    def _embedded(self, texts: list[str]) -> list[Vector]:
        body = self._asked(texts)
        return [self._vector(numbers) for numbers in self._in_order(body.get("data"), len(texts))]

    def _asked(self, texts: list[str]) -> Mapping[str, Any]:
        payload: dict[str, Any] = {"model": self._model, "input": texts, "encoding_format": "float"}
        try:
            answer = self._endpoint.post("/embeddings", payload | self._wish())
        except ModelRefusedError as refusal:
            if self._wanted is None or not _is_about_dims(str(refusal)):
                raise
            self._wanted = None  # a model of one size, which the check below still holds it to
            self._spend(Usage(calls=1))
            answer = self._endpoint.post("/embeddings", payload)
        guess = Usage(prompt=sum(map(tokens_of, texts)))
        self._spend(usage_of(answer.body.get("usage"), answer.tries, guess=guess))
        return answer.body

    def _wish(self) -> dict[str, int]:
        return {} if self._wanted is None else {"dimensions": self._wanted}

    def _spend(self, usage: Usage) -> None:
        with self._lock:
            self._usage += usage

    def _in_order(self, rows: object, expected: int) -> list[object]:
        """The vectors as the endpoint numbered them; in the order they came if it did not."""
        found = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
        numbered = {_place_of(row, at): row.get("embedding") for at, row in enumerate(found)}
        if set(numbered) != set(range(expected)) or len(found) != expected:
            raise self._wrong(f"{len(found)} vectors for {expected} texts, or numbered them wrongly")
        return [numbered[at] for at in range(expected)]

    def _vector(self, numbers: object) -> Vector:
        if not isinstance(numbers, list) or not all(map(_is_number, numbers)):
            raise self._wrong("something that is no list of numbers")
        length = math.hypot(*numbers)
        if not length:
            raise self._wrong("a vector without a direction")
        if self._dims is None:
            self._dims = len(numbers)
        if len(numbers) != self._dims:
            raise self._wrong(f"{len(numbers)} dimensions where {self._dims} were expected")
        return tuple(number / length for number in numbers)

    def _wrong(self, what: str) -> ModelError:
        return ModelError(
            f"{self._endpoint.place} answered {self._model!r} with {what}. "
            "Check that this is an embedding model, and the number of dimensions that is set for it."
        )


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == MOST_TEXTS or size + len(text) > MOST_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _is_about_dims(refusal: str) -> bool:
    return "dimension" in refusal.lower() or "matryoshka" in refusal.lower()


def _place_of(row: Mapping[str, Any], came: int) -> int:
    index = row.get("index")
    return index if isinstance(index, int) else came


def _is_number(value: object) -> bool:
    """Whether it can be a number of a vector: no truth value, not infinite, nothing whose square is."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _HUGE
