"""The requested rental: lines, days, location, custom lines and discount as one immutable value. Pure.

Every source (form, estimate, operator's booking, edit, move, quote, acceptance) builds a `RentalRequest`, from which
the price, the stock check and the stored booking are derived.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS
from marqueedesk.availability.days import Moment, default_times, instant, last_day, occupied, parse_moment, rental_days
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.delivery.install_windows import window_of
from marqueedesk.inventory.pieces import Piece, count_pieces
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.formats import label
from marqueedesk.pricing.breakdown import NO_DISCOUNT, NO_TIP, Discount, Tip
from marqueedesk.pricing.sales_tax import Exemption, TaxAddress
from marqueedesk.rentals.lines import LettersLine, Lines, in_size, item_names, letters_lines, title_of
from marqueedesk.venues.address import Address

YEARS_AHEAD = 3
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EARLIEST, _LATEST = date(2000, 1, 1), date(2200, 1, 1)


@dataclass(frozen=True, slots=True)
class Days:
    """Delivery and pickup as given, the rental days to charge, and the days on which the letters are taken."""

    delivery: Moment
    pickup: Moment
    delivery_clock: time
    pickup_clock: time
    rental_days: int
    first: date
    last: date
    turnaround_days: int
    install_time: str | None = None
    """The install window, whose start is the default delivery time (B3)."""

    @property
    def moments(self) -> tuple[Moment, Moment]:
        """Return delivery and pickup as given."""
        return self.delivery, self.pickup


@dataclass(frozen=True, slots=True)
class Place:
    """The location of a rental: a venue of the operator's, or an address."""

    venue_id: int | None = None
    name: str | None = None
    address: str | None = None
    other: Address | None = None
    """The address if the location isn't a venue; ``address`` is then its one-line form."""

    @classmethod
    def at(cls, address: Address, name: str | None = None) -> "Place":
        """Create a location that isn't a listed venue."""
        return cls(None, name, address.line, address)

    @property
    def key(self) -> tuple[int | None, str | None]:
        """Return the pricing key: locations with the same key cost the same."""
        return self.venue_id, self.zip_code

    @property
    def zip_code(self) -> str | None:
        """Return the ZIP code, if it is known without reading the venue."""
        return self.other.zip_code if self.other else None

    @property
    def tax_address(self) -> TaxAddress:
        """Return the parts of the address that tax depends on, if the location isn't a venue."""
        other = self.other
        return TaxAddress(other.state, other.city, other.zip_code) if other else TaxAddress()

    @property
    def tax_key(self) -> tuple[int | None, tuple[str, str, str]]:
        """Return the tax key: locations with the same key have the same tax."""
        return self.venue_id, self.tax_address.key


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A custom price line: label and amount."""

    text: str
    cents: int


@dataclass(frozen=True, slots=True)
class RentalRequest:
    """A requested rental, with its letters, days and the pieces it needs.

    ``lines`` is empty and ``days`` None while a form is incomplete. ``by_line`` is true if the client sent lines, so
    that errors refer to the fields it sent.
    """

    lines: Lines
    days: Days | None = None
    place: Place = Place()
    own_lines: tuple[OwnLine, ...] = ()
    discount: Discount = NO_DISCOUNT
    waiver: bool | None = None
    """True if the customer takes the damage waiver; None for the business's default."""
    tip: Tip = NO_TIP
    exemption: Exemption | None = None
    """The customer's tax exemption."""
    by_line: bool = field(default=False, compare=False)

    @property
    def message(self) -> str:
        """Return the texts of all lines."""
        return title_of(self.lines)

    @property
    def first_letters(self) -> LettersLine | None:
        """Return the first line of letters; None if there is none."""
        return next(iter(letters_lines(self.lines)), None)

    @property
    def size(self) -> str:
        """Return the size of the first line of letters; empty if none was chosen or there are no letters."""
        first = self.first_letters
        return first.size if first is not None else ""

    @property
    def letters(self) -> list[str]:
        """Return the letters of all lines in reading order."""
        return [letter for line in letters_lines(self.lines) for letter in line.letters]

    @property
    def needs(self) -> dict[Piece, int]:
        """Return the pieces that the rental takes from the stock."""
        return count_pieces([line.needs for line in self.lines])

    @property
    def names(self) -> dict[int, str]:
        """Return the names of the rental's items."""
        return item_names(self.lines)

    def exempted(self, known: Exemption | None) -> "RentalRequest":
        """Return the request with the customer's stored tax exemption ``known``, unless it has its own."""
        return self if known is None or self.exemption is not None else replace(self, exemption=known)

    @property
    def has_price(self) -> bool:
        """Return true if the request is complete enough to price: something to rent, and a size for letters."""
        return bool(self.lines) and all(line.size for line in letters_lines(self.lines))

    @property
    def when(self) -> Days:
        """Return the request's days. Raises ValueError if it has none."""
        if self.days is None:
            raise ValueError("this rental has no days yet")
        return self.days

    @property
    def rental_days(self) -> int:
        """Return the number of rental days charged; 1 without dates."""
        return self.days.rental_days if self.days else 1

    def in_size(self, size: str) -> "RentalRequest":
        """Return the same rental with all letters in another size, except those in packages."""
        return replace(self, lines=in_size(self.lines, size))


