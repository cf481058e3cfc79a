"""What came over the wire as a `RentalRequest`: of the public form, an estimate, and an edit. Pure."""

from dataclasses import replace
from datetime import datetime

from marqueedesk.availability.days import Moment
from marqueedesk.availability.facts import Terms
from marqueedesk.bookings.rental_request import (
    Days,
    LettersLine,
    OwnLine,
    Place,
    RentalRequest,
    check_days,
    clock_text,
    iso,
    letters_line,
    read_days,
    read_moment,
)
from marqueedesk.bookings.schemas import BookingInput, BookingPatch, EstimateInput
from marqueedesk.pricing.extras import read_discount


def booking_request(given: BookingInput, terms: Terms, now: datetime, *, by_operator: bool) -> RentalRequest:
    """The rental that a booking asks for. Raises Invalid on message, deliveryDate and pickupDate."""
    line = letters_line(given.message, size=given.size, color=given.color_option, add_ons=_ticked(given.add_ons))
    days = read_days(
        terms, given.delivery_date, given.pickup_date, given.preferred_install_time, now, by_operator=by_operator
    )
    return RentalRequest((line,), days, Place(given.venue_id, given.venue_name, given.venue_address))


def estimate_request(given: EstimateInput, terms: Terms, now: datetime, *, by_operator: bool) -> RentalRequest:
    """The rental that a form holds, as far as it is filled in. Own lines and a discount are the operator's only.

    Raises Invalid on message, deliveryDate and pickupDate.
    """
    lines: tuple[LettersLine, ...] = ()
    if given.message and given.message.strip():
        size, add_ons = given.size or "", _ticked(given.add_ons)
        lines = (letters_line(given.message, size=size, color=given.color_option, add_ons=add_ons),)
    days = None
    if given.delivery_date and given.pickup_date:
        days = read_days(
            terms, given.delivery_date, given.pickup_date, given.preferred_install_time, now, by_operator=by_operator
        )
    request = RentalRequest(lines, days, Place(given.venue_id))
    if not by_operator:
        return request
    own_lines = tuple([OwnLine(line.text, line.amount) for line in given.extra_lines])
    return replace(request, own_lines=own_lines, discount=read_discount(given.discount))


def edited_request(before: RentalRequest, patch: BookingPatch, terms: Terms, now: datetime) -> RentalRequest:
    """A booking's rental with what an edit changes of it; equal to ``before`` where it changes nothing.

    A delivery or pickup that is sent back as it was answered stays what it was, also whether a time was given (B3).
    Raises Invalid on message, deliveryDate and pickupDate.
    """
    given, line, days = patch.model_fields_set, before.lines[0], before.when
    changed = LettersLine(
        line.text,
        line.letters,
        patch.size if "size" in given else line.size,
        patch.color_option if "color_option" in given else line.color,
        _ticked(patch.add_ons) if "add_ons" in given else line.add_ons,
    )
    if "message" in given and patch.message != line.text:
        changed = letters_line(patch.message, size=changed.size, color=changed.color, add_ons=changed.add_ons)
    if set(changed.add_ons) == set(line.add_ons):
        changed = replace(changed, add_ons=line.add_ons)
    venue_id = patch.venue_id if "venue_id" in given else before.place.venue_id
    place = before.place if venue_id == before.place.venue_id else Place(venue_id)
    return replace(before, lines=(changed,), days=_edited_days(days, patch, terms, now), place=place)


def _ticked(add_ons: dict[str, bool] | None) -> tuple[str, ...]:
    return tuple([code for code, chosen in (add_ons or {}).items() if chosen])


def _edited_days(days: Days, patch: BookingPatch, terms: Terms, now: datetime) -> Days:
    given = patch.model_fields_set
    delivery, pickup, install_time = days.delivery, days.pickup, days.install_time
    if "delivery_date" in given:
        clock = clock_text(days.delivery_clock)
        delivery = _edited_moment(delivery, clock, patch.delivery_date, "deliveryDate", terms)
    if "pickup_date" in given:
        pickup = _edited_moment(pickup, clock_text(days.pickup_clock), patch.pickup_date, "pickupDate", terms)
    if "preferred_install_time" in given:
        install_time = patch.preferred_install_time
    if (delivery, pickup, install_time) == (*days.moments, days.install_time):
        return days
    return check_days(
        terms,
        delivery,
        pickup,
        install_time,
        now,
        by_operator=True,
        turnaround_days=days.turnaround_days,
        known=days.moments,
        known_days=days.rental_days,
    )


def _edited_moment(stored: Moment, clock: str, text: str, field: str, terms: Terms) -> Moment:
    wanted = read_moment(text, terms.zone, field)
    shown = read_moment(iso(stored.day, clock, terms.zone), terms.zone, field)
    return stored if wanted in {stored, shown} else wanted
