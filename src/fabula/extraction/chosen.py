"""Who reads: the extractor that was given, one around a language model, or the rules that need none."""

from typing import TypeAlias

from fabula.extraction.reader import Extractor
from fabula.extraction.rules import Rules
from fabula.models.chat import ChatModel

Reader: TypeAlias = Extractor | ChatModel
"""What may be given to read with: a language model is put into an extractor of its own."""


def chosen(reader: Reader | None) -> Extractor:
    """The extractor to read with. One around a model finds out for itself how the model is best asked."""
    if reader is None:
        return Rules()
    if not isinstance(reader, ChatModel):
        return reader
    # Only those who read with a model wait for what that needs.
    from fabula.extraction.model.reader import ModelReader  # noqa: PLC0415

    return ModelReader(reader)
