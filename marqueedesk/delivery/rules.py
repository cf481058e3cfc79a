"""When and where a business delivers: plain values with their defaults, and their stored form."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, time
from typing import Any, Final, Literal, Self

from marqueedesk.delivery.install_windows import USUAL_WINDOWS, InstallWindow, PickupHours, clock_of
from marqueedesk.kit.db.db import JsonObject

EVENT_TYPES: Final = ("birthday", "wedding", "quinceañera", "corporate", "graduation", "anniversary", "other")
"""The occasions that customers choose from, until the business has a list of its own."""
_LEAP_YEAR: Final = 2000


@dataclass(frozen=True, slots=True)
class ClosedDays:
    """Days on which a business is closed, both ends included; ``yearly`` repeats their months and days."""

    first: date
    last: date
    yearly: bool = False
    reason: str | None = None

    def has(self, day: date) -> bool:
        """Whether a day is one of them."""
        if not self.yearly:
            return self.first <= day <= self.last
        first, last, here = (_in_leap_year(each) for each in (self.first, self.last, day))
        # From December into January the days lie at both ends of a year.
        return first <= here <= last if first <= last else here >= first or here <= last


def _in_leap_year(day: date) -> date:
    return day.replace(year=_LEAP_YEAR)


RequestsHold = Literal["until_answered", "after_confirmation", "nothing"]
"""The time from which a visitor's request holds its letters: at once, once its email link is opened, or never."""

Pair = Literal["6/9", "W/M", "N/Z", "0/O", "1/I"]


@dataclass(frozen=True, slots=True)
class TurnedLetters:
    """Two letters of which one piece can be either, in the sizes in which that looks right."""

    pair: Pair
    sizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShorterWording:
    """A shorter text that a business offers where a longer one is short of letters."""

    long: str
    short: str


@dataclass(frozen=True, slots=True)
class DeliveryRules:
    """What a business allows at its form. Built without arguments it holds the defaults."""

    minimum_notice_hours: int = 0
    closed_days: tuple[ClosedDays, ...] = ()
    closed_weekdays: tuple[int, ...] = ()
    """0 is Monday."""
    max_deliveries_per_day: int | None = None
    max_pickups_per_day: int | None = None
    pickup_grace_hours: int = 6
    """How long after midnight a pickup still belongs to the day before."""
    overdue_grace_hours: int = 0
    install_windows: tuple[InstallWindow, ...] = tuple(USUAL_WINDOWS.values())
    """The hours in which customers may ask for the delivery."""
    earliest_pickup: time | None = None
    latest_pickup: time | None = None
    any_address: bool = True
    listed_venues: bool = True
    event_types: tuple[str, ...] = EVENT_TYPES
    required_fields: tuple[str, ...] = ()
    """Fields of the form that a visitor must fill in, besides those that every booking needs."""
    contact_on_form: bool = False
    """Whether the form shows how to reach the business."""
    terms_on_form: bool = False
    """Whether a visitor has to accept the business's terms."""
    crew_collects: bool = False
    """Whether staff see on the crew's page what a customer still has to pay."""
    waiting_offer_hours: int = 24
    """The hours for which letters that are available again are held for a customer on the waiting list."""
    strangers_share_percent: int = 50
    """The share of a piece's quantity that unconfirmed requests may hold on a day, rounded up."""
    strangers_letter_days: int = 10
    """The days of a month on which one network's unconfirmed requests may hold a piece, or all of them the last one."""
    requests_hold: RequestsHold = "until_answered"
    turned_letters: tuple[TurnedLetters, ...] = ()
    shorter_wordings: tuple[ShorterWording, ...] = ()

    @property
    def has_caps(self) -> bool:
        """Whether a day can be full."""
        return self.max_deliveries_per_day is not None or self.max_pickups_per_day is not None

    @property
    def pickup_hours(self) -> PickupHours:
        """When it collects."""
        return PickupHours(self.earliest_pickup, self.latest_pickup)

    def is_closed(self, day: date) -> bool:
        """Whether nothing is delivered or picked up on a day."""
        return day.weekday() in self.closed_weekdays or any(span.has(day) for span in self.closed_days)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form. What the document does not name takes its default."""
        known = dict(document)
        for name in ("closed_weekdays", "event_types", "required_fields"):
            if name in known:
                known[name] = tuple(known[name])
        if "closed_days" in known:
            known["closed_days"] = tuple([_span(row) for row in known["closed_days"]])
        if "turned_letters" in known:
            known["turned_letters"] = tuple(
                [TurnedLetters(row["pair"], tuple(row["sizes"])) for row in known["turned_letters"]]
            )
        if "shorter_wordings" in known:
            known["shorter_wordings"] = tuple([ShorterWording(**row) for row in known["shorter_wordings"]])
        if "install_windows" in known:
            known["install_windows"] = tuple([_window(row) for row in known["install_windows"]])
        for name in ("earliest_pickup", "latest_pickup"):
            if known.get(name) is not None:
                known[name] = clock_of(known[name])
        return cls(**known)

    def to_json(self) -> JsonObject:
        """The stored form: JSON values only, days as text."""
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


def _span(row: Mapping[str, Any]) -> ClosedDays:
    return ClosedDays(date.fromisoformat(row["first"]), date.fromisoformat(row["last"]), row["yearly"], row["reason"])


def _window(row: Mapping[str, Any]) -> InstallWindow:
    return InstallWindow(row["label"], clock_of(row["start"]), clock_of(row["end"]))


DEFAULT_RULES: Final = DeliveryRules()
"""What holds for a business until it says otherwise."""


def rules_of(document: Mapping[str, Any]) -> DeliveryRules:
    """A business's rules from what its row keeps; who never changed theirs keeps an empty document."""
    return DeliveryRules.from_json(document) if document else DEFAULT_RULES
