"""The contents of a demo business. Plain values; days count from the day on which the demo is made."""

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
    """The demo's history does not work out on this day: a fault of its data."""


@dataclass(frozen=True, slots=True)
class Login:
    """Somebody who can sign in. The password is known to everybody who reads this."""

    email: str
    password: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of letters."""

    text: str
    size: str = "4ft"
    finish: str | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class SomeOf:
    """A line of an item, by its name."""

    item: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pack:
    """A line of a package, by its name, with the words for its blanks."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A rental that somebody asked for, and got.

    One of four fields sets the event's date: ``week`` (weeks from the coming Saturday, negative for past ones), ``day``
    (days from today), ``on`` (month and day: the last time by which the request had been made) or ``same_days_as`` (the
    ``name`` of another request). The request came in ``asked`` days before today or ``lead`` days before delivery.
    """

    message: str
    """The text of the letters; ``{year}`` is replaced by the year of the pickup. Empty where `more` says it all."""
    customer: str
    venue: str | None = None
    event: str = "wedding"
    week: int | None = None
    day: int | None = None
    on: tuple[int, int] | None = None
    snap: bool = True
    """For ``on``: move to the Saturday of that week."""
    same_days_as: str | None = None
    name: str | None = None
    start: int = 0
    """Days from the day of the event to delivery: -1 delivers the day before."""
    nights: int = 1
    asked: int | None = None
    lead: int = 45
    size: str = "4ft"
    install: Literal["morning", "afternoon", "evening"] | None = None
    color: Literal["standard", "premium", "custom"] | None = None
    add_ons: tuple[str, ...] = ()
    by_operator: bool = False
    answered: int | None = 20
    """Hours until the operator confirms; None: still waiting."""
    canceled: int | None = None
    """Days after which it was canceled."""
    total: int | None = None
    """A total in currency units that the operator agreed on (P5)."""
    overbook_reason: str | None = None
    place: tuple[str, PartOfAddress] | None = None
    """Name and address of a place that is none of the operator's venues."""
    times: tuple[str, str] | None = None
    """Wall-clock times of delivery and pickup, where they were agreed on."""
    phone: bool = True
    notes: str | None = None
    operator_notes: str | None = None
    more: tuple[Words | SomeOf | Pack, ...] = ()
    """Further lines below the message."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A quote that the operator wrote ``asked`` days ago, for the Saturday in ``week`` weeks, and what came of it.

    ``until`` is how far it got: each step happens a day after the one before, and an expired one was never looked at.
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
    """The operator's own lines, in currency units."""
    percent_off: int = 0
    note: str | None = None
    reason: str | None = None
    question: str | None = None
    more: tuple[Words | SomeOf | Pack, ...] = ()
    """Further lines below the message."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A rental that somebody asked for and that the letters did not allow (L9)."""

    message: str
    customer: str
    asked: int
    week: int = 0
    same_days_as: str | None = None
    size: str = "4ft"


@dataclass(frozen=True, slots=True)
class Repair:
    """Pieces of a letter that are out of service around today: of the first of ``letters`` that can be spared (L11)."""

    letters: tuple[str, ...]
    size: str
    count: int
    since_days: int
    for_days: int
    reason: str


@dataclass(frozen=True, slots=True)
class ItemOnOffer:
    """An item, and the name of the drawing that is its picture."""

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
class Catalog:
    """What a business rents besides words in the usual sizes, and where it delivers at which fee."""

    prices: PriceListChange
    more_letters: dict[tuple[str, str], str]
    """Letters owned, by size and finish, as in `Business.letters`."""
    price_cents: dict[str, int]
    items: tuple[ItemOnOffer, ...]
    packages: tuple[PackageOnOffer, ...]
    zones: ZonesInput
    """Entered yesterday: what was agreed on before kept its price."""


@dataclass(frozen=True, slots=True)
class Business:
    """One operator: who runs it, by which rules, with which letters and venues, and what its customers asked for."""

    login: Login
    username: str
    company_name: str
    phone_number: str
    open_for_days: int
    rules: RulesInput | None
    letters: dict[str, str]
    """Letters owned, by size: in ``A3 B2 03`` there are three A, two B and three of the digit 0."""
    price_cents: dict[str, int]
    """The price of a letter per day, by size."""
    venues: dict[str, VenueInput]
    """Venues, by the name that requests use for them."""
    requests: tuple[Planned, ...]
    offers: tuple[Offer, ...] = ()
    refused: tuple[Refused, ...] = ()
    repairs: tuple[Repair, ...] = ()
    details: BusinessDetailsChange | None = None
    """The business details on its documents."""
    catalog: Catalog | None = None
    trial: tuple[str, int] | None = None
    """The plan that it tries, and for how many days already: without keys of the provider, as anybody can."""
