"""What stands at the far end of a statement: an entity to link, or a text."""

from dataclasses import dataclass

from fabula.extraction.model.items import Item
from fabula.extraction.model.taking.mentions import is_proper
from fabula.extraction.model.taking.naming import Naming
from fabula.graph.predicates import Meaning, predicate_key
from fabula.graph.relation_attributes import MARK

_ANYTHING_AT = "located_in"
"""A place tells nothing of the kind of what is there: people, things, camps."""


@dataclass(frozen=True, slots=True)
class FarEnd:
    """``mention`` is an entity to link, or ``value`` a text. The kinds are what the predicate expects at its ends."""

    mention: str = ""
    value: str = ""
    near_kind: str = ""
    far_kind: str = ""


def far_end(item: Item, naming: Naming, *, typed: bool = False) -> FarEnd:
    """The far end of a statement as its predicate wants it; of ``typed`` items an object is always an entity.

    An attribute of the table takes a text and a relation of the table an entity, however the item put it. Of
    other predicates the far end is an entity where it is known or looks like a name; "water", of whom nobody has
    heard, stays a text.
    """
    base, _, attribute = item.predicate.partition(MARK)
    table = naming.view.table
    meaning = table.meaning(base)
    near, far = _kinds(meaning)
    if attribute:
        return FarEnd(item.object, item.value, near, far)
    told = item.object or item.value
    if predicate_key(base) in table.known:
        is_text = not meaning.predicate.object_kind and not meaning.reversed
        return FarEnd("", _shown(told, naming), near) if is_text else FarEnd(told, "", near, far)
    if item.value and item.value.strip() not in naming.sheet.known.entities:
        return FarEnd("", item.value, near)
    is_entity = (typed and bool(item.object)) or naming.knows(told) or is_proper(told, naming.text)
    return FarEnd(told, "", near, far) if is_entity else FarEnd("", told, near)


def _kinds(meaning: Meaning) -> tuple[str, str]:
    near = "" if meaning.predicate.name == _ANYTHING_AT else meaning.predicate.subject_kind
    kinds = near, meaning.predicate.object_kind
    return kinds[::-1] if meaning.reversed else kinds


def _shown(told: str, naming: Naming) -> str:
    """A text; the key of an entity becomes its name."""
    known = naming.sheet.known.entities.get(told.strip())
    return known.name if known else told
