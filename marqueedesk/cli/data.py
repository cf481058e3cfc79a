"""Data commands: demo, backup, and other databases."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marqueedesk.cli.installation import bring_up_to_date, claimed, open_database, settings_or_exit

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from marqueedesk.kit.db.database import Database


def seed_demo(
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Succeed without changes if the database already has users.")
    ] = False,
    url: Annotated[str | None, typer.Option(help="URL to print instead of MARQUEEDESK_PUBLIC_URL.")] = None,
) -> None:
    """Fill an empty database with a demo business. Its passwords are public, so never use it in production."""
    from rich.console import Console

    from marqueedesk.demo import card
    from marqueedesk.demo.seed import NotEmpty, seed
    from marqueedesk.kit import clock
    from marqueedesk.kit.http.links import PURPOSE, Signer
    from marqueedesk.quotes.serializers import Links

    bring_up_to_date()
    settings, database = settings_or_exit(), open_database()
    try:
        try:
            signer = Signer(settings.key_for(PURPOSE))
            seed(database, clock.now(), links=Links(signer, (url or settings.public_url).rstrip("/")))
        except NotEmpty as not_empty:
            if not if_empty:
                typer.echo(str(not_empty), err=True)
                raise typer.Exit(1) from None
        key = card.public_key(database)
    finally:
        database.close()
    if key is not None:
        card.show(Console(highlight=False), (url or settings.public_url).rstrip("/"), key)


def distribute(
    check: Annotated[bool, typer.Option("--check", help="Show each table's distribution and what is missing.")] = False,
    apply: Annotated[bool, typer.Option("--apply", help="Have Citus place the tables. Safe to repeat.")] = False,
) -> None:
    """Distribute operators over several PostgreSQL nodes with Citus, keeping each operator's rows together."""
    from marqueedesk.scale import distribution

    if check == apply:
        typer.echo("Use --check or --apply.", err=True)
        raise typer.Exit(2)
    database = open_database()
    try:
        if check:
            _print_distribution(database)
            return
        with database.write_connection() as connection:
            for one in distribution.apply(connection):
                typer.echo(f"{one.table}: {one.place}")
    except distribution.NotPossible as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()


def _print_distribution(database: "Database") -> None:
    """Print the distribution plan and anything that is missing; if something is, exit with 1."""
    from marqueedesk.scale import distribution

    for one in distribution.plan():
        without = f", without its reference {', '.join(one.dropped)}" if one.dropped else ""
        typer.echo(f"{one.table}: {one.place}{without}")
    missing = distribution.faults()
    if database.is_sqlite:
        missing.append("SQLite is one file on one machine: move to PostgreSQL first.")
    else:
        with database.autocommit_connection() as connection:
            if not distribution.has_citus(connection):
                missing.append("This PostgreSQL has no Citus: install the extension, then CREATE EXTENSION citus.")
            elif waiting := [one.table for one in distribution.not_placed(connection)]:
                missing.append(f"Not distributed yet (run --apply): {', '.join(waiting)}.")
    for sentence in missing:
        typer.echo(sentence, err=True)
    if missing:
        raise typer.Exit(1)


