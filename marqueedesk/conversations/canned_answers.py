"""Canned answers: texts that a business writes once and inserts into conversations, with fields in braces."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import String, Text, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.business import queries as business
from marqueedesk.business.terms import Field, filled
from marqueedesk.conversations import queries
from marqueedesk.conversations.models import LONGEST_TEXT
from marqueedesk.customers.models import Customer
from marqueedesk.kit import clock
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.kit.text import formats

MOST_ANSWERS: Final = 50
LONGEST_TITLE: Final = 80
LONGEST_ANSWER: Final = LONGEST_TEXT

FIELDS: Final = (
    Field("first name", "The customer's first name", "Ada"),
    Field("customer", "The customer's name", "Ada Lovelace"),
    Field("company", "Your company's name", "Bright Nights Letters"),
    Field("number", "The number of the booking", "#53"),
    Field("message", "The message of the sign", "MARRY ME"),
    Field("delivery", "The day of the delivery", "Saturday, June 5, 2027"),
    Field("pickup", "The day of the pickup", "Sunday, June 6, 2027"),
    Field("balance", "The balance due", "$310.00"),
    Field("link", "The page of the booking", "https://example.com/b/..."),
)
"""Fields are those of the customer's next booking, or of the last one if none is coming up."""


class CannedAnswer(GoesWithOperator, Base):
    """A canned answer, listed by title."""

    __tablename__ = "canned_answers"
    __topic__ = "settings"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = own_id()
    title: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    text: Mapped[str] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(Instant)


class UnknownAnswer(NotFound):
    """A canned answer that does not exist."""

    message = "This answer does not exist."


class TooManyAnswers(Conflict):
    """The business has as many canned answers as it can."""

    code = "too_many_answers"
    message = f"You can have at most {MOST_ANSWERS} answers. Delete one first."


def answers(db: Session) -> list[CannedAnswer]:
    """Return the business's canned answers by title."""
    return list(db.scalars(select(CannedAnswer).order_by(func.lower(CannedAnswer.title), CannedAnswer.id)))


def answer(db: Session, answer_id: int) -> CannedAnswer:
    """Return a canned answer. Raises UnknownAnswer."""
    return existing(own(db, CannedAnswer, answer_id), UnknownAnswer)


def add(db: Session, title: str, text: str, now: datetime) -> CannedAnswer:
    """Add a canned answer. Raises TooManyAnswers. The caller holds the operator's lock."""
    if (db.scalar(select(func.count()).select_from(CannedAnswer)) or 0) >= MOST_ANSWERS:
        raise TooManyAnswers
    row = CannedAnswer(title=title, text=text, updated_at=now)
    db.add(row)
    db.flush()
    return row


def filled_for(
    db: Session, operator: Operator, customer: Customer, text: str, links: BookingLinks, now: datetime
) -> str:
    """Fill in the fields of an answer. Fields without a value stay in braces, to be filled in by hand."""
    today = clock.local_day(now, ZoneInfo(operator.time_zone))
    booking = _booking(db, queries.with_merged(db, customer.id), today)
    values: dict[str, str | None] = {
        "first name": customer.name.split(" ")[0] if customer.kind == "person" else customer.name,
        "customer": customer.name,
        "company": business.company(db, operator)["name"],
    }
    if booking is not None:
        order = operator.date_format
        values |= {
            "number": f"#{booking.number}",
            "message": booking.message,
            "delivery": formats.day(booking.delivery_day, order),
            "pickup": formats.day(booking.pickup_day, order),
            "balance": formats.money(booking.balance_cents, operator.currency),
        }
        if "{link}" in text:
            values["link"] = links.of(db, operator.id, booking.id, now)
    return filled(text, {field.name: values.get(field.name) or f"{{{field.name}}}" for field in FIELDS})


def _booking(db: Session, customer_ids: list[int], today: date) -> Booking | None:
    """Return the customers' next booking that was not canceled, or else the last one."""
    held = select(Booking).where(Booking.customer_id.in_(customer_ids), Booking.status != CANCELED)
    coming = held.where(Booking.pickup_day >= today).order_by(Booking.delivery_day, Booking.id)
    past = held.order_by(Booking.delivery_day.desc(), Booking.id.desc())
    return db.scalars(coming.limit(1)).one_or_none() or db.scalars(past.limit(1)).one_or_none()
