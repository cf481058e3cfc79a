"""Queries for the payments file, scoped to the session's operator.

Each reads only a range of days, using an index. Instants are compared with a margin of one day on both sides; the exact
day in the business's time zone is computed in Python.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, or_, select, union_all
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import InstrumentedAttribute

from marqueedesk.bookings.models import Booking
from marqueedesk.books.booking_entries import day_of_money, fees_returned
from marqueedesk.kit import clock
from marqueedesk.payments.models import (
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REFUND,
    RETURNED,
    BookingPayment,
    PaymentDispute,
)
from marqueedesk.stripe.disputes import WITHDRAWN

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DayRange:
    """The days from ``first`` to ``last``, both inclusive, in a business's time zone."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def months(self) -> Iterator["DayRange"]:
        """Split the range into months, so that only one month of a long export is in memory."""
        first = self.first
        while first <= self.last:
            next_month = (first.replace(day=1) + timedelta(days=31)).replace(day=1)
            yield DayRange(first, min(self.last, next_month - _DAY))
            first = next_month

    def around(self, column: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
        """Return the condition that a timestamp is within the range, with a margin of one day for the time zone."""
        start = datetime.combine(self.first - _DAY, time(), UTC)
        return column.between(start, datetime.combine(self.last + 2 * _DAY, time(), UTC))


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """A payment or refund with its booking's number and customer, and its day.

    ``lost`` is the amount that a bank took back, ``fee_returned`` the part of the platform fee returned with a refund,
    and ``dispute_fee`` the provider's fees for the payment's disputes; in cents.
    """

    payment: BookingPayment
    number: int
    customer: str
    day: date
    lost: int
    fee_returned: int
    dispute_fee: int

    @property
    def is_refund(self) -> bool:
        """Return true for a refund."""
        return self.payment.entry == REFUND

    @property
    def net(self) -> int:
        """Return the change in the business's balance: negative for outgoing money."""
        row = self.payment
        if self.is_refund:
            return self.fee_returned - row.amount_cents
        fees = row.fee_cents + (row.provider_fee_cents or 0) + self.dispute_fee
        return row.amount_cents - fees + self.fee_returned - self.lost


def all_days(db: Session, zone: ZoneInfo) -> DayRange:
    """Return the range of days with data: from the first booking, delivery or payment to the last."""
    today = clock.local_day(clock.now(), zone)
    first_booking = db.scalar(select(Booking.created_at).order_by(Booking.id).limit(1))
    days = [
        db.scalar(select(func.min(Booking.delivery_day))),
        db.scalar(select(func.max(Booking.delivery_day))),
        # Restricted to rows with a day, because only those are in the index.
        db.scalar(select(func.min(BookingPayment.on_day)).where(BookingPayment.on_day.is_not(None))),
        db.scalar(select(func.max(BookingPayment.on_day)).where(BookingPayment.on_day.is_not(None))),
        first_booking.astimezone(zone).date() if first_booking else None,
    ]
    present = [day for day in days if day is not None]
    return DayRange(min([today, *present]), max([today, *present]))


def money(db: Session, zone: ZoneInfo, days: DayRange) -> list[MoneyRow]:
    """Return payments and refunds on these days, sorted by day, then by order of entry."""
    rows = [row for row in _money_of_bookings(db, zone, days) if row.day in days]
    return sorted(rows, key=lambda row: row.day)


_COUNTS = or_(
    (BookingPayment.entry == PAYMENT) & (BookingPayment.state == RECEIVED),
    (BookingPayment.entry == REFUND) & BookingPayment.state.in_((PROCESSING, RETURNED)),
)


def _bookings_with_money(days: DayRange) -> Select[tuple[int]]:
    """Select bookings with money movements on these days: paid, refunded, or with a lost or charged dispute.

    Each part uses its own index; a single condition would scan all payments.
    """
    booking, by_hand = BookingPayment.booking_id, BookingPayment.on_day
    branches = union_all(
        select(booking).where(by_hand.between(days.first, days.last)),
        select(booking).where(by_hand.is_(None), days.around(BookingPayment.settled_at)),
        select(booking).where(BookingPayment.settled_at.is_(None), days.around(BookingPayment.created_at)),
        select(booking).where(BookingPayment.dispute.in_(WITHDRAWN), days.around(BookingPayment.asked_at)),
        select(booking)
        .join(PaymentDispute, PaymentDispute.payment_id == BookingPayment.id)
        .where(or_(days.around(PaymentDispute.created_at), days.around(PaymentDispute.asked_at))),
    ).subquery()
    return select(branches.c.booking_id)


def _money_of_bookings(db: Session, zone: ZoneInfo, days: DayRange) -> list[MoneyRow]:
    """Return all payments of bookings with money movements on these days, in order of entry."""
    booking_ids = _bookings_with_money(days)
    rows = db.execute(
        select(BookingPayment, Booking.number, Booking.customer_name)
        .join(Booking, Booking.id == BookingPayment.booking_id)
        .where(_COUNTS, BookingPayment.booking_id.in_(booking_ids))
        .order_by(BookingPayment.id)
    ).all()
    contested: dict[int, list[PaymentDispute]] = {}
    disputed = (
        select(PaymentDispute)
        .join(BookingPayment, BookingPayment.id == PaymentDispute.payment_id)
        .where(BookingPayment.booking_id.in_(booking_ids))
        .order_by(PaymentDispute.id)
    )
    for dispute in db.scalars(disputed):
        contested.setdefault(dispute.payment_id, []).append(dispute)
    returned = fees_returned([payment for payment, _number, _customer in rows])
    return [
        MoneyRow(
            payment,
            number,
            customer,
            day_of_money(payment, zone),
            lost=payment.disputed_cents if payment.dispute in WITHDRAWN else 0,
            fee_returned=returned.get(payment.id, 0),
            dispute_fee=_dispute_fee(payment, contested.get(payment.id, ())),
        )
        for payment, number, customer in rows
    ]


def _dispute_fee(payment: BookingPayment, contested: Sequence[PaymentDispute]) -> int:
    # For a destination charge, the platform pays the fee.
    return sum(one.fee_cents for one in contested) if payment.made_on else 0
