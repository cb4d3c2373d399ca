"""Answers to storysim questions, once they are understood: what a view says, in gold's words."""

from collections.abc import Callable
from dataclasses import dataclass

import fabula
from fabula.claims.text import name_key
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.view import View
from storysim_gold import BOND_TOKENS

UNKNOWN, NONE = "unknown", "none"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question understood: its topic, whom it names, the day that it means.

    ``ids`` are entities in the order of the words; ``called`` is how the first one is called there;
    ``denies`` says that a yes means death.
    """

    topic: str
    ids: tuple[str, ...] = ()
    called: str = ""
    day: int | None = None
    denies: bool = False


def answered(story: fabula.Story, ask: Ask) -> str:
    """The answer as gold writes answers: a name, or one of a few tokens."""
    view = story.view(_last_turn_of(story, ask.day)) if ask.day is not None else story.view()
    topic = _TOPICS.get(ask.topic)
    return topic(view, ask) if topic and len(ask.ids) >= (2 if ask.topic == "rel" else 1) else _blank(ask)


def _blank(ask: Ask) -> str:
    """Somebody nobody has told of is nobody known to be dead."""
    return "yes" if ask.topic == "alive" and not ask.denies else UNKNOWN


def _last_turn_of(story: fabula.Story, day: int) -> int:
    return max((turn.number for turn in story.turns() if turn.meta["day"] <= day), default=1)


def _timeline(view: View, entity: str, predicate: str) -> tuple[Fact, ...]:
    return view.timeline(entity, predicate) if view.resolve(entity) else ()


def _current(view: View, entity: str, predicate: str) -> Fact | None:
    standing = [fact for fact in _timeline(view, entity, predicate) if fact.is_current]
    return max(standing, key=_latest, default=None)


def _latest(fact: Fact) -> int:
    return max((piece.number for piece in fact.evidence), default=fact.opened)


def _far(view: View, fact: Fact | None) -> str:
    entity = view.resolve(fact.object) if fact and fact.object else None
    return fullest(entity) if entity else UNKNOWN


def fullest(entity: Entity) -> str:
    """The longest name that holds the entity's own: ``Captain Brandt`` where a story first said ``Brandt``."""
    key = name_key(entity.name)
    return max((name for name in entity.names if key in name_key(name)), key=len)


def _owner(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "held_by"))


def _owner_before(view: View, ask: Ask) -> str:
    told = _timeline(view, ask.ids[0], "held_by")
    now = _current(view, ask.ids[0], "held_by")
    before = [fact for fact in told if now and fact.opened <= now.opened and fact.object != now.object]
    return _far(view, before[-1] if before else None)


def _place(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "located_in"))


def _place_of_owner(view: View, ask: Ask) -> str:
    owner = _current(view, ask.ids[0], "held_by")
    return _place(view, Ask("loc", (owner.object,))) if owner else UNKNOWN


def _group(view: View, ask: Ask) -> str:
    """The group told last, none if that has ended: gold has one group a person, Fabula as many as are told."""
    last = max(_timeline(view, ask.ids[0], "member_of"), key=_latest, default=None)
    return NONE if last and not last.is_current else _far(view, last)


def _role(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "role_held_by"))


def _group_of_role(view: View, ask: Ask) -> str:
    holder = _current(view, ask.ids[0], "role_held_by")
    return _group(view, Ask("faction", (holder.object,))) if holder else UNKNOWN


def _place_of_role(view: View, ask: Ask) -> str:
    holder = _current(view, ask.ids[0], "role_held_by")
    return _place(view, Ask("loc", (holder.object,))) if holder else UNKNOWN


def _bond(view: View, ask: Ask) -> str:
    """The bond that was told last: several may stand in a view, gold has one."""
    one, other = (view.resolve(reference) for reference in ask.ids[:2])
    if one is None or other is None:
        return UNKNOWN
    bonds = [
        fact
        for fact in view.entity(one.id).relations()
        if fact.predicate in BOND_TOKENS and {fact.subject, fact.object} == {one.id, other.id}
    ]
    last = max(bonds, key=_latest, default=None)
    return BOND_TOKENS[last.predicate] if last else UNKNOWN


def _alive(view: View, ask: Ask) -> str:
    status = _current(view, ask.ids[0], "status")
    return "no" if bool(status and status.value == "dead") != ask.denies else "yes"


def _alias(view: View, ask: Ask) -> str:
    """The name behind another name; somebody's own name hides nobody."""
    entity = view.resolve(ask.ids[0])
    name = fullest(entity) if entity else UNKNOWN
    return UNKNOWN if ask.called in name_key(name) else name


_TOPICS: dict[str, Callable[[View, Ask], str]] = {
    "owner": _owner, "owner_prev": _owner_before, "hop": _place_of_owner, "loc": _place, "loc_asof": _place,
    "rel": _bond, "faction": _group, "role": _role, "hop2": _group_of_role, "place_of_role": _place_of_role,
    "alias": _alias, "alive": _alive,
}  # fmt: skip
