"""Commands for users: administrators and account recovery."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from marqueedesk.cli.installation import bring_up_to_date, open_database, settings_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from marqueedesk.accounts.models import User


def _entered_password() -> str:
    """Ask for a new password twice; without a terminal, return the first line of standard input."""
    import sys

    if sys.stdin.isatty():
        return typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return sys.stdin.readline().rstrip("\n")


def create_admin(
    email: Annotated[str, typer.Option(help="The administrator's email.")],
    password: Annotated[
        str | None,
        typer.Option(
            envvar="MARQUEEDESK_ADMIN_PASSWORD",
            help="At least 12 characters. As an option, it is visible to other users of the machine.",
        ),
    ] = None,
) -> None:
    """Create a platform administrator, who has no business. Without a password, it is asked for, or read from standard
    input.
    """
    from pydantic import TypeAdapter, ValidationError

    from marqueedesk.accounts import passwords, service, weak_passwords
    from marqueedesk.accounts.errors import EmailTaken
    from marqueedesk.kit import clock
    from marqueedesk.kit.http.schemas import Email

    try:
        address = TypeAdapter(Email).validate_python(email)
    except ValidationError:
        typer.echo("Invalid email address", err=True)
        raise typer.Exit(2) from None
    if password is None:
        password = _entered_password()
    fault = weak_passwords.fault(password, email=address, admin=True)
    if len(password) > passwords.LONGEST:
        fault = f"Password must be at most {passwords.LONGEST} characters"
    if fault:
        typer.echo(fault, err=True)
        raise typer.Exit(2)
    bring_up_to_date()
    database = open_database()
    try:
        with database.write() as db:
            service.add_user(
                db,
                email=address,
                password_hash=passwords.hash_password(password),
                role="admin",
                now=clock.now(),
                password_is_short=False,
            )
    except EmailTaken as taken:
        typer.echo(taken.message, err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    typer.echo(f"{address} is now an administrator.")


def reset_link(email: Annotated[str, typer.Option(help="Sign-in email of the user.")]) -> None:
    """Print a link to reset a forgotten password."""
    from marqueedesk.accounts import resets
    from marqueedesk.accounts.errors import AccountInactive
    from marqueedesk.instance_settings.service import effective
    from marqueedesk.kit import clock
    from marqueedesk.kit.http.links import PURPOSE, Signer
    from marqueedesk.kit.watch import audit

    bring_up_to_date()
    settings, database = settings_or_exit(), open_database()
    now = clock.now()
    try:
        with database.write() as db:
            user = _who_has(db, email)
            signer = Signer(settings.key_for(PURPOSE))
            reset = resets.make_by_hand(db, user, signer, now)
            audit.record(db, "user.reset_link", by=None, now=now, subject=(user.id, user.email))
            address = resets.reset_address(signer, effective(db, settings).site_url.rstrip("/"), reset)
    except AccountInactive:
        typer.echo(f"{email} is deactivated. An administrator can activate the account again.", err=True)
        raise typer.Exit(1) from None
    finally:
        database.close()
    typer.echo(address)
    typer.echo("It works once, within one hour. Earlier links no longer work.", err=True)


def remove_second_factor(email: Annotated[str, typer.Option(help="Sign-in email of the user.")]) -> None:
    """Remove a user's second factors if they lost their passkeys, authenticator app and recovery codes."""
    from marqueedesk.accounts import second_factor
    from marqueedesk.domain_events import SecondFactorChanged, publish
    from marqueedesk.kit import clock
    from marqueedesk.kit.watch import audit

    bring_up_to_date()
    database = open_database()
    try:
        with database.write() as db:
            user = _who_has(db, email)
            if not second_factor.remove_all(db, user.id):
                typer.echo(f"{email} has not set up two-factor authentication.", err=True)
                raise typer.Exit(1)
            now = clock.now()
            audit.record(db, "account.second_factor_off", by=None, now=now, subject=(user.id, user.email))
            publish(db, SecondFactorChanged(user_id=user.id, change="reset"), now)
    finally:
        database.close()
    typer.echo(f"{email} can now sign in with the password alone.")


def _who_has(db: "Session", email: str) -> "User":
    """Return the user with this email; exit if there is none."""
    from marqueedesk.accounts import queries

    user = queries.user_by_email(db, email.strip())
    if user is None:
        typer.echo(f"No account has the email {email}.", err=True)
        raise typer.Exit(1)
    return user


def email_report() -> None:
    """Process an email report (a bounce or complaint) from standard input, as piped by mail servers."""
    from marqueedesk.kit import clock
    from marqueedesk.kit.db.tenancy import all_tenants, set_operator
    from marqueedesk.messages import feedback

    report = feedback.read_report(sys.stdin.buffer.read(feedback.MOST_BYTES + 1))
    if report is None:
        # This is not an error, because the mail server would email the sender about it.
        typer.echo("This is not a bounce or complaint report. Nothing was recorded.")
        return
    database = open_database()
    try:
        with database.read() as db, all_tenants(db, "a report names an email by its id"):
            operator_id = feedback.operator_of(db, report)
        if operator_id is not None:
            with database.write() as db:
                set_operator(db, operator_id)
                feedback.record(db, report, clock.now())
    finally:
        database.close()
    typer.echo(
        f"The {report.kind} was recorded." if operator_id is not None else f"No email has the id {report.message_id}."
    )
