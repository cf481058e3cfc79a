"""Changes of a booking by its customer: made at once if the business's rules allow it, otherwise requested.

A change is an ordinary edit of the booking (`bookings.service.edit_booking`), limited like a visitor's form. Writes run
under the operator's lock; none commits.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import agreements
from marqueedesk.bookings import service as booking_service
from marqueedesk.bookings.charges import charge_decisions, charges
from marqueedesk.bookings.errors import NotEditable, PriceChanged
from marqueedesk.bookings.input_schemas import BookingPatch, RentalPatch
from marqueedesk.bookings.models import CHARGED, CONFIRMED, HOLDING, RESERVED, Booking
from marqueedesk.bookings.service import PricedEdit
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.customer_pages import queries
from marqueedesk.customer_pages.change_schemas import CustomerChangeInput
from marqueedesk.customer_pages.errors import AlreadyDeclined, BookingClosed, NotAcceptable, TooManyRequests
from marqueedesk.customer_pages.models import MADE, MOST_CHANGE_REQUESTS, ChangeRequest
from marqueedesk.domain_events import ChangeAnswered, ChangeRequested, publish
from marqueedesk.inventory.pieces import NO_NAMES
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.payments import ledger, refunds
from marqueedesk.payments import queries as payments
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.changed_fields import ChangeFormats, changed_fields
from marqueedesk.rentals.rental_request import Place


@dataclass(frozen=True, slots=True)
class PreviewedChange:
    """A customer's change of a booking, priced and checked against the stock and the business's rules.

    ``changes`` are the changed fields that the history shows, with their previous and new values. ``fee_cents`` is the
    rescheduling fee with its tax. ``due_cents`` and ``overpaid_cents`` are what is open after the change.
    """

    edit: PricedEdit
    changes: dict[str, list[Any]]
    is_changed: bool
    total_before_cents: int
    fee_cents: int
    due_cents: int
    overpaid_cents: int
    is_available: bool
    is_at_once: bool

    @property
    def total_cents(self) -> int:
        """Return the booking's total after the change, without charges."""
        return self.edit.rental.total_cents if self.is_changed else self.total_before_cents

    @property
    def difference_cents(self) -> int:
        """Return how much more the booking costs after the change, without the fee."""
        return self.total_cents - self.total_before_cents


def at_once_until(terms: Terms, booking: Booking) -> datetime:
    """Return until when a booking's customer can change it at once: the minimum notice before its delivery, which
    begins at its time, or else with its day.
    """
    clock = time.fromisoformat(booking.delivery_clock) if booking.delivery_time_given else time(0)
    begins = datetime.combine(booking.delivery_day, clock, terms.zone).astimezone(UTC)
    return begins - timedelta(hours=terms.rules.minimum_notice_hours)


def may_change_at_once(db: Session, terms: Terms, booking: Booking, now: datetime) -> bool:
    """Return true if a booking's customer may change it without asking the business.

    Requests, custom totals, goods that are packed, and open questions to the customer are left to the business.
    """
    return (
        terms.rules.customer_changes == "at_once"
        and booking.status == CONFIRMED
        and booking.goods == RESERVED
        and booking.total_cents == booking.price.breakdown.total_cents
        and not agreements.is_open(agreements.agreement(db, booking.id))
        and now < at_once_until(terms, booking)
    )


def preview(
    db: Session, terms: Terms, booking: Booking, change: RentalPatch, now: datetime, *, by_operator: bool = False
) -> PreviewedChange:
    """Price a change, and check it against the stock and the rules. Read-only; binding only under the operator's lock.

    With ``by_operator``, a stored change is checked for the business, which may accept more than a visitor may enter.
    Raises BookingClosed and Invalid.
    """
    if booking.status not in HOLDING:
        raise BookingClosed.format(status=booking.status)
    agreed, patch = rental_of(booking, terms, now), BookingPatch.model_validate(_stored(change))
    request = booking_service.edited_rental_of(db, terms, agreed, patch, now, by_operator=by_operator)
    edit = booking_service.price_edit(db, terms, booking, agreed, request, patch, now)
    is_changed = request != agreed.request
    changes = booking_service.rental_changes(booking, edit, terms.zone, pricing.price_list(db)) if is_changed else {}
    fee = _fee_cents(db, terms, booking, edit, now)
    money = payments.of_booking(db, booking.id)
    difference = edit.rental.total_cents - booking.total_cents if is_changed else 0
    after = ledger.figures(ledger.figures_of(booking, money).total + difference + fee, 0, money)
    return PreviewedChange(
        edit,
        changes,
        is_changed,
        booking.total_cents,
        fee,
        after.due,
        after.overpaid,
        is_available=not edit.needs_other_holds or edit.check.fits,
        is_at_once=may_change_at_once(db, terms, booking, now) and _is_within_rules(db, terms, booking, edit),
    )


def _fee_cents(db: Session, terms: Terms, booking: Booking, edit: PricedEdit, now: datetime) -> int:
    """Return the fee for moving a confirmed booking to another delivery day, with its tax."""
    if booking.status != CONFIRMED or edit.rental.request.when.delivery.day == booking.delivery_day:
        return 0
    total = edit.rental.total_cents
    cents = charges.rescheduling_fee(booking, total, booking.delivery_day, terms.today(now))
    return sum(charges.fee_and_tax(db, booking, cents))


