"""What the SQLite store does beside the contract: files, other processes, damage, and erasing for good."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from fabula.errors import FormatError, StoreError, StoreUnavailableError
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    Changes,
    Message,
    Refusal,
    Selection,
    StoryRow,
)
from fabula.stores.sqlite import SqliteStore
from fabula.testing.ledger_rows import CREATED, body, line, told, turn

PROGRAM = Path(__file__).with_name("tell_commits.py")
MOONLIT = StoryRow("moonlit", CREATED)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "story.db"


@pytest.fixture
def store(path):
    store = SqliteStore(path, busy_timeout=0.05)
    store.create(MOONLIT)
    yield store
    store.close()


@pytest.fixture
def stranger(store, path):
    """Another program that uses the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def files_with(path, words):
    """The files of the store in which the bytes of a text stand, as another program sees them."""
    return sorted(file.name for file in path.parent.iterdir() if words.encode() in file.read_bytes())


def told_everywhere(store, words):
    """The words wherever a purge must find them: text, speaker, cast, time, metadata, reading, act, reply."""
    message = Message(words * 3, speaker=words, present=(words,), sent_at=words, meta={"m": [words]})
    said = turn(message.text, message=message)
    twin = turn(f" {message.text}\n", said)
    read = Body("b", "rules/1", claims=body("b", words).claims, refused=(Refusal(words, "because"),))
    store.commit(
        MOONLIT.name,
        Changes(
            turns=(said, twin),
            bodies=(read,),
            bindings=(Binding(said.id, "b"),),
            selections=(Selection(said.id, "b"),),
            acts=(Act(1, "a", "assert", "turn", said.id, {"quotes": [words]}),),
            candidates=(Candidate("c", said.id, "assistant", "", message.text),),
        ),
    )
    return said


CANARIES = {
    "English": "Canary-of-the-Moonlit-Court",
    "Chinese": "林瑶的真名是金丝雀",
    "long": "金丝雀 canary 🐤 " * 2_000,
}


@pytest.mark.parametrize("kind", sorted(CANARIES))
def test_after_a_purge_no_byte_of_the_text_is_left_in_any_file(store, path, kind):
    words = CANARIES[kind]
    if kind == "long":
        said = turn(words)
        store.commit(MOONLIT.name, Changes(turns=(said,)))
        words = words[:60]
    else:
        said = told_everywhere(store, words)
    assert files_with(path, words)
    store.purge(MOONLIT.name, [said.id], ["b"], ["a"])
    assert files_with(path, words) == []
    store.close()
    assert files_with(path, words) == []


def test_a_purge_leaves_no_byte_among_thousands_of_other_turns(store, path):
    turns = line(f"Turn {number}: canary-{number:04}." for number in range(2_000))
    store.commit(MOONLIT.name, told(turns))
    store.purge(MOONLIT.name, [one.id for one in turns[::7]], [], [])
    left = path.read_bytes() + path.with_name("story.db-wal").read_bytes()
    found = [number for number in range(2_000) if f"canary-{number:04}".encode() in left]
    assert found == [number for number in range(2_000) if number % 7]


def test_a_purge_says_when_another_program_still_reads_the_old_words(store, path, stranger):
    said = told_everywhere(store, CANARIES["Chinese"])
    stranger.execute("BEGIN")
    stranger.execute("SELECT count(*) FROM turns").fetchall()
    with pytest.raises(StoreUnavailableError, match="purge again"):
        store.purge(MOONLIT.name, [said.id], ["b"], ["a"])
    assert store.turns(MOONLIT.name, [said.id])[said.id].purged
    stranger.execute("COMMIT")
    store.purge(MOONLIT.name, [said.id], ["b"], ["a"])
    assert files_with(path, CANARIES["Chinese"]) == []


def test_a_busy_file_is_said_to_be_unavailable_and_is_free_again_later(store, stranger):
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailableError, match="busy") as caught:
        store.commit(MOONLIT.name, Changes())
    assert caught.value.retryable
    stranger.execute("COMMIT")
    assert store.commit(MOONLIT.name, Changes()) == 1


def test_a_writer_does_not_keep_readers_waiting(store, stranger):
    stranger.execute("BEGIN IMMEDIATE")
    stranger.execute("UPDATE stories SET version = 99")
    assert store.heads(MOONLIT.name).version == 0


def test_a_reader_does_not_keep_writers_waiting(store, stranger):
    stranger.execute("BEGIN")
    stranger.execute("SELECT * FROM stories").fetchall()
    assert store.commit(MOONLIT.name, Changes()) == 1


def test_a_story_that_is_there_is_opened_while_another_program_writes(store, stranger):
    stranger.execute("BEGIN IMMEDIATE")
    store.create(MOONLIT)
    assert [row.name for row in store.stories()] == [MOONLIT.name]


def test_what_was_written_is_there_when_the_file_is_opened_again(store, path):
    store.commit(MOONLIT.name, told(line(["One.", "二。"])))
    before = store.snapshot(MOONLIT.name)
    store.close()
    again = SqliteStore(path)
    assert again.snapshot(MOONLIT.name) == before
    again.close()


