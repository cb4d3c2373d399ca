"""The types of memory: what is kept of each, how it is shown and compressed; the defaults, and one's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from fabula.claims.text import name_key
from fabula.errors import InvalidInputError
from fabula.graph.predicates import predicate_key

NAME = "name"
SUMMARY = "summary"
ROLES = "roles"
_REQUIRED = "*"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is kept of a type.

    ``kept_as`` says where: ``name`` and ``summary`` are the entity's own, ``roles`` the roles of an event,
    anything else is an attribute or a relation of that predicate; without it the field's name is one.
    """

    name: str
    required: bool = False
    kept_as: str = ""

    @property
    def place(self) -> str:
        """Where the field is kept: ``name``, ``summary``, ``roles`` or a predicate."""
        return self.kept_as or predicate_key(self.name)


@dataclass(frozen=True, slots=True)
class Compression:
    """More than ``threshold`` of a type are summed up, ``fan_in`` at a time, ``max_depth`` levels deep.

    The newest ``keep_recent`` stay as they are.
    """

    threshold: int
    fan_in: int
    max_depth: int
    keep_recent: int


@dataclass(frozen=True, slots=True)
class MemoryType:
    """One type of memory; ``kind`` is the kind of entity under which it is kept, the type's name if empty.

    ``always_injected``: part of every context. ``latest_only``: the newest state counts, older ones are
    history. ``updates_same_name``: another of the same name is an update of the first. ``asked``: the reader
    is asked for it; what is not asked is written by upkeep.
    """

    name: str
    fields: tuple[Field, ...] = ()
    kind: str = ""
    always_injected: bool = False
    latest_only: bool = False
    updates_same_name: bool = False
    compression: Compression | None = None
    asked: bool = True

    @property
    def entity_kind(self) -> str:
        """The kind of the entities of this type."""
        return self.kind or self.name

    @property
    def compressible(self) -> bool:
        """Whether many of them are summed up."""
        return self.compression is not None

    @property
    def attributes(self) -> tuple[str, ...]:
        """The predicates under which its fields are kept, its name, summary and roles aside."""
        own = {NAME, SUMMARY, ROLES}
        return tuple(field.place for field in self.fields if field.place not in own)


DEFAULT_TYPES = (
    MemoryType(
        "event",
        (
            Field("title", required=True, kept_as=NAME),
            Field("summary", required=True, kept_as=SUMMARY),
            Field("participants", kept_as=ROLES),
            Field("status"),
        ),
        always_injected=True,
        updates_same_name=True,
        compression=Compression(9, 3, 10, 6),
    ),
    MemoryType(
        "character",
        (
            Field("name", required=True),
            Field("traits", kept_as="personality"),
            Field("state"),
            Field("goal"),
            Field("inventory", kept_as="holds"),
            Field("core_note"),
        ),
        latest_only=True,
        updates_same_name=True,
    ),
    MemoryType(
        "location",
        (Field("name", required=True), Field("state"), Field("features"), Field("danger")),
        kind="place",
        latest_only=True,
        updates_same_name=True,
    ),
    MemoryType(
        "rule",
        (
            Field("title", required=True, kept_as=NAME),
            Field("constraint", required=True, kept_as=SUMMARY),
            Field("scope"),
            Field("status"),
        ),
        always_injected=True,
    ),
    MemoryType(
        "thread",
        (
            Field("title", required=True, kept_as=NAME),
            Field("summary", kept_as=SUMMARY),
            Field("status"),
        ),
        always_injected=True,
        compression=Compression(6, 3, 5, 3),
    ),
    MemoryType(
        "synopsis",
        (Field("summary", required=True), Field("scope")),
        always_injected=True,
        latest_only=True,
        asked=False,
    ),
    MemoryType(
        "reflection",
        (Field("insight", required=True, kept_as=SUMMARY), Field("trigger"), Field("suggestion")),
        compression=Compression(6, 3, 3, 3),
        asked=False,
    ),
)
"""The types that every story has unless its settings say otherwise."""

_OPTIONS = tuple(one.name for one in fields(MemoryType) if one.name != "name")
_FLAGS = ("always_injected", "latest_only", "updates_same_name", "asked")
_NUMBERS = tuple(one.name for one in fields(Compression))


