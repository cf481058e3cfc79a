"""Open the settings and database of a command's installation, with readable errors."""

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Generator

    from marqueedesk.kit.db.database import Database
    from marqueedesk.settings import Settings


def settings_or_exit() -> "Settings":
    """Return the settings. If one is invalid, print a message and exit with 2."""
    from pydantic import ValidationError

    from marqueedesk.settings import Settings

    try:
        return Settings()
    except ValidationError as problem:
        for error in problem.errors():
            name = "_".join(str(part) for part in error["loc"]).upper()
            reason = error["msg"].removeprefix("Value error, ")
            typer.echo(f"MARQUEEDESK_{name}: {reason}" if name else f"MARQUEEDESK_{reason}", err=True)
        raise SystemExit(2) from None


def warn_of_unknown_names() -> None:
    """Warn about environment variables that look like settings but are not."""
    from marqueedesk.settings import unknown_names

    for name in unknown_names(os.environ):
        typer.echo(f"{name} is not a MarqueeDesk setting and is ignored.", err=True)


def check_data_folder(settings: "Settings") -> None:
    """Create the data folder and check that it is writable, because counters and temporary files are always stored
    there.

    If that fails, print the reason and exit with 2.
    """
    import tempfile

    try:
        settings.make_data_dir()
        with tempfile.TemporaryFile(dir=settings.data_dir):
            pass
    except OSError as problem:
        raise _folder_refused(settings, problem) from None


def _folder_refused(settings: "Settings", problem: OSError | RuntimeError) -> SystemExit:
    folder = settings.data_dir
    if isinstance(problem, FileExistsError):
        reason = f"{folder} is not a folder"
    elif isinstance(problem, NotADirectoryError):
        reason = f"part of the path {folder} is not a folder"
    elif isinstance(problem, OSError):
        # Leave out the error's path, which may be that of a temporary file.
        reason = f"{folder} cannot be created or written to: {problem.strerror}"
    else:
        reason = str(problem)
    typer.echo(f"MARQUEEDESK_DATA_DIR: {reason}", err=True)
    return SystemExit(2)


def open_database() -> "Database":
    """Open the database and check that it responds. Otherwise print the reason and exit with 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.db.database import Database

    settings = settings_or_exit()
    try:
        if not settings.database_url:
            settings.make_data_dir()
        settings.installation_secrets()
    except (OSError, RuntimeError) as problem:
        raise _folder_refused(settings, problem) from None
    if settings.database in {"sqlite://", "sqlite:///", "sqlite:///:memory:"}:
        typer.echo("MARQUEEDESK_DATABASE_URL: an in-memory database would be separate for each connection", err=True)
        raise SystemExit(2)
    database = Database(settings.database, pool_size=2, pooler=settings.pooler)
    try:
        with database.autocommit_connection():
            return database
    except SQLAlchemyError as problem:
        database.close()
        # The first line of the driver's message has the host, user or file, but no password.
        reason = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
        if "malformed" in reason and database.is_sqlite:
            raise _file_damaged(database, reason) from None
        name = "MARQUEEDESK_DATABASE_URL" if settings.database_url else "MARQUEEDESK_DATA_DIR"
        typer.echo(f"{name}: the database cannot be used: {reason}", err=True)
        raise SystemExit(2) from None


@contextmanager
def claimed(settings: "Settings") -> "Generator[None]":
    """Lock an SQLite file until the block ends. If another process is serving it, print a message and exit with 2."""
    if not settings.database.startswith("sqlite"):
        # There is no file to lock. Locking imports the database library, which the supervisor of several servers does
        # not need.
        yield
        return
    from marqueedesk.kit.db import one_server

    claim = None
    try:
        if not settings.database_url:
            settings.make_data_dir()
        claim = one_server.hold(settings.database)
    except one_server.ServerAlreadyRunning as problem:
        typer.echo(str(problem), err=True)
        raise SystemExit(2) from None
    except OSError:
        # Problems with the folder are reported when the database is opened.
        pass
    try:
        yield
    finally:
        if claim is not None:
            claim.close()


def bring_up_to_date(statement_minutes: float | None = None) -> None:
    """Migrate the database to this version's schema; each schema change may take up to ``statement_minutes``.

    If that fails, print the reason and exit with 1; with 2 if an SQLite file is damaged.
    """
    from datetime import timedelta

    from marqueedesk.migrations import revision

    longest = revision.LONGEST_STATEMENT if statement_minutes is None else timedelta(minutes=statement_minutes)
    database = open_database()
    try:
        _refuse_damaged(database)
        revision.upgrade(database, longest_statement=longest)
    except revision.CannotMigrate as problem:
        typer.echo(str(problem), err=True)
        # SystemExit rather than typer.Exit: this may run in its own process (see `bring_up_to_date_apart`).
        raise SystemExit(1) from None
    finally:
        database.close()


def _refuse_damaged(database: "Database") -> None:
    """If an SQLite file is damaged, report it with what to do, and exit with 2."""
    from marqueedesk.kit.db.sqlite_check import find_damage

    fault = find_damage(database)
    if fault is not None:
        raise _file_damaged(database, fault)


def _file_damaged(database: "Database", fault: str) -> SystemExit:
    typer.echo(
        f"The database file {database.engine.url.database} is damaged ({fault}). Keep a copy of it, then restore the "
        "latest backup with: marqueedesk restore FILE --replace",
        err=True,
    )
    return SystemExit(2)


def enter_history() -> None:
    """Enter the bookings from before the ledger in it, and create customers of existing rows. On large databases this
    takes minutes; it can be interrupted and run again.
    """
    from marqueedesk.kit import clock
    from marqueedesk.worker import enter_ledgers, update_customers

    database = open_database()
    try:
        enter_ledgers(database, clock.now())
        update_customers(database, clock.now())
    finally:
        database.close()


def bring_up_to_date_apart() -> None:
    """Migrate in a separate process, which saves the supervisor of several servers 30 MiB of memory."""
    import multiprocessing

    child = multiprocessing.get_context("fork").Process(target=bring_up_to_date)
    child.start()
    child.join()
    if child.exitcode:
        raise SystemExit(child.exitcode)
