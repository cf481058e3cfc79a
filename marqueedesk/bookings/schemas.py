"""Response schemas of bookings."""

from typing import Annotated, Any, Literal

from pydantic import Field

from marqueedesk.inventory.outage_schemas import ShortageOut
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel, SparseModel
from marqueedesk.pricing.policy_schemas import DuePartOut
from marqueedesk.pricing.tax_schemas import ExemptionOut
from marqueedesk.rentals.line_schemas import LineOut, RentedOut, StandingTextOut
from marqueedesk.rentals.wire_types import AddOnsOut
from marqueedesk.venues.address_schemas import AddressOut
from marqueedesk.venues.schemas import VenueAccessOut

Goods = Literal["reserved", "packed", "out", "partly_back", "back", "overdue"]
Status = Literal["pending", "confirmed", "completed", "canceled"]
TAX_EXEMPT = "Why its customer pays no sales tax, and until when; null for everybody else"


class BreakdownOut(ResponseModel):
    """A price, line by line, in currency units."""

    base_price: CurrencyUnits
    surcharge: CurrencyUnits
    deposit: CurrencyUnits
    addons: CurrencyUnits
    color_cost: CurrencyUnits
    total: CurrencyUnits
    letter_count: int
    price_per_letter: CurrencyUnits
    days: int
    items: Annotated[CurrencyUnits | None, Field(description="Items, and packages with a price of their own")] = None
    extras: CurrencyUnits | None = None
    discount: CurrencyUnits | None = None
    discount_percent: Annotated[float | int | None, Field(description="The share that the discount came from")] = None
    delivery_fee: CurrencyUnits | None = None
    minimum_order_adjustment: CurrencyUnits | None = None
    damage_waiver: CurrencyUnits | None = None
    tax: CurrencyUnits | None = None
    tip: CurrencyUnits | None = None
    tax_to_confirm: Annotated[
        bool | None, Field(description="Sales tax is added once the place of the delivery, or the rate there, is known")
    ] = None
    tax_exempt: Annotated[bool | None, Field(description="The customer pays no sales tax")] = None


class OptionOut(ResponseModel):
    """A size, color or add-on that was chosen, by its name; ``offered`` says whether it is still on the price list."""

    kind: Literal["size", "color", "addOn"]
    code: str
    label: str
    offered: bool


class ChangeOut(ResponseModel):
    """One entry of a booking's history."""

    at: str
    who: str
    kind: Literal["created", "status", "edited"]
    from_status: str | None
    to_status: str | None
    changes: dict[str, list[Any]]


class ClosedDayOut(ResponseModel):
    """A day on which a visitor cannot book, and why: closed, fully booked, or too soon."""

    day: str
    reason: Literal["closed", "full", "notice"]


class WorkOut(SparseModel):
    """A booking without its money: what is rented, by whom, where and when."""

    id: int
    number: Annotated[int, Field(description="What people call it by, #12: the business's bookings count from 1")]
    user_id: int
    status: Status
    message: str
    size: str
    letters: list[str]
    letter_count: int
    lines: list[LineOut]
    rental_days: int
    customer_name: str
    customer_email: Annotated[str | None, Field(description="None where only a phone number was given")]
    customer_phone: str | None
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    address: Annotated[AddressOut | None, Field(description="Another place than a listed venue")]
    delivery_date: str
    pickup_date: str
    event_type: str | None
    preferred_install_time: str | None
    color_option: str
    add_ons: AddOnsOut
    notes: str | None
    created_at: str
    held: Annotated[bool, Field(description="Whether its letters are held; not those of a request sent all the same")]
    confirm_address: Annotated[
        bool, Field(description="Its letters are held once the customer opens the link in the email about it")
    ]
    confirm_by: Annotated[
        str | None, Field(description="Its letters are held until then, and longer if the customer opens that link")
    ]
    shortages: Annotated[list[ShortageOut], Field(description="What a request that was sent all the same was short of")]
    closed: ClosedDayOut | None = None


class CrewBookingOut(WorkOut):
    """A booking as staff see it: everything but money (A5)."""

    source: Literal["form", "operator"]
    goods: Goods
    overdue_since: Annotated[str | None, Field(description="Since when its goods are overdue")]
    expected_back: Annotated[
        str | None, Field(description="When late goods are expected: a day, or a date-time where the time was said too")
    ]
    delivery_time_given: bool
    pickup_time_given: bool
    operator_notes: str | None
    possible_duplicate: bool
    hold_expires_at: str | None
    revision: int
    updated_at: str


