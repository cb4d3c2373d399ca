"""What the one who asks may see: set once at the door, checked wherever a story is opened."""

from collections.abc import Mapping
from contextvars import ContextVar, Token
from dataclasses import dataclass
from functools import cache
from typing import Any

from fabula.operations import Operation
from fabula.serve.refusals import ForbiddenError


@dataclass(frozen=True, slots=True)
class Permit:
    """Which stories may be read and written; None stands for all of them."""

    stories: frozenset[str] | None = None

    def allows(self, story: str) -> bool:
        """Whether this story is among them."""
        return self.stories is None or story in self.stories


EVERYTHING = Permit()
_current: ContextVar[Permit] = ContextVar("permit", default=EVERYTHING)


def permit() -> Permit:
    """The permit of whoever asks now; everything, where nobody asks over HTTP."""
    return _current.get()


def use(given: Permit) -> Token[Permit]:
    """Let a permit hold for what this task does from here on; ``withdraw`` ends it."""
    return _current.set(given)


def withdraw(token: Token[Permit]) -> None:
    """Let the permit hold that held before."""
    _current.reset(token)


def check(story: str) -> None:
    """Let whoever may use this story pass.

    Raises:
        ForbiddenError: the token is for other stories, whether or not there is one of that name.
    """
    if not permit().allows(story):
        raise ForbiddenError(f"This token is not for story {story!r}.")


def check_named(operation: Operation, asked: Mapping[str, Any]) -> None:
    """Let whoever may use every other story that is named in what is asked pass.

    Raises:
        ForbiddenError: the token is for other stories.
    """
    for name in _stories_named(operation):
        check(str(asked.get(name, "")))


@cache  # asked at every request, and dear to find out
def _stories_named(operation: Operation) -> tuple[str, ...]:
    return tuple(one.name for one in operation.parameters if one.says.is_story)


def check_all() -> None:
    """Let whoever may use every story pass.

    Raises:
        ForbiddenError: the token is for some stories alone.
    """
    if permit().stories is not None:
        raise ForbiddenError("This token is for some stories alone; this takes one that is for all of them.")
