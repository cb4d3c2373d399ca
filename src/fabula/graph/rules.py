"""What the author decided for the whole story: merges, names, rejections and pins, ready for the fold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fabula.claims.canonical import digest
from fabula.ledger.acts import STORY, ActKind
from fabula.ledger.records import Act

OPENS, ENDS, TAKES_BACK = "opens", "ends", "takes_back"
"""What a claim does to what holds: it says something, that something ended, or that it never was."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A claim that must not come back from the same words. Ends are ids, or a text for ``value``."""

    subject: str
    predicate: str
    object: str
    value: str
    quotes: tuple[str, ...]
    effect: str = OPENS

    def covers(self, quotes: Iterable[str]) -> bool:
        """Whether words are those that the rejected claim rested on: the same, or one inside the other."""
        return all(any(quote in known or known in quote for known in self.quotes) for quote in quotes)


@dataclass(frozen=True, slots=True)
class Pin:
    """A fact that is always told to the model; empty ``object`` and ``value`` pin whatever holds."""

    subject: str
    predicate: str
    object: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The story-wide part of the log, as of its latest act. ``digest`` changes whenever the rest does."""

    canon: Mapping[str, str] = field(default_factory=dict)
    kept_names: Mapping[str, str] = field(default_factory=dict)
    separate: frozenset[frozenset[str]] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    rejections: tuple[Rejection, ...] = ()
    pins: tuple[Pin, ...] = ()
    digest: str = ""


NO_RULES = Rules()


def rules_of(acts: Iterable[Act]) -> Rules:
    """The rules that the standing acts of scope ``story`` make, later ones over earlier ones."""
    acts = tuple(act for act in acts if act.scope == STORY)
    if not acts:
        return NO_RULES
    merges, separate, kept_names = _merges(acts)
    return Rules(
        canon=_roots(merges),
        kept_names=kept_names,
        separate=separate,
        names={act.payload["entity"]: act.payload["name"] for act in acts if act.kind == ActKind.RENAME},
        rejections=tuple(_rejection(act.payload) for act in acts if act.kind == ActKind.REJECT),
        pins=tuple(Pin(**act.payload) for act in acts if act.kind == ActKind.PIN),
        digest=digest([act.id for act in acts]),
    )


def _merges(acts: Iterable[Act]) -> tuple[list[tuple[str, str]], frozenset[frozenset[str]], dict[str, str]]:
    merges: list[tuple[str, str]] = []
    separate: set[frozenset[str]] = set()
    kept_names: dict[str, str] = {}
    for act in acts:
        if act.kind == ActKind.MERGE:
            pair = (act.payload["keep"], act.payload["absorb"])
            merges.append(pair)
            separate.discard(frozenset(pair))
            kept_names[pair[0]] = act.payload["name"]
        elif act.kind in (ActKind.UNMERGE, ActKind.SEPARATE):
            apart = frozenset((act.payload["one"], act.payload["other"]))
            separate.add(apart)
            if act.kind == ActKind.UNMERGE:
                merges = _parted(merges, act.payload["one"], act.payload["other"])
    return merges, frozenset(separate), kept_names


def _parted(merges: Sequence[tuple[str, str]], one: str, other: str) -> list[tuple[str, str]]:
    """The merges without those that came last to make these two one."""
    left = list(merges)
    while _are_one(left, one, other):
        joining = next(place for place in range(len(left)) if _are_one(left[: place + 1], one, other))
        del left[joining]
    return left


def _are_one(merges: Sequence[tuple[str, str]], one: str, other: str) -> bool:
    roots = _roots(merges)
    return roots.get(one, one) == roots.get(other, other)


def _roots(merges: Iterable[tuple[str, str]]) -> dict[str, str]:
    parent: dict[str, str] = {}

    def root(entity: str) -> str:
        while entity in parent:
            entity = parent[entity]
        return entity

    for keep, absorb in merges:
        kept, absorbed = root(keep), root(absorb)
        if kept != absorbed:
            parent[absorbed] = kept
    return {entity: root(entity) for entity in parent}


def _rejection(payload: Mapping[str, Any]) -> Rejection:
    return Rejection(
        subject=payload["subject"],
        predicate=payload["predicate"],
        object=payload.get("object", ""),
        value=payload.get("value", ""),
        quotes=tuple(payload["quotes"]),
        effect=payload.get("effect", OPENS),
    )
