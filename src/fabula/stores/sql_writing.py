"""One story as a commit writes it: what stands is looked up in bulk, what is planned is written in bulk."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Executable,
    Insert,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from fabula.claims.canonical import text_digest
from fabula.errors import StoryNotFoundError
from fabula.ledger.codec import body_to_json, turn_extra
from fabula.ledger.ids import text_key
from fabula.ledger.records import Changes, Selection, Tombstone, Turn
from fabula.stores import schema
from fabula.stores.free_json import to_json
from fabula.stores.plan import Plan, Standing, named_keys, named_turns
from fabula.stores.sql_reading import AMONG, STORY, chunks
from fabula.stores.statements import Connection, Row

ADVANCE = (
    update(schema.stories)
    .where(schema.stories.c.name == bindparam("story_name"))
    .values(version=schema.stories.c.version + 1)
    .returning(schema.stories.c.id, schema.stories.c.version)
)
START_AT = (
    update(schema.stories).where(schema.stories.c.id == STORY).values(branch=bindparam("starting_branch"))
)


def _matching(table: Table, column: str) -> Any:  # noqa: ANN401 - SQLAlchemy's own type of a condition
    return (table.c.story == STORY) & table.c[column].in_(AMONG)


def _found(table: Table, column: str) -> Executable:
    return select(table.c[column]).where(_matching(table, column))


_turns, _selections = schema.turns, schema.selections
KNOWN = _found(_turns, "id")
BURIED = _found(schema.tombstones, "key")
HEADS = select(schema.branches.c.name, schema.branches.c.head).where(_matching(schema.branches, "name"))
TAGS = select(schema.tags.c.name, schema.tags.c.turn).where(_matching(schema.tags, "name"))
SELECTED = (
    select(_selections.c.turn, _selections.c.lane, _selections.c.body)
    .where(_matching(_selections, "turn"))
    .order_by(_selections.c.row)
)
LAST_ACT = select(func.coalesce(func.max(schema.acts.c.seq), 0)).where(schema.acts.c.story == STORY)
KEYS_OF = select(_turns.c.key).where(_matching(_turns, "id")).distinct()
WORDS_UNDER = (
    select(_turns.c.id, _turns.c.key, _turns.c.text).where(_matching(_turns, "key")).order_by(_turns.c.id)
)
TAKE_WORDS = update(_turns).where(_matching(_turns, "key")).values(speaker="", text=None, extra=None)
FORGET_RECEIPTS = delete(schema.receipts).where(schema.receipts.c.story == STORY)
FORGET_CACHES = delete(schema.caches).where(schema.caches.c.story == STORY)
EMPTY_ACTS = update(schema.acts).where(_matching(schema.acts, "id")).values(payload="{}")


def _gone(table: Table, column: str) -> Executable:
    return delete(table).where(_matching(table, column))


DROP_TEXTS = _gone(schema.texts, "hash")
DROP_CANDIDATES = _gone(schema.candidates, "id")
DROP_CANDIDATES_UNDER = _gone(schema.candidates, "key")
DROP_TOMBSTONES = _gone(schema.tombstones, "turn")
DROP_BRANCHES = _gone(schema.branches, "name")
DROP_TAGS = _gone(schema.tags, "name")
DROP_BODY = (_gone(schema.bodies, "id"), _gone(schema.bindings, "body"), _gone(schema.selections, "body"))

INSERTS = {table: insert(table) for table in schema.metadata.sorted_tables}

InsertNew = Mapping[Table, Insert]
"""For each table an INSERT that leaves alone what is there already; every dialect spells it its own way."""


class StoryWriter:
    """One story within one write transaction, its version already raised to ``n``."""

    def __init__(self, connection: Connection, story: str, insert_new: InsertNew) -> None:
        self._connection = connection
        self._insert_new = insert_new
        advanced = connection.rows(ADVANCE, {"story_name": story})
        if not advanced:
            raise StoryNotFoundError(f"There is no story {story!r} in this store.")
        self._id: int
        self.n: int
        self._id, self.n = advanced[0]

    def standing(self, changes: Changes) -> Standing:
        """What the story holds of what ``changes`` touch."""
        read = {selection.turn for selection in changes.selections}
        return Standing(
            turns={row[0] for row in self._among(KNOWN, named_turns(changes))},
            buried={row[0] for row in self._among(BURIED, named_keys(changes))},
            heads={row[0]: row[1] for row in self._among(HEADS, {move.branch for move in changes.moves})},
            tags={row[0]: row[1] for row in self._among(TAGS, {tag.name for tag in changes.tags})},
            selected={(row[0], row[1]): row[2] for row in self._among(SELECTED, read)},
            acts=self._last_act() if changes.acts else 0,
        )

    def apply(self, changes: Changes, planned: Plan) -> None:
        """Write what was planned."""
        if changes.branch is not None:
            self._connection.run(START_AT, {"of_story": self._id, "starting_branch": changes.branch})
        self.bury(planned.bury)
        self._write_turns(planned.turns)
        self._write_readings(changes, planned.selections)
        self._write_log(changes, planned.tombstones)
        self._write_marks(changes, planned)

    def bury(self, keys: Iterable[str]) -> None:
        """Take the words of every turn and candidate with these text keys, and set tombstones.

        The story's receipts and caches go with them: any of them may repeat the words.
        """
        named = sorted(keys)
        if named:
            self._connection.run(FORGET_CACHES, {"of_story": self._id})
            self._connection.run(FORGET_RECEIPTS, {"of_story": self._id})
        words = self._among(WORDS_UNDER, named)
        self._each(TAKE_WORDS, named)
        self._each(DROP_TEXTS, sorted({text for _, _, text in words if text is not None}))
        self._each(DROP_CANDIDATES_UNDER, named)
        self._write_tombstones(
            sorted((Tombstone(turn, key) for turn, key, _ in words), key=lambda stone: stone.turn)
        )

    def purge(self, turns: Iterable[str], bodies: Iterable[str], acts: Iterable[str]) -> None:
        """Erase the words of the turns, the bodies with what hangs on them, the payloads of the acts."""
        keys = sorted({row[0] for row in self._among(KEYS_OF, turns)})
        # What is purged again is told again: whoever reads the log must forget again.
        self._each(DROP_TOMBSTONES, [row[0] for row in self._among(WORDS_UNDER, keys)])
        self.bury(keys)
        erased = sorted(set(bodies))
        for statement in DROP_BODY:
            self._each(statement, erased)
        self._each(EMPTY_ACTS, acts)

    def _write_turns(self, turns: Sequence[Turn]) -> None:
        texts = {text_digest(turn.text): turn.text for turn in turns if not turn.purged}
        self._insert(schema.texts, ({"hash": key, "text": text} for key, text in texts.items()))
        self._insert(schema.turns, (_turn_row(turn) for turn in turns), new=True)

    def _write_readings(self, changes: Changes, selections: Iterable[Selection]) -> None:
        self._insert(
            schema.bodies, ({"id": body.id, "body": to_json(body_to_json(body))} for body in changes.bodies)
        )
        self._insert(
            schema.bindings,
            ({"turn": row.turn, "body": row.body, "run": row.run, "n": self.n} for row in changes.bindings),
        )
        self._insert(
            schema.selections,
            (
                {"turn": row.turn, "lane": row.lane, "body": row.body, "replaces": row.replaces, "n": self.n}
                for row in selections
            ),
            new=True,
        )

    def _write_log(self, changes: Changes, tombstones: Iterable[Tombstone]) -> None:
        acts = (
            {
                "seq": act.seq,
                "id": act.id,
                "kind": act.kind,
                "scope": act.scope,
                "turn": act.turn,
                "payload": to_json(act.payload),
                "by": act.by,
                "at": act.at,
                "n": self.n,
            }
            for act in changes.acts
        )
        self._insert(schema.acts, acts, new=True)
        self._insert(
            schema.carried, ({"act": row.act, "turn": row.turn, "n": self.n} for row in changes.carried)
        )
        self._write_tombstones(tombstones)

    def _write_marks(self, changes: Changes, planned: Plan) -> None:
        moves = (
            {
                "branch": move.branch,
                "before": move.before,
                "after": move.after,
                "by": move.by,
                "at": move.at,
                "why": move.why,
                "n": self.n,
            }
            for move in changes.moves
        )
        self._insert(schema.moves, moves, new=True)
        self._point(schema.branches, "head", DROP_BRANCHES, planned.heads)
        self._point(schema.tags, "turn", DROP_TAGS, planned.tags)
        self._each(DROP_CANDIDATES, changes.dropped)
        candidates = (
            {
                "id": one.id,
                "parent": one.parent,
                "role": one.role,
                "speaker": one.speaker,
                "text": one.text,
                "at": one.at,
                "key": text_key(one.text),
            }
            for one in planned.candidates
        )
        self._insert(schema.candidates, candidates)

    def _write_tombstones(self, tombstones: Iterable[Tombstone]) -> None:
        rows = ({"turn": stone.turn, "key": stone.key, "n": self.n} for stone in tombstones)
        self._insert(schema.tombstones, rows)

    def _point(self, table: Table, column: str, drop: Executable, places: Mapping[str, str | None]) -> None:
        self._each(drop, places)
        kept = ({"name": name, column: turn} for name, turn in places.items() if turn is not None)
        self._insert(table, kept, new=True)

    def _insert(self, table: Table, rows: Iterable[dict[str, Any]], *, new: bool = False) -> None:
        """Write the rows; those that are there already are left alone, unless all are known to be ``new``."""
        written = [row | {"story": self._id} for row in rows]
        if written:
            self._connection.write((INSERTS if new else self._insert_new)[table], written)

    def _last_act(self) -> int:
        return int(self._connection.rows(LAST_ACT, {"of_story": self._id})[0][0])

    def _among(self, statement: Executable, ids: Iterable[str]) -> list[Row]:
        found: list[Row] = []
        for chunk in chunks(ids):
            found += self._connection.rows(statement, {"of_story": self._id, "among": chunk})
        return found

    def _each(self, statement: Executable, ids: Iterable[str]) -> None:
        for chunk in chunks(ids):
            self._connection.run(statement, {"of_story": self._id, "among": chunk})


def _turn_row(turn: Turn) -> dict[str, Any]:
    extra = turn_extra(turn)
    return {
        "id": turn.id,
        "parent": turn.parent,
        "number": turn.number,
        "role": turn.role,
        "speaker": turn.speaker,
        "key": turn.key,
        "text": None if turn.purged else text_digest(turn.text),
        "extra": to_json(extra) if extra else None,
    }
