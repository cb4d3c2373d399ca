"""Chooses which of the known entities and facts a model is shown: those that the batch may speak of."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from fabula.extraction.model.sheet import Known
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.names import find_names
from fabula.graph.view import Portrait, View

_NAMED, _NAMED_BEFORE, _ON_STAGE, _NEIGHBOUR, _RECENT = range(5)
_MOST_OF_ONE = 200
"""How many facts of one entity are looked at, the latest first, however many it has."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a batch says, and what the look-back before it says: texts and names of speakers and those present."""

    text: str
    before: str = ""


def known_to_show(mentions: Mentions, view: View, most_entities: int, most_facts: int) -> Known:
    """The slice of a view for a batch, the most relevant first, under keys counted from ``e1`` and ``f1``.

    First what the batch names, then the look-back, then who is on stage and where, their neighbours, and the
    latest otherwise; events come after everything else of their rank. Facts follow the entities they speak of,
    those between two named ones first, and each entity has its turn before any has its second.
    """
    ranks = _ranks(mentions, view)
    entities = sorted(
        (view.state.entities[one] for one in ranks), key=lambda one: (ranks[one.id], *_order(one))
    )
    facts = _facts(entities, ranks, mentions, view)
    return Known(
        dict(zip(_keys("e"), entities[:most_entities], strict=False)),
        dict(zip(_keys("f"), facts[:most_facts], strict=False)),
    )


def first_of(known: Known, most_entities: int, most_facts: int) -> Known:
    """The most relevant part of a slice, under the same keys."""
    return Known(
        dict(list(known.entities.items())[:most_entities]), dict(list(known.facts.items())[:most_facts])
    )


def named_in(text: str, view: View) -> tuple[str, ...]:
    """The ids of the entities that a text names, in order, each once; a shared name means all its bearers."""
    found = find_names(text, view.state.names, view.state.leads)
    keys = dict.fromkeys(mention.key for mention in found)
    return tuple(dict.fromkeys(one.id for key in keys for one in view.bearers(key)))


def _keys(letter: str) -> Iterator[str]:
    return (f"{letter}{number}" for number in count(1))


def _ranks(mentions: Mentions, view: View) -> dict[str, int]:
    """Every entity that may be shown, with how near it is to the batch."""
    ranks: dict[str, int] = {}
    stage = (*view.stage.present, view.stage.place)
    _enter(ranks, named_in(mentions.text, view), _NAMED)
    _enter(ranks, named_in(mentions.before, view), _NAMED_BEFORE)
    _enter(ranks, [one.id for one in map(view.resolve, stage) if one], _ON_STAGE)
    near = [
        end for one in list(ranks) for fact in _latest_of(one, view) for end in (fact.subject, fact.object)
    ]
    _enter(ranks, [one for one in near if one in view.state.entities], _NEIGHBOUR)
    _enter(ranks, [one.id for one in view.entities()], _RECENT)
    return ranks


def _enter(ranks: dict[str, int], identities: Sequence[str], rank: int) -> None:
    for identity in identities:
        ranks.setdefault(identity, rank)


def _order(entity: Entity) -> tuple[bool, int, int, str]:
    return entity.kind == "event", -entity.last_seen, entity.first_seen, entity.id


def _latest_of(identity: str, view: View) -> tuple[Fact, ...]:
    """The latest facts of an entity, newest first."""
    entity = view.state.entities[identity]
    return tuple(reversed(Portrait(entity, view).facts()[-_MOST_OF_ONE:]))


def _facts(
    entities: Sequence[Entity], ranks: Mapping[str, int], mentions: Mentions, view: View
) -> tuple[Fact, ...]:
    """Facts to show, the most relevant first, as long as entities of any relevance have some."""
    placed: dict[str, tuple[tuple[int, int, int, int, str], Fact]] = {}
    for entity in entities:
        if ranks[entity.id] == _RECENT and len(placed) >= _MOST_OF_ONE:
            break
        own = [fact for fact in _latest_of(entity.id, view) if fact.id not in placed]
        own.sort(key=lambda fact: _distance(fact, entity.id, ranks, mentions))
        for turn, fact in enumerate(own):
            far = _distance(fact, entity.id, ranks, mentions)
            placed[fact.id] = (_nearness(ranks[entity.id], far), turn, far, -fact.opened, fact.id), fact
    return tuple(fact for _, fact in sorted(placed.values(), key=lambda one: one[0]))


def _nearness(own: int, far: int) -> int:
    """Facts between two that are named stand before everything, whoever has how many."""
    return -1 if own == _NAMED == far else own


def _distance(fact: Fact, owner: str, ranks: Mapping[str, int], mentions: Mentions) -> int:
    """How near the other end of a fact is; a value counts as named where the batch has its words."""
    if not fact.object or fact.value:
        return _NAMED if fact.value.casefold() in mentions.text.casefold() else _ON_STAGE
    far = fact.object if fact.subject == owner else fact.subject
    return ranks.get(far, _RECENT)
