"""Statements on SQLite's own connections: one text for each, exact names, connections that are lent and come back."""

import sqlite3

import pytest

from fabula.ledger.ids import ROOT
from fabula.ledger.records import Body, Changes, StoryRow
from fabula.stores.sql_reading import BODIES, CHILDREN, VERSION, WITH_KEY
from fabula.stores.sqlite import SqliteStore
from fabula.stores.statements_sqlite import SqliteConnections, SqliteText
from fabula.testing.ledger_rows import CREATED


@pytest.fixture
def store(tmp_path):
    store = SqliteStore(tmp_path / "story.db")
    store.create(StoryRow("moonlit", CREATED))
    yield store
    store.close()


@pytest.fixture
def lent(tmp_path):
    def opened():
        return sqlite3.connect(tmp_path / "plain.db", isolation_level=None)

    connections = SqliteConnections(opened)
    with connections.begun("") as connection:
        connection.raw.execute("CREATE TABLE said (words TEXT)")
    yield connections
    connections.close()


def said(connections):
    with connections.begun("BEGIN") as connection:
        return [words for (words,) in connection.raw.execute("SELECT words FROM said")]


def test_lists_of_any_length_have_one_text():
    text = SqliteText(BODIES, ())
    one, _ = text.filled({"of_story": 1, "among": ["a"]})
    many, _ = text.filled({"of_story": 1, "among": [f"林{number}" for number in range(500)]})
    assert one == many


def test_a_name_with_a_nul_character_means_no_shorter_one(store):
    store.commit("moonlit", Changes(bodies=(Body("a", "rules/1"), Body("b\x00c", "rules/1"))))
    assert list(store.bodies("moonlit", ["a\x00b", "b"])) == []
    assert list(store.bodies("moonlit", ["b\x00c", "a"])) == ["b\x00c", "a"]


@pytest.mark.parametrize(
    ("statement", "index"), [(WITH_KEY, "turns_by_key"), (CHILDREN, "turns_by_parent")], ids=["key", "parent"]
)
def test_turns_are_found_without_a_look_at_the_whole_story(store, statement, index):
    sql, values = SqliteText(statement, ()).filled({"of_story": 1, "among": [ROOT]})
    with store._connections.begun("") as connection:
        plan = [row[3] for row in connection.raw.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
    assert any(f"INDEX {index} (story=? AND" in step for step in plan)


def test_a_value_that_is_missing_is_an_error(store):
    with store._connections.begun("") as connection, pytest.raises(sqlite3.ProgrammingError):
        connection.rows(VERSION, {})


def test_what_is_written_before_an_error_is_undone_and_the_connection_goes_on(lent):
    def fail():
        with lent.begun("BEGIN IMMEDIATE") as connection:
            connection.raw.execute("INSERT INTO said VALUES ('潮水退了。')")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert said(lent) == []
    with lent.begun("BEGIN IMMEDIATE") as connection:
        connection.raw.execute("INSERT INTO said VALUES ('The tide is out.')")
    assert said(lent) == ["The tide is out."]


def test_no_connection_is_lent_to_two_at_once(lent):
    with lent.begun("") as one, lent.begun("") as other:
        assert one.raw is not other.raw


def test_a_connection_is_lent_again(lent):
    with lent.begun("") as one:
        pass
    with lent.begun("") as other:
        assert other.raw is one.raw


def test_a_connection_that_comes_back_after_the_end_is_closed(lent):
    with lent.begun("") as connection:
        lent.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.raw.execute("SELECT 1")
