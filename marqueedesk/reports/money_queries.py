"""Every SELECT of the tax report and of the exports for bookkeeping, each kept to the session's operator."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.payments.models import LOST, PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment
from marqueedesk.pricing.agreed_price import read_price
from marqueedesk.pricing.breakdown import taxable_cents
from marqueedesk.reports.books import CancelFee, Moved, Place, Sale
from marqueedesk.venues.models import Venue

UNTIL_THE_END = date(9999, 12, 31)


def sales(db: Session, since: date | None = None, until: date | None = None) -> list[Sale]:
    """Confirmed and completed bookings by delivery day, at the place they go to."""
    venues = {
        venue.id: Place(venue.state, venue.city, venue.zip_code)
        for venue in db.execute(select(Venue.id, Venue.state, Venue.city, Venue.zip_code))
    }
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
            Booking.delivery_day.between(since or date.min, until or UNTIL_THE_END),
        )
        .order_by(Booking.delivery_day, Booking.id)
    )
    return [_sale(row, venues.get(row.venue_id, Place())) for row in rows]


def _sale(row: Any, place: Place) -> Sale:
    price = read_price(row.breakdown)
    address: dict[str, Any] = row.address or {}
    if address:
        place = Place(address.get("state") or "", address.get("city") or "", address.get("zip_code") or "")
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


def money(db: Session) -> list[tuple[BookingPayment, Booking]]:
    """Every payment received and every refund sent, with its booking, in the order in which they were entered."""
    counts = or_(
        (BookingPayment.entry == PAYMENT) & (BookingPayment.state == RECEIVED),
        (BookingPayment.entry == REFUND) & BookingPayment.state.in_((PROCESSING, RETURNED)),
    )
    rows = db.execute(
        select(BookingPayment, Booking)
        .join(Booking, Booking.id == BookingPayment.booking_id)
        .where(counts)
        .order_by(BookingPayment.id)
    )
    return [(row[0], row[1]) for row in rows]


def moved(row: BookingPayment, booking: Booking, zone: ZoneInfo) -> Moved:
    """A row of a booking's money, on the business's own days."""
    at = (row.settled_at or row.created_at).astimezone(zone).date()
    is_lost = row.dispute == LOST
    return Moved(
        id=row.id,
        number=booking.number,
        customer=booking.customer_name,
        day=row.on_day or at,
        is_refund=row.entry == REFUND,
        kind=row.kind,
        cents=row.amount_cents,
        fee=row.fee_cents,
        lost=row.disputed_cents if is_lost else 0,
        lost_on=row.asked_at.astimezone(zone).date() if is_lost and row.asked_at else None,
        reduces=row.reduces_cents or 0,
        reduces_fee=bool(row.reduces_fee),
    )
