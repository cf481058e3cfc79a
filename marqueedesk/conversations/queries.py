"""Read-only queries about conversations, scoped to the session's operator unless noted."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.conversations.models import (
    CALL,
    FAILED,
    IN,
    OUT,
    TEXT,
    ConversationEntry,
    CustomerConversation,
    SmsSettings,
)
from marqueedesk.customers.errors import UnknownCustomer
from marqueedesk.customers.models import Customer, CustomerKey
from marqueedesk.kit.db.tenancy import own
from marqueedesk.venues.models import Venue

REPLY_WITHIN: Final = timedelta(hours=24)
"""A customer who texted this recently can be answered without consent."""


def customer(db: Session, customer_id: int) -> Customer:
    """Return a customer. Raises UnknownCustomer for one that was merged or erased."""
    row = own(db, Customer, customer_id)
    if row is None or row.merged_into_id is not None or row.erased_at is not None:
        raise UnknownCustomer
    return row


def with_merged(db: Session, customer_id: int) -> list[int]:
    """Return the IDs of a customer and of those merged into it, directly or through others."""
    ids, news = [customer_id], [customer_id]
    while news:
        news = list(db.scalars(select(Customer.id).where(Customer.merged_into_id.in_(news), Customer.id.not_in(ids))))
        ids += news
    return ids


def entries(db: Session, customer_ids: Collection[int], *, before: int | None, limit: int) -> list[ConversationEntry]:
    """Return the latest entries of these customers, newest first."""
    listed = select(ConversationEntry).where(ConversationEntry.customer_id.in_(customer_ids))
    if before is not None:
        listed = listed.where(ConversationEntry.id < before)
    return list(db.scalars(listed.order_by(ConversationEntry.id.desc()).limit(limit)))


def entry(db: Session, entry_id: int) -> ConversationEntry | None:
    """Return an entry with its current values from the database."""
    return db.scalars(
        select(ConversationEntry).where(ConversationEntry.id == entry_id).execution_options(populate_existing=True)
    ).one_or_none()


def conversations(
    db: Session, *, unread: bool, before: tuple[datetime, int] | None, limit: int
) -> Sequence[tuple[CustomerConversation, Customer]]:
    """Return conversations with their customers, latest first."""
    listed = (
        select(CustomerConversation, Customer)
        .join(Customer, Customer.id == CustomerConversation.customer_id)
        .where(Customer.merged_into_id.is_(None), Customer.erased_at.is_(None))
    )
    if unread:
        listed = listed.where(CustomerConversation.unread > 0)
    if before is not None:
        at, customer_id = before
        listed = listed.where(
            or_(
                CustomerConversation.last_at < at,
                (CustomerConversation.last_at == at) & (CustomerConversation.customer_id < customer_id),
            )
        )
    order = (CustomerConversation.last_at.desc(), CustomerConversation.customer_id.desc())
    return [(row[0], row[1]) for row in db.execute(listed.order_by(*order).limit(limit))]


def latest_entries(db: Session, customer_ids: Collection[int]) -> dict[int, ConversationEntry]:
    """Return the latest entry of each customer."""
    latest = (
        select(func.max(ConversationEntry.id))
        .where(ConversationEntry.customer_id.in_(customer_ids))
        .group_by(ConversationEntry.customer_id)
    )
    rows = db.scalars(select(ConversationEntry).where(ConversationEntry.id.in_(latest)))
    return {row.customer_id: row for row in rows}


def number_unread(db: Session) -> int:
    """Count the conversations with unread entries."""
    unread = (
        select(func.count())
        .select_from(CustomerConversation)
        .join(Customer, Customer.id == CustomerConversation.customer_id)
        .where(CustomerConversation.unread > 0, Customer.merged_into_id.is_(None), Customer.erased_at.is_(None))
    )
    return db.scalar(unread) or 0


def unread_entries(db: Session, customer_id: int) -> int:
    """Count the unread entries of a customer's conversation, including those of customers merged into it."""
    unread = select(CustomerConversation.unread).where(CustomerConversation.customer_id == customer_id)
    return db.scalar(unread) or 0


