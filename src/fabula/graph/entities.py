"""Who and what a story speaks of: readable ids from names, and the entity as a view shows it."""

import re
from dataclasses import dataclass
from uuid import UUID, uuid5

from anyascii import anyascii

from fabula.claims.canonical import digest
from fabula.claims.text import name_key

_NAMESPACE = UUID("6f1c0a52-0d0c-5c7b-9a38-9c5f2a4be2d1")
_CLASSES = {
    "character": "npc",
    "group": "org",
    "faction": "org",
    "organization": "org",
    "place": "place",
    "item": "item",
    "concept": "concept",
    "event": "event",
}
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SUFFIX = 4


def coarse_class(kind: str) -> str:
    """The class that a kind belongs to; readers may differ on group or faction without splitting an entity."""
    return _CLASSES.get(kind) or _slug(kind) or "thing"


def entity_id(kind: str, name: str, introduced_by: str = "") -> str:
    """The readable id of an entity: a pure function of its class and name key, such as ``npc-lin-yao``.

    Four hexadecimal digits follow where the slug loses something of the name (林瑶 and 林遥 sound alike).
    A deliberate namesake is told apart by the words that introduce it.
    """
    key = name_key(name)
    slug = _slug(name)
    parts = [coarse_class(kind), slug]
    if slug.replace("-", " ") != key:
        parts.append(digest(key)[:_SUFFIX])
    if introduced_by:
        parts.append(digest(introduced_by)[:_SUFFIX])
    return "-".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something, as of a view. ``first_seen`` and ``last_seen`` are turn numbers."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    labels: tuple[str, ...] = ()
    first_seen: int = 0
    last_seen: int = 0

    def seen_in(self, number: int) -> "Entity":
        """The same, seen last in turn ``number``."""
        # Spelled out: this happens for every claim of a story, and ``replace`` takes five times as long.
        return Entity(
            self.id, self.name, self.kind, self.aliases, self.summary, self.labels, self.first_seen, number
        )

    @property
    def uuid(self) -> UUID:
        """A UUID derived from the id, for systems that want one."""
        return uuid5(_NAMESPACE, self.id)

    @property
    def names(self) -> tuple[str, ...]:
        """The name and every alias."""
        return (self.name, *self.aliases)


def _slug(name: str) -> str:
    spelled = _CAMEL.sub(" ", anyascii(name_key(name)))
    return _NOT_SLUG.sub("-", spelled.casefold()).strip("-")
