"""Stores of earlier versions, and the tables that migrations make."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from fabula.errors import FormatVersionError
from fabula.ledger.caches import NO_STORY
from fabula.ledger.receipts import KeptReceipt
from fabula.ledger.records import Changes, StoryRow
from fabula.stores import migrations, schema
from fabula.stores.sqlite import SqliteStore
from fabula.testing.ledger_rows import CREATED, line


def tables(path):
    """What the file says about its own tables and indexes, one normal spelling each."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: " ".join(sql.split()) for name, sql in rows}


def test_migrations_make_the_tables_of_the_schema(tmp_path):
    SqliteStore(tmp_path / "migrated.db").close()
    engine = create_engine(f"sqlite:///{tmp_path}/made.db")
    schema.metadata.create_all(engine)
    engine.dispose()
    migrated = tables(tmp_path / "migrated.db")
    assert migrated.pop("alembic_version")
    assert migrated == tables(tmp_path / "made.db")


def test_every_script_is_a_revision_and_the_last_one_is_the_head():
    config = Config()
    config.set_main_option("script_location", str(migrations.__path__[0]).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(script.revision for script in scripts)[::-1] == migrations.REVISIONS


def test_a_new_file_is_at_head(tmp_path):
    SqliteStore(tmp_path / "story.db").close()
    with closing(sqlite3.connect(tmp_path / "story.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (migrations.HEAD,)
        ]


def test_a_file_without_receipts_gets_them_and_keeps_its_stories(tmp_path):
    path = tmp_path / "story.db"
    with closing(SqliteStore(path)) as store:
        store.create(StoryRow("moonlit", CREATED))
        store.commit("moonlit", Changes(turns=line(["Rain."])))
        before = store.snapshot("moonlit")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "DROP TABLE receipts; DROP TABLE caches; UPDATE alembic_version SET version_num = '0001'"
        )
    with closing(SqliteStore(path)) as store:
        assert store.receipts.put("moonlit", KeptReceipt("main", "", CREATED, "{}")) == 1
        assert store.snapshot("moonlit") == before
    assert tables(path)["receipts"]


def test_a_file_without_caches_gets_them(tmp_path):
    path = tmp_path / "story.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("DROP TABLE caches; UPDATE alembic_version SET version_num = '0002'")
    with closing(SqliteStore(path)) as store:
        store.caches.put(NO_STORY, "seen", "{}")
        assert store.caches.get(NO_STORY, "seen") == "{}"


def test_a_file_at_head_is_opened_without_alembic(tmp_path):
    SqliteStore(tmp_path / "story.db").close()
    program = (
        "import sys; from fabula.stores import open_store; open_store(sys.argv[1]).close(); "
        "assert 'alembic' not in sys.modules, 'alembic was loaded'"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "story.db")], check=True)


def test_a_file_written_by_a_newer_fabula_is_left_alone(tmp_path):
    path = tmp_path / "story.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(FormatVersionError, match="update Fabula"):
        SqliteStore(path)
    assert path.read_bytes() == before
