"""What a pattern means once its slots are filled: which claims an action makes of them."""

from dataclasses import dataclass

SLOT_KINDS = {
    "a": "character",
    "b": "character",
    "i": "item",
    "c": "item",
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
    """Something stops here; with ``if_told`` only what is known to hold is worth a word."""

    subject: str
    predicate: str
    object: str = ""
    if_told: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """Two characters turn out to be one; unless their forms tell, the second is the name to keep."""

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


@dataclass(frozen=True, slots=True)
class Labelled:
    """A thing is of a kind that matters for what lies on it or in it."""

    name: str
    label: str


Effect = Says | Ends | Same | Called | Appears | Labelled

SURFACE = "surface"
"""The label of a thing that others lie on rather than in."""

_TAKEN_UP = Ends("i", "located_in", if_told=True)
_LET_GO = Ends("i", "held_by", if_told=True)

EFFECTS: dict[str, tuple[Effect, ...]] = {
    "get": (Says("i", "held_by", "a"), _TAKEN_UP),
    "receive": (Says("i", "held_by", "b"), _TAKEN_UP),
    "arrive": (Says("a", "located_in", "p"),),
    "depart": (Ends("a", "located_in", "p"),),
    "join": (Says("a", "member_of", "f"),),
    "enter": (Says("a", "member_of", "f"),),
    "quit": (Ends("a", "member_of", "f"),),
    "office": (Says("a", "has_role", "r"),),
    "resign": (Ends("a", "has_role", "r"),),
    "die": (Says("a", "status", value="dead"),),
    "kill": (Says("b", "status", value="dead"),),
    "ally": (Says("a", "ally_of", "b"),),
    "feud": (Says("a", "enemy_of", "b"),),
    "swear": (Says("a", "sworn_sibling_of", "b"),),
    "marry": (Says("a", "spouse_of", "b"),),
    "divorce": (Says("a", "divorced_from", "b"),),
    "sibling": (Says("a", "sibling_of", "b"),),
    "parent": (Says("a", "parent_of", "b"),),
    "child": (Says("b", "parent_of", "a"),),
    "reveal": (Same("a", "b"),),
    "unmask": (Same("a", "b"),),
    "confess": (Same("b", "a"),),
    "called": (Called("a", "b"),),
    "appear": (Appears("a"),),
    "lie": (Says("i", "located_in", "p"), _LET_GO),
    "lie_in": (Says("i", "located_in", "c"), _LET_GO),
    "lie_on": (Says("i", "located_in", "c"), Labelled("c", SURFACE), _LET_GO),
    "opened": (Says("i", "status", value="open"),),
    "closed": (Says("i", "status", value="closed"),),
    "locked": (Says("i", "status", value="locked"),),
    "eaten": (Says("i", "status", value="eaten"), _LET_GO, _TAKEN_UP),
}

PAIRS = frozenset({"ally", "feud", "swear", "marry", "divorce", "sibling", "reveal", "unmask"})
"""Actions that two do together: one slot that names both fills both ends."""

EXCLUSIVE = frozenset({"get", "receive", "office"})
"""Actions with one doer: where two are named together, who it was is not told."""
