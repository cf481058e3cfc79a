"""Queries for the tax report and the bookkeeping exports, scoped to the session's operator.

Each reads only a range of days, using an index. Instants are compared with a margin of one day on both sides; the exact
day in the business's time zone is computed in Python.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Row, Select, func, or_, select, union_all
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import InstrumentedAttribute

from marqueedesk.bookings.models import CANCELED, CHARGED, COMPLETED, CONFIRMED, RESCHEDULE, Booking, BookingCharge
from marqueedesk.kit import clock
from marqueedesk.payments import disputes
from marqueedesk.payments.models import (
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REFUND,
    RETURNED,
    BookingPayment,
    PaymentDispute,
)
from marqueedesk.pricing.agreed_price import read_price
from marqueedesk.pricing.breakdown import taxable_cents
from marqueedesk.pricing.rates import OrderRates
from marqueedesk.reports.books import BookedPlace, CancelFee, DisputeFee, MovedMoney, Posting, Sale, journal
from marqueedesk.stripe.disputes import LOST
from marqueedesk.venues.address import StoredAddress
from marqueedesk.venues.models import Venue

_DAY = timedelta(days=1)
_ROWS_AT_ONCE = 1000


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
    """A payment or refund with its booking's number and customer, and its bookkeeping values."""

    payment: BookingPayment
    number: int
    customer: str
    moved: MovedMoney


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


def sales(db: Session, zone: ZoneInfo, days: DayRange) -> Iterator[Sale]:
    """Yield confirmed and completed bookings by delivery day, with their location; then damage charges by day."""
    venues = _venues(db)
    rows = db.execute(_SALES.where(Booking.delivery_day.between(days.first, days.last)), execution_options=_STREAMED)
    for row in rows:
        yield _sale(row, venues.get(row.venue_id, BookedPlace()))
    charges = db.execute(
        select(BookingCharge, Booking)
        .join(Booking, Booking.id == BookingCharge.booking_id)
        .where(BookingCharge.state == CHARGED, days.around(BookingCharge.at))
        .order_by(BookingCharge.id)
    )
    for charge, booking in charges:
        sale = _damage(charge, booking, zone, venues)
        if sale.day in days:
            yield sale


_STREAMED = {"yield_per": _ROWS_AT_ONCE}
_SALES = (
    select(
        Booking.number,
        Booking.customer_name,
        Booking.delivery_day,
        Booking.venue_id,
        Booking.address,
        Booking.breakdown,
        Booking.total_cents,
        Booking.reduced_cents,
    )
    .where(Booking.status.in_((CONFIRMED, COMPLETED)))
    .order_by(Booking.delivery_day, Booking.id)
)


def _venues(db: Session) -> dict[int, BookedPlace]:
    rows = db.execute(select(Venue.id, Venue.state, Venue.city, Venue.zip_code))
    return {venue.id: BookedPlace(venue.state, venue.city, venue.zip_code) for venue in rows}


def _damage(charge: BookingCharge, booking: Booking, zone: ZoneInfo, venues: dict[int, BookedPlace]) -> Sale:
    cents = charge.cents or 0
    return Sale(
        number=booking.number,
        customer=booking.customer_name,
        day=charge.at.astimezone(zone).date(),
        place=_place(booking.address, venues.get(booking.venue_id or 0, BookedPlace()), booking.price.order),
        total=cents + charge.tax_cents,
        computed=cents + charge.tax_cents,
        taxable=cents if charge.tax_cents else 0,
        tax=charge.tax_cents,
        charge=charge.id,
        is_damage=charge.kind != RESCHEDULE,
    )


def _place(address: StoredAddress | None, venue: BookedPlace, order: OrderRates | None) -> BookedPlace:
    """Return a booking's location (its own address, or else its venue) with the agreed tax jurisdiction and rate."""
    if address:
        venue = BookedPlace(address.get("state") or "", address.get("city") or "", address.get("zip_code") or "")
    if order is None:
        return venue
    return replace(venue, jurisdiction=order.tax_place or "", ppm=order.sales_tax_ppm)


def _sale(row: Row[*tuple[Any, ...]], venue: BookedPlace) -> Sale:
    price = read_price(row.breakdown)
    place = _place(row.address, venue, price.order)
    return Sale(
        number=row.number,
        customer=row.customer_name,
        day=row.delivery_day,
        place=place,
        total=max(0, row.total_cents),
        computed=price.breakdown.total_cents,
        taxable=taxable_cents(price.breakdown, price.lines, price.order),
        tax=price.breakdown.tax_cents,
        reduced=row.reduced_cents,
        is_exempt=price.breakdown.tax_exempt,
        is_open=price.breakdown.tax_is_open,
    )


def cancel_fees(db: Session, zone: ZoneInfo, days: DayRange) -> list[CancelFee]:
    """Return the cancellation fees of bookings last changed on these days."""
    return _fees(db, zone, _CANCELED.where(days.around(Booking.updated_at)))


