"""Editing a booking after it was placed, under the operator's lock. Its changes of status are in `transitions`."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import facts as stock_facts
from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.message import count_letters
from marqueedesk.bookings import facts, queries
from marqueedesk.bookings.errors import ChangedMeanwhile, NotEditable
from marqueedesk.bookings.models import HOLDING, PENDING, Booking, BookingChange
from marqueedesk.bookings.rental import (
    Days,
    Venue,
    check_days,
    chosen_add_ons,
    clock_text,
    iso,
    moment_of,
    price_list_of,
    read_changed_price,
    read_letters,
    read_moment,
    shown_breakdown,
    stored_breakdown,
)
from marqueedesk.bookings.schemas import BookingPatch
from marqueedesk.kit import audit, jobs
from marqueedesk.kit.audit import Actor
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units

TOLD = frozenset({"deliveryDate", "pickupDate", "message", "size", "colorOption", "addOns", "venueId", "totalPrice"})
"""What of an edit its customer reads about, where they are notified."""

_PLAIN = {
    "customer_name": "customerName",
    "customer_email": "customerEmail",
    "customer_phone": "customerPhone",
    "event_type": "eventType",
    "notes": "notes",
    "operator_notes": "operatorNotes",
}


def edit_booking(
    db: Session, terms: Terms, booking_id: int, patch: BookingPatch, *, by: User, now: datetime
) -> Booking:
    """Change what the patch names; re-check the letters and the price where it touches them (L5, P5).

    A delivery or pickup that is sent back as it was answered stays what it was, also whether a time was given (B3). A
    total that is sent back unchanged follows the price, unless ``ownTotal`` says that it is the operator's own; another
    one always is. ``terms`` come from the lock
    taken in this transaction. Raises NotFound, ChangedMeanwhile (B10), NotEditable, Invalid and NotEnoughLetters.
    """
    booking = queries.booking(db, booking_id)
    if patch.expected_revision not in {None, booking.revision}:
        raise ChangedMeanwhile(booking.revision)
    given = patch.model_fields_set
    changes: dict[str, list[Any]] = {}
    for name, wire in _PLAIN.items():
        if name in given:
            _set(booking, name, getattr(patch, name), wire, changes)
    rental = _new_rental(booking, patch, terms)
    if rental:
        if booking.status not in HOLDING:
            raise NotEditable(booking.status)
        _apply_rental(db, terms, booking, rental, patch, now, changes)
    elif "total_price" in given and patch.total_price not in {None, booking.total_cents}:
        if booking.status not in HOLDING:
            raise NotEditable(booking.status)
        _set_total(booking, patch.total_price, changes)
    if changes:
        booking.revision += 1
        booking.updated_at = now
        note_change(db, booking, by, now, kind="edited", changes=changes)
        before = {name: old for name, (old, _) in changes.items() if name in TOLD}
        payload = {
            "bookingId": booking.id,
            "operatorId": terms.operator_id,
            "before": before,
            "notify": patch.notify,
        }
        jobs.enqueue(db, "booking.edited", payload, now, dedupe_key=f"booking:{booking.id}:{booking.revision}:edited")
    return booking


def _new_rental(booking: Booking, patch: BookingPatch, terms: Terms) -> dict[str, Any]:
    """What of letters, days, venue and price options the patch changes, by column or part."""
    given = patch.model_fields_set
    new: dict[str, Any] = {}
    for name, column in (
        ("message", "message"),
        ("size", "size"),
        ("venue_id", "venue_id"),
        ("color_option", "color"),
        ("preferred_install_time", "install_time"),
    ):
        if name in given and getattr(patch, name) != getattr(booking, column):
            new[column] = getattr(patch, name)
    if "add_ons" in given:
        flags = {code for code, on in (patch.add_ons or {}).items() if on}
        if flags != set(booking.add_ons):
            new["add_ons"] = patch.add_ons or {}
    for field, part in (("delivery_date", "delivery"), ("pickup_date", "pickup")):
        if field not in given:
            continue
        day, clock = getattr(booking, f"{part}_day"), getattr(booking, f"{part}_clock")
        stored = moment_of(day, clock, given=getattr(booking, f"{part}_time_given"))
        wanted = read_moment(getattr(patch, field), terms.zone, "deliveryDate" if part == "delivery" else "pickupDate")
        shown = read_moment(iso(day, clock, terms.zone), terms.zone, field)
        if wanted not in {stored, shown}:
            new[part] = wanted
    return new


def stored_days(terms: Terms, booking: Booking, now: datetime, new: dict[str, Any] | None = None) -> Days:
    """The days of a stored booking, with what of them changes in ``new``. Raises Invalid."""
    changed = new or {}
    delivery = moment_of(booking.delivery_day, booking.delivery_clock, given=booking.delivery_time_given)
    pickup = moment_of(booking.pickup_day, booking.pickup_clock, given=booking.pickup_time_given)
    return check_days(
        terms,
        changed.get("delivery", delivery),
        changed.get("pickup", pickup),
        changed.get("install_time", booking.install_time),
        now,
        by_operator=True,
        turnaround_days=booking.turnaround_days,
        known=(delivery, pickup),
    )


def _apply_rental(
    db: Session,
    terms: Terms,
    booking: Booking,
    new: dict[str, Any],
    patch: BookingPatch,
    now: datetime,
    changes: dict[str, list[Any]],
) -> None:
    days = stored_days(terms, booking, now, new)
    message, size = new.get("message", booking.message), new.get("size", booking.size)
    letters = read_letters(message)
    needed = count_letters(letters)
    venue_id = new.get("venue_id", booking.venue_id)
    found = (
        db.connection()
        .execute(
            facts.ESTIMATE,
            stock_facts.parameters(terms.operator_id, size, needed, days.first, days.last, now, own=booking.id)
            | {"venue": venue_id, "form_key": None},
        )
        .one()
    )
    if venue_id is not None and not found.venue and "venue_id" in new:
        raise Invalid(fields={"venueId": "Unknown venue"})
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    prices = price_list_of(found.price_list)
    add_ons = chosen_add_ons(prices, new["add_ons"]) if "add_ons" in new else list(booking.add_ons)
    price = read_changed_price(
        shown_breakdown(booking.breakdown),
        prices,
        size=size,
        letters=letters,
        days=days.rental_days,
        color=new.get("color", booking.color),
        add_ons=add_ons,
        venue=venue,
        letter_prices=stock_facts.letter_prices(size, found.stock),
    )
    if {"message", "size", "delivery", "pickup"} & new.keys():
        _rehold(db, terms, booking, days, needed, size, patch.overbook_reason, now)
    _record_days(booking, days, terms, changes)
    _set(booking, "message", message, "message", changes)
    _set(booking, "size", size, "size", changes)
    _set(booking, "color", new.get("color", booking.color), "colorOption", changes)
    _set(booking, "install_time", new.get("install_time", booking.install_time), "preferredInstallTime", changes)
    _set(booking, "add_ons", add_ons, "addOns", changes)
    if "venue_id" in new:
        _set(booking, "venue_id", venue_id, "venueId", changes)
        booking.venue_name = venue.name if venue else None
        booking.venue_address = venue.address if venue else None
    booking.letter_count = price.letter_count
    booking.rental_days = days.rental_days
    booking.breakdown = stored_breakdown(price)
    booking.venue_surcharge_cents = price.surcharge_cents
    booking.deposit_cents = price.deposit_cents
    own_total = patch.total_price if patch.own_total or patch.total_price != booking.total_cents else None
    _set_total(booking, price.total_cents if own_total is None else own_total, changes)


def _rehold(
    db: Session,
    terms: Terms,
    booking: Booking,
    days: Days,
    needed: dict[str, int],
    size: str,
    overbook_reason: str | None,
    now: datetime,
) -> None:
    expires = now + timedelta(days=terms.hold_days) if booking.status == PENDING else None
    stock = stock_facts.read_stock(
        db.connection(), terms.operator_id, size, needed, days.first, days.last, now, own=booking.id
    )
    fits = stock.fits(needed, days.first, days.last)
    booking.overbook_reason = None if fits else overbook_reason
    availability.hold(
        db,
        terms,
        holder_id=booking.id,
        size=size,
        needed=needed,
        first=days.first,
        last=days.last,
        expires_at=expires,
        now=now,
        check=booking.overbook_reason is None,
    )
    booking.hold_expires_at = expires


def _record_days(booking: Booking, days: Days, terms: Terms, changes: dict[str, list[Any]]) -> None:
    for part, moment, clock in (
        ("delivery", days.delivery, days.delivery_clock),
        ("pickup", days.pickup, days.pickup_clock),
    ):
        before = iso(getattr(booking, f"{part}_day"), getattr(booking, f"{part}_clock"), terms.zone)
        setattr(booking, f"{part}_day", moment.day)
        setattr(booking, f"{part}_clock", clock_text(clock))
        setattr(booking, f"{part}_time_given", moment.time is not None)
        after = iso(moment.day, clock_text(clock), terms.zone)
        if before != after:
            changes[f"{part}Date"] = [before, after]


def _set(booking: Booking, name: str, value: Any, wire: str, changes: dict[str, list[Any]]) -> None:
    before = getattr(booking, name)
    if value != before:
        setattr(booking, name, value)
        changes[wire] = [before, value]


def _set_total(booking: Booking, total: int | None, changes: dict[str, list[Any]]) -> None:
    if total is None or total == booking.total_cents:
        return
    if total < 0:
        raise Invalid(fields={"totalPrice": "Total price cannot be negative"})
    changes["totalPrice"] = [units(booking.total_cents), units(total)]
    booking.total_cents = total


def note_change(
    db: Session,
    booking: Booking,
    by: User | str,
    now: datetime,
    *,
    kind: str,
    from_status: str | None = None,
    to_status: str | None = None,
    changes: dict[str, list[Any]] | None = None,
) -> None:
    """Write what happened into the booking's history; a change of status also raises its revision and is audited."""
    if kind == "status":
        booking.revision += 1
        booking.updated_at = now
        audit.record(
            db,
            "booking.status",
            # A customer is nobody of ours: their name stands in the booking's own story.
            by=None if isinstance(by, str) else Actor(by.id, by.email),
            now=now,
            operator_id=booking.operator_id,
            subject=(booking.id, booking.customer_name),
            before=from_status,
            after=to_status,
        )
    db.add(
        BookingChange(
            booking_id=booking.id,
            at=now,
            # As long as the column is.
            who=by[:120] if isinstance(by, str) else by.username,
            user_id=None if isinstance(by, str) else by.id,
            kind=kind,
            from_status=from_status,
            to_status=to_status,
            changes=changes or {},
        )
    )
