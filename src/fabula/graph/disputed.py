"""Versions of one slot that stand beside each other: which of them are open, and who disputes whom.

A slot has one open version, unless something was told that disagrees with it and nobody knows which is wrong.
"""

from collections.abc import Sequence
from dataclasses import replace

from fabula.claims.statements import Assertion
from fabula.graph.facts import Fact
from fabula.graph.told import Told

Versions = tuple[Fact, ...]


def open_places(versions: Sequence[Fact]) -> tuple[int, ...]:
    """The places of the versions that hold now, in the order of telling."""
    last = next((place for place in range(len(versions) - 1, -1, -1) if versions[place].is_current), None)
    if last is None or not versions[last].disputes:
        return () if last is None else (last,)
    return tuple(place for place, fact in enumerate(versions) if fact.is_current)


def contradicts(entry: Told) -> bool:
    """Whether an entry says of itself that it disagrees with what holds, and does not know better."""
    return isinstance(entry.claim, Assertion) and entry.claim.contradicts


def giving_way(versions: Versions, entry: Told) -> tuple[int, ...]:
    """The places of the open versions that a new one closes.

    It always closes its own earlier form (another strength or sentence of the same). The rest it closes unless it
    only disagrees with them, or is one side of a dispute told anew; the author's word settles every dispute.
    """
    places = open_places(versions)
    own = tuple(place for place in places if _same_end(versions[place], entry))
    if contradicts(entry) or (own and not entry.by_author):
        return own
    return places


def with_disputes(versions: Versions, were_open: Sequence[int]) -> Versions:
    """The versions where each open one lists the other open ones; a closed one keeps whom it disputed last.

    Open may be those that were so, and the last one.
    """
    may_be = sorted({*were_open, len(versions) - 1}) if versions else ()
    places = [place for place in may_be if versions[place].is_current]
    if len(places) <= 1 and not any(versions[place].disputes for place in places):
        return versions
    identities = [versions[place].id for place in places]
    listed = list(versions)
    for place in places:
        others = tuple(identity for identity in identities if identity != versions[place].id)
        listed[place] = replace(versions[place], disputes=others)
    return tuple(listed)


def _same_end(fact: Fact, entry: Told) -> bool:
    return (fact.predicate, fact.object, fact.value) == (entry.predicate, entry.object, entry.value)