_CANCELED = (
    select(Booking.number, Booking.customer_name, Booking.updated_at, Booking.cancel_fee_cents)
    .where(Booking.status == CANCELED, Booking.cancel_fee_cents > 0)
    .order_by(Booking.id)
)


def _fees(db: Session, zone: ZoneInfo, statement: Select[*tuple[Any, ...]]) -> list[CancelFee]:
    return [
        CancelFee(row.number, row.customer_name, row.updated_at.astimezone(zone).date(), row.cancel_fee_cents)
        for row in db.execute(statement)
    ]


def money(db: Session, zone: ZoneInfo, days: DayRange) -> list[MoneyRow]:
    """Return payments and refunds on these days, sorted by day, then by order of entry."""
    rows = [row for row in _money_of_bookings(db, zone, days) if row.moved.day in days]
    return sorted(rows, key=lambda row: row.moved.day)


def postings(db: Session, zone: ZoneInfo, days: DayRange) -> Iterator[Posting]:
    """Yield the journal entries for a date range, one month at a time."""
    for month in days.months():
        yield from _postings(db, zone, month)


def _postings(db: Session, zone: ZoneInfo, days: DayRange) -> list[Posting]:
    """Return the journal of some days.

    The income and tax that a refund reduces depend on the booking's price and earlier refunds, so each booking with
    payments on these days is loaded completely, whatever its delivery day.
    """
    moved = [row.moved for row in _money_of_bookings(db, zone, days)]
    own = list(sales(db, zone, days))
    fees = cancel_fees(db, zone, days)
    if any(row.reduces for row in moved):
        venues, with_money = _venues(db), Booking.id.in_(_bookings_with_money(days))
        listed = {sale.number for sale in own if sale.charge is None}
        others = [_sale(row, venues.get(row.venue_id, BookedPlace())) for row in db.execute(_SALES.where(with_money))]
        own += [sale for sale in others if sale.number not in listed]
        canceled = {fee.number for fee in fees}
        fees += [fee for fee in _fees(db, zone, _CANCELED.where(with_money)) if fee.number not in canceled]
    return [posting for posting in journal(own, fees, moved) if posting.day in days]


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
        select(booking).where(BookingPayment.dispute == LOST, days.around(BookingPayment.asked_at)),
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
    returned = _fees_returned([payment for payment, _number, _customer in rows])
    return [
        MoneyRow(
            payment,
            number,
            customer,
            _moved(payment, number, customer, zone, contested.get(payment.id, []), returned.get(payment.id, 0)),
        )
        for payment, number, customer in rows
    ]


def _fees_returned(rows: Sequence[BookingPayment]) -> dict[int, int]:
    """Return the platform fee returned with each refund, by row ID, in cents. Payments store only the total, so it is
    divided among the refunds by amount, with the remainder in the last one. If there is no refund, the fee is assigned
    to the payment.
    """
    refunds: dict[int, list[BookingPayment]] = {}
    for row in rows:
        if row.refund_of is not None:
            refunds.setdefault(row.refund_of, []).append(row)
    found: dict[int, int] = {}
    for payment in rows:
        left = payment.fee_returned_cents or 0
        if payment.entry != PAYMENT or not left:
            continue
        back = refunds.get(payment.id, [])
        for row in back[:-1]:
            found[row.id] = min(left, payment.fee_cents * row.amount_cents // max(1, payment.amount_cents))
            left -= found[row.id]
        found[back[-1].id if back else payment.id] = left
    return found


def _moved(
    row: BookingPayment,
    number: int,
    customer: str,
    zone: ZoneInfo,
    contested: Sequence[PaymentDispute],
    returned: int,
) -> MovedMoney:
    """Convert a payment or refund to a `MovedMoney` with days in the business's time zone."""
    at = (row.settled_at or row.created_at).astimezone(zone).date()
    is_lost = row.dispute == LOST
    # A decided dispute doesn't change anymore, so these days are final.
    decided = [one.asked_at for one in contested if disputes.state_of(one) == LOST] or [row.asked_at or row.created_at]
    return MovedMoney(
        id=row.id,
        number=number,
        customer=customer,
        day=row.on_day or at,
        is_refund=row.entry == REFUND,
        kind=row.kind,
        cents=row.amount_cents,
        fee=row.fee_cents + (row.provider_fee_cents or 0),
        fee_returned=returned,
        # For a destination charge, the platform pays the fee.
        dispute_fees=tuple(
            DisputeFee(one.id, one.created_at.astimezone(zone).date(), one.fee_cents)
            for one in contested
            if one.fee_cents and row.made_on
        ),
        lost=row.disputed_cents if is_lost else 0,
        lost_on=max(decided).astimezone(zone).date() if is_lost else None,
        reduces=row.reduces_cents or 0,
        reduces_fee=bool(row.reduces_fee),
    )