def settings(db: Session, operator_id: int) -> SmsSettings | None:
    """Return the business's settings for texts; None for the defaults."""
    return db.get(SmsSettings, operator_id)


def is_written(db: Session, key: str) -> bool:
    """Return true if an entry with this key exists."""
    return db.scalar(select(ConversationEntry.id).where(ConversationEntry.key == key)) is not None


def entry_by_key(db: Session, key: str) -> ConversationEntry | None:
    """Return the entry with this key, or None."""
    return db.scalars(select(ConversationEntry).where(ConversationEntry.key == key)).one_or_none()


def was_texted(db: Session, phone: str, *, besides: int | None = None) -> bool:
    """Return true if the business has texted this number before."""
    texted = select(ConversationEntry.id).where(
        ConversationEntry.phone == phone,
        ConversationEntry.direction == OUT,
        ConversationEntry.state != FAILED,
        ConversationEntry.answers_keyword.is_(False),
    )
    if besides is not None:
        texted = texted.where(ConversationEntry.id < besides)
    return db.scalar(texted.limit(1)) is not None


def last_inbound_at(db: Session, phone: str) -> datetime | None:
    """Return when this number last texted the business."""
    inbound = select(func.max(ConversationEntry.at)).where(
        ConversationEntry.phone == phone, ConversationEntry.direction == IN
    )
    return db.scalar(inbound)


def has_replied(db: Session, customer_id: int, *, since: datetime) -> bool:
    """Return true if a customer texted the business after a given time, or a team member added a call with them."""
    reply = select(ConversationEntry.id).where(
        ConversationEntry.customer_id.in_(with_merged(db, customer_id)),
        ConversationEntry.direction == IN,
        ConversationEntry.kind.in_((TEXT, CALL)),
        ConversationEntry.at > since,
    )
    return db.scalar(reply.limit(1)) is not None


def last_texted_customer(db: Session, phone: str) -> int | None:
    """Return the customer of the latest text to this number."""
    latest = select(ConversationEntry.customer_id).where(
        ConversationEntry.phone == phone, ConversationEntry.direction == OUT
    )
    return db.scalar(latest.order_by(ConversationEntry.id.desc()).limit(1))


def customers_with_phone(db: Session, phone: str) -> list[int]:
    """Return the IDs of the customers with this number, in E.164 form, oldest first."""
    ids = select(CustomerKey.customer_id).where(CustomerKey.match_key == phone).distinct()
    return list(db.scalars(ids.order_by(CustomerKey.customer_id)))


def counted_since(since: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for texts that were sent since a time, or are about to be sent."""
    return (
        ConversationEntry.kind == TEXT,
        ConversationEntry.direction == OUT,
        ConversationEntry.at >= since,
        or_(ConversationEntry.state != FAILED, ConversationEntry.attempts > 0),
    )


def segments_since(db: Session, since: datetime) -> int:
    """Count the segments of the texts sent since a time, and of those about to be sent."""
    return db.scalar(select(func.sum(ConversationEntry.segments)).where(*counted_since(since))) or 0


def month_began(now: datetime, time_zone: str) -> datetime:
    """Return the beginning of the current month in a time zone."""
    local = now.astimezone(ZoneInfo(time_zone))
    return local.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def booking(db: Session, booking_id: int) -> Booking | None:
    """Return a booking."""
    return own(db, Booking, booking_id)


def latest_booking(db: Session, customer_ids: Collection[int]) -> Booking | None:
    """Return the customers' latest booking."""
    listed = select(Booking).where(Booking.customer_id.in_(customer_ids))
    return db.scalars(listed.order_by(Booking.delivery_day.desc(), Booking.id.desc()).limit(1)).one_or_none()


def venue_of(db: Session, booking: Booking) -> Venue | None:
    """Return the booking's venue, if it is in the business's list."""
    return own(db, Venue, booking.venue_id) if booking.venue_id is not None else None
