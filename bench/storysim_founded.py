"""Whether a fact that was read from words is true by gold: an asserted event up to its turn says so."""

from collections.abc import Mapping
from typing import Any

from fabula.claims.text import name_key
from fabula.graph.facts import Fact
from fabula.graph.view import View
from storysim_gold import BOND_TOKENS, Triple, is_fact, triple_of, triple_told


def is_founded(row: Mapping[str, Any], view: View, fact: Fact) -> bool:
    """Whether a gold event at the fact's turn or before makes it true.

    A part of a name (``Brandt``, 清瑶) or a mask stands for its person. A predicate without a
    counterpart in gold is never founded.
    """
    triple = triple_of(view, fact)
    if triple is None:
        return False
    told = (message["event"] for message in row["messages"][: fact.opened] if is_fact(message["event"]))
    return any(says(row, triple, gold) for gold in filter(None, map(triple_told, told)))


def says(row: Mapping[str, Any], triple: Triple, gold: Triple) -> bool:
    """Whether a triple with names as they were read says what a gold triple says."""
    is_mutual = gold[1] in BOND_TOKENS.values()
    ways = [(gold[0], gold[2]), (gold[2], gold[0])] if is_mutual else [(gold[0], gold[2])]
    return triple[1] == gold[1] and any(
        _may_mean(row, triple[0], near) and _may_mean(row, triple[2], far) for near, far in ways
    )


def _may_mean(row: Mapping[str, Any], said: str, meant: str) -> bool:
    key = name_key(said)
    unmasked = {name_key(mask): person for mask, person in row["masks"].items()}.get(key, said)
    if name_key(unmasked) == name_key(meant):
        return True
    parts = meant.split() if meant.isascii() else [meant[1:]]
    return meant in row["characters"] and key in map(name_key, parts)