def _is_within_rules(db: Session, terms: Terms, booking: Booking, edit: PricedEdit) -> bool:
    """Return true if the changed days are open with enough notice, the price is final, and the holds don't count
    towards the limits of strangers (W11), from which a change must not free them.
    """
    before, after = edit.before.request.when, edit.rental.request.when
    moved = {"delivery": before.delivery != after.delivery, "pickup": before.pickup != after.pickup}
    if edit.rental.has_open_price or any(moved[closed.stop] for closed in edit.closed):
        return False
    return not edit.needs_other_holds or availability.sender_of(db, terms.operator_id, booking.id) is None


def change(
    db: Session, terms: Terms, booking: Booking, payload: CustomerChangeInput, now: datetime
) -> PreviewedChange | ChangeRequest:
    """Change a booking as its customer, or request the change if it can't be made at once. No-op if nothing changes.

    ``terms`` are those read when this transaction took the lock. Raises BookingClosed, Invalid, NotEnoughLetters,
    PriceChanged and TooManyRequests.
    """
    result = preview(db, terms, booking, payload, now)
    if not result.is_changed:
        return result
    if payload.expected_total not in {None, result.total_cents}:
        raise PriceChanged(breakdown=result.edit.rental.breakdown.to_wire())
    if not result.is_at_once:
        return _request(db, terms, booking, payload, result, now)
    check = result.edit.check
    if not result.is_available:
        raise NotEnoughLetters(
            check.shortages_for_visitors, for_operator=False, names=check.names, date_format=terms.date_format
        )
    words = in_words(result, terms)
    _apply(db, terms, booking, payload, by=booking.customer_name, notify=True, now=now)
    publish(
        db,
        ChangeRequested(operator_id=terms.operator_id, booking_id=booking.id, text=words[:500], is_made=True),
        now,
    )
    refunds.notify_money_to_return(db, booking, now)
    return result


def _request(
    db: Session, terms: Terms, booking: Booking, payload: CustomerChangeInput, result: PreviewedChange, now: datetime
) -> ChangeRequest:
    """Store a change for the business to accept. The same open request again is returned instead."""
    document, earlier = _stored(payload), queries.change_requests(db, booking.id)
    same = next((row for row in earlier if row.done_at is None and row.change == document), None)
    if same is not None:
        return same
    if len(earlier) >= MOST_CHANGE_REQUESTS:
        raise TooManyRequests
    words = in_words(result, terms)
    row = ChangeRequest(booking_id=booking.id, text=words, change=document, asked_at=now)
    db.add(row)
    db.flush()
    publish(db, ChangeRequested(operator_id=terms.operator_id, booking_id=booking.id, text=words[:500]), now)
    return row


def accept(db: Session, terms: Terms, booking: Booking, request_id: int, *, by: User, now: datetime) -> None:
    """Make a requested change on behalf of the business, and notify the customer once. No-op if it was made before.

    Call under the operator's lock. Raises NotFound, NotAcceptable, AlreadyDeclined, NotEditable, Invalid and
    NotEnoughLetters.
    """
    row = queries.change_request(db, booking.id, request_id)
    if row.outcome == MADE:
        return
    if row.done_at is not None:
        raise AlreadyDeclined
    if row.change is None:
        raise NotAcceptable
    if booking.status not in HOLDING:
        raise NotEditable.format(status=booking.status)
    _apply(db, terms, booking, RentalPatch.model_validate(row.change), by=by, notify=False, now=now)
    row.done_at, row.done_by, row.outcome = now, by.username, MADE
    publish(db, ChangeAnswered(operator_id=terms.operator_id, booking_id=booking.id, request_id=row.id), now)


def _apply(
    db: Session, terms: Terms, booking: Booking, change: RentalPatch, *, by: User | str, notify: bool, now: datetime
) -> None:
    """Edit the booking, and charge the rescheduling fee that the customer was shown.

    A fee that was proposed before is left to the business.
    """
    was_proposed = charges.proposed_rescheduling(db, booking.id) is not None
    patch = BookingPatch.model_validate(_stored(change) | {"notify": notify})
    booking_service.edit_booking(db, terms, booking.id, patch, by=by, now=now)
    db.flush()
    fee = charges.proposed_rescheduling(db, booking.id)
    if fee is not None and not was_proposed:
        decision = charge_decisions.Decision(CHARGED, notify=False)
        charge_decisions.decide(db, terms, booking, fee.id, decision, NO_NAMES, by=by, now=now)


def _stored(change: RentalPatch) -> JsonObject:
    """Return the fields of the rental that a change contains, as they were sent."""
    names = set(RentalPatch.model_fields) & change.model_fields_set
    return change.model_dump(mode="json", by_alias=True, exclude_unset=True, include=names)


def in_words(result: PreviewedChange, terms: Terms) -> str:
    """Describe a change, one line per field: "Delivery: Tuesday, June 1, 2027 → Thursday, June 3, 2027"."""
    before, after = result.edit.before.request, result.edit.rental.request
    changes = {name: both for name, both in result.changes.items() if name not in {"totalPrice", "venueId", "address"}}
    if before.place != after.place:
        changes["address"] = [_where(before.place), _where(result.edit.place)]
    style = ChangeFormats(terms.date_format, terms.time_format, terms.currency)
    return "\n".join([row.in_a_line for row in changed_fields(changes, style)] or ["Rental"])


def _where(place: Place) -> str | None:
    return ", ".join([part for part in (place.name, place.address) if part]) or None
