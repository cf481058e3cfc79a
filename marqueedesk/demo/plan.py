"""Data of a demo business as plain values; days are relative to the day of seeding."""

from dataclasses import dataclass
from typing import Literal

from marqueedesk.accounts.rules_schemas import RulesInput
from marqueedesk.business.schemas import BusinessDetailsChange
from marqueedesk.inventory.item_schemas import ItemInput
from marqueedesk.pricing.schemas import PriceListChange
from marqueedesk.pricing.zones_schemas import ZonesInput
from marqueedesk.venues.address_schemas import PartOfAddress
from marqueedesk.venues.schemas import VenueInput


class CannotTell(Exception):
    """The demo's data has no valid history when seeded on this day, which is a bug in the data."""


@dataclass(frozen=True, slots=True)
class Login:
    """A demo user. The password is public."""

    email: str
    password: str


@dataclass(frozen=True, slots=True)
class Words:
    """A rental line with letters."""

    text: str
    size: str = "4ft"
    finish: str | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class SomeOf:
    """A rental line with an item, referenced by name."""

    item: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pack:
    """A rental line with a package, referenced by name, and the texts for its blanks."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A successful rental request.

    One of four fields sets the event date: ``week`` (weeks from the coming Saturday, negative for past ones), ``day``
    (days from today), ``on`` (month and day; the latest such day for which the request has already been made) or
    ``same_days_as`` (the ``name`` of another request). The request was made ``asked`` days before today or ``lead``
    days before delivery.
    """

    message: str
    """Text of the letters; ``{year}`` becomes the year of the pickup. Empty if `more` has all lines."""
    customer: str
    venue: str | None = None
    event: str = "wedding"
    week: int | None = None
    day: int | None = None
    on: tuple[int, int] | None = None
    snap: bool = True
    """With ``on``, move to the Saturday of that week."""
    same_days_as: str | None = None
    name: str | None = None
    start: int = 0
    """Days from the event to the delivery: -1 delivers the day before."""
    nights: int = 1
    asked: int | None = None
    lead: int = 45
    size: str = "4ft"
    install: Literal["morning", "afternoon", "evening"] | None = None
    color: Literal["standard", "premium", "custom"] | None = None
    add_ons: tuple[str, ...] = ()
    by_operator: bool = False
    answered: int | None = 20
    """Hours until the operator confirms the request; None if it is still pending."""
    canceled: int | None = None
    """Days until it is canceled, if it is."""
    total: int | None = None
    """Total that the operator agreed to, in currency units (P5)."""
    overbook_reason: str | None = None
    place: tuple[str, PartOfAddress] | None = None
    """Name and address of a location other than the operator's venues."""
    times: tuple[str, str] | None = None
    """Agreed local times of delivery and pickup, if any."""
    phone: bool = True
    notes: str | None = None
    operator_notes: str | None = None
    more: tuple[Words | SomeOf | Pack, ...] = ()
    """Additional lines after the message."""


@dataclass(frozen=True, slots=True)
class DemoOffer:
    """A quote written ``asked`` days ago for the Saturday in ``week`` weeks, and its outcome.

    ``until`` is its final state. Each step happens a day after the previous one; a quote that expires was never opened.
    """

    message: str
    customer: str
    week: int
    asked: int
    until: Literal["draft", "sent", "seen", "accepted", "declined", "expired"]
    venue: str | None = None
    event: str = "wedding"
    size: str = "4ft"
    color: Literal["standard", "premium", "custom"] | None = None
    add_ons: tuple[str, ...] = ()
    hold: bool = False
    extras: tuple[tuple[str, int], ...] = ()
    """Custom lines, in currency units."""
    percent_off: int = 0
    note: str | None = None
    reason: str | None = None
    question: str | None = None
    more: tuple[Words | SomeOf | Pack, ...] = ()
    """Additional lines after the message."""


@dataclass(frozen=True, slots=True)
class DemoRefusal:
    """A rental request rejected for lack of letters (L9)."""

    message: str
    customer: str
    asked: int
    week: int = 0
    same_days_as: str | None = None
    size: str = "4ft"


@dataclass(frozen=True, slots=True)
class Repair:
    """Pieces out of service around today, taken from the first of ``letters`` that has pieces to spare (L11)."""

    letters: tuple[str, ...]
    size: str
    count: int
    since_days: int
    for_days: int
    reason: str


@dataclass(frozen=True, slots=True)
class ItemOnOffer:
    """An item with the name of its drawing."""

    item: ItemInput
    drawing: str | None = None


@dataclass(frozen=True, slots=True)
class PackageOnOffer:
    """A package of letters and items; without a price, in currency units, it costs the sum of its lines."""

    name: str
    description: str
    lines: tuple[Words | SomeOf, ...]
    price: int | None = None
    drawing: str | None = None


@dataclass(frozen=True, slots=True)
class DemoCatalog:
    """Catalog apart from standard letters, with delivery zones and fees."""

    prices: PriceListChange
    more_letters: dict[tuple[str, str], str]
    """Letters owned, by size and finish, in the format of `DemoBusiness.letters`."""
    price_cents: dict[str, int]
    items: tuple[ItemOnOffer, ...]
    packages: tuple[PackageOnOffer, ...]
    zones: ZonesInput
    """Delivery zones, entered yesterday: earlier bookings keep their prices."""


@dataclass(frozen=True, slots=True)
class DemoBusiness:
    """A demo operator: users, rules, letters, venues and customer requests."""

    login: Login
    username: str
    company_name: str
    phone_number: str
    open_for_days: int
    rules: RulesInput | None
    letters: dict[str, str]
    """Letters owned, by size: ``A3 B2 03`` means three A, two B and three of the digit 0."""
    price_cents: dict[str, int]
    """Price of a letter per day in cents, by size."""
    venues: dict[str, VenueInput]
    """Venues, by the name that requests use."""
    requests: tuple[Planned, ...]
    offers: tuple[DemoOffer, ...] = ()
    refused: tuple[DemoRefusal, ...] = ()
    repairs: tuple[Repair, ...] = ()
    details: BusinessDetailsChange | None = None
    """Business details shown on documents."""
    catalog: DemoCatalog | None = None
    trial: tuple[str, int] | None = None
    """Plan on trial, and days elapsed since it began; possible without the provider's keys."""
