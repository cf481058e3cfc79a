"""A rental as it is asked for: letters, days and price worked out from what came over the wire. Pure."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS
from marqueedesk.availability.days import Moment, default_times, instant, occupied, parse_moment, rental_days
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.message import MessageRefused, count_letters, split_message
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.wire import label
from marqueedesk.pricing.breakdown import (
    DEFAULT_COLOR,
    NO_DISCOUNT,
    Breakdown,
    Discount,
    DiscountTooLarge,
    NotOnPriceList,
    breakdown,
)
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList

YEARS_AHEAD = 3
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EARLIEST, _LATEST = date(2000, 1, 1), date(2200, 1, 1)
_FIELD_OF = {"size": "size", "color": "colorOption", "add-on": "addOns", "difficulty": "venueId"}


@dataclass(frozen=True, slots=True)
class Days:
    """When: delivery and pickup as given, the rental days they cost and the days on which the letters are taken."""

    delivery: Moment
    pickup: Moment
    delivery_clock: time
    pickup_clock: time
    rental_days: int
    first: date
    last: date
    turnaround_days: int


@dataclass(frozen=True, slots=True)
class Venue:
    """What a booking keeps of its venue, and what the price needs of it."""

    id: int
    name: str
    address: str
    difficulty: str
    is_verified: bool
    surcharge_cents: int

    @classmethod
    def from_row(cls, row: list[Any]) -> "Venue":
        """From the JSON row of the facts: id, name, address, city, state, zip code, difficulty, verified, cents."""
        address = f"{row[2]}, {row[3]}, {row[4]} {row[5]}"
        return cls(row[0], row[1], address, row[6], bool(row[7]), row[8])


def read_letters(message: str) -> list[str]:
    """The message's letters. Raises Invalid on ``message`` (L1)."""
    try:
        return split_message(message)
    except MessageRefused as refused:
        raise Invalid(fields={"message": str(refused)}) from None


def read_days(
    terms: Terms,
    delivery_text: str,
    pickup_text: str,
    install_time: str | None,
    now: datetime,
    *,
    by_operator: bool,
    turnaround_days: int | None = None,
    known: tuple[Moment, Moment] | None = None,
) -> Days:
    """The days of a rental by the rules of B2, B3, L2 and P4. Raises Invalid on deliveryDate and pickupDate.

    ``known`` are moments that are already stored: they stand as they are (in the past, beyond a lowered limit).
    ``turnaround_days`` is a booking's own, where the operator's has changed since (L2).
    """
    fields: dict[str, str] = {}
    delivery = _moment(delivery_text, terms.zone, "deliveryDate", fields)
    pickup = _moment(pickup_text, terms.zone, "pickupDate", fields)
    if delivery is None or pickup is None:
        raise Invalid(fields=fields)
    return check_days(
        terms,
        delivery,
        pickup,
        install_time,
        now,
        by_operator=by_operator,
        turnaround_days=turnaround_days,
        known=known,
    )


def check_days(
    terms: Terms,
    delivery: Moment,
    pickup: Moment,
    install_time: str | None,
    now: datetime,
    *,
    by_operator: bool,
    turnaround_days: int | None = None,
    known: tuple[Moment, Moment] | None = None,
) -> Days:
    """As `read_days`, for moments."""
    fields: dict[str, str] = {}
    delivery_default, pickup_default = default_times(install_time, same_day=delivery.day == pickup.day)
    delivery_clock, pickup_clock = delivery.time or delivery_default, pickup.time or pickup_default
    if pickup.day < delivery.day or (
        pickup.day == delivery.day and pickup_clock < delivery_clock and (pickup.time or delivery.time)
    ):
        raise Invalid(fields={"pickupDate": "Pickup must be on or after delivery"})
    count = rental_days(delivery, pickup)
    if known != (delivery, pickup):
        today = terms.today(now)
        longest = LONGEST_RENTAL_DAYS if by_operator else terms.max_rental_days
        if delivery.day < today and not by_operator:
            fields["deliveryDate"] = "Delivery cannot be in the past"
        elif delivery.day > years_after(today, YEARS_AHEAD):
            fields["deliveryDate"] = f"Delivery can be at most {YEARS_AHEAD} years ahead"
        if count > longest or (pickup.day - delivery.day).days > longest:
            fields["pickupDate"] = f"A rental can last at most {longest} days"
        if fields:
            raise Invalid(fields=fields)
    turnaround = terms.turnaround_days if turnaround_days is None else turnaround_days
    first, last = occupied(delivery.day, pickup.day, turnaround)
    return Days(delivery, pickup, delivery_clock, pickup_clock, count, first, last, turnaround)


