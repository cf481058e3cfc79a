"""How much email to others a business may send (N11): none until its owner's address is confirmed, then so much a day.

There are two counters a day: emails that members send, and emails that strangers cause at the form. Confirmations,
payments and security emails never wait, except for confirmations that a new business sends to addresses that it typed
itself: they have a counter of their own. All new businesses together have a ceiling an hour.

The counts are kept in the database, and an email is counted before it is sent: however many processes send at once, no
business sends more than its allowance.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final, Literal

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing import queries as billing
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import FROM_FORM, Booking
from marqueedesk.domain_events import EmailCeilingReached, publish_once
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.watch.observe import log
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.models import ACCOUNT, BUSINESS, CUSTOMER, WAITING, OutboxMail
from marqueedesk.messages.queries import INVITATION
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import Note

FIRST: Final = 20
"""Emails a day for a business that has just begun."""
MORE_A_WEEK: Final = 20
MOST_WEEKS: Final = 10
MORE_A_BOOKING: Final = 2
MOST_BOOKINGS: Final = 100
BOOKINGS_A_DAY: Final = 5
"""Bookings that count for each day of a business's age: nobody earns an allowance by typing in bookings."""
MORE_FOR_A_PLAN: Final = 300
NEW_FOR: Final = timedelta(days=30)
"""The time for which a business without a plan writes in the installation's name, without free text in subjects."""
FOR_STRANGERS: Final = 2
"""Emails that strangers may cause, in allowances of the members."""
TYPED_CONFIRMATIONS: Final = 20
"""Confirmations a day from a new business to addresses that it typed itself."""
WARNED_AT: Final = 0.8
"""The share of a counter at which the business is notified."""
TOGETHER: Final = Limit("emails-of-new-businesses", 200, timedelta(hours=1))
_DAY: Final = timedelta(days=1)
CounterName = Literal["members", "strangers", "confirmations"]
_NAMES: Final[dict[CounterName, str]] = {
    "members": "emails-to-others",
    "strangers": "emails-of-strangers",
    "confirmations": "emails-confirming",
}
_CONFIRMATIONS: Final = frozenset({"confirmed", "quote-accepted"})
_PAYMENTS: Final = frozenset(
    {
        *("payment-received", "payment-refunded", "booking-held", "hold-ending", "hold-ended", "pay-again"),
        *("payment-arrived", "payment-failed", "refund-failed", "payment-disputed", "fraud-suspected"),
    }
)
"""Emails about payments that customers make: they follow from what the payment provider reports, and never wait."""
_FROM_STRANGERS: Final = frozenset({"request-received", "waiting-joined", "waiting-offered", "waiting-lapsed"})

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
    """Emails that a business may send to others today. ``held`` is why it may send none now; ``unconfirmed`` the
    address that its owner has to confirm; ``is_new`` whether it counts among the new businesses.
    """

    operator_id: int
    limit: int
    used: int
    by_strangers: int
    held: str | None
    unconfirmed: str | None
    is_new: bool

    @property
    def used_up(self) -> bool:
        """Whether today's allowance is used up."""
        return self.used >= self.limit

    def limit_of(self, counter: CounterName) -> int:
        """The emails a day on one counter."""
        limits = {"members": self.limit, "strangers": FOR_STRANGERS * self.limit, "confirmations": TYPED_CONFIRMATIONS}
        return limits[counter]


@dataclass(frozen=True, slots=True)
class Refused:
    """An email that has to wait: why, and until when."""

    reason: str
    until: datetime


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


def counter_of(db: Session, row: OutboxMail, *, is_new: bool) -> CounterName | None:
    """The counter that an email to others counts on; None for one that never waits."""
    if row.kind in _PAYMENTS:
        return None
    if row.kind in _CONFIRMATIONS:
        return _counter_of_confirmation(db, row) if is_new else None
    if row.audience == BUSINESS or row.kind in _FROM_STRANGERS:
        return "strangers"
    return "members"


