"""What a view tells beyond an earlier one of its line, found without going through what both of them tell."""

from rpds import HashTrieSet

from fabula.graph.facts import Fact, SlotKey
from fabula.graph.relation_attributes import MARK
from fabula.graph.view import View

_NO_SLOTS: "HashTrieSet[SlotKey]" = HashTrieSet()


def told_since(view: View, before: View) -> tuple[Fact, ...] | None:
    """The versions that were told since an earlier view, and those of before that may stand differently; oldest first.

    None where ``before`` is no earlier view of the same line under the same rules, where two have turned out
    to be one since, or where something that it told is no more: then all has to be gone through.
    """
    slots = _touched_since(view, before)
    if slots is None:
        return None
    told = view.versions_in(slots | _attributes_of(slots, view))
    ids = {fact.id for fact in told}
    return told if all(fact.id in ids for fact in before.versions_in(slots)) else None


def _touched_since(view: View, before: View) -> frozenset[SlotKey] | None:
    """The slots that turns have told of since an earlier view; None where it does not lead to this one."""
    state, earlier = view.state, before.state
    if view.table is not before.table or view.rules.digest != before.rules.digest:
        return None
    if len(state.merged) != len(earlier.merged):
        return None
    last = next(iter(earlier.folds), None)
    slots: set[SlotKey] = set()
    for fold in state.folds:
        if fold is last:
            return frozenset(slots)
        slots |= fold.touched
    return frozenset(slots) if last is None else None


def _attributes_of(slots: frozenset[SlotKey], view: View) -> frozenset[SlotKey]:
    """The slots of attributes of relations that may be in these: they last as long as the relation does."""
    touching = view.state.touching
    subjects = {key.subject for key in slots}
    return frozenset(key for one in subjects for key in touching.get(one, _NO_SLOTS) if MARK in key.predicate)
