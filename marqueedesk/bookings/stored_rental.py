"""Convert a rental to and from a booking's columns. Pure functions."""

from dataclasses import replace
from datetime import date, datetime
from typing import TypedDict

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import Booking
from marqueedesk.pricing.agreed_price import StoredPrice, deposit_of, stored_price
from marqueedesk.pricing.price_list import DEFAULT_COLOR
from marqueedesk.rentals.lines import custom_colors
from marqueedesk.rentals.priced_rental import PricedRental, agreed_rental
from marqueedesk.rentals.rental_request import (
    Days,
    Place,
    RentalRequest,
    RentalVenue,
    check_days,
    clock_text,
    moment_of,
)
from marqueedesk.rentals.stored_lines import StoredLine, stored_lines
from marqueedesk.venues.address import NO_ADDRESS, Address, StoredAddress


class TimeAndPlaceColumns(TypedDict):
    """Columns of a rental's times, and of its address with the notes for access."""

    install_time: str | None
    delivery_clock: str
    delivery_time_given: bool
    pickup_clock: str
    pickup_time_given: bool
    address: StoredAddress


class RentalColumns(TimeAndPlaceColumns):
    """Columns of a booking's rental: what is rented, when, where and for how much."""

    message: str
    size: str
    color: str
    add_ons: list[str]
    lines: list[StoredLine] | None
    letter_count: int
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    venue_surcharge_cents: int
    delivery_day: date
    pickup_day: date
    rental_days: int
    turnaround_days: int
    breakdown: StoredPrice
    total_cents: int
    deposit_cents: int


def rental_columns(rental: PricedRental, place: Place) -> RentalColumns:
    """Return the columns of a rental; ``place`` is the location to store (B5)."""
    request = rental.request
    days, figures, first = request.when, rental.breakdown, request.first_letters
    return {
        "message": request.message,
        "size": request.size,
        "color": first.color if first is not None else DEFAULT_COLOR,
        "add_ons": list(first.add_ons) if first is not None else [],
        "lines": stored_lines(request.lines),
        "letter_count": figures.letter_count,
        **time_and_place_columns(replace(request, place=place)),
        "venue_id": place.venue_id,
        "venue_name": place.name,
        "venue_address": place.address,
        "venue_surcharge_cents": figures.surcharge_cents,
        "delivery_day": days.delivery.day,
        "pickup_day": days.pickup.day,
        "rental_days": days.rental_days,
        "turnaround_days": days.turnaround_days,
        "breakdown": stored_price(rental.price),
        "total_cents": rental.total_cents,
        "deposit_cents": deposit_of(rental.price, rental.total_cents),
    }


def remembered_place(given: Place, venue: RentalVenue | None, *, agreed: bool) -> Place:
    """Return the location to store with a booking (B5): for a venue, its current name and address, or the agreed ones
    if it was deleted since.
    """
    if venue is None:
        return given if given.venue_id is None else replace(given, venue_id=None)
    return given if agreed else Place(venue.id, venue.name, venue.address)


def is_same_request(
    booking: Booking, request: RentalRequest, seen_total_cents: int | None, terms: Terms, now: datetime
) -> bool:
    """Return true if a visitor's request repeats a stored booking: the same lines at the same place for as many days,
    and for the same total if the visitor saw one. The caller compares the days of delivery and pickup.
    """
    before, lines, place = booking.lines, request.lines, request.place
    address, days = Address.from_json(booking.address), days_of(booking, terms, now)
    return (
        len(before) == len(lines)
        and all(old.is_like(new) for old, new in zip(before, lines, strict=True))
        and custom_colors(before) == custom_colors(lines)
        and booking.venue_id == place.venue_id
        and (address.line if address else None) == (place.other.line if place.other else None)
        and (days.rental_days, days.last) == (request.when.rental_days, request.when.last)
        and seen_total_cents in {None, booking.total_cents}
    )


def time_and_place_columns(request: RentalRequest) -> TimeAndPlaceColumns:
    """Return the columns of a request that don't change its price."""
    days, other = request.when, request.place.other
    return {
        "install_time": days.install_time,
        "delivery_clock": clock_text(days.delivery_clock),
        "delivery_time_given": days.delivery.time is not None,
        "pickup_clock": clock_text(days.pickup_clock),
        "pickup_time_given": days.pickup.time is not None,
        "address": other.to_json() if other else NO_ADDRESS,
    }


def rental_of(booking: Booking, terms: Terms, now: datetime) -> PricedRental:
    """Return the rental of a booking at its agreed price."""
    request = RentalRequest(
        booking.lines,
        days_of(booking, terms, now),
        Place(booking.venue_id, booking.venue_name, booking.venue_address, Address.from_json(booking.address)),
    )
    return agreed_rental(request, booking.price, total_cents=booking.total_cents)


def days_of(booking: Booking, terms: Terms, now: datetime) -> Days:
    """Return a booking's agreed days, even if they are past or exceed a limit that was lowered since."""
    delivery = moment_of(booking.delivery_day, booking.delivery_clock, given=booking.delivery_time_given)
    pickup = moment_of(booking.pickup_day, booking.pickup_clock, given=booking.pickup_time_given)
    return check_days(
        terms,
        delivery,
        pickup,
        booking.install_time,
        now,
        by_operator=True,
        turnaround_days=booking.turnaround_days,
        known=(delivery, pickup),
        known_days=booking.rental_days,
    )
