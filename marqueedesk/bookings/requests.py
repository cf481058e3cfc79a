"""Build a `RentalRequest` from the request body of the public form, an estimate or an edit. Pure functions."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from marqueedesk.availability.days import Moment
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.estimate_schemas import EstimateInput
from marqueedesk.bookings.form_rules import (
    ensure_turning_allowed,
    validate_complete,
    validate_hours,
    validate_place,
)
from marqueedesk.bookings.input_schemas import BookingInput, BookingPatch
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.breakdown import NO_DISCOUNT, Tip
from marqueedesk.pricing.extras import read_discount
from marqueedesk.pricing.price_list import DEFAULT_COLOR
from marqueedesk.rentals.catalog import NO_CATALOG, Catalog, read_given_lines, ticked
from marqueedesk.rentals.lines import LettersLine, Line, Lines, letters_line, title_of
from marqueedesk.rentals.rental_request import (
    Days,
    OwnLine,
    Place,
    RentalRequest,
    check_days,
    clock_text,
    iso,
    read_days,
    read_moment,
)


class QuoteFields(Protocol):
    """Fields of the first line of letters, as in the request bodies of quotes."""

    message: str | None
    size: str | None
    color_option: str | None
    add_ons: dict[str, bool] | None


def booking_request(
    payload: BookingInput, lines: Lines, terms: Terms, now: datetime, *, by_operator: bool
) -> RentalRequest:
    """Build the rental of a booking request. Raises Invalid on deliveryDate and pickupDate."""
    tip = _tip(payload)
    place = Place(payload.venue_id, payload.venue_name, payload.venue_address)
    if payload.address is not None:
        place = Place.at(payload.address.value, payload.venue_name)
    days = read_days(
        terms, payload.delivery_date, payload.pickup_date, payload.preferred_install_time, now, by_operator=by_operator
    )
    return RentalRequest(
        lines,
        days,
        place,
        discount=read_discount(payload.discount) if by_operator else NO_DISCOUNT,
        waiver=payload.damage_waiver,
        tip=tip,
        by_line=payload.lines is not None,
    )


def _tip(payload: BookingInput | EstimateInput) -> Tip:
    """Return the tip entered in the form: an amount, or a percentage of the order."""
    return Tip(cents=payload.tip) if payload.tip is not None else Tip(basis_points=payload.tip_percent or 0)


def estimate_request(
    payload: EstimateInput,
    terms: Terms,
    now: datetime,
    *,
    by_operator: bool,
    catalog: Catalog = NO_CATALOG,
    known: Lines = (),
) -> RentalRequest:
    """Build the rental of an incomplete form. Only operators may add custom lines and a discount.

    ``known`` are the existing lines when editing. Raises Invalid on message, lines, deliveryDate and pickupDate.
    """
    lines: Lines = ()
    if payload.lines is not None:
        lines = read_given_lines(payload.lines, catalog, known)
    elif payload.message and payload.message.strip():
        size, add_ons = payload.size or "", ticked(payload.add_ons)
        lines = (letters_line(payload.message, size=size, color=payload.color_option, add_ons=add_ons),)
    days = None
    if payload.delivery_date and payload.pickup_date:
        days = read_days(
            terms,
            payload.delivery_date,
            payload.pickup_date,
            payload.preferred_install_time,
            now,
            by_operator=by_operator,
        )
        if not by_operator:
            validate_hours(terms, days.install_time, days.pickup.time)
    place = Place(payload.venue_id) if payload.address is None else Place.at(payload.address.value)
    request = RentalRequest(
        lines, days, place, waiver=payload.damage_waiver, tip=_tip(payload), by_line=payload.lines is not None
    )
    if not by_operator:
        return request
    own_lines = tuple([OwnLine(line.text, line.amount) for line in payload.extra_lines])
    return replace(request, own_lines=own_lines, discount=read_discount(payload.discount))


def edited_request(
    before: RentalRequest,
    patch: BookingPatch,
    terms: Terms,
    now: datetime,
    catalog: Catalog = NO_CATALOG,
    *,
    by_operator: bool = True,
) -> RentalRequest:
    """Apply an edit to a booking's rental. Equals ``before`` if nothing changes.

    Without ``lines``, message, size, color and add-ons edit the first line of letters. A delivery or pickup sent back
    as it was read stays unchanged, including whether its time was given (B3). What a customer changes is limited like a
    visitor's form. Raises Invalid on message, lines, deliveryDate, pickupDate, address and venueId.
    """
    sent_fields, days = patch.model_fields_set, before.when
    by_line = "lines" in sent_fields and patch.lines is not None
    if by_line:
        lines = same_where_alike(read_given_lines(patch.lines or [], catalog, before.lines), before.lines)
    else:
        lines = with_first_letters(before.lines, patch, sent_fields)
    place = _edited_place(before.place, patch)
    edited_days = _edited_days(days, patch, terms, now, by_operator=by_operator)
    if not by_operator:
        _validate_customers_edit(before, lines, place, edited_days, terms)
    waiver = before.waiver if patch.damage_waiver is None else patch.damage_waiver
    tip = before.tip if patch.tip is None else Tip(cents=patch.tip)
    exemption = before.exemption
    if "tax_exempt" in sent_fields:
        exemption = patch.tax_exempt.value if patch.tax_exempt else None
    return replace(
        before,
        lines=lines,
        days=edited_days,
        place=place,
        waiver=waiver,
        tip=tip,
        exemption=exemption,
        by_line=by_line,
    )


def _validate_customers_edit(before: RentalRequest, lines: Lines, place: Place, days: Days, terms: Terms) -> None:
    """Validate the changed parts of a rental like a visitor's form. Raises Invalid."""
    is_new_pickup = days.pickup != before.when.pickup
    validate_hours(
        terms,
        days.install_time if days.install_time != before.when.install_time else None,
        days.pickup.time if is_new_pickup else None,
    )
    if place != before.place:
        validate_place(terms.rules, place.venue_id, place.other, by_operator=False)
    if lines != before.lines:
        ensure_turning_allowed(lines, terms.rules)


