"""Who is who: entities are met, turn out to be one, and come on stage."""

from collections.abc import Iterable
from dataclasses import replace

from fabula.claims.statements import MAX_LABELS, NO_PERIOD, EntityClaim, Identity, Scene
from fabula.graph.entities import Entity, coarse_class, entity_id
from fabula.graph.page import Page
from fabula.graph.slots import move_slots
from fabula.graph.state import Stage


def meet(page: Page, claim: EntityClaim) -> None:
    """Somebody or something appears, or is told more of. An existing name and kind stay as they are."""
    entity = _known(page, claim) or _minted(page, claim)
    told = replace(
        entity,
        aliases=_joined(entity.aliases, (claim.name, *claim.aliases), but=entity.name),
        labels=_joined(entity.labels, claim.labels)[:MAX_LABELS],
        summary=claim.summary or entity.summary,
    )
    if told != page.entities.get(entity.id):
        page.put_entity(told)
    page.see((entity.id,))


def stand_in(page: Page, identity: str, name: str, kind: str) -> None:
    """Bring in whom the author speaks of, where the words that did so are gone."""
    own = page.canon(identity)
    if own not in page.entities and not page.bearers(name):
        number = page.turn.number
        page.put_entity(Entity(own, name, kind, first_seen=number, last_seen=number))


def reveal(page: Page, claim: Identity) -> None:
    """Two turn out to be one from this turn on, unless the author keeps them apart."""
    keep, absorb = page.refer(claim.name), page.refer(claim.other)
    if not keep or not absorb:
        page.trouble(f"{claim.name} = {claim.other}", "one of the two names belongs to nobody yet")
    elif keep != absorb and not page.are_separate(keep, absorb):
        _merge(page, keep, absorb)


def set_stage(page: Page, claim: Scene) -> None:
    """Who is there, and where; a scene that goes on keeps whom it had."""
    present = tuple(filter(None, (page.refer(name, "character") for name in claim.present)))
    place = page.refer(claim.place, "place") if claim.place else ""
    before = page.stage
    stage = Stage(
        present=_joined(() if claim.starts else before.present, present),
        place=place or ("" if claim.starts else before.place),
        since=page.turn.number if claim.starts else before.since,
        time=claim.period if claim.period != NO_PERIOD else before.time,
    )
    page.stage = stage
    if claim.period.start is not None:
        page.clock = page.clock.push_front((page.turn.number, claim.period.start))
    page.see(present)


def _known(page: Page, claim: EntityClaim) -> Entity | None:
    entities = page.entities
    if claim.namesake:
        return entities.get(page.canon(_namesake_id(page, claim)))
    for name in (claim.name, *claim.aliases):
        for identity in page.bearers(name):
            if coarse_class(entities[identity].kind) == coarse_class(claim.kind):
                return entities[identity]
    return None


def _minted(page: Page, claim: EntityClaim) -> Entity:
    identity = page.canon(_namesake_id(page, claim) if claim.namesake else entity_id(claim.kind, claim.name))
    existing = page.entities.get(identity)
    if existing is not None:
        return existing
    rules = page.rules
    name = rules.names.get(identity) or rules.kept_names.get(identity) or claim.name
    given = (other for one, other in rules.names.items() if page.canon(one) == identity)
    return Entity(identity, name, claim.kind, _joined((), given, but=name), first_seen=page.turn.number)


def _namesake_id(page: Page, claim: EntityClaim) -> str:
    words = claim.evidence[0].text if claim.evidence else claim.summary or page.turn.key
    return entity_id(claim.kind, claim.name, introduced_by=words)


def _merge(page: Page, keep: str, absorb: str) -> None:
    kept, gone = page.entities[keep], page.entities[absorb]
    page.merged = page.merged.insert(absorb, keep)
    page.entities = page.entities.remove(absorb)
    page.put_entity(
        replace(
            kept,
            aliases=_joined(kept.aliases, gone.names, but=kept.name),
            labels=_joined(kept.labels, gone.labels)[:MAX_LABELS],
            summary=kept.summary or gone.summary,
            first_seen=min(kept.first_seen, gone.first_seen),
            last_seen=page.turn.number,
        )
    )
    move_slots(page, absorb)
    stage = page.stage
    present = tuple(dict.fromkeys(page.canon(identity) for identity in stage.present))
    page.stage = replace(stage, present=present, place=page.canon(stage.place))


def _joined(known: tuple[str, ...], fresh: Iterable[str], but: str = "") -> tuple[str, ...]:
    joined = list(known)
    for name in fresh:
        if name != but and name not in joined:
            joined.append(name)
    return known if len(joined) == len(known) else tuple(joined)
