"""Slots in a state: their keys, what is told in them, and what becomes of them when two entities are one."""

from collections.abc import Iterable
from dataclasses import replace

from rpds import HashTrieSet, List

from fabula.graph.facts import SlotKey
from fabula.graph.page import Page
from fabula.graph.predicates import Predicate
from fabula.graph.relation_attributes import MARK, attribute_of
from fabula.graph.state import Proposal, Slot
from fabula.graph.told import Told
from fabula.graph.versions import disputes, grown, needs_recount, versions_of

EMPTY = Slot(List(), ())
NO_SLOTS: "HashTrieSet[SlotKey]" = HashTrieSet()


def in_order(predicate: Predicate, subject: str, far: str) -> tuple[str, str]:
    """The two ends as they are kept: a symmetric predicate has them by id, any other as they were told."""
    return (far, subject) if predicate.symmetric and subject and far and far < subject else (subject, far)


def slot_key(
    holder: str, modality: str, predicate: Predicate, ends: tuple[str, str], attribute: str = ""
) -> SlotKey:
    """The slot of a statement. A functional predicate has one for all far ends, a group one for its predicates."""
    subject, far = in_order(predicate, *ends)
    if attribute:
        return SlotKey(holder, modality, subject, attribute_of(predicate.name, attribute), far)
    is_open_ended = predicate.functional and not predicate.group
    return SlotKey(holder, modality, subject, predicate.group or predicate.name, "" if is_open_ended else far)


def add_told(page: Page, key: SlotKey, entry: Told) -> None:
    """Take one more entry into a slot; what it says against a locked fact becomes a proposal."""
    slot = page.slots.get(key) or EMPTY
    told = slot.told.push_front(entry)
    if needs_recount(entry):
        versions = versions_of(key, list(told)[::-1])
    else:
        versions = grown(key, slot.versions, entry)
    _put(page, key, Slot(told, versions), (entry,))
    if disputes(slot.versions, entry):
        proposal = Proposal(page.turn.number, key, entry)
        page.proposals = page.proposals.push_front(proposal)


def move_slots(page: Page, absorbed: str) -> None:
    """Let everything told of an entity be told of the one that now stands for it."""
    moved = sorted(page.touching.get(absorbed, NO_SLOTS))
    for key in moved:
        _move(page, key)


def _move(page: Page, old: SlotKey) -> None:
    entries = list(page.slots[old].told)[::-1]
    for end in _ends(old, entries):
        page.touching = page.touching.insert(end, page.touching.get(end, NO_SLOTS).discard(old))
    page.drop_slot(old)
    predicate = page.table.meaning(entries[0].predicate.partition(MARK)[0]).predicate
    subject, far = in_order(predicate, page.canon(old.subject), page.canon(old.object))
    key = SlotKey(page.canon(old.holder), old.modality, subject, old.predicate, far)
    moved = [_canonical(page, entry, predicate) for entry in entries]
    there = list((page.slots.get(key) or EMPTY).told)
    told = sorted((*there, *moved), key=lambda entry: entry.origin)
    _put(page, key, Slot(List(told[::-1]), versions_of(key, told)), moved)


def _canonical(page: Page, entry: Told, predicate: Predicate) -> Told:
    subject, far = in_order(predicate, page.canon(entry.subject), page.canon(entry.object))
    return replace(entry, subject=subject, object=far)


def _put(page: Page, key: SlotKey, slot: Slot, fresh: Iterable[Told]) -> None:
    for end in _ends(key, fresh):
        keys = page.touching.get(end, NO_SLOTS)
        if key not in keys:
            page.touching = page.touching.insert(end, keys.insert(key))
    page.put_slot(key, slot)


def _ends(key: SlotKey, told: Iterable[Told]) -> set[str]:
    return {key.subject, key.object, key.holder, *(entry.object for entry in told)} - {""}