def types_from(
    mapping: Mapping[str, Any], base: Sequence[MemoryType] = DEFAULT_TYPES
) -> tuple[MemoryType, ...]:
    """The types of a story: the base with what the mapping says of them, and then the new ones, in order.

    A type is a mapping of ``fields``, ``kind``, the flags and ``compression``; whatever it leaves out stays
    as in the base. ``False`` drops a type. A field is its name, with ``*`` behind if it is required, or a
    mapping of ``name``, ``required`` and ``kept_as``. ``compression`` is a mapping of four numbers, or False::

        {"spell": {"fields": ["name*", "cost"], "latest_only": True}, "thread": {"always_injected": False}}

    Raises:
        InvalidInputError: the mapping says something that no type has; the message says where and what would do.
    """
    types = {one.name: one for one in base}
    for name, wanted in _mapping(mapping, "the types").items():
        if not name_key(name):
            raise InvalidInputError("A memory type needs a name.")
        if wanted is False:
            types.pop(name, None)
        else:
            types[name] = _type_from(types.get(name, MemoryType(name)), _mapping(wanted, f"type {name!r}"))
    return tuple(types.values())


def asked_types(types: Sequence[MemoryType]) -> tuple[MemoryType, ...]:
    """The types that the reader is asked for."""
    return tuple(one for one in types if one.asked)


def _type_from(base: MemoryType, wanted: Mapping[str, Any]) -> MemoryType:
    _only(wanted, _OPTIONS, f"type {base.name!r}")
    flags: dict[str, Any] = {
        flag: _flag(wanted[flag], f"{base.name}.{flag}") for flag in _FLAGS if flag in wanted
    }
    changed = replace(base, **flags)
    if "kind" in wanted:
        changed = replace(changed, kind=_word(wanted["kind"], f"{base.name}.kind"))
    if "fields" in wanted:
        changed = replace(changed, fields=_fields_from(wanted["fields"], base.name))
    if "compression" in wanted:
        changed = replace(changed, compression=_compression_from(wanted["compression"], base.name))
    return changed


def _fields_from(wanted: object, owner: str) -> tuple[Field, ...]:
    if not isinstance(wanted, Sequence) or isinstance(wanted, str):
        raise InvalidInputError(f"{owner}.fields must be a list such as ['name*', 'goal'], not {wanted!r}.")
    found = tuple(_field_from(one, owner) for one in wanted)
    names = [field.name for field in found]
    if len(set(names)) < len(names):
        raise InvalidInputError(f"{owner}.fields names a field twice: {', '.join(names)}.")
    return found


def _field_from(wanted: object, owner: str) -> Field:
    where = f"a field of {owner}"
    if isinstance(wanted, str):
        name = _word(wanted.removesuffix(_REQUIRED), where)
        return Field(name, required=wanted.endswith(_REQUIRED), kept_as="")
    said = _mapping(wanted, where)
    _only(said, ("name", "required", "kept_as"), where)
    required = _flag(said.get("required", False), f"{where}: required")
    kept_as = _word(said["kept_as"], f"{where}: kept_as") if said.get("kept_as") else ""
    return Field(_word(said.get("name"), where), required, kept_as)


def _compression_from(wanted: object, owner: str) -> Compression | None:
    if wanted is False or wanted is None:
        return None
    where = f"{owner}.compression"
    said = _mapping(wanted, where)
    _only(said, _NUMBERS, where)
    for name in _NUMBERS:
        number = said.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise InvalidInputError(
                f"{where} needs {name!r} as a whole number of at least 1, not {number!r}."
            )
    return Compression(**said)


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InvalidInputError(f"{where} must be a mapping with words for keys, not {value!r}.")
    return value


def _only(said: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    unknown = sorted(set(said) - set(known))
    if unknown:
        raise InvalidInputError(f"{where} has no {unknown[0]!r}; it takes {', '.join(known)}.")


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInputError(f"{where} is true or false, not {value!r}.")
    return value


def _word(value: object, where: str) -> str:
    if not isinstance(value, str) or not value[:1].isalpha() or value != value.strip() or "\n" in value:
        raise InvalidInputError(f"{where} is a word that starts with a letter, not {value!r}.")
    return value
