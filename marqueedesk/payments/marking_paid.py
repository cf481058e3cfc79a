"""Mark several bookings as paid: record what is due as payments received in another way, such as before the business
used this product.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.transitions import Outcome
from marqueedesk.kit.errors import Conflict, Problem
from marqueedesk.payments import ledger, service
from marqueedesk.payments.service import ManualPayment, Method


class UnconfirmedBooking(Conflict):
    """Only confirmed and completed bookings are paid."""

    code = "not_payable"
    message = "Only confirmed and completed bookings can be marked as paid."


class PaidAlready(Conflict):
    """Nothing is due."""

    code = "paid_already"
    message = "This booking is already paid in full."


class CardPaymentOpen(Conflict):
    """The customer has a card payment open, which may go through at any moment."""

    code = "card_payment_open"
    message = "The customer has a card payment open. Record the payment in the booking, which closes it first."


def mark_several(
    db: Session, operator: Operator, terms: Terms, ids: Iterable[int], *, by: User, now: datetime
) -> list[Outcome]:
    """Record what is due on each booking as received today. The customers aren't notified. Bookings that are paid in
    full already, that aren't confirmed, or with an open card payment are reported and left unchanged.

    ``terms`` are those read when this transaction took the lock.
    """
    outcomes: list[Outcome] = []
    for booking_id in dict.fromkeys(ids):
        try:
            booking, rows = service.locked(db, operator, booking_id)
            due = ledger.figures_of(booking, rows).due
            if booking.status not in service.PAYABLE:
                raise UnconfirmedBooking
            if due <= 0:
                raise PaidAlready
            if ledger.under_way(rows):
                raise CardPaymentOpen
            paid = ManualPayment(
                Method("other"),
                due,
                terms.today(now),
                note="Marked as paid",
                receipt=False,
            )
            service.record_payment(db, operator, booking_id, paid, by=by, now=now)
            outcomes.append(Outcome(booking_id, booking))
        except Problem as problem:
            outcomes.append(Outcome(booking_id, bookings.find_booking(db, booking_id), problem))
    return outcomes