def _counter_of_confirmation(db: Session, row: OutboxMail) -> CounterName | None:
    """The counter of a new business's confirmation; None where its customer came by the form and opened the link sent
    to this address. A booking that was confirmed at once is a stranger's until then.
    """
    booking = bookings.find_booking(db, row.booking_id) if row.booking_id is not None else None
    if booking is None or booking.source != FROM_FORM:
        return "confirmations"
    if booking.must_confirm:
        return "strangers"
    is_confirmed = booking.address_confirmed_at is not None and _address_at_form(db, booking) == row.recipient.lower()
    return None if is_confirmed else "confirmations"


def _address_at_form(db: Session, booking: Booking) -> str | None:
    """The address that an online request was sent with, in lower case: the business can enter another one later, which
    is not confirmed by the link. The first email about the request, with the link, went to it.
    """
    mails = select(OutboxMail.recipient).where(OutboxMail.booking_id == booking.id, OutboxMail.audience == CUSTOMER)
    recipient = db.scalar(mails.order_by(OutboxMail.id).limit(1))
    return recipient.lower() if recipient is not None else None


def is_new(db: Session, operator: Operator, owner: User, now: datetime) -> bool:
    """Whether the session's business still writes with the installation's name and fixed subjects."""
    if owner.email_confirmed_at is None:
        return True
    return now - operator.created_at < NEW_FOR and not _has_plan(db)


def _has_plan(db: Session) -> bool:
    plan = billing.shown(db)
    return plan is not None and plan.status == "active" and plan.price_cents > 0


def today(db: Session, operator: Operator, owner: User, now: datetime) -> Allowance:
    """The allowance of the session's business now."""
    taken_place = db.scalar(
        select(func.count())
        .select_from(Booking)
        .where(Booking.status.in_(("confirmed", "completed")), Booking.delivery_day < now.date())
    )
    limit = daily(age=now - operator.created_at, bookings=taken_place or 0, has_plan=_has_plan(db))
    unconfirmed = owner.email if owner.email_confirmed_at is None else None
    held = UNCONFIRMED if unconfirmed else None
    if operator.held_at is not None:
        held = HELD
    if operator.email_stopped_at is not None:
        held = STOPPED
    return Allowance(
        operator.id,
        limit,
        used=used_today(db, [operator.id], now).get(operator.id, 0),
        by_strangers=used_today(db, [operator.id], now, counter="strangers").get(operator.id, 0),
        held=held,
        unconfirmed=unconfirmed,
        is_new=is_new(db, operator, owner, now),
    )


def used_today(
    db: Session, operator_ids: list[int], now: datetime, *, counter: CounterName = "members"
) -> dict[int, int]:
    """Count the emails on one counter that some businesses have sent today, or are sending."""
    keys = {_limit(counter).key(operator_id): operator_id for operator_id in operator_ids}
    rows = db.execute(
        select(Counter.key, Counter.count).where(Counter.key.in_(keys), Counter.window_ends == next_day(now))
    )
    return {keys[key]: count for key, count in rows}


def spend(database: Database, allowed: Allowance, counter: CounterName, now: datetime) -> Refused | None:
    """Count one email before it is sent, on its counter and, of a new business, on the one of all new businesses.

    Where that would be one too many nothing is counted, and the answer says why. Notifies the business once a day when
    most of a counter is used, and administrators once an hour when the ceiling of new businesses is reached.
    """
    limit = _limit(counter, allowed.limit_of(counter))
    key = limit.key(allowed.operator_id)
    with database.write() as db:
        used = rate_limit.count(db, limit, key, now)
        if used > limit.times:
            rate_limit.give_back(db, key, now)
            return Refused(_USED_UP[counter].format(limit=limit.times), limit.window_end(now))
        if allowed.is_new and rate_limit.count(db, TOGETHER, TOGETHER.key(), now) > TOGETHER.times:
            rate_limit.give_back(db, key, now)
            rate_limit.give_back(db, TOGETHER.key(), now)
            _raise_alarm(db, now)
            return Refused(_CEILING, TOGETHER.window_end(now))
        if used == ceil(WARNED_AT * limit.times):
            _warn(db, allowed.operator_id, counter, used, limit.times, now)
        return None


