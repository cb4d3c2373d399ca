"""What is remembered between requests, as JSON and back. What this version does not read is nothing."""

import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import orjson

from fabula.serve.proxy.placing.evidence import Place, Sightings
from fabula.serve.proxy.placing.memory import Marks, Memory, Whisper
from fabula.serve.proxy.placing.shared import Shared

FORMAT = 1
"""Grows whenever what is written means something else; what has another number is not read."""

T = TypeVar("T")


def memory_to_json(memory: Memory) -> str:
    """What is remembered of a story."""
    return _written(
        {
            "sightings": [
                [mark, [[one.before, one.after, one.to_end] for one in places]]
                for mark, places in memory.sightings
            ],
            "notes": list(memory.notes),
            "fresh": list(memory.fresh),
            "endings": list(memory.endings),
            "relayed": list(memory.relayed),
            "whispers": [one.forms for one in memory.whispers],
            "streams": memory.streams,
            "branch": memory.branch,
            "chats": memory.chats,
        }
    )


def memory_from_json(body: str) -> Memory:
    """The same back; an empty one where nothing can be read."""
    return _read(body, _memory) or Memory()


def shared_to_json(shared: Shared) -> str:
    """What is remembered of all stories together."""
    return _written(
        {
            "chats": shared.chats,
            "tokens": [[*token, name] for token, name in shared.tokens.items()],
            "notes": shared.notes,
            "uses": list(shared.uses),
        }
    )


def shared_from_json(body: str) -> Shared:
    """The same back; an empty one where nothing can be read."""
    return _read(body, _shared) or Shared()


def _written(found: Mapping[str, Any]) -> str:
    whole = {"format": FORMAT, **found}
    try:
        return orjson.dumps(whole).decode()
    except TypeError:  # a front end's id holds half of a surrogate pair
        return json.dumps(whole, separators=(",", ":"))


def _read(body: str, make: Callable[[Mapping[str, Any]], T]) -> T | None:
    """What a body says; None where it is damaged, or of another format: it can all be found out again."""
    try:
        found = json.loads(body)
        return make(found) if found["format"] == FORMAT else None
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _memory(found: Mapping[str, Any]) -> Memory:
    memory = Memory(
        sightings=Sightings(
            (str(mark), [Place(str(before), str(after), int(to_end)) for before, after, to_end in places])
            for mark, places in found["sightings"]
        ),
        notes=Marks(map(str, found["notes"])),
        fresh=Marks(map(str, found["fresh"])),
        endings=Marks(map(str, found["endings"])),
        relayed=Marks(map(str, found["relayed"])),
        streams=bool(found["streams"]),
        branch=str(found["branch"]),
        chats=_strings(found["chats"]),
    )
    memory.whispers.extend(deque(Whisper(tuple(map(_marks, forms))) for forms in found["whispers"]))
    return memory


def _shared(found: Mapping[str, Any]) -> Shared:
    return Shared(
        chats=_strings(found["chats"]),
        tokens={(str(field), str(value)): str(name) for field, value, name in found["tokens"]},
        notes={str(mark): _marks(names) for mark, names in found["notes"].items()},
        uses={str(name): number for number, name in enumerate(found["uses"], 1)},
    )


def _marks(found: list[Any]) -> tuple[str, ...]:
    return tuple(map(str, found))


def _strings(found: Mapping[str, Any]) -> dict[str, str]:
    return {str(key): str(value) for key, value in found.items()}
