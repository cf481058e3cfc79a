"""Status changes of a booking (B1): confirm, cancel, complete, reopen.

All of them run under the operator's lock; none commits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries, unmet_demand
from marqueedesk.bookings.charges.discount_codes import ensure_use_left
from marqueedesk.bookings.errors import CaptureNeeded, InvalidTransition, OnlyRequests, TooEarly
from marqueedesk.bookings.goods import handovers
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, HOLDING, PENDING, Booking, LostReason, Status
from marqueedesk.bookings.service import note_change
from marqueedesk.bookings.stock_check import check_stock, hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.domain_events import (
    BookingCanceled,
    BookingCompleted,
    BookingConfirmed,
    BookingEvent,
    BookingReopened,
    publish,
)
from marqueedesk.kit.errors import Invalid, Problem

ALLOWED: Final[Mapping[Status, frozenset[Status]]] = {
    PENDING: frozenset({CONFIRMED, CANCELED}),
    CONFIRMED: frozenset({COMPLETED, CANCELED}),
    COMPLETED: frozenset(),
    CANCELED: frozenset(),
}
"""Allowed status changes (B1). Undoing one is reopening."""
REOPEN, REOPENED = "reopen", "reopened"
_TARGETS: Final[Mapping[str, Status]] = {
    "confirm": CONFIRMED,
    "cancel": CANCELED,
    "complete": COMPLETED,
    REOPEN: CONFIRMED,
}


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a status change.

    ``overbook_reason`` allows overbooking (L10). ``early`` allows completing before the pickup day. ``reopen`` allows
    reopening a completed or canceled booking. ``notify`` determines whether the customer is emailed; None means yes for
    a confirmation or cancellation, and no for reopening. ``reason`` is saved in the history and included in the
    cancellation email, which is delayed by ``undo_seconds`` so that the cancellation can be undone before the customer
    is notified. ``lost_reason`` of a cancellation is for the report on lost requests, and can be added later.
    ``is_captured`` is set by the payments package once an authorized card was charged.
    """

    overbook_reason: str | None = None
    early: bool = False
    reopen: bool = False
    notify: bool | None = None
    reason: str | None = None
    undo_seconds: int = 0
    lost_reason: LostReason | None = None
    is_captured: bool = False


USUAL = Options()


def change_status(
    db: Session,
    terms: Terms,
    booking_id: int,
    to: Status,
    *,
    by: User | str,
    now: datetime,
    options: Options = USUAL,
) -> Booking:
    """Change a booking's status. Does nothing if it already has that status (B1). ``by`` is a member of the business,
    or the customer's name.

    Reopening, and confirming a request with a lapsed hold, recheck the stock (L4) and the uses of the discount code
    (P12). Completing and canceling release the letters. ``terms`` are those read when this transaction took the lock.
    Raises NotFound, InvalidTransition, CaptureNeeded, TooEarly, NotEnoughLetters, CodeNotValid, and Invalid on
    ``reopen``.
    """
    booking = queries.booking(db, booking_id)
    before = booking.status
    if options.reopen and to not in {CONFIRMED, PENDING}:
        raise Invalid(fields={"reopen": "A booking is reopened as confirmed, or as pending if it was declined"})
    if options.lost_reason is not None and to != CANCELED:
        raise Invalid(fields={"lostReason": "A lost reason is only stored with a cancellation"})
    if to == before:
        booking.lost_reason = options.lost_reason or booking.lost_reason
        return booking
    is_reopened = options.reopen and _can_reopen(db, booking, to)
    if not is_reopened and to not in ALLOWED[before]:
        raise InvalidTransition.format(before=before, after=to)
    if to == CONFIRMED and booking.authorized_until is not None and not options.is_captured:
        raise CaptureNeeded
    if to in HOLDING:
        ensure_use_left(db.connection(), booking, now)
    if is_reopened:
        _reopen(db, terms, booking, to, now, options.overbook_reason)
    elif to == CONFIRMED:
        _confirm(db, terms, booking, now, options.overbook_reason)
    else:
        if to == COMPLETED and not options.early and terms.today(now) < booking.pickup_day:
            raise TooEarly(booking.pickup_day, terms.date_format)
        if to == COMPLETED:
            handovers.take_all_back(db, terms, booking, by=by, now=now)
        availability.release(db, terms, holder_id=booking.id)
        handovers.keep_out(db, terms, booking, now=now)
        booking.hold_expires_at = None
        booking.return_day = booking.return_clock = None
    booking.status = to
    booking.pay_by, booking.must_confirm = None, False
    booking.authorized_until = booking.lapsed_at = booking.replaced_by_id = None
    booking.lost_reason = options.lost_reason
    changes = {"reason": [None, options.reason]} if options.reason else None
    note_change(db, booking, by, now, kind="status", from_status=before, to_status=to, changes=changes)
    event = _event_of(booking, to, options, now, is_reopened=is_reopened)
    # The key ends with the kind of change, such as "canceled".
    publish(db, event, now, dedupe_key=f"booking:{booking.id}:{booking.revision}:{event.kind.partition('.')[2]}")
    return booking


