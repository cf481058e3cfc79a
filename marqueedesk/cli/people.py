"""Commands about people who sign in: administrators, and ways back in."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from marqueedesk.cli.installation import bring_up_to_date, open_database, settings_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from marqueedesk.accounts.models import User


def create_admin(
    email: Annotated[str, typer.Option(help="The administrator's email.")],
    password: Annotated[str, typer.Option(help="At least 12 characters.")],
) -> None:
    """Create a platform administrator, who runs no business of their own."""
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
    typer.echo(f"{address} is an administrator now.")


def reset_link(email: Annotated[str, typer.Option(help="The email that the person signs in with.")]) -> None:
    """Print a link with which somebody who forgot their password can choose a new one."""
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
    typer.echo("It works once, within one hour. Any earlier link has ended.", err=True)


def remove_second_factor(email: Annotated[str, typer.Option(help="The email that the person signs in with.")]) -> None:
    """Let somebody who lost their passkeys, authenticator app and recovery codes sign in with the password alone."""
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
                typer.echo(f"{email} has no second factor.", err=True)
                raise typer.Exit(1)
            now = clock.now()
            audit.record(db, "account.second_factor_off", by=None, now=now, subject=(user.id, user.email))
            publish(db, SecondFactorChanged(user_id=user.id, change="reset"), now)
    finally:
        database.close()
    typer.echo(f"{email} signs in with the password alone now.")


def _who_has(db: "Session", email: str) -> "User":
    """Whose email it is. Ends the command where it is nobody's."""
    from marqueedesk.accounts import queries

    user = queries.user_by_email(db, email.strip())
    if user is None:
        typer.echo(f"Nobody has an account with the email {email}.", err=True)
        raise typer.Exit(1)
    return user


def email_report() -> None:
    """Take a mail server's report about an email (a bounce or a complaint) from the input, as mail servers pipe it."""
    from marqueedesk.kit import clock
    from marqueedesk.kit.db.tenancy import all_tenants, set_operator
    from marqueedesk.messages import feedback

    report = feedback.read_report(sys.stdin.buffer.read(feedback.MOST_BYTES + 1))
    if report is None:
        # Not a failure: a mail server would send its sender another email about it.
        typer.echo("This is no report about a failed delivery or a complaint: nothing is noted.")
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
        f"The {report.kind} is noted." if operator_id is not None else f"No email has the id {report.message_id}."
    )
