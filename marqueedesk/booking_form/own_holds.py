"""Bookings in the place of their customer's own unpaid hold (W14).

A customer who changes their request before paying is never refused by the letters they hold themselves: the earlier
booking is canceled in the transaction that creates the new one. Only holds begun on the same network with the same
email address are replaced, so that knowing an address doesn't allow canceling another person's hold.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries, transitions
from marqueedesk.bookings.business_calendar import ClosedDay
from marqueedesk.bookings.charges.discount_codes import CodeNotValid
from marqueedesk.bookings.creation import is_replaceable
from marqueedesk.bookings.errors import OwnHoldInTheWay, RentalDoesNotFit
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.bookings.new_booking import CreateResult, Submission
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.bookings.transitions import Options
from marqueedesk.domain_events import BookingReplaced, publish

REFUSALS: Final = (RentalDoesNotFit, ClosedDay, CodeNotValid, OwnHoldInTheWay)
"""Refusals that the customer's own hold may have caused."""
MOST_REPLACED: Final = 5
"""How many of a customer's holds are tried."""
REPLACED: Final = "Replaced by the customer's new request"


class _HoldsNothing(Exception):
    """The booking was created, but exceeds the limits for strangers even so."""


def submit_replacing(
    db: Session, terms: Terms, body: BookingInput, now: datetime, sent: Submission, refused: Exception
) -> CreateResult:
    """Create a booking that was ``refused``, in the place of the one of its customer's own unpaid holds that is in the
    way, or of all if several are. If that doesn't help, none is replaced.

    ``terms`` are those read when this transaction took the lock. Raises the errors of `submit_booking`.
    """
    same = refused.booking_id if isinstance(refused, OwnHoldInTheWay) else None
    always = [] if same is None else [same]
    others = [each for each in _own_unpaid(db, terms, body, now, sent) if each != same]
    if not (always or others or isinstance(refused, OwnHoldInTheWay)):
        raise refused
    attempts = [always] if always else []
    attempts += [[*always, each] for each in others]
    if len(others) > 1:
        attempts.append([*always, *others])
    for booking_ids in attempts:
        with suppress(*REFUSALS, _HoldsNothing), db.begin_nested():
            result = _submit(db, terms, body, now, sent, booking_ids)
            if not _is_held(result.booking, now):
                raise _HoldsNothing
            return result
    return _submit(db, terms, body, now, sent, always)


def _submit(
    db: Session, terms: Terms, body: BookingInput, now: datetime, sent: Submission, replaced: Sequence[int]
) -> CreateResult:
    for booking_id in replaced:
        _replace(db, terms, booking_id, now)
    db.flush()
    result = submit_booking(db.connection(), terms, body, now, sent)
    for booking_id in replaced:
        queries.booking(db, booking_id).replaced_by_id = result.booking.id
    return result


def _replace(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Cancel a booking whose customer sends another request instead. No one is emailed about it; a payment that was
    just made is refunded.
    """
    by = queries.booking(db, booking_id).customer_name
    options = Options(notify=False, reason=REPLACED)
    transitions.change_status(db, terms, booking_id, CANCELED, by=by, now=now, options=options)
    publish(db, BookingReplaced(operator_id=terms.operator_id, booking_id=booking_id), now)


def _own_unpaid(db: Session, terms: Terms, body: BookingInput, now: datetime, sent: Submission) -> list[int]:
    """Return the bookings that the sender's address and network hold unpaid, newest first."""
    network = sent.network_digest(terms.operator_id)
    if not body.customer_email or network is None:
        return []
    rows = db.scalars(
        select(Booking)
        .where(
            Booking.status == PENDING,
            Booking.pay_by > now,
            Booking.sender_network == network,
            func.lower(Booking.customer_email) == body.customer_email.lower(),
        )
        .order_by(Booking.id.desc())
        .limit(MOST_REPLACED)
    )
    return [row.id for row in rows if is_replaceable(row, now)]


def _is_held(booking: Booking, now: datetime) -> bool:
    return booking.hold_expires_at is None or booking.hold_expires_at > now