def move_to(url: Annotated[str, typer.Argument(help="The URL of an empty PostgreSQL database.")]) -> None:
    """Copy all data from the SQLite file to PostgreSQL. Stop the server first."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.db.database import Database
    from marqueedesk.migrations.revision import CannotMigrate
    from marqueedesk.scale.moving import NotMoved, move

    try:
        target = Database(url, pool_size=2)
    except ValueError as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    with claimed(settings_or_exit()):
        source = open_database()
        try:
            moved = dict(move(source, target))
        except (NotMoved, CannotMigrate) as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(1) from None
        except SQLAlchemyError as problem:
            reason = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
            typer.echo(f"Nothing was moved: {reason}", err=True)
            raise typer.Exit(1) from None
        finally:
            source.close()
            target.close()
    typer.echo(f"{sum(moved.values())} rows of {len(moved)} tables were moved.")
    typer.echo("Set MARQUEEDESK_DATABASE_URL to that database, keep the data folder, and start the server.")


def backup(
    file: Annotated[Path, typer.Argument(help="Backup file to write, or `verify` followed by a backup file.")],
    verified: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Backup file to verify.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Verify the new backup.")] = False,
    encrypt: Annotated[
        str | None, typer.Option(metavar="RECIPIENT", help="Encrypt for this age public key (age1…).")
    ] = None,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate",
            help="Keep the backups of the last 24 hours, 7 days, 4 weeks and 12 months in the folder; delete others.",
        ),
    ] = False,
    identity: Annotated[
        Path | None, typer.Option(help="File with the age secret key, to verify an encrypted backup.")
    ] = None,
    into: Annotated[str | None, typer.Option(help="Empty PostgreSQL database to use for the verification.")] = None,
) -> None:
    """Back up the entire installation to one file, or verify a backup. Safe while the server runs.

    A verification restores the backup into an empty place and compares every table.
    """
    if verified is not None:
        if str(file) != "verify" or encrypt is not None or rotate:
            typer.echo("Use either `backup FILE` or `backup verify FILE`.", err=True)
            raise typer.Exit(2)
        _verify(verified, identity, into)
        return
    if verify and encrypt is not None and identity is None:
        typer.echo("To verify an encrypted backup, name the file with its secret key with --identity.", err=True)
        raise typer.Exit(2)
    _make_backup(file, encrypt)
    if verify:
        _verify(file, identity, into, new=True)
    if rotate:
        from marqueedesk.backup.rotation import rotate as delete_older

        deleted = delete_older(file)
        if deleted:
            typer.echo(f"Deleted {len(deleted)} older: {', '.join(path.name for path in deleted)}.")


def _make_backup(file: Path, recipient: str | None) -> None:
    """Make a backup and record it. If it fails, record that, print the reason and exit with 1."""
    import secrets

    from marqueedesk.backup import history
    from marqueedesk.backup.archive import BackupError
    from marqueedesk.backup.models import BackupRun
    from marqueedesk.backup.service import backup as make
    from marqueedesk.kit import clock

    settings, started = settings_or_exit(), clock.now()
    run = BackupRun(id=secrets.token_hex(16), started_at=started, file_name=file.name[-255:])
    try:
        run.id = make(settings.database, settings.data_dir, file, recipient=recipient).id or run.id
        run.size_bytes = file.stat().st_size
    except BackupError as problem:
        run.problem = str(problem)
    run.finished_at = clock.now()
    _record(lambda db: history.add(db, run))
    if run.problem is not None:
        typer.echo(run.problem, err=True)
        raise typer.Exit(1)
    typer.echo(f"Backup written to {file}.")


def _verify(file: Path, identity: Path | None, into: str | None, *, new: bool = False) -> None:
    """Verify a backup and record it. If it is damaged, print the reason and exit with 1."""
    from marqueedesk.backup import history
    from marqueedesk.backup.archive import BackupError
    from marqueedesk.backup.service import verify
    from marqueedesk.kit import clock

    settings = settings_or_exit()
    try:
        manifest = verify(settings.database, file, identity=identity, into=into)
    except BackupError as problem:
        if new:
            reason = str(problem)
            _record(lambda db: history.mark_latest_damaged(db, reason))
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    _record(lambda db: history.mark_verified(db, manifest.id, clock.now()))
    rows = sum(facts["rows"] for facts in manifest.tables.values())
    typer.echo(f"Verified {file} of version {manifest.product_version}: {rows} rows in {len(manifest.tables)} tables.")


def _record(change: "Callable[[Session], None]") -> None:
    """Record a backup in the database. A database that is unavailable or of an older version only gets a warning."""
    from sqlalchemy.exc import SQLAlchemyError

    from marqueedesk.kit.db.database import Database

    try:
        database = Database(settings_or_exit().database, pool_size=2)
        try:
            with database.write() as db:
                change(db)
        finally:
            database.close()
    except SQLAlchemyError as problem:
        reason = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
        typer.echo(f"The backup could not be recorded in the database: {reason}", err=True)


def restore(
    file: Annotated[Path, typer.Argument(help="Backup file created by `marqueedesk backup`.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace existing data.")] = False,
    identity: Annotated[Path | None, typer.Option(help="File with the age secret key of an encrypted backup.")] = None,
) -> None:
    """Restore a backup into the database. Stop the server first."""
    from marqueedesk.backup.archive import BackupError
    from marqueedesk.backup.databases import DatabaseInUse
    from marqueedesk.backup.service import restore as put

    settings = settings_or_exit()
    with claimed(settings):
        try:
            put(settings.database, settings.data_dir, file, replace=replace, identity=identity)
        except DatabaseInUse as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(2) from None
        except BackupError as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(1) from None
    typer.echo("Restored.")


def rotate_key() -> None:
    """Encrypt stored secrets again with the first of MARQUEEDESK_SECRET_KEYS, and give links its tokens."""
    from marqueedesk.key_rotation import rotate

    settings, database = settings_or_exit(), open_database()
    try:
        done = rotate(database, settings)
    finally:
        database.close()
    typer.echo(f"{done.secrets} secrets were encrypted again, and {done.links} links got a new token.")
    if done.unreadable:
        typer.echo(f"{done.unreadable} secrets can't be decrypted with any of the keys.", err=True)
        raise typer.Exit(1)
