"""Editing a booking under the operator's lock. Status changes are in `transitions`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import agreements, queries
from marqueedesk.bookings.business_calendar import Closed
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.charges.discount_codes import ensure_use_left
from marqueedesk.bookings.errors import ChangedMeanwhile, NotEditable
from marqueedesk.bookings.estimate import estimate
from marqueedesk.bookings.form_rules import read_event_type
from marqueedesk.bookings.goods import handovers
from marqueedesk.bookings.input_schemas import NOT_REACHED, BookingPatch
from marqueedesk.bookings.models import CONFIRMED, HOLDING, PENDING, Booking, BookingChange
from marqueedesk.bookings.requests import edited_request
from marqueedesk.bookings.stock_check import StockCheck, hold_rental
from marqueedesk.bookings.stored_rental import RentalColumns, rental_columns, rental_of
from marqueedesk.bookings.unavailable_requests import known_shortage_columns
from marqueedesk.business import queries as business
from marqueedesk.business.document_rules import NotAVatId, vat_id
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create, is_same_person
from marqueedesk.domain_events import BookingEdited, publish
from marqueedesk.kit.db.detached_copy import attribute_names, from_columns
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.agreed_price import deposit_of
from marqueedesk.pricing.price_list import PriceList, Rate, rate
from marqueedesk.pricing.sales_tax import Exemption
from marqueedesk.rentals.catalog import read_catalog
from marqueedesk.rentals.line_serializers import details_of
from marqueedesk.rentals.lines import Lines, letters_lines, said_of
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import Place, RentalRequest, clock_text, iso
from marqueedesk.rentals.stops import Stop

TOLD = frozenset(
    {
        "deliveryDate",
        "pickupDate",
        "preferredInstallTime",
        "message",
        "size",
        "colorOption",
        "addOns",
        "lines",
        "venueId",
        "address",
        "damageWaiver",
        "tip",
        "totalPrice",
    }
)
"""Fields whose changes are listed in the email that notifies the customer."""

_PLAIN = {
    "customer_name": "customerName",
    "customer_phone": "customerPhone",
    "event_type": "eventType",
    "notes": "notes",
    "operator_notes": "operatorNotes",
}


_CONTACT = frozenset({"customerName", "customerEmail", "customerPhone"})

_RENTAL = {
    "message": "message",
    "size": "size",
    "color": "colorOption",
    "install_time": "preferredInstallTime",
    "add_ons": "addOns",
    "venue_id": "venueId",
}


def edit_booking(
    db: Session, terms: Terms, booking_id: int, patch: BookingPatch, *, by: User | str, now: datetime
) -> Booking:
    """Apply an edit; recheck the letters and the price if affected (L5, P5).

    A delivery or pickup sent back as it was read stays unchanged, including whether its time was given (B3). A total
    sent back unchanged follows the price unless ``ownTotal`` marks it as custom; a different total is always custom.
    ``by`` is a member of the business, or the name of the customer, whose changes are limited like a visitor's form.
    ``terms`` are those read when this transaction took the lock. Raises NotFound, ChangedMeanwhile (B10), NotEditable,
    Invalid, NotEnoughLetters and CodeNotValid.
    """
    booking = queries.booking(db, booking_id)
    if patch.expected_revision not in {None, booking.revision}:
        raise ChangedMeanwhile(revision=booking.revision)
    sent_fields = patch.model_fields_set
    changes: dict[str, list[Any]] = {}
    leaves = booking.delivery_day
    before_edit = contact_of(booking)
    if "event_type" in sent_fields:
        patch.event_type = read_event_type(terms.rules, patch.event_type, booking.event_type)
    for name, wire in _PLAIN.items():
        if name in sent_fields:
            _set(booking, name, getattr(patch, name), wire, changes)
    if "customer_email" in sent_fields and (patch.customer_email or "") != booking.customer_email:
        changes["customerEmail"] = [booking.customer_email or None, patch.customer_email]
        booking.customer_email = patch.customer_email or ""
    if not (booking.customer_email or booking.customer_phone):
        raise Invalid(fields={"customerEmail": NOT_REACHED})
    if not _CONTACT.isdisjoint(changes):
        _find_customer(db, terms, booking, before_edit, now)
    if "vat_id" in sent_fields:
        _set(booking, "customer_vat_id", _vat_id(db, terms, patch.vat_id), "vatId", changes)
    agreed = rental_of(booking, terms, now)
    edited_rental = edited_rental_of(db, terms, agreed, patch, now, by_operator=not isinstance(by, str))
    edited_rental = _with_reverse_charge(booking, agreed.request, edited_rental, patch)
    if edited_rental != agreed.request or (agreed.breakdown.tax_is_open and booking.status in HOLDING):
        if booking.status not in HOLDING:
            raise NotEditable.format(status=booking.status)
        _change_rental(db, terms, booking, agreed, edited_rental, patch, now, changes)
    elif "total_price" in sent_fields and patch.total_price not in {None, booking.total_cents}:
        if booking.status not in HOLDING:
            raise NotEditable.format(status=booking.status)
        _set_total(booking, patch.total_price, changes)
    if booking.status == CONFIRMED and booking.delivery_day != leaves:
        style = accounts.public_operator(db, terms.operator_id).date_format
        charges.propose_rescheduling(db, booking, leaves, style, today=terms.today(now), by=by, now=now)
    if changes:
        booking.revision += 1
        booking.updated_at = now
        note_change(db, booking, by, now, kind="edited", changes=changes)
        shown = changes_for_customer(changes)
        before = {name: old for name, (old, _) in shown.items()}
        after = {name: new for name, (_, new) in shown.items()}
        agreements.record_change(db, booking, before, ask=patch.ask_agreement, now=now)
        edited = BookingEdited(
            operator_id=terms.operator_id, booking_id=booking.id, before=before, after=after, notify=patch.notify
        )
        publish(db, edited, now, dedupe_key=f"booking:{booking.id}:{booking.revision}:edited")
    return booking


def contact_of(booking: Booking) -> CustomerContact:
    """Return the name and contact details given with a booking."""
    return CustomerContact(booking.customer_name, booking.customer_email, booking.customer_phone, booking.customer_id)


def _find_customer(db: Session, terms: Terms, booking: Booking, before: CustomerContact, now: datetime) -> None:
    """Find the customer of a booking whose name or contact details were edited. The same person stays the customer and
    gets the new details.
    """
    contact = contact_of(booking)
    if not is_same_person(before, contact, terms.region):
        contact = replace(contact, customer_id=None)
    booking.customer_id = find_or_create(db.connection(), terms.operator_id, terms.region, [contact], now)[0]


def changes_for_customer(changes: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """Return the changes that are listed in the email to the customer."""
    return {name: both for name, both in changes.items() if name in TOLD}


def edited_rental_of(
    db: Session, terms: Terms, agreed: PricedRental, patch: BookingPatch, now: datetime, *, by_operator: bool
) -> RentalRequest:
    """Apply an edit to an agreed rental. Equals its request if nothing changes. Raises Invalid."""
    catalog = read_catalog(db.connection(), terms.operator_id, patch.lines, for_visitor=not by_operator)
    return edited_request(agreed.request, patch, terms, now, catalog, by_operator=by_operator)


@dataclass(frozen=True, slots=True)
class PricedEdit:
    """A booking's rental as edited, with its price, location and stock. Nothing is stored.

    ``closed`` are the reasons its days are unavailable to visitors. ``columns`` are those to store.
    """

    before: PricedRental
    rental: PricedRental
    place: Place
    check: StockCheck
    closed: Sequence[Closed]
    columns: RentalColumns

    @property
    def needs_other_holds(self) -> bool:
        """Return true if the booking has to hold other pieces, or hold them on other days."""
        before, after = self.before.request, self.rental.request
        return (after.needs, after.when.moments) != (before.needs, before.when.moments)


def price_edit(
    db: Session,
    terms: Terms,
    booking: Booking,
    agreed: PricedRental,
    edited_rental: RentalRequest,
    patch: BookingPatch,
    now: datetime,
) -> PricedEdit:
    """Price an edited rental: agreed parts keep their prices, changed ones use the current list (P7). Read-only.

    Raises Invalid.
    """
    before, own = agreed.request, Holder(BOOKING, booking.id)
    estimated = estimate(
        db.connection(),
        terms,
        edited_rental,
        by_operator=True,
        now=now,
        own=own,
        agreed=agreed,
        with_alternatives=False,
    )
    # A stored booking always has letters, a size and days.
    assert estimated.rental is not None  # noqa: S101 - for the type checker.
    assert estimated.check is not None  # noqa: S101 - for the type checker.
    rental = replace(estimated.rental, own_total_cents=_own_total(booking, agreed, estimated.rental, patch))
    if rental.total_cents < 0:
        raise Invalid(fields={"totalPrice": "Total price cannot be negative"})
    place = edited_rental.place
    if place.venue_id != before.place.venue_id and estimated.venue is not None:
        place = Place(estimated.venue.id, estimated.venue.name, estimated.venue.address)
    return PricedEdit(agreed, rental, place, estimated.check, estimated.closed, rental_columns(rental, place))


def _vat_id(db: Session, terms: Terms, typed: str | None) -> str | None:
    """Return a customer's VAT ID in its usual form. Raises Invalid on ``vatId``."""
    if typed is None:
        return None
    operator = accounts.public_operator(db, terms.operator_id)
    try:
        return vat_id(typed, business.document_country(business.details(db), operator))
    except NotAVatId as wrong:
        raise Invalid(fields={"vatId": str(wrong)}) from None