@dataclass(frozen=True, slots=True)
class RentalVenue:
    """The details of a venue that are stored with a booking or needed to price it."""

    id: int
    name: str
    address: str
    difficulty: str
    is_verified: bool
    surcharge_cents: int
    zip_code: str | None = None
    city: str | None = None
    state: str | None = None

    @property
    def tax_address(self) -> TaxAddress:
        """Return the parts of the venue's address that tax and delivery zone depend on."""
        return TaxAddress(self.state, self.city, self.zip_code)

    @classmethod
    def from_row(cls, row: list[Any]) -> "RentalVenue":
        """Parse the JSON row: id, name, address, city, state, zip code, difficulty, verified, cents."""
        address = Address(street=row[2], city=row[3], state=row[4], zip_code=row[5]).line
        return cls(row[0], row[1], address, row[6], bool(row[7]), row[8], row[5], row[3], row[4])


def read_days(
    terms: Terms,
    delivery_text: str,
    pickup_text: str,
    install_time: str | None,
    now: datetime,
    *,
    by_operator: bool,
) -> Days:
    """Parse the days of a rental by rules B2, B3, L2 and P4. Raises Invalid on deliveryDate and pickupDate."""
    fields: dict[str, str] = {}
    delivery = _moment(delivery_text, terms.zone, "deliveryDate", fields)
    pickup = _moment(pickup_text, terms.zone, "pickupDate", fields)
    if delivery is None or pickup is None:
        raise Invalid(fields=fields)
    return check_days(terms, delivery, pickup, install_time, now, by_operator=by_operator)


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
    known_days: int | None = None,
) -> Days:
    """Like `read_days`, for moments. ``known`` are stored moments, which stay valid (even if past or beyond a lowered
    limit), and ``known_days`` their agreed rental days. ``turnaround_days`` is a booking's own, if the operator's has
    changed since (L2).
    """
    fields: dict[str, str] = {}
    window = window_of(install_time)
    if install_time is not None and window is None:
        raise Invalid(fields={"preferredInstallTime": "Preferred install time must be one of your install windows"})
    delivery_default, pickup_default = default_times(window, same_day=delivery.day == pickup.day)
    delivery_clock, pickup_clock = delivery.time or delivery_default, pickup.time or pickup_default
    if pickup.day < delivery.day or (
        pickup.day == delivery.day and pickup_clock < delivery_clock and (pickup.time or delivery.time)
    ):
        raise Invalid(fields={"pickupDate": "Pickup must be on or after delivery"})
    grace = terms.rules.pickup_grace_hours
    count = rental_days(delivery, pickup, grace)
    if known_days is not None and known == (delivery, pickup):
        count = known_days
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
    first, last = occupied(delivery.day, last_day(delivery, pickup, grace), turnaround)
    return Days(delivery, pickup, delivery_clock, pickup_clock, count, first, last, turnaround, install_time)


def read_moment(text: str, zone: ZoneInfo, field: str) -> Moment:
    """Parse a delivery or pickup in a request. Raises Invalid on ``field``."""
    try:
        return parse_moment(text, zone)
    except ValueError as refused:
        raise Invalid(fields={field: str(refused)}) from None


def read_day(text: str, field: str) -> date:
    """Parse a calendar day as YYYY-MM-DD, within two centuries. Raises Invalid on ``field``."""
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
    """Return the same day some years later; February 28 if there is no February 29."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def clock_text(clock: time) -> str:
    """Format a local time for storage as sortable text."""
    return clock.isoformat(timespec="microseconds")


def moment_of(day: date, clock: str, *, given: bool) -> Moment:
    """Return a stored delivery or pickup as given."""
    return Moment(day, time.fromisoformat(clock) if given else None)


@lru_cache(maxsize=1024)
def iso(day: date, clock: str, zone: ZoneInfo) -> str:
    """Format a stored delivery or pickup for responses: ISO 8601 with the operator's offset (B3)."""
    return instant(Moment(day, time.fromisoformat(clock)), zone, time(0)).isoformat()
