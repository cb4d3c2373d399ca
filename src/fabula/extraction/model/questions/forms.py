"""What a form of asking is, and which there are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.model.sheet import Line, Sheet
from fabula.models.chat import Ask
from fabula.models.tokens import tokens_of

_FRAME = 4
"""Tokens that a chat template adds to a message, at most."""


class Question(NamedTuple):
    """An ask, the lines that its answer is to be about, in the order shown, and the sheet they are from."""

    ask: Ask
    lines: tuple[Line, ...]
    sheet: Sheet

    @property
    def numbered(self) -> Mapping[int, Line]:
        """The lines by the plain numbers from 1 that the form ``lines`` gives them."""
        return dict(enumerate(self.lines, start=1))


class Form(Protocol):
    """Puts a sheet as questions, and puts them once more when the answer was of no use."""

    @property
    def name(self) -> str:
        """The form's name in the settings."""
        ...

    def asks(self, sheet: Sheet, settings: ReadingSettings, /) -> Sequence[Question]:
        """The questions that cover the sheet's lines, within the settings' bounds where it ``fits``."""
        ...

    def again(
        self, question: Question, reply: str, reason: str, settings: ReadingSettings, /
    ) -> Sequence[Question]:
        """The question once more after a reply that could not be used, because of ``reason``; none if that is no use."""
        ...

    def shorter(
        self, question: Question, lines: Sequence[Line], settings: ReadingSettings, /
    ) -> Sequence[Question]:
        """Easier questions about some lines of the question, or all of them if ``lines`` is empty."""
        ...

    def fits(self, sheet: Sheet, settings: ReadingSettings, /) -> bool:
        """Whether the sheet's lines fit in the prompt's bound, if need be without what is known and read."""
        ...


def prompt_tokens(ask: Ask) -> int:
    """At most how many tokens an ask costs as a prompt: its messages, and its schema or tools."""
    messages = sum(tokens_of(message.text) + _FRAME for message in ask.messages)
    schema = tokens_of(str(ask.shape.schema)) if ask.shape.schema else 0
    tools = sum(tokens_of(f"{tool.name} {tool.description} {tool.parameters}") for tool in ask.shape.tools)
    return messages + schema + tools