def give_back(database: Database, allowed: Allowance, counter: CounterName, now: datetime) -> None:
    """Take back the count of an email that was not sent."""
    with database.write() as db:
        rate_limit.give_back(db, _limit(counter).key(allowed.operator_id), now)
        if allowed.is_new:
            rate_limit.give_back(db, TOGETHER.key(), now)


def waits_until(
    db: Session, allowed: Allowance, counter: CounterName, now: datetime, *, before: int | None = None
) -> datetime | None:
    """The time at which the next email goes out that has to wait for its counter or for the ceiling of new businesses;
    None if it is sent at once. Emails that wait already come first, of a written email (``before`` is its id) those
    written earlier.
    """
    limit = _limit(counter, allowed.limit_of(counter))
    used = rate_limit.used(db, limit, limit.key(allowed.operator_id), now)
    if used + _waiting_of(db, counter, before) >= limit.times:
        return limit.window_end(now)
    if allowed.is_new and rate_limit.used(db, TOGETHER, TOGETHER.key(), now) >= TOGETHER.times:
        return TOGETHER.window_end(now)
    return None


def _waiting_of(db: Session, counter: CounterName, before: int | None) -> int:
    """Count the emails of the session's business that wait for a counter, to within those that count on none."""
    by_kind: dict[CounterName, ColumnElement[bool]] = {
        "members": or_(
            and_(
                OutboxMail.audience == CUSTOMER,
                OutboxMail.kind.not_in(_CONFIRMATIONS | _PAYMENTS | _FROM_STRANGERS),
            ),
            OutboxMail.kind == INVITATION,
        ),
        "strangers": OutboxMail.kind.in_(_FROM_STRANGERS),
        "confirmations": OutboxMail.kind.in_(_CONFIRMATIONS),
    }
    waiting = select(func.count()).select_from(OutboxMail).where(OutboxMail.state == WAITING, by_kind[counter])
    return db.scalar(waiting if before is None else waiting.where(OutboxMail.id < before)) or 0


def next_day(now: datetime) -> datetime:
    """The moment at which the counts of a day begin anew."""
    return _limit("members").window_end(now)


def _limit(counter: CounterName, times: int = 0) -> Limit:
    return Limit(_NAMES[counter], times, _DAY)


_USED_UP: Final[dict[CounterName, str]] = {
    "members": "Today's {limit} emails to customers are sent. This one follows tomorrow.",
    "strangers": "Today's {limit} emails that requests at your form cause are sent. This one follows tomorrow.",
    "confirmations": "Today's {limit} confirmations to addresses that you entered are sent. This one follows tomorrow.",
}
_CEILING: Final = "New businesses have sent a lot of email within this hour. This one follows within the next hour."
_SENT: Final[dict[CounterName, str]] = {
    "members": "emails to customers",
    "strangers": "emails that requests at your form cause",
    "confirmations": "confirmations to addresses that you entered",
}


def _warn(db: Session, operator_id: int, counter: CounterName, used: int, limit: int, now: datetime) -> None:
    set_operator(db, operator_id)
    text = "Further ones wait until tomorrow. Confirmations of requests and payment emails do not wait."
    note = Note("emails_low", f"{used} of today's {limit} {_SENT[counter]} are sent", text)
    notifications.notify(db, note, key=f"emails-low:{counter}:{now:%Y-%m-%d}", now=now)


def _raise_alarm(db: Session, now: datetime) -> None:
    log.error("email_ceiling_of_new_businesses", limit=TOGETHER.times)
    admins = db.scalars(select(User.id).where(User.role == "admin", User.is_active))
    for admin_id in admins:
        reached = EmailCeilingReached(user_id=admin_id)
        publish_once(db, reached, now, dedupe_key=f"{reached.kind}:{now:%Y-%m-%dT%H}:{admin_id}")
