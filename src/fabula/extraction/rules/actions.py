"""What a pattern means once its slots are filled: which claims an action makes of them."""

from dataclasses import dataclass

SLOT_KINDS = {
    "a": "character",
    "b": "character",
    "i": "item",
    "p": "place",
    "f": "organization",
    "r": "concept",
}
"""The kind of entity that each slot of a pattern takes."""


@dataclass(frozen=True, slots=True)
class Says:
    """Something holds from here on. The far end is a slot (``object``) or a fixed text (``value``)."""

    subject: str
    predicate: str
    object: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Ends:
    """Something stops here."""

    subject: str
    predicate: str
    object: str = ""


@dataclass(frozen=True, slots=True)
class Same:
    """Two characters turn out to be one."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class Called:
    """A character goes by another name."""

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Appears:
    """A character is there and does something, no more."""

    name: str


Effect = Says | Ends | Same | Called | Appears

EFFECTS: dict[str, Effect] = {
    "get": Says("i", "held_by", "a"),
    "receive": Says("i", "held_by", "b"),
    "arrive": Says("a", "located_in", "p"),
    "depart": Ends("a", "located_in", "p"),
    "join": Says("a", "member_of", "f"),
    "quit": Ends("a", "member_of", "f"),
    "office": Says("a", "has_role", "r"),
    "resign": Ends("a", "has_role", "r"),
    "die": Says("a", "status", value="dead"),
    "kill": Says("b", "status", value="dead"),
    "ally": Says("a", "ally_of", "b"),
    "feud": Says("a", "enemy_of", "b"),
    "swear": Says("a", "sworn_sibling_of", "b"),
    "marry": Says("a", "spouse_of", "b"),
    "divorce": Says("a", "divorced_from", "b"),
    "sibling": Says("a", "sibling_of", "b"),
    "parent": Says("a", "parent_of", "b"),
    "child": Says("b", "parent_of", "a"),
    "reveal": Same("a", "b"),
    "unmask": Same("a", "b"),
    "called": Called("a", "b"),
    "appear": Appears("a"),
}

PAIRS = frozenset({"ally", "feud", "swear", "marry", "divorce", "sibling", "reveal", "unmask"})
"""Actions that two do together: one slot that names both fills both ends."""

EXCLUSIVE = frozenset({"get", "receive", "office"})
"""Actions with one doer: where two are named together, who it was is not told."""
