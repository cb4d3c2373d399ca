"""Typed records from elsewhere (a world IR) as items: entities, relations, attributes, events, reveals and scenes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import orjson

from fabula.claims.statements import THOUSAND, Modality
from fabula.extraction.model.items import Change, Item, ItemKind
from fabula.extraction.model.taking.kinds import kind_of

Record: TypeAlias = Mapping[str, Any]

_NESTED = ("entities", "nodes", "facts", "relations", "edges", "events", "identities", "scenes")
_NAME = ("name", "title", "label")
_NEAR = ("subject", "source", "sourceName", "source_name", "from", "s")
_FAR = ("object", "target", "targetName", "target_name", "to", "o")
_PREDICATE = ("predicate", "relation", "rel", "p")
_SENTENCE = ("fact", "sentence", "description")
_WHEN = ("when", "storyTime", "story_time", "timestamp_desc", "time")
_IS = ("is", "change", "action", "op")
_TYPE = ("kind", "type", "entityType")
_ENDS = frozenset(["end", "ended", "termination", "terminate", "delete", "remove", "invalidate"])
_NEVERS = frozenset(["never", "retraction", "retract"])
_SAMES = frozenset(["same", "identity", "alias", "reveal"])


def flat(records: Iterable[Record]) -> Iterator[Record]:
    """The single records of a world IR: those of its lists, each with the turn and the quote of what holds them."""
    for record in records:
        lists = [name for name in _NESTED if isinstance(record.get(name), list)]
        if not lists:
            yield record
        shared = {name: record[name] for name in ("turn", "quote") if name in record}
        for name in lists:
            for part in record[name]:
                if isinstance(part, Mapping):
                    yield from flat([{**shared, **_typed(name, part)}])
                else:
                    yield {**shared, "unreadable": part}


def items_of(record: Record, at: str) -> Sequence[Item] | str:
    """The items of one record, or why it is none. ``at`` is the ref of the line that it rests on."""
    try:
        return _items(record, {"at": at, "raw": raw_of(record)})
    except (TypeError, ValueError) as error:
        return f"it cannot be read: {error}"


def _items(record: Record, shared: dict[str, Any]) -> Sequence[Item] | str:
    word = str(_first(record, _IS)).casefold()
    near, predicate, name = _text(record, _NEAR), _text(record, _PREDICATE), _text(record, _NAME)
    if word in _SAMES or "same" in record:
        return (_same(record, near or name, _text(record, _FAR), shared),)
    if near or predicate:
        return (_fact(record, word, near or name, shared),)
    if kind_of(_text(record, _TYPE)) == "scene" or "present" in record:
        return (_scene(record, shared),)
    if not name:
        return "it has neither a name nor a subject"
    return _event(record, name, shared) if _is_event(record) else _entity(record, name, shared)


def raw_of(record: Record) -> str:
    """A record as one line of JSON, for people."""
    return orjson.dumps(dict(record), option=orjson.OPT_SORT_KEYS, default=str).decode()


def names_in(record: Record) -> tuple[str, ...]:
    """The ends that a record names, by which the sentence that it rests on is found."""
    return tuple(filter(None, (_text(record, fields) for fields in (_NEAR, _FAR, _NAME))))


def _typed(list_name: str, part: Record) -> Record:
    is_typed = _first(part, _TYPE) or list_name not in ("events", "scenes")
    return part if is_typed else {**part, "kind": list_name.removesuffix("s")}


def _entity(record: Record, name: str, shared: dict[str, Any]) -> tuple[Item, ...]:
    entity = Item(
        ItemKind.ENTITY,
        name=name,
        entity_kind=_text(record, _TYPE),
        aliases=_texts(record.get("aliases")),
        labels=_texts(record.get("labels")),
        summary=_text(record, ("summary",)),
        **shared,
    )
    attributes = record.get("attributes") or {}
    if not isinstance(attributes, Mapping):
        raise TypeError("its attributes are no object of names and texts")
    values = (
        Item(ItemKind.FACT, name=name, predicate=str(key), value=str(value), **shared)
        for key, value in sorted(attributes.items())
        if value not in (None, "")
    )
    return (entity, *values)


def _event(record: Record, name: str, shared: dict[str, Any]) -> tuple[Item, ...]:
    roles = record.get("roles") or {}
    pairs = [(str(role), who) for role, named in sorted(roles.items()) for who in _texts(named)]
    pairs += [("participant", who) for who in _texts(record.get("participants"))]
    event = Item(
        ItemKind.EVENT,
        name=name,
        summary=_text(record, ("summary", *_SENTENCE)),
        roles=tuple(pairs),
        place=_text(record, ("place", "location")),
        when=_text(record, _WHEN),
        importance=_thousandths(record, "importance"),
        **shared,
    )
    return (event,)


def _is_event(record: Record) -> bool:
    return kind_of(_text(record, _TYPE)) == "event"


def _fact(record: Record, word: str, near: str, shared: dict[str, Any]) -> Item:
    is_over = word in _ENDS or bool(
        record.get("ended") or record.get("invalidAt") or record.get("invalid_at")
    )
    is_never = word in _NEVERS or record.get("never") is True
    kind = ItemKind.NEVER if is_never else ItemKind.END if is_over else ItemKind.FACT
    value = record.get("value", "")
    return Item(
        kind,
        name=near,
        predicate=_text(record, _PREDICATE),
        object=_text(record, _FAR),
        value="" if value is None else str(value),
        change=Change(word) if word in set(Change) else Change.NEW,
        modality=Modality(str(record.get("modality") or Modality.ASSERTED)),
        holder=_text(record, ("holder",)),
        perceivers=_texts(record["audience"]) if record.get("audience") is not None else None,
        strength=_thousandths(record, "strength"),
        confidence=_thousandths(record, "confidence"),
        importance=_thousandths(record, "importance"),
        sentence=_text(record, _SENTENCE),
        when=_text(record, _WHEN),
        past=record.get("past") is True,
        **shared,
    )


def _same(record: Record, near: str, far: str, shared: dict[str, Any]) -> Item:
    pair = _texts(record.get("same")) if isinstance(record.get("same"), list) else ()
    keep, other = pair if len(pair) == len("ab") else (near, far or _text(record, ("same", "other")))
    return Item(ItemKind.SAME, name=keep, object=other, **shared)


def _scene(record: Record, shared: dict[str, Any]) -> Item:
    return Item(
        ItemKind.SCENE,
        present=_texts(record.get("present")),
        place=_text(record, ("place", "location")),
        starts=record.get("starts") is True,
        when=_text(record, _WHEN),
        **shared,
    )


def _first(record: Record, fields: Sequence[str]) -> Any:  # noqa: ANN401 - JSON
    return next((record[name] for name in fields if record.get(name) not in (None, "")), "")


def _text(record: Record, fields: Sequence[str]) -> str:
    found = _first(record, fields)
    if isinstance(found, list | Mapping):
        raise TypeError(f"one of {', '.join(fields)} is no text: {found!r}")
    return str(found).strip()


def _texts(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else [value]
    return tuple(str(one).strip() for one in listed if str(one).strip())


def _thousandths(record: Record, field: str) -> int | None:
    value = record.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"its {field} is no number: {value!r}")
    return round(value * THOUSAND)
