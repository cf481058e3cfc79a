"""Which revision a database has, and bringing it to the newest one."""

import re
from functools import cache
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, func, inspect, select

from marqueedesk.kit.db import Database

HERE = Path(__file__).parent
VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
# Any number will do, as long as every server of this product takes the same.
_PG_LOCK = 7_205_461


@cache
def newest() -> str:
    """The newest revision of this version, read from the files' names: importing Alembic takes longer."""
    names = [path.stem for path in (HERE / "versions").glob("[0-9]*.py")]
    return max(re.match(r"(\d+)_", name).group(1) for name in names)  # pyright: ignore[reportOptionalMemberAccess]


def current(connection: Connection) -> str | None:
    """The database's revision, or None for an empty database."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.scalar(select(VERSION.c.version_num))


def upgrade(database: Database) -> None:
    """Bring the database to the newest revision. Several servers may start at once: one migrates, the others wait."""
    with database.loose_connection() as connection:
        if current(connection) == newest():
            return
    # A server that finds its tables up to date, and each of its processes, does without Alembic: 10 MiB and 0.1 s.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(HERE))
    with database.write_connection() as connection:
        if connection.dialect.name == "postgresql":
            # A large table may take its time; another server may be migrating.
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.execute(select(func.pg_advisory_xact_lock(_PG_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