def _with_reverse_charge(
    booking: Booking, before: RentalRequest, edited: RentalRequest, patch: BookingPatch
) -> RentalRequest:
    """Return an edited rental whose exemption is the reverse charge, if the edit sets or keeps it.

    Raises Invalid on ``vatId`` if the customer has none.
    """
    was = before.exemption is not None and before.exemption.reverse_charge
    is_kept = was and edited.exemption == before.exemption
    if not (patch.reverse_charge if "reverse_charge" in patch.model_fields_set else is_kept):
        return replace(edited, exemption=None) if is_kept else edited
    if booking.customer_vat_id is None:
        raise Invalid(fields={"vatId": "Enter the customer's VAT ID. Reverse charge needs it"})
    return replace(edited, exemption=Exemption(booking.customer_vat_id, reverse_charge=True))


def rental_changes(booking: Booking, edit: PricedEdit, zone: ZoneInfo, prices: PriceList) -> dict[str, list[Any]]:
    """Return the changed fields of an edit by wire name, each with its previous and new value for the history."""
    before, edited_rental, place = edit.before.request, edit.rental.request, edit.place
    edited, changes = from_columns(Booking, edit.columns), dict[str, list[Any]]()
    for name, wire in _RENTAL.items():
        both = getattr(booking, name), getattr(edited, name)
        if both[0] != both[1]:
            changes[wire] = [_named(prices, wire, value) for value in both]
    if edited_rental.lines != before.lines:
        # The fields of a single line don't include its finish and custom color.
        others = [
            [(line.finish, line.exceptions, line.custom_color) for line in letters_lines(lines)]
            for lines in (before.lines, edited_rental.lines)
        ]
        if max(len(edited_rental.lines), len(before.lines)) > 1 or others[0] != others[1]:
            changes["lines"] = _lines_in_words(before.lines, edited_rental.lines, prices)
    if edited.address != booking.address or (place.other and place.name != booking.venue_name):
        changes["address"] = [_where(booking.venue_name, booking.venue_address), _where(place.name, place.address)]
    for stops in ((booking.delivery, edited.delivery), (booking.pickup, edited.pickup)):
        moments = [_moment_text(stop, zone) for stop in stops]
        if moments[0] != moments[1]:
            changes[f"{stops[0].kind}Date"] = moments
    exemptions = before.exemption, edited_rental.exemption
    if exemptions[0] != exemptions[1]:
        reverse = [row is not None and row.reverse_charge for row in exemptions]
        if reverse[0] != reverse[1]:
            changes["reverseCharge"] = list(reverse)
        certificates = [row.certificate if row and not row.reverse_charge else None for row in exemptions]
        if certificates[0] != certificates[1]:
            changes["taxExempt"] = list(certificates)
    breakdowns = edit.before.breakdown, edit.rental.breakdown
    waivers = [breakdown.damage_waiver_cents > 0 for breakdown in breakdowns]
    if waivers[0] != waivers[1]:
        changes["damageWaiver"] = list(waivers)
    if edited_rental.tip != before.tip:
        changes["tip"] = [units(breakdown.tip_cents) for breakdown in breakdowns]
    if edit.rental.total_cents != booking.total_cents:
        changes["totalPrice"] = [units(booking.total_cents), units(edit.rental.total_cents)]
    return changes


