"""Who reads: the extractor that was given, one around a language model, or the rules that need none."""

from typing import TypeAlias
from weakref import WeakKeyDictionary

from fabula.errors import InvalidInputError
from fabula.extraction.reader import Extractor
from fabula.extraction.rules import Rules
from fabula.models.chat import ChatModel
from fabula.models.embedding import Embedder
from fabula.models.nearness import nearest_by
from fabula.models.remembered import ForgetfulMemory, FormMemory

Reader: TypeAlias = Extractor | ChatModel
"""What may be given to read with: a language model is put into an extractor of its own."""

_MEMORIES: WeakKeyDictionary[ChatModel, FormMemory] = WeakKeyDictionary()


def chosen(reader: Reader | None, embedder: Embedder | None = None) -> Extractor:
    """The extractor to read with. One around a model finds out for itself, and once, how the model is best asked.

    With an ``embedder`` it also sees where a text says in other words what is known.

    Raises:
        InvalidInputError: it is neither, such as the mere name of a model.
    """
    if reader is None:
        return Rules()
    if not isinstance(reader, ChatModel):
        return _extractor(reader)
    # Only those who read with a model wait for what that needs.
    from fabula.extraction.model.reader import ModelReader  # noqa: PLC0415

    nearest = nearest_by(embedder) if embedder else None
    return ModelReader(reader, memory=_memory_of(reader), nearest=nearest)


def _extractor(reader: Extractor) -> Extractor:
    if isinstance(reader, type) or not all(hasattr(reader, part) for part in ("read", "identity", "batch")):
        name = reader if isinstance(reader, str) else "qwen3"
        raise InvalidInputError(
            f"A story is read with a model or an extractor, not with {reader!r}: "
            f"give an object such as fabula.OpenAI('http://localhost:11434/v1', {name!r})."
        )
    return reader


def _memory_of(model: ChatModel) -> FormMemory:
    """The memory of how this very object is best asked, for as long as it lives."""
    try:
        return _MEMORIES.setdefault(model, ForgetfulMemory())
    except TypeError:  # one that cannot be a key is tried anew each time
        return ForgetfulMemory()
