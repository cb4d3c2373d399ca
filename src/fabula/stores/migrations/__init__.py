"""How stores of earlier versions become stores of today: forward only, one numbered script a change."""

from pathlib import Path
from threading import Lock

from sqlalchemy import Column, Connection, MetaData, String, Table, select

from fabula.stores.statements import Connection as Asked

REVISIONS = ("0001", "0002", "0003")
"""Every revision that this version can read, oldest first."""

HEAD = REVISIONS[-1]

_REVISION = select(Table("alembic_version", MetaData(), Column("version_num", String)).c.version_num)

# Alembic keeps what it is working on in module globals.
_one_at_a_time = Lock()


def revision(connection: Asked) -> str | None:
    """The revision that a store's tables are at."""
    rows = connection.rows(_REVISION, {})
    return str(rows[0][0]) if rows else None


def upgrade(connection: Connection) -> None:
    """Bring a store's tables to ``HEAD`` within the transaction of ``connection``."""
    from alembic import command  # noqa: PLC0415 - a store that is at head opens without the time it takes
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, HEAD)
