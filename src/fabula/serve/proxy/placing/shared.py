"""What the proxy remembers of all stories of a store together: what front ends call them, and whose notes are whose."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

_KEPT_CHATS = 2048
_KEPT_NOTES = 1024
_KEPT_USES = 1024

K = TypeVar("K")
V = TypeVar("V")

Token = tuple[str, str]
"""A field that a front end sends, and its value, which is the same throughout a chat."""


@dataclass(slots=True)
class Shared:
    """``chats`` and ``tokens`` say which story they mean, ``notes`` in which stories a mark is no turn.

    ``uses`` are the names of stories in the order in which they were told on last. All of it forgets what was put
    there longest ago.
    """

    chats: dict[str, str] = field(default_factory=dict)
    tokens: dict[Token, str] = field(default_factory=dict)
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)

    def use(self, name: str) -> None:
        """Note that a story was told on just now."""
        number = next(reversed(self.uses.values()), 0) + 1
        _put(self.uses, name, number, _KEPT_USES)

    def last_use(self, name: str) -> int:
        """A number that is the higher, the later a story was told on."""
        return self.uses.get(name, 0)

    def hold(self, name: str, chat: str, tokens: Iterable[Token]) -> None:
        """Remember which story a front end's ids mean."""
        if chat:
            _put(self.chats, chat, name, _KEPT_CHATS)
        for token in tokens:
            _put(self.tokens, token, name, _KEPT_CHATS)

    def fields(self, name: str) -> Mapping[str, str]:
        """The tokens of a story: for each field the value that came last."""
        return {token[0]: token[1] for token, story in self.tokens.items() if story == name}

    def note(self, name: str, marks: Iterable[str]) -> None:
        """Remember marks that are no turns of a story."""
        for mark in marks:
            names = dict.fromkeys((*self.notes.get(mark, ()), name))
            _put(self.notes, mark, tuple(names), _KEPT_NOTES)

    def is_others_note(self, name: str, mark: str) -> bool:
        """Whether a mark was found to be no turn in a story other than this one."""
        return any(other != name for other in self.notes.get(mark, ()))


def _put(kept: dict[K, V], key: K, value: V, most: int) -> None:
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > most:
        del kept[next(iter(kept))]
