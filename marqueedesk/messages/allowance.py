"""Limits on the emails a business may send to others (N11): none until its owner's address is confirmed, then a daily
limit.

There are two counters a day: emails sent by members, and emails caused by public form submissions. Emails about
payments and security are never held back. Confirmations aren't either, except those of a new business to addresses it
entered itself, which have their own counter. All new businesses together share an hourly limit.

The counts are stored in the database, and an email is counted before it is sent, so no business exceeds its allowance
however many processes send at once.
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
from marqueedesk.conversations.outbox import TextHold
from marqueedesk.domain_events import EmailCeilingReached, publish_once
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.watch.metrics import log
from marqueedesk.messages.mail_settings import MailSettings, Site
from marqueedesk.messages.models import ACCOUNT, BUSINESS, CUSTOMER, WAITING, OutboxMail
from marqueedesk.messages.queries import INVITATION
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import Note

FIRST: Final = 20
"""Daily number of emails of a brand-new business."""
MORE_A_WEEK: Final = 20
MOST_WEEKS: Final = 10
MORE_A_BOOKING: Final = 2
MOST_BOOKINGS: Final = 100
BOOKINGS_A_DAY: Final = 5
"""Maximum number of bookings counted per day of a business's age, so that entering bookings in bulk doesn't raise its
allowance.
"""
MORE_FOR_A_PLAN: Final = 300
NEW_FOR: Final = timedelta(days=30)
"""Age below which a business without a plan sends under the installation's name, without free text in subjects."""
FOR_STRANGERS: Final = 2
"""Limit on emails caused by form submissions, as a multiple of the members' limit."""
TYPED_CONFIRMATIONS: Final = 20
"""Daily confirmations from a new business to addresses it entered itself."""
MOST_FOLLOW_UPS: Final = 50
"""Follow-up emails of one kind that a business sends in 24 hours."""
FOLLOW_UP_SHARE: Final = 0.5
"""Share of a counter that follow-up emails may use, so that emails about bookings don't wait for them."""
WARNED_AT: Final = 0.8
"""Share of a counter at which the business is warned."""
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
        *("payment-received", "payment-refunded"),
        *("card-authorized", "authorization-released", "authorization-ending", "authorization-ended"),
        *("payment-arrived", "payment-failed", "refund-failed", "payment-disputed", "fraud-suspected"),
        *("debit-returned", "hold-refused", "hold-not-placed", "card-charge-announced"),
        "card-charge-withdrawn",
        *("gift-card", "gift-card-receipt"),
    }
)
"""Emails about payments by customers. They are sent after events from the payment provider and are never held back."""
_FROM_STRANGERS: Final = frozenset(
    {
        *("request-received", "booking-held", "hold-ending", "hold-ended"),
        *("waiting-joined", "waiting-offered", "waiting-lapsed"),
        *("booking-list", "price-seen"),
    }
)

UNCONFIRMED: Final = (
    "Your email address is not confirmed yet. We'll send this email after you open the link we emailed you."
)
HELD: Final = "This business is waiting for an administrator's approval."
STOPPED: Final = "An administrator has paused this business's email."
SUSPENDED: Final = "An administrator has suspended this business."


