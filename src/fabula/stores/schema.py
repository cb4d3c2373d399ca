"""The tables of a ledger, in SQL that SQLite and PostgreSQL share.

A story is a small number, so that renaming it rewrites one row; every other row is keyed (story, ...).
Columns ``n`` hold the story's version at which a row was written. JSON is kept as text.
"""

from sqlalchemy import Column, Index, Integer, MetaData, PrimaryKeyConstraint, String, Table, Text

metadata = MetaData()

ID = String().with_variant(String(collation="C"), "postgresql")
"""Ids and names: compared by code points, as Python does, whatever the database's language."""


def _story() -> "Column[int]":
    return Column("story", Integer, nullable=False)


def _row() -> "Column[int]":
    """A number that grows as rows are written: the order of the log."""
    return Column("row", Integer, primary_key=True)


def _n() -> "Column[int]":
    return Column("n", Integer, nullable=False)


def _id(name: str, *, nullable: bool = False) -> "Column[str]":
    return Column(name, ID, nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> "Column[str]":
    return Column(name, Text, nullable=nullable)


stories = Table(
    "stories",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", ID, nullable=False, unique=True),
    _text("created"),
    _id("branch"),
    Column("version", Integer, nullable=False),
)

texts = Table("texts", metadata, _story(), _id("hash"), _text("text"), PrimaryKeyConstraint("story", "hash"))

turns = Table(
    "turns",
    metadata,
    _story(),
    _id("id"),
    _id("parent"),
    Column("number", Integer, nullable=False),
    _text("role"),
    _text("speaker"),
    _id("key"),
    _id("text", nullable=True),
    _text("extra", nullable=True),
    PrimaryKeyConstraint("story", "id"),
    Index("turns_by_parent", "story", "parent"),
    Index("turns_by_key", "story", "key"),
    sqlite_with_rowid=False,
)

bodies = Table("bodies", metadata, _story(), _id("id"), _text("body"), PrimaryKeyConstraint("story", "id"))

bindings = Table(
    "bindings",
    metadata,
    _story(),
    _id("turn"),
    _id("body"),
    _text("run"),
    _n(),
    PrimaryKeyConstraint("story", "turn", "body"),
    sqlite_with_rowid=False,
)

selections = Table(
    "selections",
    metadata,
    _row(),
    _story(),
    _n(),
    _id("turn"),
    _id("lane"),
    _id("body"),
    _id("replaces", nullable=True),
    Index("selections_by_n", "story", "n"),
    Index("selections_by_turn", "story", "turn"),
)

acts = Table(
    "acts",
    metadata,
    _story(),
    Column("seq", Integer, nullable=False),
    _n(),
    _id("id"),
    _text("kind"),
    _text("scope"),
    _id("turn"),
    _text("payload"),
    _text("by"),
    _text("at"),
    PrimaryKeyConstraint("story", "seq"),
)

carried = Table(
    "carried",
    metadata,
    _row(),
    _story(),
    _n(),
    _id("act"),
    _id("turn"),
    Index("carried_once", "story", "act", "turn", unique=True),
    Index("carried_by_n", "story", "n"),
)

moves = Table(
    "moves",
    metadata,
    _row(),
    _story(),
    _n(),
    _id("branch"),
    _id("before", nullable=True),
    _id("after", nullable=True),
    _text("by"),
    _text("at"),
    _text("why"),
    Index("moves_by_n", "story", "n"),
)

branches = Table(
    "branches", metadata, _story(), _id("name"), _id("head"), PrimaryKeyConstraint("story", "name")
)

tags = Table("tags", metadata, _story(), _id("name"), _id("turn"), PrimaryKeyConstraint("story", "name"))

candidates = Table(
    "candidates",
    metadata,
    _story(),
    _id("id"),
    _id("parent"),
    _text("role"),
    _text("speaker"),
    _text("text"),
    _text("at"),
    _id("key"),
    PrimaryKeyConstraint("story", "id"),
    Index("candidates_by_key", "story", "key"),
)

tombstones = Table(
    "tombstones",
    metadata,
    _row(),
    _story(),
    _n(),
    _id("turn"),
    _id("key"),
    Index("tombstones_once", "story", "turn", unique=True),
    Index("tombstones_by_key", "story", "key"),
    Index("tombstones_by_n", "story", "n"),
)

receipts = Table(
    "receipts",
    metadata,
    _story(),
    Column("number", Integer, nullable=False),
    _id("branch"),
    _id("turn"),
    _text("at"),
    _text("body"),
    PrimaryKeyConstraint("story", "number"),
)

caches = Table(
    "caches", metadata, _story(), _id("kind"), _text("body"), PrimaryKeyConstraint("story", "kind")
)