def _lines_in_words(before: Lines, after: Lines, prices: PriceList) -> list[Any]:
    """Describe lines before and after an edit: in short, or with all details if they only differ in these."""
    short = [said_of(lines, prices.size_name, prices.finish_name) for lines in (before, after)]
    if short[0] != short[1]:
        return list(short)
    return ["; ".join(details_of(line, prices) for line in lines) for lines in (before, after)]


def _change_rental(
    db: Session,
    terms: Terms,
    booking: Booking,
    agreed: PricedRental,
    edited_rental: RentalRequest,
    patch: BookingPatch,
    now: datetime,
    changes: dict[str, list[Any]],
) -> None:
    edit = price_edit(db, terms, booking, agreed, edited_rental, patch, now)
    if edit.needs_other_holds:
        _rehold(db, terms, booking, edit.check, patch.overbook_reason, now)
    changes |= rental_changes(booking, edit, terms.zone, pricing.price_list(db))
    names = attribute_names(Booking)
    for column, value in edit.columns.items():
        setattr(booking, names[column], value)
    if "pickupDate" in changes:
        # A new pickup date replaces the expected return.
        booking.return_day = booking.return_clock = None
    elif booking.return_day is not None:
        last = booking.return_day + timedelta(days=booking.turnaround_days)
        availability.hold_until(db, terms, Holder(BOOKING, booking.id), max(edited_rental.when.last, last))


