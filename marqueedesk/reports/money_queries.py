"""Every SELECT of the tax report and of the exports for bookkeeping, each kept to the session's operator."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import CANCELED, CHARGED, COMPLETED, CONFIRMED, RESCHEDULE, Booking, BookingCharge
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
from marqueedesk.reports.books import CancelFee, DisputeFee, Moved, Place, Sale
from marqueedesk.stripe.disputes import LOST
from marqueedesk.venues.models import Venue

UNTIL_THE_END = date(9999, 12, 31)


def sales(db: Session, zone: ZoneInfo, since: date | None = None, until: date | None = None) -> list[Sale]:
    """Confirmed and completed bookings by delivery day, at the place they go to, and charges for damage by the day on
    which they were made.
    """
    venues = {
        venue.id: Place(venue.state, venue.city, venue.zip_code)
        for venue in db.execute(select(Venue.id, Venue.state, Venue.city, Venue.zip_code))
    }
    charges = db.execute(
        select(BookingCharge, Booking)
        .join(Booking, Booking.id == BookingCharge.booking_id)
        .where(BookingCharge.state == CHARGED)
        .order_by(BookingCharge.id)
    )
    damage = [_damage(charge, booking, zone, venues) for charge, booking in charges]
    first, last = since or date.min, until or UNTIL_THE_END
    rows = db.execute(
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
        .where(
            Booking.status.in_((CONFIRMED, COMPLETED)),
            Booking.delivery_day.between(first, last),
        )
        .order_by(Booking.delivery_day, Booking.id)
    )
    own = [_sale(row, venues.get(row.venue_id, Place())) for row in rows]
    return [*own, *[sale for sale in damage if first <= sale.day <= last]]


def _damage(charge: BookingCharge, booking: Booking, zone: ZoneInfo, venues: dict[int, Place]) -> Sale:
    cents = charge.cents or 0
    return Sale(
        number=booking.number,
        customer=booking.customer_name,
        day=charge.at.astimezone(zone).date(),
        place=_place(booking.address, venues.get(booking.venue_id or 0, Place()), read_price(booking.breakdown).order),
        total=cents + charge.tax_cents,
        computed=cents + charge.tax_cents,
        taxable=cents if charge.tax_cents else 0,
        tax=charge.tax_cents,
        charge=charge.id,
        is_damage=charge.kind != RESCHEDULE,
    )


def _place(address: Mapping[str, Any] | None, venue: Place, order: OrderRates | None) -> Place:
    """Where a booking goes to: its own address, or else its venue; with the place and the rate that were agreed."""
    if address:
        venue = Place(address.get("state") or "", address.get("city") or "", address.get("zip_code") or "")
    if order is None:
        return venue
    return replace(venue, jurisdiction=order.tax_place or "", ppm=order.sales_tax_ppm)


def _sale(row: Any, venue: Place) -> Sale:
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


def cancel_fees(db: Session, zone: ZoneInfo) -> list[CancelFee]:
    """What canceled bookings cost their customers, on the day of the last change."""
    rows = db.execute(
        select(Booking.number, Booking.customer_name, Booking.updated_at, Booking.cancel_fee_cents)
        .where(Booking.status == CANCELED, Booking.cancel_fee_cents > 0)
        .order_by(Booking.id)
    )
    return [
        CancelFee(row.number, row.customer_name, row.updated_at.astimezone(zone).date(), row.cancel_fee_cents)
        for row in rows
    ]


def money(db: Session, zone: ZoneInfo) -> list[tuple[BookingPayment, Booking, Moved]]:
    """Every payment received and every refund sent, with its booking and as bookkeeping has it, in the order in which
    they were entered.
    """
    counts = or_(
        (BookingPayment.entry == PAYMENT) & (BookingPayment.state == RECEIVED),
        (BookingPayment.entry == REFUND) & BookingPayment.state.in_((PROCESSING, RETURNED)),
    )
    rows = [
        (row[0], row[1])
        for row in db.execute(
            select(BookingPayment, Booking)
            .join(Booking, Booking.id == BookingPayment.booking_id)
            .where(counts)
            .order_by(BookingPayment.id)
        )
    ]
    contested: dict[int, list[PaymentDispute]] = {}
    for dispute in db.scalars(select(PaymentDispute).order_by(PaymentDispute.id)):
        contested.setdefault(dispute.payment_id, []).append(dispute)
    returned = _fees_returned([row for row, _ in rows])
    return [
        (row, booking, _moved(row, booking, zone, contested.get(row.id, []), returned.get(row.id, 0)))
        for row, booking in rows
    ]


def _fees_returned(rows: Sequence[BookingPayment]) -> dict[int, int]:
    """The part of its fee that the platform gave back with each refund, by row, in cents. Payments have only the sum of
    it: each refund has its share by amount, and the last one the rest. Without a refund it is the payment's own.
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
    row: BookingPayment, booking: Booking, zone: ZoneInfo, contested: Sequence[PaymentDispute], returned: int
) -> Moved:
    """A row of a booking's money, on the business's own days."""
    at = (row.settled_at or row.created_at).astimezone(zone).date()
    is_lost = row.dispute == LOST
    # A dispute that is decided is not heard of again, so these are days that stay.
    decided = [one.asked_at for one in contested if disputes.state_of(one) == LOST] or [row.asked_at or row.created_at]
    return Moved(
        id=row.id,
        number=booking.number,
        customer=booking.customer_name,
        day=row.on_day or at,
        is_refund=row.entry == REFUND,
        kind=row.kind,
        cents=row.amount_cents,
        fee=row.fee_cents + (row.provider_fee_cents or 0),
        fee_returned=returned,
        # For a destination charge the platform pays it.
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
