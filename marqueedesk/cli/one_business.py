"""Commands to export, import, restore and move one business."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marqueedesk.cli.installation import open_database, settings_or_exit

if TYPE_CHECKING:
    from collections.abc import Generator

    from marqueedesk.business_files.importing import Imported
    from marqueedesk.business_files.restoring import Restored


@contextmanager
def _failing_readably() -> "Generator[None]":
    """On failure, print the reason in one line and exit with 1."""
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
    """Write one business and its team to a file. Safe while the server runs."""
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
            f"{done.waiting['emails']} emails and {done.waiting['jobs']} jobs are due. This installation processes "
            "them.",
            err=True,
        )


def import_business(
    file: Annotated[Path, typer.Argument(help="File created by `marqueedesk export-business`.")],
    owner_email: Annotated[
        str | None, typer.Option(metavar="EMAIL", help="Another sign-in email for the owner, if theirs is taken here.")
    ] = None,
    identity: Annotated[Path | None, typer.Option(help="age secret key file, if the file is encrypted.")] = None,
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


def restore_business(
    business: Annotated[int, typer.Argument(metavar="ID", help="The business's id.")],
    backup: Annotated[Path, typer.Option("--from", metavar="BACKUP", help="Backup created by `marqueedesk backup`.")],
    beside: Annotated[
        bool, typer.Option("--beside", help="Add a copy with a separate owner; don't change the business.")
    ] = False,
    owner_email: Annotated[
        str | None, typer.Option(metavar="EMAIL", help="Sign-in email of the copy's owner, with --beside.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File in which to save the business before the restore.")
    ] = None,
    identity: Annotated[Path | None, typer.Option(help="age secret key file, if the backup is encrypted.")] = None,
    into: Annotated[str | None, typer.Option(help="Empty PostgreSQL database to restore the backup into.")] = None,
) -> None:
    """Restore one business from a backup of the whole installation. Safe while the server runs.

    Without --beside, the business is saved to a file and then replaced.
    """
    from marqueedesk.business_files.restoring import restore_beside, restore_in_place
    from marqueedesk.kit import clock

    if not beside and owner_email is not None:
        typer.echo("--owner-email is for the owner of a copy: use it with --beside.", err=True)
        raise typer.Exit(2)
    address = None if owner_email is None else _email(owner_email)
    settings, database = settings_or_exit(), open_database()
    now = clock.now()
    parts = (database, settings, business, backup, now)
    try:
        with _failing_readably():
            if beside:
                copy, email = restore_beside(*parts, owner_email=address, identity=identity, into=into)
                _print_imported(copy)
                typer.echo(
                    f"The owner signs in as {email} with the password as of the backup. The copy sends no email."
                )
                return
            before = save or backup.parent / f"business-{business}-before-restore-{now:%Y%m%d-%H%M%S}.zip"
            done = restore_in_place(*parts, save_to=before, identity=identity, into=into)
    finally:
        database.close()
    _print_restored(done)


def move_business(
    business: Annotated[int, typer.Argument(metavar="ID", help="The business's id in this installation.")],
    begin: Annotated[bool, typer.Option("--begin", help="Make the business read-only before the export.")] = False,
    to: Annotated[
        str | None, typer.Option("--to", metavar="URL", help="Redirect its public addresses to this installation.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Cancel the move and reactivate the business here.")] = False,
) -> None:
    """Move a business to another installation, in steps. Servers apply each step within two seconds."""
    from marqueedesk.accounts.queries import locked_operator
    from marqueedesk.business_files import moved
    from marqueedesk.kit import clock
    from marqueedesk.kit.db.tenancy import all_tenants

    if [begin, to is not None, back].count(True) != 1:
        typer.echo("Use exactly one of --begin, --to URL and --back.", err=True)
        raise typer.Exit(2)
    address = None if to is None else _origin(to)
    database, now = open_database(), clock.now()
    try:
        with database.write() as db, all_tenants(db, "moving a business"):
            operator = locked_operator(db, business)
            if operator is None:
                typer.echo(f"There is no business with the id {business}.", err=True)
                raise typer.Exit(1)
            if address is not None:
                moved.redirect(db, operator, address, now)
            elif begin:
                moved.begin(db, operator, now)
            else:
                moved.come_back(db, operator, now)
    finally:
        database.close()
    if address is not None:
        typer.echo(f"Public addresses of business {business} redirect to {address}.")
    else:
        typer.echo(f"Business {business} is read-only." if begin else f"Business {business} is active here again.")


def _origin(text: str) -> str:
    """Return an installation's URL without a trailing slash, or exit with 2."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        is_valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
    else:
        is_valid = is_valid and not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if not is_valid:
        typer.echo("--to must be the other installation's URL, such as https://new.example.", err=True)
        raise typer.Exit(2)
    return text.rstrip("/")


def _print_restored(done: "Restored") -> None:
    typer.echo(f"{done.name} was restored as of {done.made_at}: {done.rows} rows.")
    typer.echo(f"Its previous content is saved in {done.saved_to}.")
    for one in done.changes:
        typer.echo(f"{one.table}: {one.new} newer, {one.changed} changed and {one.gone} deleted since the backup")
    for numbers, what in ((done.new_bookings, "Bookings made"), (done.changed_bookings, "Bookings changed")):
        if numbers:
            typer.echo(f"{what} since the backup: {', '.join(f'#{number}' for number in numbers)}")


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
