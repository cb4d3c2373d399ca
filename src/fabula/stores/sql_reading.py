"""One story as a database answers for it: fixed statements, and their rows as records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from sqlalchemy import (
    BindParameter,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    literal,
    null,
    select,
    union_all,
)

from fabula.errors import TurnNotFoundError
from fabula.ledger.codec import body_from_json, outline_from_json, turn_from_parts
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    CarriedAct,
    HeadMove,
    Heads,
    Log,
    Selection,
    Snapshot,
    Stem,
    StoryRow,
    Tag,
    Tombstone,
    Turn,
)
from fabula.stores import schema
from fabula.stores.free_json import from_json
from fabula.stores.statements import Connection, Row

AnySelect: TypeAlias = Select[*tuple[Any, ...]]

CHUNK = 500
"""How many ids one statement names; every database takes that many parameters."""

STORY: BindParameter[int] = bindparam("of_story")
AMONG: BindParameter[Any] = bindparam("among", expanding=True)


KINDS: BindParameter[Any] = bindparam("kinds", expanding=True)


def _of(table: Table, *columns: str) -> AnySelect:
    """These columns of one story's rows in a table."""
    return select(*(table.c[name] for name in columns)).where(table.c.story == STORY)


def _logged(kind: str, table: Table, place: str, *columns: str) -> AnySelect:
    """The rows of one kind that the log gained, in columns of text that all kinds share."""
    held = [table.c[name].label(f"c{at}") for at, name in enumerate(columns)]
    spare = [cast(null(), Text).label(f"c{at}") for at in range(len(held), _WIDEST)]
    return (
        select(literal(kind).label("kind"), table.c[place].label("place"), *held, *spare)
        .where(table.c.story == STORY)
        .where(table.c.n > bindparam("since"))
    )


_STEM = ("id", "parent", "number", "speaker", "key")
_SELECTION = ("turn", "body", "replaces", "lane")
_ACT = ("seq", "id", "kind", "scope", "turn", "payload", "by", "at")
_WIDEST = len(_ACT) - 1  # but for its number, by which acts are in order
_MOVE = ("branch", "before", "after", "by", "at", "why")
_CANDIDATE = ("id", "parent", "role", "speaker", "text", "at")

_turns, _texts = schema.turns, schema.texts
_WORDS = (
    select(*(_turns.c[name] for name in (*_STEM, "role", "extra")), _texts.c.text)
    .select_from(
        _turns.outerjoin(_texts, (_texts.c.story == _turns.c.story) & (_texts.c.hash == _turns.c.text))
    )
    .where(_turns.c.story == STORY)
)

STORIES = select(*(schema.stories.c[name] for name in ("id", "name", "created", "branch", "version")))
ALL_STORIES = STORIES.order_by(schema.stories.c.name)
VERSION = select(schema.stories.c.version).where(schema.stories.c.name == bindparam("name"))
STORY_BY_NAME = STORIES.where(schema.stories.c.name == bindparam("name"))
TURNS = _WORDS.where(_turns.c.id.in_(AMONG))
ALL_TURNS = _WORDS.order_by(_turns.c.number, _turns.c.id)
# Without the names of their indexes SQLite would look through all turns of a story for these two.
CHILDREN = (
    _of(_turns, *_STEM)
    .where(_turns.c.parent.in_(AMONG))
    .order_by(_turns.c.id)
    .with_hint(_turns, "INDEXED BY turns_by_parent", "sqlite")
)
WITH_KEY = (
    _of(_turns, *_STEM)
    .where(_turns.c.key.in_(AMONG))
    .order_by(_turns.c.number, _turns.c.id)
    .with_hint(_turns, "INDEXED BY turns_by_key", "sqlite")
)
WITH_PREFIX = (
    _of(_turns, *_STEM)
    .where(_turns.c.id >= bindparam("first"), _turns.c.id < bindparam("beyond"))
    .order_by(_turns.c.id)
    .limit(bindparam("limit"))
)
BODIES = _of(schema.bodies, "id", "body").where(schema.bodies.c.id.in_(AMONG))
ALL_BODIES = _of(schema.bodies, "id", "body").order_by(schema.bodies.c.id)
BRANCHES = _of(schema.branches, "name", "head").order_by(schema.branches.c.name)
TAGS = _of(schema.tags, "name", "turn").order_by(schema.tags.c.name)
ALL_SELECTIONS = _of(schema.selections, *_SELECTION).order_by(
    schema.selections.c.turn, schema.selections.c.lane, schema.selections.c.row
)
ACTS_OF_KINDS = (
    select(schema.stories.c.name.label("story_name"), *(schema.acts.c[name] for name in _ACT))
    .join(schema.stories, schema.stories.c.id == schema.acts.c.story)
    .where(schema.acts.c.kind.in_(KINDS))
    .order_by(schema.stories.c.name, schema.acts.c.seq)
)
ACTS = _of(schema.acts, *_ACT).where(schema.acts.c.n > bindparam("since")).order_by(schema.acts.c.seq)
ALL_CARRIED = _of(schema.carried, "act", "turn").order_by(schema.carried.c.act, schema.carried.c.turn)
ALL_TOMBSTONES = _of(schema.tombstones, "turn", "key").order_by(schema.tombstones.c.turn)
BINDINGS = (
    _of(schema.bindings, "turn", "body", "run")
    .where(schema.bindings.c.turn.in_(AMONG))
    .order_by(schema.bindings.c.turn, schema.bindings.c.body)
)
ALL_BINDINGS = _of(schema.bindings, "turn", "body", "run").order_by(
    schema.bindings.c.turn, schema.bindings.c.body
)
ALL_MOVES = _of(schema.moves, *_MOVE).order_by(schema.moves.c.row)
ALL_CANDIDATES = _of(schema.candidates, *_CANDIDATE).order_by(
    schema.candidates.c.parent, schema.candidates.c.id
)


