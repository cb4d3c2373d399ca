"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Make every table of a ledger."""
    _make_stories()
    _make_turns()
    _make_readings()
    _make_log()
    _make_pointers()


def _integer(name: str, *, primary_key: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer(), nullable=False, primary_key=primary_key)


def _id(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, ID, nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.Text(), nullable=nullable)


def _make_stories() -> None:
    op.create_table(
        "stories",
        _integer("id", primary_key=True),
        sa.Column("name", ID, nullable=False, unique=True),
        _text("created"),
        _id("branch"),
        _integer("version"),
    )


def _make_turns() -> None:
    op.create_table(
        "texts",
        _integer("story"),
        _id("hash"),
        _text("text"),
        sa.PrimaryKeyConstraint("story", "hash"),
    )
    op.create_table(
        "turns",
        _integer("story"),
        _id("id"),
        _id("parent"),
        _integer("number"),
        _text("role"),
        _text("speaker"),
        _id("key"),
        _id("text", nullable=True),
        _text("extra", nullable=True),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )
    op.create_index("turns_by_parent", "turns", ["story", "parent"])
    op.create_index("turns_by_key", "turns", ["story", "key"])


def _make_readings() -> None:
    op.create_table(
        "bodies",
        _integer("story"),
        _id("id"),
        _text("body"),
        sa.PrimaryKeyConstraint("story", "id"),
    )
    op.create_table(
        "bindings",
        _integer("story"),
        _id("turn"),
        _id("body"),
        _text("run"),
        _integer("n"),
        sa.PrimaryKeyConstraint("story", "turn", "body"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "selections",
        _integer("row", primary_key=True),
        _integer("story"),
        _integer("n"),
        _id("turn"),
        _id("lane"),
        _id("body"),
        _id("replaces", nullable=True),
    )
    op.create_index("selections_by_n", "selections", ["story", "n"])
    op.create_index("selections_by_turn", "selections", ["story", "turn"])


def _make_log() -> None:
    op.create_table(
        "acts",
        _integer("story"),
        _integer("seq"),
        _integer("n"),
        _id("id"),
        _text("kind"),
        _text("scope"),
        _id("turn"),
        _text("payload"),
        _text("by"),
        _text("at"),
        sa.PrimaryKeyConstraint("story", "seq"),
    )
    op.create_table(
        "carried",
        _integer("row", primary_key=True),
        _integer("story"),
        _integer("n"),
        _id("act"),
        _id("turn"),
    )
    op.create_index("carried_once", "carried", ["story", "act", "turn"], unique=True)
    op.create_index("carried_by_n", "carried", ["story", "n"])
    op.create_table(
        "tombstones",
        _integer("row", primary_key=True),
        _integer("story"),
        _integer("n"),
        _id("turn"),
        _id("key"),
    )
    op.create_index("tombstones_once", "tombstones", ["story", "turn"], unique=True)
    op.create_index("tombstones_by_key", "tombstones", ["story", "key"])
    op.create_index("tombstones_by_n", "tombstones", ["story", "n"])


def _make_pointers() -> None:
    op.create_table(
        "moves",
        _integer("row", primary_key=True),
        _integer("story"),
        _integer("n"),
        _id("branch"),
        _id("before", nullable=True),
        _id("after", nullable=True),
        _text("by"),
        _text("at"),
        _text("why"),
    )
    op.create_index("moves_by_n", "moves", ["story", "n"])
    op.create_table(
        "branches",
        _integer("story"),
        _id("name"),
        _id("head"),
        sa.PrimaryKeyConstraint("story", "name"),
    )
    op.create_table(
        "tags",
        _integer("story"),
        _id("name"),
        _id("turn"),
        sa.PrimaryKeyConstraint("story", "name"),
    )
    op.create_table(
        "candidates",
        _integer("story"),
        _id("id"),
        _id("parent"),
        _text("role"),
        _text("speaker"),
        _text("text"),
        _text("at"),
        _id("key"),
        sa.PrimaryKeyConstraint("story", "id"),
    )
    op.create_index("candidates_by_key", "candidates", ["story", "key"])