class VisitorBookingOut(WorkOut):
    """A booking as its customer sees it right after placing it."""

    venue_surcharge: CurrencyUnits
    breakdown: BreakdownOut
    total_price: CurrencyUnits
    deposit: CurrencyUnits
    deposit_paid: CurrencyUnits
    received: CurrencyUnits
    balance_due: Annotated[CurrencyUnits, Field(description="Not received, and not on its way from a bank either")]
    schedule: Annotated[list[DuePartOut], Field(description="What is due when, in order of the due day")]
    discount_code: Annotated[
        str | None, Field(description="The discount code that it was made with, in lower case")
    ] = None
    tax_place: Annotated[str | None, Field(description="The place whose tax it is; null with one rate for all")] = None
    tax_percent: Annotated[float | int | None, Field(description="The agreed rate; null in old prices")] = None
    tax_exempt: Annotated[ExemptionOut | None, Field(description=TAX_EXEMPT)] = None
    delivery_to_confirm: Annotated[
        bool, Field(description="The delivery's price is confirmed once the business has looked at the place")
    ]


class PaymentFormOut(ResponseModel):
    """What a card form needs to take the payment of a booking that was just placed."""

    client_secret: str
    publishable_key: str
    account: Annotated[
        str | None, Field(description="The account to load the provider's script for; null for the platform's own")
    ]
    amount: CurrencyUnits
    expires_at: Annotated[str, Field(description="Until then the letters are held")]


class PlacedOut(VisitorBookingOut):
    """A booking as its customer gets it back, with the address of its page.

    ``payment`` is there where the booking waits for its payment, which confirms it.
    """

    payment: PaymentFormOut | None = None
    pay_by: Annotated[
        str | None,
        Field(description="Until when the letters are held, if the payment could not be opened: an email follows"),
    ] = None
    page_url: Annotated[str, Field(description="The customer's booking page: anyone with the link may act on it")]


class BookingOut(CrewBookingOut, VisitorBookingOut):
    """A booking as its operator sees it."""

    disputed: Annotated[CurrencyUnits, Field(description="The part of `received` that the bank may still take back")]
    lost: Annotated[CurrencyUnits, Field(description="The amount that the bank took back for good; nobody owes it")]
    reduced: Annotated[
        CurrencyUnits,
        Field(description="The part of the price that nobody owes any more: refunded for good, or `lost`"),
    ]
    overbook_reason: str | None
    quote_id: int | None


class OnSiteOut(VenueAccessOut):
    """The contact and access notes for a booking's venue, as the business's list has them today."""

    load_in: str | None
    parking: str | None


class CrewBookingWithHistory(CrewBookingOut):
    """A booking as staff see it, with everything that happened to it but money."""

    options: list[OptionOut]
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    site: Annotated[OnSiteOut | None, Field(description="None where the place is not in the list of venues")]
    history: list[ChangeOut]


class BookingWithHistory(BookingOut):
    """A booking with everything that happened to it."""

    options: list[OptionOut]
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    site: Annotated[OnSiteOut | None, Field(description="None where the place is not in the list of venues")]
    history: list[ChangeOut]


class ShortBooking(ResponseModel):
    """The fields that tell a booking from others, where many are shown."""

    id: int
    number: int
    status: Status
    message: str
    size: str
    customer_name: str
    venue_name: str | None
    delivery_date: str


class CalendarBooking(ShortBooking):
    """A booking as a calendar shows it: no more than that, because a busy month has thousands."""

    delivery_time_given: bool
    pickup_date: str
    pickup_time_given: bool


class BookingPage(ResponseModel):
    """A page of bookings."""

    items: list[BookingOut]
    next_cursor: str | None


class CrewBookingPage(ResponseModel):
    """A page of bookings as staff see them."""

    items: list[CrewBookingOut]
    next_cursor: str | None


class BookingCounts(ResponseModel):
    """How many bookings a list has on each of its tabs. Each status is counted up to 10,000."""

    all: int
    pending: int
    confirmed: int
    completed: int
    canceled: int