_LOG = union_all(
    _logged("selection", schema.selections, "row", *_SELECTION),
    _logged("act", schema.acts, "seq", *_ACT[1:]),
    _logged("carried", schema.carried, "row", "act", "turn"),
    _logged("tombstone", schema.tombstones, "row", "turn", "key"),
).subquery()
LOG = select(_LOG).order_by(_LOG.c.place)
"""What the log gained, all kinds in one question: a ledger asks for it after everybody's every commit."""


def _ancestry() -> AnySelect:
    """The line from a tip towards the root: one recursion over the primary key."""
    tip = _of(_turns, *_STEM).add_columns(literal(1).label("depth")).where(_turns.c.id == bindparam("tip"))
    line = tip.cte("line", recursive=True)
    before = (
        _of(_turns, *_STEM)
        .add_columns(line.c.depth + 1)
        .where(_turns.c.id == line.c.parent, line.c.depth < bindparam("limit"))
    )
    whole = line.union_all(before)
    return select(*(whole.c[name] for name in _STEM)).order_by(whole.c.depth)


ANCESTRY = _ancestry()


class StoryReader:
    """One story within one transaction, as its database holds it."""

    def __init__(self, connection: Connection, row: Row) -> None:
        self._connection = connection
        self.found = row
        self._id: int = row[0]

    @property
    def row(self) -> StoryRow:
        """The story itself."""
        return StoryRow(*self.found[1:])

    def heads(self) -> Heads:
        """Branches and tags, by name."""
        row = self.row
        return Heads(row.version, row.branch, self._pairs(BRANCHES), self._pairs(TAGS))

    def log(self, since: int) -> Log:
        """What was written to the log after version ``since``, in order."""
        gained: dict[str, list[tuple[Any, ...]]] = {}
        for kind, place, *rest in self._rows(LOG, since=since):
            gained.setdefault(kind, []).append((place, *rest))
        return Log(
            self.row.version,
            tuple(Selection(*row[1:5]) for row in gained.get("selection", ())),
            tuple(act_of(row) for row in gained.get("act", ())),
            tuple(CarriedAct(*row[1:3]) for row in gained.get("carried", ())),
            tuple(Tombstone(*row[1:3]) for row in gained.get("tombstone", ())),
        )

    def ancestry(self, tip: str, limit: int) -> tuple[Stem, ...]:
        """The line from ``tip`` towards the root, newest first."""
        line = tuple(Stem(*row) for row in self._rows(ANCESTRY, tip=tip, limit=max(limit, 1)))
        if not line:
            raise TurnNotFoundError(f"Story {self.row.name!r} holds no turn {tip[:12]}.")
        return line[: max(limit, 0)]

    def turns(self, ids: Iterable[str]) -> dict[str, Turn]:
        """The turns among ``ids``, in the order asked."""
        asked = list(dict.fromkeys(ids))
        found = {row[0]: _turn(row) for row in self._among(TURNS, asked)}
        return _ordered(asked, found)

    def children(self, parents: Iterable[str]) -> dict[str, tuple[Stem, ...]]:
        """What follows each of ``parents``, by id."""
        return self._grouped(CHILDREN, "parent", parents)

    def with_key(self, keys: Iterable[str]) -> dict[str, tuple[Stem, ...]]:
        """What has each of ``keys``, by (number, id)."""
        return self._grouped(WITH_KEY, "key", keys)

    def with_prefix(self, prefix: str, limit: int) -> tuple[Stem, ...]:
        """The first turns whose id starts with ``prefix``."""
        bounds = {"first": prefix, "beyond": prefix + "\U0010ffff", "limit": max(limit, 0)}
        return tuple(Stem(*row) for row in self._rows(WITH_PREFIX, **bounds))

    def bodies(self, ids: Iterable[str]) -> dict[str, Body]:
        """The bodies among ``ids``, in the order asked."""
        asked = list(dict.fromkeys(ids))
        found = {row[0]: _body(row) for row in self._among(BODIES, asked)}
        return _ordered(asked, found)

    def outlines(self, ids: Iterable[str] | None) -> dict[str, Body]:
        """The bodies among ``ids`` in the order asked, or all by id, without claims and refusals."""
        asked = None if ids is None else list(dict.fromkeys(ids))
        rows = self._rows(ALL_BODIES) if asked is None else self._among(BODIES, asked)
        found = {body: outline_from_json(body, from_json(text)) for body, text in rows}
        return found if asked is None else _ordered(asked, found)

    def bindings(self, turns: Iterable[str]) -> dict[str, tuple[Binding, ...]]:
        """What is bound to each of ``turns``, by body id."""
        asked = list(dict.fromkeys(turns))
        groups: dict[str, list[Binding]] = {}
        for row in self._among(BINDINGS, asked):
            groups.setdefault(row[0], []).append(Binding(*row))
        return {turn: tuple(groups[turn]) for turn in asked if turn in groups}

    def candidates(self) -> tuple[Candidate, ...]:
        """What was delivered and not echoed yet, by (parent, id)."""
        return tuple(Candidate(*row) for row in self._rows(ALL_CANDIDATES))

    def moves(self) -> tuple[HeadMove, ...]:
        """Every move of a head, in time."""
        return tuple(HeadMove(*row) for row in self._rows(ALL_MOVES))

    def snapshot(self) -> Snapshot:
        """Every row, each kind in its canonical order."""
        return Snapshot(
            story=self.row,
            turns=tuple(_turn(row) for row in self._rows(ALL_TURNS)),
            bodies=tuple(_body(row) for row in self._rows(ALL_BODIES)),
            bindings=tuple(Binding(*row) for row in self._rows(ALL_BINDINGS)),
            selections=tuple(Selection(*row) for row in self._rows(ALL_SELECTIONS)),
            acts=tuple(act_of(row) for row in self._rows(ACTS, since=0)),
            carried=tuple(CarriedAct(*row) for row in self._rows(ALL_CARRIED)),
            moves=self.moves(),
            tags=tuple(Tag(*row) for row in self._rows(TAGS)),
            candidates=self.candidates(),
            tombstones=tuple(Tombstone(*row) for row in self._rows(ALL_TOMBSTONES)),
            branches=self._pairs(BRANCHES),
        )

    def _rows(self, statement: AnySelect, **values: object) -> Sequence[Row]:
        return self._connection.rows(statement, {"of_story": self._id, **values})

    def _pairs(self, statement: AnySelect) -> dict[str, str]:
        return {row[0]: row[1] for row in self._rows(statement)}

    def _among(self, statement: AnySelect, ids: Iterable[str]) -> Iterator[Row]:
        for chunk in chunks(ids):
            yield from self._rows(statement, among=chunk)

    def _grouped(
        self, statement: AnySelect, column: str, asked: Iterable[str]
    ) -> dict[str, tuple[Stem, ...]]:
        names = list(dict.fromkeys(asked))
        groups: dict[str, list[Stem]] = {}
        for row in self._among(statement, names):
            stem = Stem(*row)
            groups.setdefault(getattr(stem, column), []).append(stem)
        return {name: tuple(groups[name]) for name in names if name in groups}


def chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    """The ids in lists that are short enough for one statement."""
    rest = iter(ids)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def _ordered(asked: Iterable[str], found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in asked if name in found}


def _turn(row: Row) -> Turn:
    identity, parent, number, speaker, key, role, extra, text = row
    parts = {
        "id": identity,
        "parent": parent,
        "number": number,
        "role": role,
        "speaker": speaker,
        "text": text or "",
        "key": key,
        "purged": text is None,
    }
    return turn_from_parts(parts, from_json(extra) if extra else {})


def _body(row: Row) -> Body:
    body, text = row
    return body_from_json(body, from_json(text))


def act_of(row: Sequence[Any]) -> Act:
    """An author's act, from its columns in the order of ``records.Act``."""
    seq, identity, kind, scope, turn, payload, by, at = row
    return Act(seq, identity, kind, scope, turn, from_json(payload), by, at)
