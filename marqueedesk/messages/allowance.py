"""How much email to others a business may send (N11): none until its owner's address is confirmed, then so much a day.

The count is kept in the database, one row per business and day, and an email is counted before it is sent: however many
processes send at once, no business sends more than its allowance.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing import queries as billing
from marqueedesk.bookings.models import Booking
from marqueedesk.kit import rate_limit
from marqueedesk.kit.database import Database
from marqueedesk.kit.rate_limit import Limit
from marqueedesk.kit.tables import Counter
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.models import ACCOUNT, CUSTOMER
from marqueedesk.messages.queries import INVITATION

FIRST: Final = 20
"""Emails a day for a business that has just begun."""
MORE_A_WEEK: Final = 20
MOST_WEEKS: Final = 10
MORE_A_BOOKING: Final = 2
MOST_BOOKINGS: Final = 100
BOOKINGS_A_DAY: Final = 5
"""Bookings that count for each day of a business's age: nobody earns an allowance by typing in bookings."""
MORE_FOR_A_PLAN: Final = 300
NEW_FOR: Final = timedelta(days=7)
"""For so long a business writes under the installation's name, with the usual subjects."""
_DAY: Final = timedelta(days=1)
_NAME: Final = "emails-to-others"

UNCONFIRMED: Final = "Your email address is not confirmed yet. This email waits until you open the link sent to it."
HELD: Final = "This business has yet to be approved by an administrator."
STOPPED: Final = "An administrator has stopped this business's email."


def daily(*, age: timedelta, bookings: int, has_plan: bool) -> int:
    """The emails to others that a business may send in a day, from its age, its bookings and whether it pays."""
    weeks = min(age.days // 7, MOST_WEEKS)
    counted = min(bookings, MOST_BOOKINGS, BOOKINGS_A_DAY * max(age.days, 0))
    return FIRST + MORE_A_WEEK * weeks + MORE_A_BOOKING * counted + (MORE_FOR_A_PLAN if has_plan else 0)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Emails that a business may send to others. ``held`` is why it may send none now; ``unconfirmed`` the address that
    its owner has to confirm.
    """

    operator_id: int
    limit: int
    used: int
    held: str | None
    unconfirmed: str | None

    @property
    def used_up(self) -> bool:
        """Whether today's allowance is used up."""
        return self.used >= self.limit


def is_metered(mail_settings: MailSettings, site: Site) -> bool:
    """Whether the allowance counts: where email is sent, unless limits are off for the installation."""
    return mail_settings.limits_on and site.smtp is not None


def counts(mail_settings: MailSettings, site: Site, operator: Operator) -> bool:
    """Whether a business's emails to others are looked at before they are sent. While an administrator has yet to
    approve it they are, whatever the limits.
    """
    return is_metered(mail_settings, site) or operator.held_at is not None


def is_to_others(audience: str, kind: str, recipient: str, owner: User) -> bool:
    """Whether an email goes to somebody else than the people it is about: a customer, somebody who is invited, or the
    address of a business that is not its owner's.
    """
    if audience == ACCOUNT:
        return kind == INVITATION
    return audience == CUSTOMER or recipient.lower() != owner.email_key


def is_new(operator: Operator, owner: User, now: datetime) -> bool:
    """Whether a business writes with the installation's name and subjects still."""
    return owner.email_confirmed_at is None or now - operator.created_at < NEW_FOR


def today(db: Session, operator: Operator, owner: User, now: datetime) -> Allowance:
    """The allowance of the session's business now."""
    bookings = db.scalar(
        select(func.count())
        .select_from(Booking)
        .where(Booking.status.in_(("confirmed", "completed")), Booking.delivery_day < now.date())
    )
    plan = billing.shown(db)
    has_plan = plan is not None and plan.status == "active" and plan.price_cents > 0
    limit = daily(age=now - operator.created_at, bookings=bookings or 0, has_plan=has_plan)
    unconfirmed = owner.email if owner.email_confirmed_at is None else None
    held = UNCONFIRMED if unconfirmed else None
    if operator.held_at is not None:
        held = HELD
    if operator.email_stopped_at is not None:
        held = STOPPED
    return Allowance(operator.id, limit, used_today(db, [operator.id], now).get(operator.id, 0), held, unconfirmed)


def used_today(db: Session, operator_ids: list[int], now: datetime) -> dict[int, int]:
    """How many emails to others some businesses have sent today, or are sending."""
    keys = {_key(operator_id): operator_id for operator_id in operator_ids}
    end = Limit(_NAME, 0, _DAY).window_end(now)
    found = db.execute(select(Counter.key, Counter.count).where(Counter.key.in_(keys), Counter.window_ends == end))
    return {keys[key]: count for key, count in found}


def spend(database: Database, operator_id: int, limit: int, now: datetime) -> bool:
    """Count one email before it is sent; False, and nothing is counted, where that would be one too many."""
    key = _key(operator_id)
    with database.write() as db:
        if rate_limit.count(db, Limit(_NAME, limit, _DAY), key, now) <= limit:
            return True
        rate_limit.give_back(db, key, now)
        return False


def give_back(database: Database, operator_id: int, now: datetime) -> None:
    """An email that was counted was not sent."""
    with database.write() as db:
        rate_limit.give_back(db, _key(operator_id), now)


def next_day(now: datetime) -> datetime:
    """When the count begins anew."""
    return Limit(_NAME, 0, _DAY).window_end(now)


def _key(operator_id: int) -> str:
    return Limit(_NAME, 0, _DAY).key(operator_id)