def _event_of(booking: Booking, to: Status, options: Options, now: datetime, *, is_reopened: bool) -> BookingEvent:
    about = {"operator_id": booking.operator_id, "booking_id": booking.id}
    notify = not is_reopened if options.notify is None else options.notify
    if is_reopened:
        return BookingReopened(**about, notify=notify)
    if to == CONFIRMED:
        return BookingConfirmed(**about, notify=notify)
    if to == COMPLETED:
        return BookingCompleted(**about)
    tell_at = now + timedelta(seconds=options.undo_seconds)
    return BookingCanceled(
        **about, notify=notify, reason=options.reason, at=now.isoformat(), tell_at=tell_at.isoformat()
    )


def _can_reopen(db: Session, booking: Booking, to: Status) -> bool:
    """Return true if the booking can return to a status: completed and canceled bookings to confirmed, declined
    requests to pending.
    """
    if to == CONFIRMED:
        return booking.status in {COMPLETED, CANCELED}
    last = queries.last_change_to(db, booking.id, CANCELED) if booking.status == CANCELED else None
    return last is not None and last.from_status == PENDING


def _reopen(
    db: Session, terms: Terms, booking: Booking, to: Status, now: datetime, overbook_reason: str | None
) -> None:
    request, own = rental_of(booking, terms, now).request, Holder(BOOKING, booking.id)
    handovers.undo_completion(db, terms, booking)
    needs, days = handovers.still_needed(db, booking, request.needs), request.when
    checked = check_stock(db.connection(), terms, request, now, own=own)
    fits = not checked.stock.shortages(needs, days.first, days.last)
    booking.overbook_reason = None if fits else overbook_reason
    booking.hold_expires_at = now + timedelta(days=terms.hold_days) if to == PENDING else None
    booking.goods = handovers.state_now(db, terms, booking, now)
    booking.asked = None
    # The total is owed again instead of the cancellation fee.
    booking.cancel_fee_cents = None
    check = booking.overbook_reason is None
    expires_at = booking.hold_expires_at
    hold_rental(db, terms, request, own, expires_at=expires_at, now=now, check=check, needs=needs)


def _confirm(db: Session, terms: Terms, booking: Booking, now: datetime, overbook_reason: str | None) -> None:
    request, own = rental_of(booking, terms, now).request, Holder(BOOKING, booking.id)
    lapsed = booking.hold_expires_at is not None and booking.hold_expires_at <= now
    check = lapsed and booking.overbook_reason is None and overbook_reason is None
    if overbook_reason is not None and lapsed and not check_stock(db.connection(), terms, request, now, own=own).fits:
        booking.overbook_reason = overbook_reason
    booking.hold_expires_at = None
    needs = handovers.still_needed(db, booking, request.needs)
    hold_rental(db, terms, request, own, expires_at=None, now=now, check=check, needs=needs)
    if booking.asked is not None:
        form_key = booking.asked["form_key"]
        if form_key is not None:
            # The demand was met in the end.
            unmet_demand.forget(db.connection(), operator_id=terms.operator_id, form_key=form_key)
        booking.asked = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one of several bookings: its current state, and the error if it wasn't changed."""

    booking_id: int
    booking: Booking | None
    problem: Problem | None = None


def change_several(
    db: Session, terms: Terms, action: str, ids: Iterable[int], *, by: User, now: datetime, options: Options = USUAL
) -> list[Outcome]:
    """Confirm, cancel, complete or reopen several bookings independently: failures don't affect the others.

    A declined request is reopened as pending, anything else as confirmed. ``terms`` are those read when this
    transaction took the lock.
    """
    outcomes: list[Outcome] = []
    for booking_id in dict.fromkeys(ids):
        try:
            with db.begin_nested():
                to: Status = _TARGETS[action]
                how = options
                if action == REOPEN:
                    booking = queries.booking(db, booking_id)
                    to = PENDING if _can_reopen(db, booking, PENDING) else CONFIRMED
                    how = replace(options, reopen=True)
                found = change_status(db, terms, booking_id, to, by=by, now=now, options=how)
            outcomes.append(Outcome(booking_id, found))
        except Problem as problem:
            outcomes.append(Outcome(booking_id, queries.find_booking(db, booking_id), problem))
    return outcomes


def ensure_requests(db: Session, ids: Iterable[int]) -> None:
    """Check that the bookings are pending or canceled (B9). Raises NotFound and OnlyRequests."""
    for booking_id in ids:
        status = queries.booking(db, booking_id).status
        if status not in {PENDING, CANCELED}:
            raise OnlyRequests
