"""Who is who: entities are met, turn out to be one, and come on stage."""

from collections.abc import Iterable
from dataclasses import replace

from fabula.claims.statements import MAX_LABELS, NO_PERIOD, EntityClaim, Identity, Period, Scene
from fabula.graph.entities import Entity, coarse_class, entity_id
from fabula.graph.page import Page
from fabula.graph.slots import move_slots
from fabula.graph.state import Stage


def meet(page: Page, claim: EntityClaim) -> None:
    """Somebody or something appears, or is told more of. An existing name and kind stay as they are."""
    entity = _known(page, claim) or _minted(page, claim)
    aliases = _joined(entity.aliases, (claim.name, *claim.aliases), but=entity.name)
    labels = _joined(entity.labels, claim.labels)[:MAX_LABELS]
    summary = claim.summary or entity.summary
    is_known = entity.id in page.entities
    if not is_known or (aliases, labels, summary) != (entity.aliases, entity.labels, entity.summary):
        page.put_entity(replace(entity, aliases=aliases, labels=labels, summary=summary))
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
    """Who is there, where and when; a scene that goes on keeps whom it had. A leap in time is a new scene."""
    present = tuple(filter(None, (page.refer(name, "character") for name in claim.present)))
    place = page.refer(claim.place, "place") if claim.place else ""
    before = page.stage
    time = _time_of(claim, before)
    starts = claim.starts or _leaps(time, before)
    page.stage = Stage(
        present=_joined(() if starts else before.present, present),
        place=place or ("" if starts else before.place),
        since=page.turn.number if starts else before.since,
        time=time,
        latest=_later(before.latest, time),
    )
    if time.start is not None and time != before.time:
        page.clock = page.clock.push_front((page.turn.number, time.start))
    page.see(present)


def _time_of(claim: Scene, before: Stage) -> Period:
    """When a scene plays; a new one of which nothing is told leaves a flashback for the story's present."""
    if claim.period != NO_PERIOD:
        return claim.period
    return before.latest if claim.starts and before.goes_back else before.time


def _leaps(time: Period, before: Stage) -> bool:
    """Whether the telling goes back in time here, or comes back from a flashback: others are on stage."""
    returns = before.goes_back and time != before.time and not time.is_before(before.latest.start)
    return returns or time.is_before(before.time.start)


def _later(one: Period, other: Period) -> Period:
    if other.start is None or (one.start is not None and other.start <= one.start):
        return one
    return other


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
    identity = page.canon(_namesake_id(page, claim) if claim.namesake else _free_id(page, claim))
    existing = page.entities.get(identity)
    if existing is not None:
        return existing
    rules = page.rules
    name = rules.names.get(identity) or rules.kept_names.get(identity) or claim.name
    given = (other for one, other in rules.names.items() if page.canon(one) == identity)
    return Entity(identity, name, claim.kind, _joined((), given, but=name), first_seen=page.turn.number)


def _free_id(page: Page, claim: EntityClaim) -> str:
    """The id of a name that nobody has yet: where another one's name led to the same id, a longer one."""
    identity, words = entity_id(claim.kind, claim.name), claim.name
    owner = page.entities.get(identity)
    if owner is None or not any(entity_id(owner.kind, name) == identity for name in owner.names):
        return identity
    while identity in page.entities:
        identity = entity_id(claim.kind, claim.name, introduced_by=words)
        words += claim.name
    return identity


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