def _named(prices: PriceList, field: str, value: Any) -> Any:
    """Format a changed value for the history: sizes, colors and add-ons by their current names."""
    if field == "size":
        return prices.size_name(value)
    if field == "colorOption":
        return _label(prices.colors, value)
    return [_label(prices.add_ons, code) for code in value] if field == "addOns" else value


def _label(rows: Sequence[Rate], code: str) -> str:
    row = rate(rows, code)
    return row.label if row else code


def _moment_text(stop: Stop, zone: ZoneInfo) -> str:
    """Format a delivery or pickup for the history, with its time only if one was given."""
    return iso(stop.day, clock_text(stop.time), zone) if stop.time is not None else stop.day.isoformat()


def _where(name: str | None, address: str | None) -> str | None:
    return ", ".join([part for part in (name, address) if part]) or None


def _own_total(booking: Booking, agreed: PricedRental, computed: PricedRental, patch: BookingPatch) -> int | None:
    """Return the custom total that an edit sets or keeps, or None.

    A total that is omitted or sent back unchanged is kept until the computed price changes, and then follows the price
    unless the edit marks the total as custom.
    """
    if patch.total_price is not None and (patch.own_total or patch.total_price != booking.total_cents):
        return patch.total_price
    given_up = "total_price" in patch.model_fields_set and patch.total_price is None
    same = agreed.breakdown.total_cents == computed.breakdown.total_cents
    return agreed.own_total_cents if same and not given_up else None


def _rehold(
    db: Session, terms: Terms, booking: Booking, check: StockCheck, overbook_reason: str | None, now: datetime
) -> None:
    """Replace the booking's holds with those of the changed rental.

    Raises NotEnoughLetters, and CodeNotValid if the request had lapsed and its discount code is used up.
    """
    expires = now + timedelta(days=terms.hold_days) if booking.status == PENDING else None
    if booking.authorized_until is not None:
        expires = booking.authorized_until
    # Returned pieces aren't held again, so they needn't be available.
    needs, days = handovers.still_needed(db, booking, check.request.needs), check.request.when
    short = check.stock.shortages(needs, days.first, days.last)
    if booking.asked is not None and short and overbook_reason is None:
        # The request still holds nothing; only its shortages change.
        booking.asked = known_shortage_columns(short, None, check.names, booking.asked["form_key"])
        return
    booking.overbook_reason = overbook_reason if short else None
    if short and overbook_reason is None:
        raise NotEnoughLetters(short, for_operator=True, names=check.names, date_format=terms.date_format)
    ensure_use_left(db.connection(), booking, now)
    hold_rental(db, terms, check.request, check.own, expires_at=expires, now=now, check=False, needs=needs)
    booking.hold_expires_at, booking.must_confirm = expires, False
    booking.asked = None


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
    booking.deposit_cents = deposit_of(booking.price, total)


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
    """Add an entry to the booking's history. A status change also increments its revision and is recorded in the audit
    log.
    """
    if kind == "status":
        booking.revision += 1
        booking.updated_at = now
        audit.record(
            db,
            "booking.status",
            # A customer isn't a user, so the audit log names no one; the booking's history has the customer's name.
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
            # Truncated to the column's length.
            who=by[:120] if isinstance(by, str) else by.username,
            user_id=None if isinstance(by, str) else by.id,
            kind=kind,
            from_status=from_status,
            to_status=to_status,
            changes=changes or {},
        )
    )
