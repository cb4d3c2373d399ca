"""A language model that replays what it was given: for tests, demos and recordings. No network."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from fabula.errors import InvalidInputError, ModelError
from fabula.models.chat import Ask, Reply, Usage
from fabula.models.chat_form import tokens_of_ask
from fabula.models.tokens import tokens_of

Line: TypeAlias = Reply | str | ModelError
"""What is said to one question: a reply, the text of one, or the error that is raised instead."""

_SHOWN = 80


class ScriptedModel:
    """A model that says what its script holds, and keeps every question in ``asks``.

    The script is a sequence, said line by line; or a mapping, which says the first line whose key stands in
    the last message; or a function of the question. A text becomes a reply whose usage is estimated.
    """

    place = "scripted"

    def __init__(
        self, script: Sequence[Line] | Mapping[str, Line] | Callable[[Ask], Line], *, name: str = "scripted"
    ) -> None:
        self.name = name
        self.asks: list[Ask] = []
        self._script = script

    def complete(self, ask: Ask) -> Reply:
        """The line of the script for this question.

        Raises:
            ModelError: the script has this error there.
            InvalidInputError: the script has nothing for this question.
        """
        self.asks.append(ask)
        line = self._line(ask)
        if isinstance(line, ModelError):
            raise line.with_traceback(None)
        if isinstance(line, str):
            return Reply(line, usage=Usage(1, tokens_of_ask(ask), tokens_of(line)))
        return line

    def _line(self, ask: Ask) -> Line:
        if isinstance(self._script, Mapping):
            return self._fitting(self._script, ask)
        if callable(self._script):
            return self._script(ask)
        if len(self.asks) > len(self._script):
            raise InvalidInputError(
                f"The script has {len(self._script)} lines and is asked for line {len(self.asks)}: {_end_of(ask)!r}."
            )
        return self._script[len(self.asks) - 1]

    def _fitting(self, lines: Mapping[str, Line], ask: Ask) -> Line:
        last = _last(ask)
        for words, line in lines.items():
            if words in last:
                return line
        raise InvalidInputError(f"No line of the script is for a message that ends in {_end_of(ask)!r}.")


def _last(ask: Ask) -> str:
    return ask.messages[-1].text if ask.messages else ""


def _end_of(ask: Ask) -> str:
    return _last(ask)[-_SHOWN:]
