"""Checks of a booking's form against the business's rules: times, location, required fields, event types (B14)."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Final

from sqlalchemy import Connection

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.accepted_terms import ensure_terms_accepted
from marqueedesk.bookings.charges.discount_codes import UsableCode, usable_code
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.delivery.rules import DeliveryRules
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.formats import label
from marqueedesk.rentals.lines import LettersLine, Line
from marqueedesk.rentals.rental_request import RentalRequest
from marqueedesk.venues.address import Address

_NAMES: Final = {
    "customerPhone": "customer_phone",
    "eventType": "event_type",
    "preferredInstallTime": "preferred_install_time",
    "notes": "notes",
}


def check_form(
    connection: Connection,
    terms: Terms,
    payload: BookingInput,
    request: RentalRequest,
    now: datetime,
    *,
    by_operator: bool,
) -> UsableCode | None:
    """Check a booking's form against the business's rules, and return its discount code.

    Reports the first rule that the form violates. Checks that depend on stock, price and limits follow in
    `create_booking`. Raises Invalid and CodeNotValid.
    """
    rules = terms.rules
    if not by_operator:
        validate_hours(terms, request.when.install_time, request.when.pickup.time)
    other = payload.address.value if payload.address is not None else None
    validate_place(rules, payload.venue_id, other, by_operator=by_operator)
    if not by_operator:
        validate_required(rules, payload)
        ensure_turning_allowed(request.lines, rules)
    read_event_type(rules, payload.event_type)
    if not by_operator and rules.terms_on_form:
        ensure_terms_accepted(connection, terms.operator_id, payload.terms_version)
    if not payload.discount_code:
        return None
    return usable_code(connection, terms, payload.discount_code, now, by_operator=by_operator)


def read_event_type(rules: DeliveryRules, event_type: str | None, stored: str | None = None) -> str | None:
    """Validate an event type against the business's list; the booking's stored one remains valid. Raises Invalid on
    eventType.
    """
    if event_type is not None and event_type != stored and event_type not in rules.event_types:
        raise Invalid(fields={"eventType": f"Event type must be one of: {', '.join(rules.event_types)}"})
    return event_type


def validate_hours(terms: Terms, install_time: str | None, pickup: time | None) -> None:
    """Raise Invalid on preferredInstallTime or pickupDate for times that a visitor can't choose: an install window not
    offered, or a pickup outside the business's pickup hours.
    """
    rules, style = terms.rules, terms.time_format
    fields: dict[str, str] = {}
    if install_time is not None and all(window.code != install_time for window in rules.install_windows):
        offered = ", ".join(window.words(style) for window in rules.install_windows)
        fields["preferredInstallTime"] = (
            f"Preferred install time must be one of: {offered}" if offered else "Leave the preferred install time empty"
        )
    if pickup is not None and not rules.pickup_hours.has(pickup):
        fields["pickupDate"] = f"Pickups are {rules.pickup_hours.words(style)}. Please choose another time"
    if fields:
        raise Invalid(fields=fields)


def validate_place(rules: DeliveryRules, venue_id: int | None, address: Address | None, *, by_operator: bool) -> None:
    """Raise Invalid for an invalid location: both a venue and an address, or, from a visitor, no location or a kind the
    business doesn't serve (B5). Operators may leave the location out.
    """
    if address is not None and venue_id is not None:
        raise Invalid(fields={"address": "Send a venue or an address, not both"})
    if address is not None:
        validate_complete(address, by_operator=by_operator)
    if by_operator:
        return
    if address is not None and not rules.any_address:
        raise Invalid(fields={"address": "Please choose one of the venues. Other addresses aren't available"})
    if venue_id is not None and not rules.listed_venues:
        raise Invalid(fields={"venueId": "Please enter an address. Venues can't be chosen here"})
    if address is None and venue_id is None:
        both = "Choose a venue or enter the address"
        only = "Enter the address of your event" if rules.any_address else "Choose a venue"
        raise Invalid(fields={"venueId": both if rules.any_address and rules.listed_venues else only})


def validate_complete(address: Address, *, by_operator: bool) -> None:
    """Raise Invalid for an incomplete address. Operators may enter only part of one, such as the city."""
    if by_operator:
        if not (address.street or address.city or address.zip_code):
            raise Invalid(fields={"address.street": "Enter a street, a city or a ZIP code"})
        return
    missing = {
        f"address.{name}": f"{label(name)} is required" for name in ("street", "city") if not getattr(address, name)
    }
    if missing:
        raise Invalid(fields=missing)


def validate_required(rules: DeliveryRules, payload: BookingInput) -> None:
    """Raise Invalid with an error for each required field that a visitor left empty."""
    missing = {
        name: f"{label(name)} is required" for name in rules.required_fields if getattr(payload, _NAMES[name]) is None
    }
    if missing:
        raise Invalid(fields=missing)


def looks_right(rules: DeliveryRules, letter: str, size: str) -> bool:
    """Return true if the business allows a letter of this size to be made by turning over another one, such as a 9 from
    a 6.
    """
    return any(letter in row.pair.split("/") and size in row.sizes for row in rules.turned_letters)


def ensure_turning_allowed(lines: Iterable[Line], rules: DeliveryRules) -> None:
    """Raise Invalid if a visitor's rental substitutes letters in a way that the business doesn't offer."""
    for at, line in enumerate(lines):
        if isinstance(line, LettersLine) and not all(looks_right(rules, letter, line.size) for letter in line.turned):
            raise Invalid(fields={f"lines[{at}].turned": "These letters can't be substituted in this size"})
