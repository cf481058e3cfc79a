"""Serialize the list of a customer's bookings at one business."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import COMPLETED, HOLDING, Booking
from marqueedesk.bookings.prepayment import state_for_customer
from marqueedesk.business import queries as business
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.customer_pages.booking_lists import OPEN_FOR, bookings_of
from marqueedesk.customer_pages.list_schemas import BookingListOut, ListedBookingOut
from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.customer_pages.serializers import instant
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit import clock
from marqueedesk.kit.money import units
from marqueedesk.payments import queries as payments
from marqueedesk.payments.ledger import authorized, figures_of
from marqueedesk.payments.service import is_payable
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.queries import takes_cards


def booking_list(
    db: Session, operator: Operator, row: BookingListLink, links: BookingLinks, keys: StripeKeys | None, now: datetime
) -> BookingListOut:
    """Return the list that a link opened. ``keys`` are the installation's at the provider."""
    zone, prices = ZoneInfo(operator.time_zone), pricing.price_list(db)
    bookings = bookings_of(db, row.customer_email)
    cards = takes_cards(db, operator.id, keys)
    due = {booking.id: _due(db, operator, booking, now, cards=cards) for booking in bookings}
    return BookingListOut.adding(
        BusinessFormatsOut.of_operator(operator, business.company(db, operator)),
        customer_email=row.customer_email,
        open_until=instant((row.opened_at or now) + OPEN_FOR, zone),
        due=units(sum(one.cents for one in due.values())),
        bookings=[_listed(db, booking, prices, due[booking.id], links, zone, now) for booking in bookings],
    )


@dataclass(frozen=True, slots=True)
class _Due:
    """What a booking's page asks for now, in cents."""

    cents: int = 0
    deposit: int = 0
    by_card: bool = False


def _due(db: Session, operator: Operator, booking: Booking, now: datetime, *, cards: bool) -> _Due:
    if not is_payable(booking, now):
        return _Due()
    rows = payments.of_booking(db, booking.id)
    where, least = figures_of(booking, rows), smallest_cents(operator.currency)
    is_authorization = booking.awaits_prepayment(now) and operator.approves_requests
    return _Due(
        where.due,
        where.deposit_due if least <= where.deposit_due < where.due else 0,
        cards and where.due >= least and not is_authorization and authorized(rows) is None,
    )


def _listed(
    db: Session,
    booking: Booking,
    prices: PriceList,
    due: _Due,
    links: BookingLinks,
    zone: ZoneInfo,
    now: datetime,
) -> ListedBookingOut:
    state = state_for_customer(db, booking, now)
    has_ended = booking.status not in HOLDING or state == "lapsed"
    return ListedBookingOut(
        number=booking.number,
        status=booking.status,
        state=state,
        message=booking.message,
        sign=serialize_sign(booking.lines, prices),
        letter_count=booking.letter_count,
        delivery_day=booking.delivery_day.isoformat(),
        pickup_day=booking.pickup_day.isoformat(),
        is_over=has_ended or booking.status == COMPLETED or booking.pickup_day < clock.local_day(now, zone),
        venue_name=booking.venue_name or booking.venue_address,
        total=units(booking.total_cents),
        due=units(due.cents),
        deposit=units(due.deposit),
        by_card=due.by_card,
        page_url=links.known(db, booking.id),
    )
