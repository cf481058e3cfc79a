"""Next steps printed after seeding: URLs and sign-in details."""

from rich.console import Console
from rich.text import Text

from marqueedesk.accounts import passwords
from marqueedesk.accounts import queries as people
from marqueedesk.demo.seed import ADMIN, BUSINESSES
from marqueedesk.kit.db.database import Database

_AMBER = "#ffb648"
_LABEL = 16


def public_key(database: Database) -> str | None:
    """Return the public key of the demo's first business; None if the business does not exist or its password was
    changed.
    """
    login = BUSINESSES[0].login
    with database.read() as db:
        user = people.user_by_email(db, login.email)
        membership = people.membership(db, user.id) if user else None
    if user is None or membership is None or not passwords.matches(user.password_hash, login.password):
        return None
    return membership[0].public_key


def show(console: Console, url: str, key: str) -> None:
    """Print URLs and sign-in details. Long lines are not wrapped, so that they can be copied and clicked."""
    console.print()
    console.print(Text.assemble(("Marquee", "bold"), ("Desk", f"bold {_AMBER}"), ("  demo", "dim")))
    console.print()
    for label, address in (
        ("Landing page", f"{url}/"),
        ("Sign in", f"{url}/auth"),
        ("Public form", f"{url}/booking-widget?userId={key}"),
    ):
        console.print(Text.assemble((f"  {label:<{_LABEL}}", "dim"), (address, f"link {address}")), soft_wrap=True)
    console.print()
    logins = [(business.company_name, business.login) for business in BUSINESSES]
    for name, login in [*logins, ("Administrator", ADMIN)]:
        line = Text.assemble(
            (f"  {name:<{_LABEL + 4}}", "dim"), (f"{login.email:<26}", "bold"), "  ", (login.password, _AMBER)
        )
        console.print(line, soft_wrap=True)
    console.print()