def test_a_closed_store_leaves_one_file(store, path):
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.snapshot(MOONLIT.name), range(20)))
    store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_process_that_closes_its_store_ends_without_a_warning(path):
    program = "import sys; from fabula.stores import open_store; open_store(sys.argv[1]).close()"
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", program, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "name", ["100%.db", "a b?c#d.db", "月下宫廷 🌙.db", ":memory:", "file:x.db", "it's.db"]
)
def test_any_name_of_a_file_will_do(tmp_path, name):
    SqliteStore(tmp_path / name).close()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_relative_path_stays_with_the_folder_where_it_was_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = SqliteStore("story.db")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    store.create(MOONLIT)
    store.close()
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("synchronous", [("NORMAL", 1), ("FULL", 2)])
def test_durability_is_a_choice(path, synchronous):
    name, level = synchronous
    store = SqliteStore(path, synchronous=name)
    with store._connections.begun("") as connection:
        assert connection.raw.execute("PRAGMA synchronous").fetchone() == (level,)
    store.close()


def test_a_text_file_is_no_store(path):
    path.write_text("Chapter one. The moon was up. " * 100)
    with pytest.raises(FormatError, match="no Fabula store"):
        SqliteStore(path)
    assert path.read_text().startswith("Chapter one.")


def test_the_database_of_another_program_is_no_store_and_is_left_alone(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    before = path.read_bytes()
    with pytest.raises(FormatError, match="no Fabula store"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    store = SqliteStore(path)
    assert list(store.stories()) == []
    store.close()


def test_a_folder_that_is_not_there_is_named_in_the_error(tmp_path):
    with pytest.raises(StoreError, match="folder exists"):
        SqliteStore(tmp_path / "nowhere" / "story.db")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path)


def test_a_damaged_file_says_what_to_do(store, path):
    turns = line(f"Turn number {number}." for number in range(2_000))
    store.commit(MOONLIT.name, told(turns))
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StoreError, match="backup"):
        SqliteStore(path).snapshot(MOONLIT.name)


def test_a_row_that_was_tampered_with_says_what_to_do(store, stranger):
    store.commit(MOONLIT.name, Changes(bodies=(body("b"),)))
    stranger.execute("UPDATE bodies SET body = '{'")
    with pytest.raises(StoreError, match="damaged"):
        store.bodies(MOONLIT.name, ["b"])


def test_a_name_with_half_of_a_surrogate_pair_is_refused(store):
    with pytest.raises(ValueError, match="surrogate"):
        store.create(StoryRow("\ud83c", CREATED))


def test_a_missing_table_leaves_as_an_error_of_ours(store, stranger):
    stranger.execute("DROP TABLE tags")
    with pytest.raises(StoreError, match="tags"):
        store.heads(MOONLIT.name)


def test_processes_that_open_a_new_file_at_once_and_write_lose_nothing(tmp_path):
    path, writers, commits = tmp_path / "story.db", 4, 12
    command = [sys.executable, str(PROGRAM), str(path)]
    processes = [
        subprocess.Popen(
            [*command, f"b{number}", str(commits)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(writers)
    ]
    outcomes = [process.communicate(timeout=120) for process in processes]
    assert [errors for _, errors in outcomes] == [""] * writers
    store = SqliteStore(path)
    heads = store.heads("月下")
    shared = [stem.id for stem in store.ancestry("月下", heads.branches["shared"], 1_000)]
    assert sorted(shared) == sorted(line for told, _ in outcomes for line in told.split())
    assert heads.version == 2 * writers * commits
    assert [len(store.ancestry("月下", heads.branches[f"b{n}"], 1_000)) for n in range(writers)] == [
        commits
    ] * writers
    store.close()


def test_a_store_that_may_not_be_written_can_be_read(tmp_path):
    path = tmp_path / "月 庭.db"
    store = SqliteStore(path)
    store.create(StoryRow("moonlit", CREATED))
    store.commit("moonlit", told(line(["One.", "Two."])))
    store.close()

    store = SqliteStore(path, read_only=True)

    assert len(store.snapshot("moonlit").turns) == 2
    with pytest.raises(StoreError, match="cannot be written"):
        store.create(StoryRow("other", CREATED))
    store.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name]


def test_heads_are_as_another_process_has_left_them(store, path):
    turns = line(["One.", "Two."])
    store.commit("moonlit", told(turns))
    assert store.heads("moonlit").branches == {"main": turns[-1].id}
    later = turn("Three.", turns[-1])
    with closing(SqliteStore(path)) as other:
        assert other.heads("moonlit") == store.heads("moonlit")
        other.commit("moonlit", told((later,), before=turns[-1]))
    assert store.heads("moonlit").branches == {"main": later.id}
    assert store.heads("moonlit").version == 2


def test_a_question_is_asked_where_no_transaction_of_its_own_is_needed_and_sees_every_commit(store, path):
    turns = line(["One."])
    store.commit("moonlit", told(turns))
    assert list(store.turns("moonlit", [turns[0].id])) == [turns[0].id]
    later = turn("Two.", turns[0])
    assert store.turns("moonlit", [later.id]) == {}
    with closing(SqliteStore(path)) as other:
        other.commit("moonlit", told((later,), before=turns[0]))
    assert store.turns("moonlit", [later.id])[later.id].text == "Two."