def _edited_place(before: Place, patch: BookingPatch) -> Place:
    """Return a booking's location after an edit, which may change the venue or the address but not both.

    Raises Invalid on address if both change.
    """
    sent_fields = patch.model_fields_set
    venue_id = patch.venue_id if "venue_id" in sent_fields else before.venue_id
    other = before.other
    if "address" in sent_fields:
        other = patch.address.value if patch.address else None
        if other is not None:
            validate_complete(other, by_operator=True)
    name = patch.venue_name if "venue_name" in sent_fields else before.name
    if other is not None and other != before.other:
        if venue_id is not None and venue_id != before.venue_id:
            raise Invalid(fields={"address": "Send a venue or an address, not both"})
        return Place.at(other, name if "venue_name" in sent_fields or before.other else None)
    if venue_id != before.venue_id:
        return Place(venue_id)
    if before.other is None:
        return before
    return Place.at(before.other, name) if other is not None else Place()


def same_where_alike(lines: Lines, before: Lines) -> Lines:
    """Keep the stored version, with its agreed item prices, of each line that was sent back unchanged."""
    left = list(before)
    merged: list[Line] = []
    for line in lines:
        same = next((old for old in left if old.is_like(line)), None)
        if same is not None:
            left.remove(same)
        if isinstance(line, LettersLine) and isinstance(same, LettersLine):
            # The same letters may be spaced differently, and made of other pieces.
            same = replace(
                same, text=line.text, turned=line.turned, exceptions=line.exceptions, custom_color=line.custom_color
            )
        merged.append(same or line)
    return tuple(merged)


def with_first_letters(before: Lines, patch: BookingPatch | QuoteFields, sent_fields: Collection[str]) -> Lines:
    """Apply the fields in ``sent_fields``, such as message and size, to the first line of letters. Values that were
    sent back unchanged have no effect.

    Raises Invalid on ``message``.
    """
    line = next((line for line in before if isinstance(line, LettersLine)), None)
    if line is None:
        return before
    changed = replace(
        line,
        size=(patch.size or line.size) if "size" in sent_fields else line.size,
        color=(patch.color_option or DEFAULT_COLOR) if "color_option" in sent_fields else line.color,
        add_ons=ticked(patch.add_ons) if "add_ons" in sent_fields else line.add_ons,
    )
    message = patch.message if "message" in sent_fields else None
    if message is not None and message not in {line.text, title_of(before)}:
        changed = letters_line(
            message,
            size=changed.size,
            color=changed.color,
            add_ons=changed.add_ons,
            finish=line.finish,
            custom_color=line.custom_color,
        )
    if changed.color != line.color:
        changed = replace(changed, custom_color="")
    if set(changed.add_ons) == set(line.add_ons):
        changed = replace(changed, add_ons=line.add_ons)
    at = before.index(line)
    return (*before[:at], changed, *before[at + 1 :])


def _edited_days(days: Days, patch: BookingPatch, terms: Terms, now: datetime, *, by_operator: bool) -> Days:
    sent_fields = patch.model_fields_set
    delivery, pickup, install_time = days.delivery, days.pickup, days.install_time
    if "delivery_date" in sent_fields:
        clock = clock_text(days.delivery_clock)
        delivery = _edited_moment(delivery, clock, patch.delivery_date, "deliveryDate", terms)
    if "pickup_date" in sent_fields:
        pickup = _edited_moment(pickup, clock_text(days.pickup_clock), patch.pickup_date, "pickupDate", terms)
    if "preferred_install_time" in sent_fields:
        install_time = patch.preferred_install_time
    if (delivery, pickup, install_time) == (*days.moments, days.install_time):
        return days
    return check_days(
        terms,
        delivery,
        pickup,
        install_time,
        now,
        by_operator=by_operator,
        turnaround_days=days.turnaround_days,
        known=days.moments,
        known_days=days.rental_days,
    )


def _edited_moment(stored: Moment, clock: str, text: str, field: str, terms: Terms) -> Moment:
    moment = read_moment(text, terms.zone, field)
    shown = read_moment(iso(stored.day, clock, terms.zone), terms.zone, field)
    return stored if moment in {stored, shown} else moment
