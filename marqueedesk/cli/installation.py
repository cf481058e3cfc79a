"""The installation that a command is about: its settings and its database, or a sentence that says what is wrong."""

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Generator

    from marqueedesk.kit.db.database import Database
    from marqueedesk.settings import Settings


def settings_or_exit() -> "Settings":
    """The settings. Where one is wrong, a sentence names it and the command ends with 2."""
    from pydantic import ValidationError

    from marqueedesk.settings import Settings

    try:
        return Settings()
    except ValidationError as problem:
        for error in problem.errors():
            name = "_".join(str(part) for part in error["loc"]).upper()
            said = error["msg"].removeprefix("Value error, ")
            typer.echo(f"MARQUEEDESK_{name}: {said}" if name else f"MARQUEEDESK_{said}", err=True)
        raise SystemExit(2) from None


def warn_of_unknown_names() -> None:
    """Name the variables of the environment that look like settings and are none."""
    from marqueedesk.settings import unknown_names

    for name in unknown_names(os.environ):
        typer.echo(f"{name} is no setting of MarqueeDesk and is ignored.", err=True)


def check_data_folder(settings: "Settings") -> None:
    """Create the data folder and write to it, whatever else is configured: counts and temporary files go there.

    Where that is impossible, a sentence says why and the command ends with 2.
    """
    import tempfile

    try:
        settings.make_data_dir()
        with tempfile.TemporaryFile(dir=settings.data_dir):
            pass
    except OSError as problem:
        raise _folder_refused(problem) from None


def _folder_refused(problem: OSError | RuntimeError) -> SystemExit:
    # An error of the system would give its number first.
    reason = f"{problem.strerror}: {problem.filename}" if isinstance(problem, OSError) else problem
    typer.echo(f"MARQUEEDESK_DATA_DIR: {reason}", err=True)
    return SystemExit(2)


def open_database() -> "Database":
    """The database, which answers. Where it does not, one sentence says why and the command ends with 2."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.db.database import Database

    settings = settings_or_exit()
    try:
        if not settings.database_url:
            settings.make_data_dir()
        settings.installation_secret()
    except (OSError, RuntimeError) as problem:
        raise _folder_refused(problem) from None
    if settings.database in {"sqlite://", "sqlite:///", "sqlite:///:memory:"}:
        typer.echo("MARQUEEDESK_DATABASE_URL: a database in memory would be another one for each connection", err=True)
        raise SystemExit(2)
    database = Database(settings.database, pool_size=2, pooler=settings.pooler)
    try:
        with database.autocommit_connection():
            return database
    except SQLAlchemyError as problem:
        database.close()
        # The driver's own first line: it names host, user or file, and no password.
        said = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
        name = "MARQUEEDESK_DATABASE_URL" if settings.database_url else "MARQUEEDESK_DATA_DIR"
        typer.echo(f"{name}: the database cannot be used: {said}", err=True)
        raise SystemExit(2) from None


@contextmanager
def claimed(settings: "Settings") -> "Generator[None]":
    """Claim an SQLite file until the block ends. Where another process serves it, say so and end with 2."""
    if not settings.database.startswith("sqlite"):
        # Nothing to claim: what claims a file loads the database's library, which the process that only watches over
        # several servers never needs.
        yield
        return
    from marqueedesk.kit.db import one_server

    claim = None
    try:
        if not settings.database_url:
            settings.make_data_dir()
        claim = one_server.hold(settings.database)
    except one_server.InUse as problem:
        typer.echo(str(problem), err=True)
        raise SystemExit(2) from None
    except OSError:
        # What is wrong with the folder is said where the database is opened.
        pass
    try:
        yield
    finally:
        if claim is not None:
            claim.close()


def bring_up_to_date(statement_minutes: float | None = None) -> None:
    """Migrate the database to this version's tables; one change of a table may take ``statement_minutes``.

    Where that is impossible, a sentence says why and the process ends with 1.
    """
    from datetime import timedelta

    from marqueedesk.migrations import revision

    longest = revision.LONGEST_STATEMENT if statement_minutes is None else timedelta(minutes=statement_minutes)
    database = open_database()
    try:
        revision.upgrade(database, longest_statement=longest)
    except revision.CannotMigrate as problem:
        typer.echo(str(problem), err=True)
        # Not typer's: this may be a process of its own (see `bring_up_to_date_apart`).
        raise SystemExit(1) from None
    finally:
        database.close()


def bring_up_to_date_apart() -> None:
    """Migrate in a process that ends: the one that watches over several servers stays small (30 MiB less)."""
    import multiprocessing

    child = multiprocessing.get_context("fork").Process(target=bring_up_to_date)
    child.start()
    child.join()
    if child.exitcode:
        raise SystemExit(child.exitcode)
