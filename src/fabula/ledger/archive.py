"""Fabula's own archive: a story as JSON Lines, the same bytes for the same story on every machine.

The first line names the format and the story; each further line is one row, in the canonical order of
``Snapshot``. The format is specified in ``docs/reference/ledger-format.md``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson

from fabula.claims.canonical import canonical
from fabula.errors import FabulaError, FormatError, FormatVersionError
from fabula.ledger.codec import body_from_json, body_to_json, turn_extra, turn_from_parts
from fabula.ledger.ids import ROOT
from fabula.ledger.records import (
    READER,
    Act,
    Binding,
    Candidate,
    CarriedAct,
    HeadMove,
    Selection,
    Snapshot,
    StoryRow,
    Tag,
    Tombstone,
    Turn,
)

ARCHIVE_FORMAT = 1

Row = dict[str, Any]


def write_archive(snapshot: Snapshot) -> Iterator[bytes]:
    """The lines of a story's archive, each with its line end."""
    story = snapshot.story
    head = {"fabula": ARCHIVE_FORMAT, "story": story.name, "created": story.created, "branch": story.branch}
    yield canonical(head) + b"\n"
    for row in _rows(snapshot):
        yield canonical(row) + b"\n"


def read_archive(lines: Iterable[bytes]) -> Snapshot:
    """The story in an archive.

    Raises:
        FormatError: a line is broken; its number is named and nothing is returned.
        FormatVersionError: a newer Fabula wrote it.
    """
    numbered = iter(enumerate(lines, start=1))
    story = _header(next(numbered, (1, b""))[1])
    kept: dict[str, list[Any]] = {name: [] for name in _READERS}
    for number, line in numbered:
        if line.strip():
            kind, record = _record(number, line)
            kept[kind].append(record)
    rows = {name: tuple(records) for name, records in kept.items()}
    branches: dict[str, str | None] = {move.branch: move.after for move in rows["move"]}
    return Snapshot(
        story=story,
        turns=rows["turn"],
        bodies=rows["body"],
        bindings=rows["binding"],
        selections=rows["selection"],
        acts=rows["act"],
        carried=rows["carried"],
        moves=rows["move"],
        tags=rows["tag"],
        candidates=rows["candidate"],
        tombstones=rows["tombstone"],
        branches={name: head for name, head in branches.items() if head is not None},
    )


def _rows(snapshot: Snapshot) -> Iterator[Row]:
    kinds: tuple[tuple[str, Iterable[Any], Callable[[Any], Row]], ...] = (
        ("tombstone", snapshot.tombstones, lambda stone: {"turn": stone.turn, "key": stone.key}),
        ("turn", snapshot.turns, _turn_row),
        ("body", snapshot.bodies, lambda body: {"id": body.id} | body_to_json(body)),
        ("binding", snapshot.bindings, lambda one: {"turn": one.turn, "body": one.body, "run": one.run}),
        ("selection", _rechained(snapshot.selections), _selection_row),
        ("act", snapshot.acts, _act_row),
        ("carried", snapshot.carried, lambda one: {"act": one.act, "turn": one.turn}),
        ("move", snapshot.moves, _filled_row),
        ("tag", snapshot.tags, lambda tag: {"name": tag.name, "turn": tag.turn}),
        ("candidate", snapshot.candidates, _filled_row),
    )
    for kind, records, as_row in kinds:
        for record in records:
            yield {"row": kind} | as_row(record)


def _rechained(selections: Iterable[Selection]) -> Iterator[Selection]:
    """The selections with each one replacing the one before it: a purge may have taken some out between."""
    counting: dict[tuple[str, str], str] = {}
    for chosen in selections:
        place = chosen.turn, chosen.lane
        yield replace(chosen, replaces=counting.get(place))
        counting[place] = chosen.body


def _turn_row(turn: Turn) -> Row:
    row: Row = {"id": turn.id, "number": turn.number, "role": turn.role, "key": turn.key}
    words: Row = {"purged": True} if turn.purged else {"text": turn.text}
    parent = {} if turn.parent == ROOT else {"parent": turn.parent}
    speaker = {"speaker": turn.speaker} if turn.speaker else {}
    return row | parent | speaker | words | turn_extra(turn)


def _act_row(act: Act) -> Row:
    row: Row = {
        "seq": act.seq,
        "id": act.id,
        "kind": act.kind,
        "scope": act.scope,
        "payload": dict(act.payload),
    }
    return row | _filled({"turn": act.turn, "by": act.by, "at": act.at})


def _selection_row(chosen: Selection) -> Row:
    lane = {} if chosen.lane == READER else {"lane": chosen.lane}
    replaces = {} if chosen.replaces is None else {"replaces": chosen.replaces}
    return {"turn": chosen.turn, "body": chosen.body} | lane | replaces


def _filled_row(record: HeadMove | Candidate) -> Row:
    return _filled({name: getattr(record, name) for name in type(record).__slots__})


def _filled(row: Row) -> Row:
    return {name: value for name, value in row.items() if value not in ("", None)}


def _header(line: bytes) -> StoryRow:
    try:
        head = orjson.loads(line)
        version = head["fabula"]
        story = StoryRow(str(head["story"]), str(head["created"]), str(head["branch"]))
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise FormatError(
            "This is no Fabula archive: its first line does not name the format and the story."
        ) from error
    if not isinstance(version, int) or version > ARCHIVE_FORMAT:
        raise FormatVersionError(
            f"This archive has format {version}; this Fabula reads up to {ARCHIVE_FORMAT}. Upgrade."
        )
    return story


def _record(number: int, line: bytes) -> tuple[str, object]:
    try:
        row = orjson.loads(line)
        kind = row.pop("row")
        return kind, _READERS[kind](row)
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError, FabulaError) as error:
        raise FormatError(
            f"Line {number} of the archive is broken ({error}). Nothing was imported."
        ) from error


def _read_turn(row: Row) -> Turn:
    stem = {
        "id": row["id"],
        "parent": row.get("parent", ROOT),
        "number": row["number"],
        "role": row["role"],
        "speaker": row.get("speaker", ""),
        "text": row.get("text", ""),
        "key": row["key"],
        "purged": row.get("purged", False),
    }
    return turn_from_parts(stem, row)


def _read_act(row: Row) -> Act:
    filled: Row = {"turn": ""} | row
    return Act(**filled)


def _read_move(row: Row) -> HeadMove:
    filled: Row = {"before": None, "after": None} | row
    return HeadMove(**filled)


_READERS: Mapping[str, Callable[[Row], object]] = {
    "tombstone": lambda row: Tombstone(**row),
    "turn": _read_turn,
    "body": lambda row: body_from_json(row["id"], row),
    "binding": lambda row: Binding(**row),
    "selection": lambda row: Selection(**row),
    "act": _read_act,
    "carried": lambda row: CarriedAct(**row),
    "move": _read_move,
    "tag": lambda row: Tag(**row),
    "candidate": lambda row: Candidate(**({"speaker": ""} | row)),
}
