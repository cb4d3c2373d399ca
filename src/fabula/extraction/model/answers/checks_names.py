"""Whether the names of an item stand in what was read: a name that nothing read names is made up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fabula.claims.statements import MAX_NAME
from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.model.answers.checks_reveals import no_alias
from fabula.extraction.model.answers.found import bare, found
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.pointers import Pointers, is_clause, pointers_in
from fabula.extraction.model.answers.predicate_words import confirming
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.parts import parts_of
from fabula.ledger.records import Refusal

UNSURE = 600
"""The most confidence, in thousandths, of what rests on a pronoun or on a name of unknown kind."""

_KEY = re.compile(r"(?<![\w.])e\d{1,6}(?!\w)")
_FREE_KINDS = frozenset(["concept", "event"])
_ENDS = frozenset([ItemKind.FACT, ItemKind.END, ItemKind.NEVER, ItemKind.SAME])


@dataclass(frozen=True, slots=True)
class Named:
    """An item whose names stand, and the parts of it that were left out because theirs do not."""

    item: Item
    left_out: tuple[Refusal, ...] = ()


def with_names(item: Item, line: Line, ground: Ground) -> Named | str:
    """The item with its names as the text has them, or the reason why one of them cannot stand."""
    too_long = next((name for name in _every_name(item) if _is_none(name, ground)), "")
    if too_long:
        return f'"{too_long[:40]}" is no name.'
    item, lost = _heard(item, ground)
    named = _of_kind(item, line, ground)
    return named if isinstance(named, str) else Named(named.item, (*lost, *named.left_out))


def _is_none(name: str, ground: Ground) -> bool:
    return (
        len(name) > MAX_NAME
        or not name_key(name)
        or (is_clause(name) and not ground.sheet.view.bearers(name))
    )


def _of_kind(item: Item, line: Line, ground: Ground) -> Named | str:
    if item.kind is ItemKind.SCENE:
        return _scene(item, ground)
    if item.kind is ItemKind.EVENT:
        return _event(item, ground)
    if item.kind is ItemKind.ENTITY:
        return _entity(item, line, ground)
    return _ends(item, line, ground)


def _heard(item: Item, ground: Ground) -> tuple[Item, tuple[Refusal, ...]]:
    """The item with those who learn of it as far as they are named or on stage."""
    if item.perceivers is None:
        return item, ()
    stage = set(ground.sheet.view.stage.present)
    there = tuple(name for name in item.perceivers if is_read(name, ground) or _is_any(name, stage, ground))
    lost = tuple(Refusal(name, unread(name)) for name in item.perceivers if name not in there)
    return replace(item, perceivers=there or None if lost else there), lost


def is_read(name: str, ground: Ground) -> bool:
    """Whether anything that was read names this one, its speaker included."""
    return ground.is_told_in(name, ground.text) or name_key(name) in {name_key(one) for one in ground.people}


def unread(name: str) -> str:
    """The reason that refuses a name of which nothing was read."""
    return f'"{name}" does not occur in what was read.'


# facts, endings and the like


def _ends(item: Item, line: Line, ground: Ground) -> Named | str:
    slots = {slot: name for slot, name in _slots(item) if not _is_free(name, ground)}
    pointing = pointers_in(line.text)
    absent: dict[str, str] = {}
    for slot, name in slots.items():
        if ground.is_told_in(name, line.text) or ground.is_speaker(name, line):
            continue
        if slot == "object" and _is_office_in_other_words(name, item, line):
            item = unsure(item)
            continue
        if not (
            is_read(name, ground) or _is_shown(name, item, ground) or _is_known_in_short(name, line, ground)
        ):
            return unread(name)
        if name not in absent.values():
            absent[slot] = name
    if absent and not _are_pointed_at(absent, item, line, ground):
        first = next(iter(absent.values()))
        return f'"{first}" does not stand in the sentence, and no word there means it.'
    there = {slot: name for slot, name in slots.items() if name not in absent.values()}
    spelled = {slot: _as_told(name, line, ground) for slot, name in there.items()}
    item = replace(item, **spelled)  # type: ignore[arg-type]
    if absent or (pointing.any and not ground.is_told_in(item.name, line.text)):
        item = unsure(item)
    return _uncut(item, line, ground)


def _slots(item: Item) -> Iterator[tuple[str, str]]:
    for slot, name in (("name", item.name), ("object", item.object), ("holder", item.holder)):
        if name:
            yield slot, name


def _is_free(name: str, ground: Ground) -> bool:
    """Whether it is a thought or an event, whose names are made by those who speak of them."""
    classes = ground.classes(name)
    return bool(classes) and classes <= _FREE_KINDS


def _is_office_in_other_words(name: str, item: Item, line: Line) -> bool:
    """Whether the sentence has a word of an office: "took the throne of Aldervale" makes a queen of Aldervale."""
    if item.predicate != "has_role":
        return False
    if any(map(is_ideographic, name)):
        return any(name[at : at + 2] in line.text for at in range(len(name) - 1))
    words = (word for word in name.split() if len(word) > _SMALL_WORD)
    return any(found(word, line.text) for word in words)


_SMALL_WORD = 3


def _is_shown(name: str, item: Item, ground: Ground) -> bool:
    """Whether the sheet shows this one under the key that the item uses."""
    known = ground.sheet.known
    keys = {item.known, *_KEY.findall(item.raw)}
    entities = [known.entities[key] for key in sorted(keys) if key in known.entities]
    if any(name_key(name) in map(name_key, entity.names) for entity in entities):
        return True
    fact = known.facts.get(item.known)
    bearer = ground.bearer(name)
    ends = (fact.subject, fact.object, fact.holder) if fact else ()
    return bearer is not None and bearer.id in ends


def _are_pointed_at(absent: dict[str, str], item: Item, line: Line, ground: Ground) -> bool:
    """Whether a sentence has a word for each name that it does not hold: a pronoun, an office, a dropped subject."""
    left = pointers_in(line.text)
    is_dropped = _drops_subject(line, item, ground)
    for slot, name in absent.items():
        what = _what(slot, item, ground)
        if slot == "name" and is_dropped:
            is_dropped = False
        elif left.you and what == "person" and any(ground.is_same(name, one) for one in ground.people):
            left = replace(left, you=False)
        elif getattr(left, what):
            left = _spent(left, what)
        elif _stands_in_short(name, line.text):
            continue
        else:
            return False
    return True


def _is_known_in_short(name: str, line: Line, ground: Ground) -> bool:
    """Whether a sentence speaks of "the key", and a silver key is known."""
    return ground.bearer(name) is not None and _stands_in_short(name, line.text)


def _stands_in_short(name: str, text: str) -> bool:
    """Whether a sentence says "the key" of a silver key."""
    head = bare(name).split()[-1]
    return (
        head != name
        and re.search(rf"\b(?:the|that|this) {re.escape(head)}\b", text, re.IGNORECASE) is not None
    )


def _spent(left: Pointers, what: str) -> Pointers:
    if what == "any":
        what = next(one for one in ("person", "thing", "place") if getattr(left, one))
    if what == "person":
        return replace(left, person=left.person - 1)
    # "that" and "the place" may stand for a thing or for a place, and only once.
    return replace(left, thing=max(left.thing - 1, 0), place=max(left.place - 1, 0))


def _what(slot: str, item: Item, ground: Ground) -> str:
    """What kind of word would stand for a name in this place."""
    if slot == "holder":
        return "person"
    name = item.name if slot == "name" else item.object
    classes = ground.classes(name)
    if classes:
        return {"npc": "person", "place": "place", "item": "thing"}.get(min(classes), "any")
    meaning = ground.sheet.view.table.meaning(item.predicate)
    is_near = (slot == "name") != meaning.reversed
    kind = meaning.predicate.subject_kind if is_near else meaning.predicate.object_kind
    return (
        {"character": "person", "place": "place", "item": "thing"}.get(kind, "any")
        if meaning.predicate.english
        else "any"
    )


def _drops_subject(line: Line, item: Item, ground: Ground) -> bool:
    """Whether a Chinese sentence may go on about the one before without a word for it."""
    if not any(map(is_ideographic, line.text)):
        return False
    here = [
        one for one in ground.persons_in((replace(line, speaker=""),)) if not ground.is_same(one, item.object)
    ]
    before = ground.earlier(line)
    return not here and bool(before) and ground.is_told_in(item.name, "\n".join(one.text for one in before))


def _as_told(name: str, line: Line, ground: Ground) -> str:
    """The name as it is known, else as it stands in the sentence."""
    return name if ground.bearer(name) else ground.spelled(name, line.text) or name


def _uncut(item: Item, line: Line, ground: Ground) -> Named | str:
    """Refuses a name that is only a piece of a longer one, unless a word confirms what is said of it."""
    entry = ground.sheet.view.table.meaning(item.predicate).predicate
    told = confirming(item.predicate) or confirming(entry.name)
    for slot in ("name", "object"):
        name = getattr(item, slot)
        whole = ground.cover(name, line.text) if name and not ground.bearer(name) else ""
        if not whole:
            continue
        if told is not None and told.search(line.text):
            item = replace(item, repaired=_also(item, f'"{name}" is "{whole}"'))
            item = replace(item, name=whole) if slot == "name" else replace(item, object=whole)
        elif name_key(name) not in parts_of(whole):
            return f'"{name}" is only a piece of "{whole}".'
    return Named(item)


def _also(item: Item, note: str) -> str:
    return "; ".join(filter(None, (item.repaired, note)))


def unsure(item: Item) -> Item:
    """The item with no more confidence than what is half sure deserves."""
    return replace(item, confidence=min(item.confidence if item.confidence is not None else UNSURE, UNSURE))


# entities, events, scenes


def _entity(item: Item, line: Line, ground: Ground) -> Named | str:
    if item.entity_kind not in _FREE_KINDS:
        if not (is_read(item.name, ground) or _is_shown(item.name, item, ground)):
            return unread(item.name)
        told = ground.is_told_in(item.name, line.text) or ground.is_speaker(item.name, line)
        item = replace(item, name=_as_told(item.name, line, ground)) if told else item
    wanted = tuple(alias for alias in item.aliases if is_read(alias, ground))
    own = [alias for alias in wanted if _is_alias(alias, item, ground)]
    reasons = {alias: no_alias(alias, item, line, ground) for alias in own}
    lost = [Refusal(alias, unread(alias)) for alias in item.aliases if alias not in wanted]
    lost += [Refusal(alias, reason) for alias, reason in reasons.items() if reason]
    aliases = tuple(alias for alias in own if not reasons[alias])
    return Named(replace(item, aliases=aliases), tuple(lost))


def _is_alias(alias: str, item: Item, ground: Ground) -> bool:
    """Whether it is another name of the same one; a name that somebody else bears is for a reveal to join."""
    other, own = ground.bearer(alias), ground.bearer(item.name)
    is_taken = other is not None and (own is None or own.id != other.id)
    return is_read(alias, ground) and name_key(alias) != name_key(item.name) and not is_taken


def _event(item: Item, ground: Ground) -> Named | str:
    roles = tuple(
        (role, name) for role, name in item.roles if is_read(name, ground) or _is_free(name, ground)
    )
    lost = tuple(
        Refusal(f"{role}: {name}", unread(name)) for role, name in item.roles if (role, name) not in roles
    )
    return Named(replace(item, roles=roles), lost)


def _scene(item: Item, ground: Ground) -> Named | str:
    if item.speaker and not is_read(item.speaker, ground):
        return unread(item.speaker)
    stage = ground.sheet.view.stage
    on_stage = set(stage.present)
    present = tuple(name for name in item.present if is_read(name, ground) or _is_any(name, on_stage, ground))
    lost = [name for name in item.present if name not in present]
    place = item.place
    if place and not (is_read(place, ground) or _is_any(place, {stage.place}, ground)):
        lost.append(place)
        place = ""
    scene = replace(item, present=present, place=place)
    if not (present or place or scene.starts or scene.when or scene.speaker):
        return unread(lost[0])
    return Named(scene, tuple(Refusal(name, unread(name)) for name in lost))


def _is_any(name: str, ids: set[str], ground: Ground) -> bool:
    bearer = ground.bearer(name)
    return bearer is not None and bearer.id in ids


def _every_name(item: Item) -> Iterator[str]:
    own = (item.name, item.object, item.holder, item.speaker, item.place, *item.aliases, *item.present)
    yield from filter(None, (*own, *(item.perceivers or ()), *(name for _, name in item.roles)))
