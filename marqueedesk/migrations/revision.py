"""The database's revision, and migration to the newest one (docs/adr/0016-changing-tables.md)."""

import random
import re
import time
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Connection, MetaData, String, Table, func, inspect, select
from sqlalchemy.exc import DBAPIError

from marqueedesk.kit.db.database import Database

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext, RevisionStep
    from alembic.script import ScriptDirectory

HERE = Path(__file__).parent
VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
# An arbitrary lock number that all servers of this product share.
_PG_LOCK = 7_205_461

LOCK_WAIT: Final = timedelta(seconds=2)
"""Lock timeout of a step. Other requests queue behind the lock that it waits for, so it gives up soon and retries."""

LONGEST_STATEMENT: Final = timedelta(minutes=15)
TIMEOUT: Final = timedelta(minutes=30)
"""How long a step is retried while its tables are in use or another server is migrating."""

# Lock timeout or deadlock: retry once the other transactions are done.
_IN_USE = {"55P03", "40P01"}
_CANCELED = "57014"


class CannotMigrate(RuntimeError):
    """The migration failed. The message has the reason and what to do. Each step is either complete or undone."""


@cache
def known() -> tuple[str, ...]:
    """Return this version's revisions, oldest first. They are read from file names, because importing Alembic takes
    longer.
    """
    names = sorted(path.stem for path in (HERE / "versions").glob("[0-9]*.py"))
    return tuple(re.match(r"(\d+)_", name).group(1) for name in names)  # pyright: ignore[reportOptionalMemberAccess]


def newest() -> str:
    """Return this version's newest revision."""
    return known()[-1]


def current(connection: Connection) -> str | None:
    """Return the database's revision; None for an empty database."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.scalar(select(VERSION.c.version_num))


def is_older(database_revision: str | None) -> bool:
    """Return true if a database's revision is older than this version's. An unknown revision belongs to a newer
    version.
    """
    return database_revision is None or database_revision in known()[:-1]


def upgrade(
    database: Database,
    *,
    lock_wait: timedelta = LOCK_WAIT,
    longest_statement: timedelta = LONGEST_STATEMENT,
    timeout: timedelta = TIMEOUT,
) -> None:
    """Migrate the database to the newest revision, one transaction per step; an empty one in a single transaction.

    If several servers start at once, one migrates and the others wait. A step that does not get its locks within
    ``lock_wait`` lets other requests through and retries. Raises CannotMigrate; completed steps are kept.
    """
    with database.autocommit_connection() as connection:
        if current(connection) == newest():
            return
    # A server with an up-to-date database, and each of its processes, doesn't import Alembic, which takes 10 MiB and
    # 0.1 s.
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory(str(HERE))
    timeouts = {"lock_timeout": lock_wait, "statement_timeout": longest_statement}
    give_up = time.monotonic() + timeout.total_seconds()
    while True:
        try:
            outcome = _step(database, scripts, timeouts)
        except DBAPIError as problem:
            state = getattr(problem.orig, "sqlstate", None)
            if state == _CANCELED:
                raise CannotMigrate(
                    f"A schema change took longer than {longest_statement.total_seconds() / 60:g} minutes and "
                    "was undone. Run `marqueedesk migrate --statement-minutes N` with a larger N."
                ) from problem
            if state not in _IN_USE:
                raise
            outcome = False
        if outcome is None:
            return
        if outcome:
            give_up = time.monotonic() + timeout.total_seconds()
        elif time.monotonic() > give_up:
            raise CannotMigrate(
                "The tables could not be locked: they are in use, or another server is migrating. This step "
                "changed nothing. Try again later, or stop the other servers first."
            )
        else:
            # Random, and long enough for requests that queued up behind the step.
            time.sleep(random.uniform(0.2, 1.0))  # noqa: S311 - not used for security.


def run_scripts(connection: Connection, scripts: "ScriptDirectory", target: str) -> None:
    """Run the scripts from the database's revision up to the target, in the connection's transaction.

    `alembic.command.upgrade` does the same, but loads every script again on each call.
    """
    from alembic.config import Config  # noqa: PLC0415
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.runtime.migration import MigrationStep  # noqa: PLC0415

    config = Config()
    config.attributes["connection"] = connection

    def steps(database_revision: str, _: "MigrationContext") -> "list[RevisionStep]":
        newest_first = scripts.iterate_revisions(target, database_revision, implicit_base=True)
        return [
            MigrationStep.upgrade_from_script(scripts.revision_map, script) for script in reversed(list(newest_first))
        ]

    with EnvironmentContext(config, scripts, fn=steps, destination_rev=target):
        scripts.run_env()


def _step(database: Database, scripts: "ScriptDirectory", timeouts: dict[str, timedelta]) -> bool | None:
    """Run the next step. Return true if it ran, false if another server is running it, None if no step is left."""
    with database.write_connection() as connection:
        if connection.dialect.name == "postgresql":
            for name, most in timeouts.items():
                # Never 0, which would disable the timeout.
                milliseconds = max(1, round(most.total_seconds() * 1000))
                connection.exec_driver_sql(f"SET LOCAL {name} = {milliseconds}")
            if not connection.scalar(select(func.pg_try_advisory_xact_lock(_PG_LOCK))):
                return False
        database_revision = current(connection)
        if database_revision == newest():
            return None
        if database_revision is not None and database_revision not in known():
            raise CannotMigrate(
                f"The database belongs to a newer version (revision {database_revision}; this version has {newest()}). "
                "Install that version, or restore a backup of this one."
            )
        # An empty database is not in use, so it is created in one transaction. A live one is migrated step by step.
        next_revision = newest() if database_revision is None else known()[known().index(database_revision) + 1]
        run_scripts(connection, scripts, next_revision)
    return True
