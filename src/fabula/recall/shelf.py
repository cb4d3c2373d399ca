"""What was indexed once, kept for the heads that share it; the caller owns it and may drop it any time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar, cast

T = TypeVar("T")

ROOMS = {"segments": 1024, "documents": 4096, "facts": 4, "lines": 4, "stable": 4}
"""How many things of each kind are kept: 1024 full segments are a quarter of a million turns."""


class Shelf:
    """Keeps values by what they were made from and lets go of those unused for longest.

    Nothing found here differs from what would be made anew, so a shelf changes speed and never answers.
    ``clear`` forgets everything, which a purge of turns calls for.
    """

    def __init__(self) -> None:
        self._rooms: dict[str, OrderedDict[Hashable, object]] = {room: OrderedDict() for room in ROOMS}
        self._lock = Lock()

    def kept(self, room: str, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under a key, made now if it is not there."""
        with self._lock:
            values = self._rooms[room]
            if key in values:
                values.move_to_end(key)
                return cast("T", values[key])
        made = make()
        with self._lock:
            values[key] = made
            values.move_to_end(key)
            while len(values) > ROOMS[room]:
                values.popitem(last=False)
        return made

    def lately(self, room: str) -> tuple[object, ...]:
        """What is kept in a room, the latest used first."""
        with self._lock:
            return tuple(reversed(self._rooms[room].values()))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            for values in self._rooms.values():
                values.clear()
