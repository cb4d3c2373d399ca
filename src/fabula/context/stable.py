"""What seldom changes: rules, threads and the synopsis, pinned facts, and who the main characters are."""

from collections.abc import Collection, Iterator
from operator import attrgetter

from fabula.context.fence import inert
from fabula.context.items import FULL, Item, fact_hit, is_held, item_of, line_of, pinned_facts
from fabula.context.template import CAST, PINNED, RULES, SYNOPSIS, THREADS, Template
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.names import INDIVIDUAL

ALWAYS = {"rule": RULES, "synopsis": SYNOPSIS, "thread": THREADS}
"""The kinds of entity that are always told of, each with its section."""

ENDED = frozenset({"closed", "ended", "resolved", "done", "obsolete", "已解决", "已结束", "了结", "作废"})
"""What ``status`` says of a thread or rule that is told of no more."""

FLEETING = frozenset({"located_in", "mood", "health", "clothing"})
"""What may differ in the next scene, and so stands beside the stable block and not in it."""

MOST_CAST = 8
MOST_OF_ONE = 12
ENTITY = 900
DOSSIER = 600
_RANK = 20
_BETWEEN_TWO_OF_THEM = 10


def stable_items(view: View, template: Template, known: Collection[str] | None = None) -> tuple[Item, ...]:
    """Every line of the stable block of a view, in no order; a function of the view alone.

    ``known`` are the ids of the facts that hold as far as a point of view knows, if only those may be told.
    """
    facts = {item.id: item for item in _dossiers(view, template, known)}
    for fact in pinned_facts(view, known):
        item = item_of(fact_hit(fact, view, FULL), view, template, known=known)
        facts[fact.id] = item._replace(section=PINNED)
    return (*always_items(view, template, known), *facts.values())


def always_items(view: View, template: Template, known: Collection[str] | None = None) -> tuple[Item, ...]:
    """Rules, threads and the latest synopsis as lines, each with its current attributes.

    Nobody says who may know a summary: a point of view is told of what it knows an attribute of, and of no
    more than these; and that a rule is there.
    """
    entities = view.entities_of(ALWAYS)
    latest = [one for one in entities if one.kind == "synopsis"][-1:]
    told = [one for one in entities if one.kind != "synopsis" or one in latest]
    items = (_always(entity, view, template, known) for entity in told)
    return tuple(item for item in items if item is not None)


def _always(entity: Entity, view: View, template: Template, known: Collection[str] | None) -> Item | None:
    own = [fact for fact in view.about(entity.id) if _is_attribute(fact, entity, view, known)]
    if any(fact.predicate == "status" and fact.value.strip().casefold() in ENDED for fact in own):
        return None
    if known is not None and not own and entity.kind != "rule":
        return None
    summary = entity.summary if known is None else ""
    values = (f"{fact.predicate.replace('_', ' ')}: {fact.value}" for fact in own)
    text = inert("; ".join(part for part in (summary, *values) if part))
    name = inert(entity.name)
    line = template.entity.format(name=name, text=text) if text else template.fact.format(text=name)
    number = entity.first_seen
    return Item("entity", entity.id, ENTITY, ALWAYS[entity.kind], line, number=number)


def _is_attribute(fact: Fact, entity: Entity, view: View, known: Collection[str] | None) -> bool:
    is_own = bool(fact.value) and not fact.object and fact.subject == entity.id
    return is_own and is_held(fact, view, known)


def texts_of(view: View) -> Iterator[str]:
    """Texts of the story by which its language is known: quotes of what is told of the cast, and the rules."""
    for one in main_cast(view)[:2]:
        for fact in view.about(one.id)[-MOST_OF_ONE:]:
            yield next((piece.quote for piece in fact.evidence if piece.quote), phrase(fact, view))
    yield from (one.summary or one.name for one in view.entities_of(ALWAYS))


def main_cast(view: View) -> tuple[Entity, ...]:
    """The characters of whom most is told, most first; then who was met first."""
    characters = view.entities(INDIVIDUAL)
    slots = view.state.touching
    weight = {one.id: len(slots[one.id]) if one.id in slots else 0 for one in characters}
    told = [one for one in characters if weight[one.id]]
    return tuple(sorted(told, key=lambda one: (-weight[one.id], one.first_seen, one.id))[:MOST_CAST])


def _dossiers(view: View, template: Template, known: Collection[str] | None) -> Iterator[Item]:
    cast = main_cast(view)
    names = {one.id for one in cast}
    told: set[str] = set()
    for rank, one in enumerate(cast):
        if one.summary and known is None:
            line = template.entity.format(name=inert(one.name), text=inert(one.summary))
            yield Item("entity", one.id, DOSSIER - rank * _RANK, CAST, line, place=rank)
        facts = [
            fact for fact in view.about(one.id) if fact.id not in told and _is_lasting(fact, view, known)
        ]
        for fact in sorted(facts, key=attrgetter("opened", "place", "id"))[-MOST_OF_ONE:]:
            told.add(fact.id)
            is_between = fact.subject in names and fact.object in names
            score = DOSSIER - rank * _RANK + (_BETWEEN_TWO_OF_THEM if is_between else 0)
            line = line_of(fact, view, template, inert(phrase(fact, view)), known=known)
            yield Item("fact", fact.id, score, CAST, line, number=fact.opened, place=rank, fact=fact)


def _is_lasting(fact: Fact, view: View, known: Collection[str] | None) -> bool:
    return fact.predicate not in FLEETING and is_held(fact, view, known)
