"""What sets the stable block right: what of it no longer holds, what holds instead, and what came since."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from fabula.context.fence import inert
from fabula.context.items import FIRST, FULL, Item, fact_hit, is_held, item_of
from fabula.context.stable import always_items
from fabula.context.template import CAST, CHANGED, Template
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View


def changes_of(
    told: Sequence[Item], view: View, template: Template, known: Collection[str] | None = None
) -> tuple[Item, ...]:
    """Lines for what ``told``, lines of the stable block, says and the view does not, and what it says instead.

    What merely has another name now is no change, nor is another strength with the same words.
    """
    is_whole = all(item.fact for item in told)
    now = {} if is_whole else {item.id: item for item in always_items(view, template, known)}
    found: dict[tuple[str, str], Item] = {}
    for item in told:
        if item.fact:
            changed = _changes_of_fact(item.fact, view, template, known)
        else:
            changed = _changes_of_entity(item, view, template, now)
        for one in changed:
            found.setdefault((one.kind, one.id), one)
    return tuple(found.values())


def standing(
    told: Sequence[Item], view: View, template: Template, known: Collection[str] | None = None
) -> tuple[Item, ...]:
    """Those lines of the stable block that the view says too."""
    return tuple(item for item in told if not changes_of((item,), view, template, known))


def since_then(
    told: Sequence[Item], view: View, template: Template, known: Collection[str] | None = None
) -> tuple[Item, ...]:
    """Rules, threads and the synopsis as they are now, where ``told`` does not have just these lines."""
    before = {(item.id, item.line) for item in told}
    now = always_items(view, template, known)
    return tuple(item for item in now if (item.id, item.line) not in before)


def _changes_of_fact(
    fact: Fact, view: View, template: Template, known: Collection[str] | None
) -> Iterator[Item]:
    versions = _versions(fact, view)
    if any(one is fact for one in versions) and is_held(fact, view, known):
        return
    held = [one for one in versions if is_held(one, view, known)]
    same = [one for one in held if one.id == fact.id or _says(one, view) == _says(fact, view)]
    if any(phrase(one, view) == phrase(fact, view) for one in same):
        return
    if not same:
        yield _gone(fact, view, template)
    for one in same or held:
        if known is None or one.id in known:
            item = item_of(fact_hit(one, view, FULL), view, template, known=known)
            yield item._replace(section=CHANGED, group=FIRST)


def _versions(fact: Fact, view: View) -> tuple[Fact, ...]:
    """Every version of the fact's slot; where it went if its ends are others now."""
    slot = view.state.slots.get(fact.slot)
    if slot is not None:
        return slot.versions
    return tuple(one for one in view.about(fact.subject) if _says(one, view)[:2] == _says(fact, view)[:2])


def _says(fact: Fact, view: View) -> tuple[str, str, str, str]:
    return (view.name_of(fact.subject), fact.predicate, view.name_of(fact.object), fact.value)


def _gone(fact: Fact, view: View, template: Template) -> Item:
    line = template.gone.format(text=inert(phrase(fact, view)))
    ended = next((one for one in _versions(fact, view) if one.id == fact.id), fact)
    return Item("fact", fact.id, FULL, CHANGED, line, ended.closed or view.number, fact=fact, group=FIRST)


def _changes_of_entity(item: Item, view: View, template: Template, now: Mapping[str, Item]) -> Iterator[Item]:
    if item.section != CAST:
        is_told = item.id in now
        line = now[item.id].line if is_told else template.gone.format(text=item.line.removeprefix("- "))
        section = item.section if is_told else CHANGED
    else:
        entity, section = view.state.entities.get(item.id), CHANGED
        text = inert(entity.summary) if entity else ""
        line = template.entity.format(name=inert(entity.name), text=text) if entity and text else item.line
    if line != item.line:
        yield item._replace(score=FULL, section=section, line=line, number=view.number, place=0, group=FIRST)
