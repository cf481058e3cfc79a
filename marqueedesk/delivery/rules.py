"""Delivery and form rules of a business: plain values with defaults, and their stored form."""

from dataclasses import asdict, dataclass
from datetime import date, time
from functools import cache
from typing import Final, Literal, Self, TypeVar

from pydantic import TypeAdapter

from marqueedesk.delivery.install_windows import USUAL_WINDOWS, InstallWindow, PickupHours
from marqueedesk.kit.db.db import JsonObject

EVENT_TYPES: Final = ("birthday", "wedding", "quinceañera", "corporate", "graduation", "anniversary", "other")
"""Default event types."""
T = TypeVar("T")
_LEAP_YEAR: Final = 2000


@dataclass(frozen=True, slots=True)
class ClosedDays:
    """Days on which a business is closed, inclusive; with ``yearly``, they repeat every year."""

    first: date
    last: date
    yearly: bool = False
    reason: str | None = None

    def has(self, day: date) -> bool:
        """Return true if a day is one of them."""
        if not self.yearly:
            return self.first <= day <= self.last
        first, last, here = (_in_leap_year(each) for each in (self.first, self.last, day))
        # A yearly period over New Year's covers both ends of a year.
        return first <= here <= last if first <= last else here >= first or here <= last


def _in_leap_year(day: date) -> date:
    return day.replace(year=_LEAP_YEAR)


RequestsHold = Literal["until_answered", "after_confirmation", "nothing"]
"""When a visitor's request holds its letters: right away, once the link in its email is opened, or never."""

CustomerChanges = Literal["at_once", "asked"]
"""If customers change their confirmed bookings at once on the booking page, or request every change."""

Pair = Literal["6/9", "W/M", "N/Z", "0/O", "1/I"]


@dataclass(frozen=True, slots=True)
class TurnedLetters:
    """A pair of characters that share their pieces (when turned, a W is an M), in the sizes where that looks right."""

    pair: Pair
    sizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GiftCardShop:
    """The page where customers buy gift cards: the amounts that it offers, in cents. With ``own_amount``, customers can
    enter another amount from ``least_cents`` to ``most_cents``.
    """

    is_open: bool = False
    amounts: tuple[int, ...] = (50_00, 100_00, 150_00)
    own_amount: bool = True
    least_cents: int = 25_00
    most_cents: int = 500_00

    def sells(self, cents: int) -> bool:
        """Return true if a customer can choose this amount."""
        return cents in self.amounts or (self.own_amount and self.least_cents <= cents <= self.most_cents)


@dataclass(frozen=True, slots=True)
class ShorterWording:
    """A shorter wording to offer if there are too few letters for a longer one."""

    long: str
    short: str