def daily(*, age: timedelta, bookings: int, has_plan: bool) -> int:
    """Compute a business's daily limit on emails to others from its age, its bookings and its plan."""
    weeks = min(age.days // 7, MOST_WEEKS)
    counted = min(bookings, MOST_BOOKINGS, BOOKINGS_A_DAY * max(age.days, 0))
    return FIRST + MORE_A_WEEK * weeks + MORE_A_BOOKING * counted + (MORE_FOR_A_PLAN if has_plan else 0)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A business's limit on emails to others today.

    ``held`` is the reason nothing may be sent now, ``unconfirmed`` is the owner's address if it still has to be
    confirmed, and ``is_new`` is true if the business counts as new.
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
        """Return true if today's allowance is used up."""
        return self.used >= self.limit

    def limit_of(self, counter: CounterName) -> int:
        """Return the daily limit of a counter."""
        limits = {"members": self.limit, "strangers": FOR_STRANGERS * self.limit, "confirmations": TYPED_CONFIRMATIONS}
        return limits[counter]


@dataclass(frozen=True, slots=True)
class Refused:
    """An email that has to wait: the reason, and the earliest time to send it."""

    reason: str
    until: datetime


def is_metered(mail_settings: MailSettings, site: Site) -> bool:
    """Return true if the allowance applies: email is sent, and the installation's limits are on."""
    return mail_settings.limits_on and site.smtp is not None


def counts(mail_settings: MailSettings, site: Site, operator: Operator) -> bool:
    """Return true if a business's emails to others are checked before they are sent.

    Emails of a business that awaits approval or is suspended are always checked, even if limits are off.
    """
    return is_metered(mail_settings, site) or operator.held_at is not None or operator.stopped_at is not None


def is_to_others(audience: str, kind: str, recipient: str, owner: User) -> bool:
    """Return true if an email goes to a customer, an invited person, or a business address other than its owner's."""
    if audience == ACCOUNT:
        return kind == INVITATION
    return audience == CUSTOMER or recipient.lower() != owner.email_key


def counter_of(db: Session, row: OutboxMail, *, is_new: bool) -> CounterName | None:
    """Return the counter for an email to others, or None if the email is never held back."""
    if row.kind in _PAYMENTS:
        return None
    if row.kind in _CONFIRMATIONS:
        return _counter_of_confirmation(db, row) if is_new else None
    if row.audience == BUSINESS or row.kind in _FROM_STRANGERS:
        return "strangers"
    return "members"


def _counter_of_confirmation(db: Session, row: OutboxMail) -> CounterName | None:
    """Return the counter for a new business's confirmation.

    Returns None if the customer used the form and opened the link sent to this address. Until then, a booking that was
    confirmed at once counts as caused by a form submission.
    """
    booking = bookings.find_booking(db, row.booking_id) if row.booking_id is not None else None
    if booking is None or booking.source != FROM_FORM:
        return "confirmations"
    if booking.must_confirm:
        return "strangers"
    is_confirmed = booking.address_confirmed_at is not None and _address_at_form(db, booking) == row.recipient.lower()
    return None if is_confirmed else "confirmations"


def _address_at_form(db: Session, booking: Booking) -> str | None:
    """Return the email address from the original online request, in lower case.

    If the business entered another address later, the link does not confirm that one: the first email about the
    request, with the link, went to the original address.
    """
    mails = select(OutboxMail.recipient).where(OutboxMail.booking_id == booking.id, OutboxMail.audience == CUSTOMER)
    recipient = db.scalar(mails.order_by(OutboxMail.id).limit(1))
    return recipient.lower() if recipient is not None else None


def is_new(db: Session, operator: Operator, owner: User, now: datetime) -> bool:
    """Return true if the session's business still sends under the installation's name and with fixed subjects."""
    if owner.email_confirmed_at is None:
        return True
    return now - operator.created_at < NEW_FOR and not _has_plan(db)


def _has_plan(db: Session) -> bool:
    plan = billing.shown(db)
    return plan is not None and plan.status == "active" and plan.price_cents > 0


def today(db: Session, operator: Operator, owner: User, now: datetime) -> Allowance:
    """Return the current allowance of the session's business."""
    taken_place = db.scalar(
        select(func.count())
        .select_from(Booking)
        .where(
            Booking.status.in_(("confirmed", "completed")),
            Booking.delivery_day < now.date(),
            # A file could name any number of past bookings.
            Booking.import_id.is_(None),
        )
    )
    limit = daily(age=now - operator.created_at, bookings=taken_place or 0, has_plan=_has_plan(db))
    unconfirmed = owner.email if owner.email_confirmed_at is None else None
    held = UNCONFIRMED if unconfirmed else None
    if operator.held_at is not None:
        held = HELD
    if operator.email_stopped_at is not None:
        held = STOPPED
    if operator.stopped_at is not None:
        held = SUSPENDED
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
    """Count the emails that the given businesses have sent today, or are sending, against one counter."""
    keys = {_limit(counter).key(operator_id): operator_id for operator_id in operator_ids}
    rows = db.execute(
        select(Counter.key, Counter.count).where(Counter.key.in_(keys), Counter.window_ends == next_day(now))
    )
    return {keys[key]: count for key, count in rows}


def spend(database: Database, allowed: Allowance, counter: CounterName, now: datetime) -> Refused | None:
    """Count one email against its counter and, for a new business, the shared counter, before it is sent.

    If a limit is exceeded, count nothing and return the refusal. Notify the business once a day when most of a counter
    is used up, and administrators once an hour when new businesses reach their shared limit.
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
    """Undo the count of an email that was not sent."""
    with database.write() as db:
        rate_limit.give_back(db, _limit(counter).key(allowed.operator_id), now)
        if allowed.is_new:
            rate_limit.give_back(db, TOGETHER.key(), now)


def hold_text(mail_settings: MailSettings, db: Session, operator: Operator, now: datetime) -> TextHold | None:
    """Count a text to a customer, or return why it has to wait. The limits are those of emails, counted separately."""
    site, owner = mail_settings.site(db), db.get(User, operator.id)
    is_held = operator.held_at is not None or operator.stopped_at is not None
    if owner is None or not (mail_settings.limits_on or is_held):
        return None
    allowed = today(db, operator, owner, now)
    # Without a mail server, addresses count as confirmed.
    if allowed.held is not None and (site.smtp is not None or allowed.held != UNCONFIRMED):
        return TextHold(_HELD_TEXTS.get(allowed.held, allowed.held), now + _CHECK_AGAIN)
    limit = Limit("texts-to-customers", allowed.limit, _DAY)
    key = limit.key(operator.id)
    if rate_limit.used(db, limit, key, now) >= limit.times:
        return TextHold(_TEXTS_USED_UP.format(limit=limit.times), limit.window_end(now))
    rate_limit.count(db, limit, key, now)
    return None


def waits_until(
    db: Session, allowed: Allowance, counter: CounterName, now: datetime, *, before: int | None = None
) -> datetime | None:
    """Return when the next email can be sent if its counter or the shared limit of new businesses is used up, else
    None.

    Emails that are already waiting go first. If the email itself is waiting (``before`` is its ID), only earlier ones
    do.
    """
    limit = _limit(counter, allowed.limit_of(counter))
    used = rate_limit.used(db, limit, limit.key(allowed.operator_id), now)
    if used + _waiting_of(db, counter, before) >= limit.times:
        return limit.window_end(now)
    if allowed.is_new and rate_limit.used(db, TOGETHER, TOGETHER.key(), now) >= TOGETHER.times:
        return TOGETHER.window_end(now)
    return None


def _waiting_of(db: Session, counter: CounterName, before: int | None) -> int:
    """Count the business's emails that wait for a counter; this includes the few that aren't counted at all."""
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


def room_for_follow_ups(db: Session, mail_settings: MailSettings, operator: Operator, kind: str, now: datetime) -> int:
    """Return how many more follow-up emails of a kind a business can send now."""
    written = select(func.count()).select_from(OutboxMail).where(OutboxMail.kind == kind)
    room = MOST_FOLLOW_UPS - (db.scalar(written.where(OutboxMail.created_at > now - _DAY)) or 0)
    if counts(mail_settings, mail_settings.site(db), operator):
        room = min(room, _room_in_allowance(db, operator, "strangers" if kind in _FROM_STRANGERS else "members", now))
    return max(0, room)


def _room_in_allowance(db: Session, operator: Operator, counter: CounterName, now: datetime) -> int:
    owner = db.get(User, operator.id)
    allowed = today(db, operator, owner, now) if owner is not None else None
    if allowed is None or allowed.held is not None:
        return 0
    used = allowed.by_strangers if counter == "strangers" else allowed.used
    return int(FOLLOW_UP_SHARE * allowed.limit_of(counter)) - used - _waiting_of(db, counter, None)


def next_day(now: datetime) -> datetime:
    """Return when the daily counters reset."""
    return _limit("members").window_end(now)


def _limit(counter: CounterName, times: int = 0) -> Limit:
    return Limit(_NAMES[counter], times, _DAY)


_USED_UP: Final[dict[CounterName, str]] = {
    "members": "You have sent today's limit of {limit} emails to customers. We'll send this one tomorrow.",
    "strangers": "You have reached today's limit of {limit} emails for form requests. We'll send this one tomorrow.",
    "confirmations": "You have sent today's limit of {limit} confirmations. We'll send this one tomorrow.",
}
_TEXTS_USED_UP: Final = "You have sent today's limit of {limit} texts. We'll send this one tomorrow."
_HELD_TEXTS: Final = {
    UNCONFIRMED: "Your email address is not confirmed yet. We'll send this text after you open the link we emailed you."
}
_CHECK_AGAIN: Final = timedelta(minutes=5)
_CEILING: Final = "New businesses have reached this hour's email limit. We'll send this one within the next hour."
_SENT: Final[dict[CounterName, str]] = {
    "members": "emails to customers",
    "strangers": "emails for form requests",
    "confirmations": "confirmations to addresses you entered",
}


def _warn(db: Session, operator_id: int, counter: CounterName, used: int, limit: int, now: datetime) -> None:
    set_operator(db, operator_id)
    text = "Any more will wait until tomorrow. Request confirmations and payment emails are not limited."
    note = Note("emails_low", f"{used} of today's {limit} {_SENT[counter]} sent", text)
    notifications.notify(db, note, key=f"emails-low:{counter}:{now:%Y-%m-%d}", now=now)


def _raise_alarm(db: Session, now: datetime) -> None:
    log.error("email_ceiling_of_new_businesses", limit=TOGETHER.times)
    admins = db.scalars(select(User.id).where(User.role == "admin", User.is_active))
    for admin_id in admins:
        reached = EmailCeilingReached(user_id=admin_id)
        publish_once(db, reached, now, dedupe_key=f"{reached.kind}:{now:%Y-%m-%dT%H}:{admin_id}")
