"""Hold the letters of a booking again after its time to pay ran out."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.models import BOOKING, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stranger_limits import StrangerLimits
from marqueedesk.bookings import senders
from marqueedesk.bookings.business_calendar import ClosedDay, closed_for
from marqueedesk.bookings.charges.discount_codes import ensure_use_left
from marqueedesk.bookings.errors import RefusalDetails, RentalDoesNotFit, TooManyHeld
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.bookings.prepayment import PAY_WITHIN, state_for_customer
from marqueedesk.bookings.service import note_change
from marqueedesk.bookings.stock_check import check_stock
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.domain_events import PaymentHoldBegan, publish
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.payments.errors import NoCardPayments, NotLapsed
from marqueedesk.payments.prepayment_received import hold_until
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.todays_prices import TodaysPrices
from marqueedesk.stripe.queries import takes_cards


def retake(
    db: Session,
    terms: Terms,
    booking: Booking,
    now: datetime,
    *,
    sender: Sender | None,
    by_network: bool,
    keys: StripeKeys | None,
) -> None:
    """Hold the letters of a booking that lapsed unpaid for another half hour, at its agreed price. No-op while they are
    still held.

    ``sender`` is the stranger whose limits the hold counts towards, None if no limits apply; ``by_network`` is true if
    those of its network apply too. ``terms`` are those read when this transaction took the lock. Raises NotLapsed,
    NoCardPayments, SenderBlocked, ClosedDay, RentalDoesNotFit, CodeNotValid and TooManyHeld.
    """
    if booking.awaits_prepayment(now):
        return
    if state_for_customer(db, booking, now) != "lapsed":
        raise NotLapsed
    if not takes_cards(db, terms.operator_id, keys):
        raise NoCardPayments
    _ensure_available(db, terms, booking, now)
    request, limits = rental_of(booking, terms, now).request, StrangerLimits(by_network=by_network)
    if sender is not None and not senders.is_within_unconfirmed_limits(
        db, terms, booking, request, sender, limits, now
    ):
        raise TooManyHeld
    if booking.status == CANCELED:
        note_change(db, booking, booking.customer_name, now, kind="status", from_status=CANCELED, to_status=PENDING)
    booking.status, booking.lapsed_at, booking.cancel_fee_cents = PENDING, None, None
    hold_until(db, terms, booking, now + PAY_WITHIN, now)
    availability.set_sender(db, terms.operator_id, booking.id, sender)
    publish(db, PaymentHoldBegan(operator_id=booking.operator_id, booking_id=booking.id), now)


def _ensure_available(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Apply the checks of a new booking, except for the minimum notice, which was met when it was sent."""
    connection, own = db.connection(), Holder(BOOKING, booking.id)
    senders.ensure_not_refused(connection, terms.operator_id, booking.customer_email, booking.sender_network)
    rental, prices = rental_of(booking, terms, now), pricing.price_list(db)
    request = rental.request
    if request.when.delivery.day < terms.today(now):
        raise NotLapsed
    for closed in closed_for(connection, terms, *request.when.moments, now, own_id=booking.id):
        if closed.reason != "notice":
            raise ClosedDay(closed, terms.rules.minimum_notice_hours)
    check = check_stock(connection, terms, request, now, own=own, usual_finish=prices.usual_finish)
    if not check.fits:
        details = RefusalDetails(terms, check, rental, TodaysPrices(prices), keeps_price=True)
        raise RentalDoesNotFit(details, for_operator=False)
    ensure_use_left(connection, booking, now, door="customer")