@dataclass(frozen=True, slots=True)
class DeliveryRules:
    """A business's delivery and form rules, by default the standard ones."""

    minimum_notice_hours: int = 0
    closed_days: tuple[ClosedDays, ...] = ()
    closed_weekdays: tuple[int, ...] = ()
    """Weekdays without deliveries or pickups; 0 is Monday."""
    max_deliveries_per_day: int | None = None
    max_pickups_per_day: int | None = None
    pickup_grace_hours: int = 6
    """Number of hours after midnight during which a pickup counts as the previous day."""
    overdue_grace_hours: int = 0
    install_windows: tuple[InstallWindow, ...] = tuple(USUAL_WINDOWS.values())
    """Delivery windows offered to customers."""
    earliest_pickup: time | None = None
    latest_pickup: time | None = None
    any_address: bool = True
    listed_venues: bool = True
    event_types: tuple[str, ...] = EVENT_TYPES
    required_fields: tuple[str, ...] = ()
    """Fields that visitors must fill in, in addition to those that are always required."""
    contact_on_form: bool = False
    """True if the form shows the business's contact details."""
    terms_on_form: bool = False
    """True if visitors must accept the business's terms."""
    crew_collects: bool = False
    """True if staff see a customer's balance due on the crew page."""
    setup_hidden: bool = False
    """True if the dashboard doesn't show the setup steps anymore."""
    waiting_offer_hours: int = 24
    """Number of hours for which available letters are held for a customer on the waiting list."""
    strangers_share_percent: int = 50
    """Share of a piece's quantity that unconfirmed requests may hold per day, rounded up."""
    strangers_letter_days: int = 10
    """Number of days per month on which one network's unconfirmed requests may hold a piece, and on which all
    unconfirmed requests together may hold the last one.
    """
    requests_hold: RequestsHold = "until_answered"
    customer_changes: CustomerChanges = "asked"
    answer_within_hours: int | None = None
    """The business's promise to customers: how soon it replies to a request; None for no promise."""
    email_prices: bool = False
    """True if visitors who agreed and left after seeing a price get one email a day later."""
    email_yearly: bool = False
    """True if past customers get one email eleven months after an event."""
    quote_follow_up_days: int | None = None
    """Days after which a customer with an open quote gets an email, and another after as many; None for never."""
    ask_for_reviews: bool = False
    """True if customers are asked for a review the day after the pickup."""
    review_url: str | None = None
    """Page elsewhere where the business collects reviews; https only."""
    close_month_after_days: int | None = None
    """Number of days after which the books of a month are closed by themselves; None for never."""
    gift_card_months: int | None = None
    """Number of months after which a new gift card expires; None if gift cards don't expire."""
    gift_card_shop: GiftCardShop = GiftCardShop()
    keep_invoice_years: int = 10
    """Number of years for which invoices of erased customers are kept."""
    turned_letters: tuple[TurnedLetters, ...] = ()
    shorter_wordings: tuple[ShorterWording, ...] = ()

    @property
    def has_caps(self) -> bool:
        """Return true if the number of deliveries or pickups per day is limited."""
        return self.max_deliveries_per_day is not None or self.max_pickups_per_day is not None

    @property
    def answer_within(self) -> str | None:
        """Return the promise in words, such as "within a day"; None for no promise."""
        hours = self.answer_within_hours
        if hours is None:
            return None
        count, unit = (hours // 24, "day") if hours % 24 == 0 else (hours, "hour")
        if count == 1:
            return "within a day" if unit == "day" else "within an hour"
        return f"within {count} {unit}s"

    @property
    def pickup_hours(self) -> PickupHours:
        """Return the pickup hours."""
        return PickupHours(self.earliest_pickup, self.latest_pickup)

    def is_closed(self, day: date) -> bool:
        """Return true if there are no deliveries or pickups on a day."""
        return day.weekday() in self.closed_weekdays or any(span.has(day) for span in self.closed_days)

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Parse the stored form. Missing values take their default."""
        return _reader(cls).validate_python(document)

    def to_json(self) -> JsonObject:
        """Return the stored form: JSON values only, days as text."""
        spans = [
            asdict(span) | {"first": span.first.isoformat(), "last": span.last.isoformat()} for span in self.closed_days
        ]
        lists = {name: list(getattr(self, name)) for name in ("closed_weekdays", "event_types", "required_fields")}
        windows = [
            {"label": window.label, "start": f"{window.start:%H:%M}", "end": f"{window.end:%H:%M}"}
            for window in self.install_windows
        ]
        clocks = {
            name: None if clock is None else f"{clock:%H:%M}"
            for name, clock in (("earliest_pickup", self.earliest_pickup), ("latest_pickup", self.latest_pickup))
        }
        return asdict(self) | lists | clocks | {"closed_days": spans, "install_windows": windows}


@cache
def _reader(kind: type[T]) -> TypeAdapter[T]:
    """Return the reader of a dataclass's JSON: lists become tuples, and texts days and times."""
    return TypeAdapter(kind)


DEFAULT_RULES: Final = DeliveryRules()
"""The rules of a business that hasn't changed any."""


def rules_of(document: JsonObject) -> DeliveryRules:
    """Parse a business's rules from its row, where defaults are stored as an empty document."""
    return DeliveryRules.from_json(document) if document else DEFAULT_RULES
