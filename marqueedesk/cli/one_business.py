"""Commands for one business: its file, restoring it from a backup, and its move."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marqueedesk.cli.installation import open_database, settings_or_exit

if TYPE_CHECKING:
    from collections.abc import Generator

    from marqueedesk.business_files.importing import Imported


@contextmanager
def _failing_readably() -> "Generator[None]":
    """Print the reason of a failure in one line, and exit with 1."""
    from marqueedesk.backup.archive import BackupError
    from marqueedesk.business_files.errors import BusinessFileError

    try:
        yield
    except (BusinessFileError, BackupError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None


def export_business(
    business: Annotated[int, typer.Argument(metavar="ID", help="The business's id, as on the admin page.")],
    file: Annotated[Path, typer.Argument(help="File to write.")],
    encrypt: Annotated[
        str | None, typer.Option(metavar="RECIPIENT", help="Encrypt for this age public key (age1…).")
    ] = None,
) -> None:
    """Write one business with its people to a file. Safe while the server runs."""
    from marqueedesk.business_files.exporting import export
    from marqueedesk.kit import clock

    database = open_database()
    try:
        with _failing_readably():
            done = export(database, business, file, clock.now(), recipient=encrypt)
    finally:
        database.close()
    typer.echo(f"{done.name} was written to {file}: {done.rows} rows.")
    if any(done.waiting.values()):
        typer.echo(
            f"{done.waiting['emails']} emails and {done.waiting['jobs']} jobs that are due are left to this "
            "installation.",
            err=True,
        )


def import_business(
    file: Annotated[Path, typer.Argument(help="File created by `marqueedesk export-business`.")],
    owner_email: Annotated[
        str | None, typer.Option(metavar="EMAIL", help="Sign-in email of the owner, if theirs is taken here.")
    ] = None,
    identity: Annotated[Path | None, typer.Option(help="File with the age secret key of an encrypted file.")] = None,
) -> None:
    """Add a business from a file to this installation. Safe while the server runs."""
    from marqueedesk.business_files.importing import ImportOptions
    from marqueedesk.business_files.importing import import_business as put
    from marqueedesk.kit import clock

    address = None if owner_email is None else _email(owner_email)
    settings, database = settings_or_exit(), open_database()
    try:
        with _failing_readably():
            options = ImportOptions(owner_email=address)
            done = put(database, settings, file, clock.now(), options=options, identity=identity)
    finally:
        database.close()
    _print_imported(done)


def _email(text: str) -> str:
    """Return an email address, or exit with 2."""
    from pydantic import TypeAdapter, ValidationError

    from marqueedesk.kit.http.schemas import Email

    try:
        return TypeAdapter(Email).validate_python(text)
    except ValidationError:
        typer.echo("Invalid email address", err=True)
        raise typer.Exit(2) from None


def _print_imported(done: "Imported") -> None:
    typer.echo(f"{done.name} was imported as business {done.operator_id}: {done.rows} rows.")
    for note in done.notes:
        typer.echo(note, err=True)