def read_moment(text: str, zone: ZoneInfo, field: str) -> Moment:
    """A delivery or pickup from the wire. Raises Invalid on ``field``."""
    try:
        return parse_moment(text, zone)
    except ValueError as refused:
        raise Invalid(fields={field: str(refused)}) from None


def read_day(text: str, field: str) -> date:
    """A calendar day as YYYY-MM-DD, within two centuries. Raises Invalid on ``field``."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or not _EARLIEST <= day <= _LATEST:
        raise Invalid(fields={field: f"{label(field)} must be a date, for example 2027-06-01"})
    return day


def _moment(text: str, zone: ZoneInfo, field: str, fields: dict[str, str]) -> Moment | None:
    try:
        return parse_moment(text, zone)
    except ValueError as refused:
        fields[field] = str(refused)
        return None


def years_after(day: date, years: int) -> date:
    """The same day some years later; 28 February for a 29th that is not there."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def price_list_of(document: dict[str, Any] | None) -> PriceList:
    """The operator's price list; who never changed theirs has the defaults of the specification (P2)."""
    return DEFAULT_PRICE_LIST if document is None else PriceList.from_json(document)


def read_price(
    prices: PriceList,
    *,
    size: str,
    letters: list[str],
    days: int,
    color: str | None,
    add_ons: list[str],
    venue: Venue | None,
    letter_prices: dict[str, int],
    extras: Sequence[int] = (),
    discount: Discount = NO_DISCOUNT,
) -> Breakdown:
    """The price by the operator's list, with the operator's own lines (cents) and discount.

    Raises Invalid on the field that the list does not have, and on ``discount`` for one that is more than the order.
    """
    try:
        return breakdown(
            prices,
            size=size,
            letters=count_letters(letters),
            days=days,
            color=color or DEFAULT_COLOR,
            add_ons=add_ons,
            difficulty=venue.difficulty if venue else None,
            venue_surcharge_cents=venue.surcharge_cents if venue else 0,
            venue_verified=venue.is_verified if venue else True,
            letter_prices=letter_prices,
            extras=extras,
            discount=discount,
        )
    except DiscountTooLarge as too_large:
        order = f"{too_large.order_cents / 100:,.2f}"
        raise Invalid(fields={"discount": f"The discount can be at most {order}, what it is taken off"}) from None
    except NotOnPriceList as missing:
        known = {"size": prices.sizes, "color": prices.colors}.get(missing.choice, ())
        sentence = f"Choose one of: {', '.join(row.code for row in known)}" if known else str(missing)
        raise Invalid(fields={_FIELD_OF[missing.choice]: sentence}) from None


def chosen_add_ons(prices: PriceList, flags: dict[str, bool] | None) -> list[str]:
    """The codes of the add-ons that were ticked and that the operator offers, in the price list's order."""
    return [row.code for row in prices.add_ons if (flags or {}).get(row.code)]


def stored_breakdown(price: Breakdown) -> dict[str, Any]:
    """A breakdown as it is kept with a booking: integer cents, line by line."""
    return asdict(price)


def shown_breakdown(stored: dict[str, Any]) -> Breakdown:
    """A breakdown as it was kept with a booking."""
    return Breakdown(**stored)


def read_changed_price(stored: Breakdown, prices: PriceList, **wish: Any) -> Breakdown:
    """The price of a changed rental, with the extra lines and the discount that were agreed for it.

    A discount stays the same share, or the same amount as far as there is something to take it off. ``wish`` is what
    `read_price` takes.
    """
    extras = (stored.extras_cents,)
    discount = Discount(basis_points=stored.discount_basis_points)
    if stored.discount_cents and not stored.discount_basis_points:
        whole = read_price(prices, **wish, extras=extras)
        discount = Discount(cents=min(stored.discount_cents, whole.order_cents))
    return read_price(prices, **wish, extras=extras, discount=discount)


def clock_text(clock: time) -> str:
    """A wall-clock time as it is stored: text that sorts."""
    return clock.isoformat(timespec="microseconds")


def moment_of(day: date, clock: str, *, given: bool) -> Moment:
    """A stored delivery or pickup as it was given."""
    return Moment(day, time.fromisoformat(clock) if given else None)


@lru_cache(maxsize=8192)
def iso(day: date, clock: str, zone: ZoneInfo) -> str:
    """A stored delivery or pickup as the wire shows it: ISO 8601 with the operator's own offset (B3)."""
    return instant(Moment(day, time.fromisoformat(clock)), zone, time(0)).isoformat()
