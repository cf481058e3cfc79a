"""Which revision a database has, and bringing it to the newest one (docs/adr/0016-changing-tables.md)."""

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
    from alembic.config import Config

HERE = Path(__file__).parent
VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
# Any number will do, as long as every server of this product takes the same.
_PG_LOCK = 7_205_461

LOCK_WAIT: Final = timedelta(seconds=2)
"""How long a step waits for a table. All other requests queue behind it meanwhile, so it gives up and tries again."""

LONGEST_STATEMENT: Final = timedelta(minutes=15)
TIMEOUT: Final = timedelta(minutes=30)
"""How long a step is tried while others use its tables, or while another server migrates."""

# The tables were not had in time, or who waits for them waits for this step: it lets the others go first.
_IN_USE = {"55P03", "40P01"}
_CANCELED = "57014"


class CannotMigrate(RuntimeError):
    """The database was not brought up to date; the message says why and what to do. Whole steps are done or not."""


@cache
def known() -> tuple[str, ...]:
    """The revisions of this version, oldest first, read from the files' names: importing Alembic takes longer."""
    names = sorted(path.stem for path in (HERE / "versions").glob("[0-9]*.py"))
    return tuple(re.match(r"(\d+)_", name).group(1) for name in names)  # pyright: ignore[reportOptionalMemberAccess]


def newest() -> str:
    """The newest revision of this version."""
    return known()[-1]


def current(connection: Connection) -> str | None:
    """The database's revision, or None for an empty database."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.scalar(select(VERSION.c.version_num))


def is_older(found: str | None) -> bool:
    """Whether a database's revision is older than this version's tables. An unknown one is of a newer version."""
    return found is None or found in known()[:-1]


def upgrade(
    database: Database,
    *,
    lock_wait: timedelta = LOCK_WAIT,
    longest_statement: timedelta = LONGEST_STATEMENT,
    timeout: timedelta = TIMEOUT,
) -> None:
    """Bring the database to the newest revision, one transaction a step; an empty one in a single transaction.

    Several servers may start at once: one migrates, the others wait. A step that does not get its tables within
    ``lock_wait`` lets everybody else through and is tried again. Raises CannotMigrate, with the steps before kept.
    """
    with database.autocommit_connection() as connection:
        if current(connection) == newest():
            return
    # A server that finds its tables up to date, and each of its processes, does without Alembic: 10 MiB and 0.1 s.
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(HERE))
    timeouts = {"lock_timeout": lock_wait, "statement_timeout": longest_statement}
    give_up = time.monotonic() + timeout.total_seconds()
    while True:
        try:
            outcome = _step(database, config, timeouts)
        except DBAPIError as problem:
            state = getattr(problem.orig, "sqlstate", None)
            if state == _CANCELED:
                raise CannotMigrate(
                    f"A change of the tables took longer than {longest_statement.total_seconds() / 60:g} minutes and "
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
                "The tables could not be changed: others kept using them, or another server is migrating. Nothing of "
                "this step was changed. Start again later, or stop the other servers first."
            )
        else:
            # Not in step with others who wait, and long enough for those who queued behind the step.
            time.sleep(random.uniform(0.2, 1.0))  # noqa: S311 - no secret.


def _step(database: Database, config: "Config", timeouts: dict[str, timedelta]) -> bool | None:
    """Do the next step: True when it is done, False when another server is at it, None when nothing is left."""
    from alembic import command  # noqa: PLC0415

    with database.write_connection() as connection:
        if connection.dialect.name == "postgresql":
            for name, most in timeouts.items():
                # Never 0, which would be no limit at all.
                milliseconds = max(1, round(most.total_seconds() * 1000))
                connection.exec_driver_sql(f"SET LOCAL {name} = {milliseconds}")
            if not connection.scalar(select(func.pg_try_advisory_xact_lock(_PG_LOCK))):
                return False
        found = current(connection)
        if found == newest():
            return None
        if found is not None and found not in known():
            raise CannotMigrate(
                f"The database is of a newer version (its tables are at {found}, this version knows {newest()}). "
                "Install that version, or restore a backup of this one."
            )
        config.attributes["connection"] = connection
        # Nobody uses an empty database, so it is filled at once; a live one changes step by step.
        command.upgrade(config, "head" if found is None else known()[known().index(found) + 1])
    return True
