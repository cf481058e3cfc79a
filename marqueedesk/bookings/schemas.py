"""Request and response schemas of bookings."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.install_windows import LONGEST_CODE
from marqueedesk.accounts.rules_schemas import LONGEST_EVENT_TYPE
from marqueedesk.bookings.line_schemas import (
    LINE_SENTENCES,
    LineOut,
    LinesInput,
    MessageOrLines,
    RentedOut,
    SizeOrLines,
    StandingTextOut,
)
from marqueedesk.bookings.wire_types import AddOns, AddOnsOut, Code, OptionalCode, none_if_empty
from marqueedesk.inventory.outage_schemas import ShortageOut
from marqueedesk.kit.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    DateOrDateTime,
    Id,
    OptionalBlock,
    OptionalEmail,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.pricing.policy_schemas import DuePartOut
from marqueedesk.pricing.schemas import Percent
from marqueedesk.pricing.tax_schemas import ExemptionInput, ExemptionOut
from marqueedesk.venues.address_schemas import AddressOut, PartOfAddress

Goods = Literal["reserved", "packed", "out", "partly_back", "back", "overdue"]
Status = Literal["pending", "confirmed", "completed", "canceled"]
PUBLIC_KEY = r"^mk_[a-z0-9]{20,40}$"
HIGHEST_TIP_CENTS = 10_000_000
DATES = {"missing": "{label} is required", "*": "{label} must be a date, for example 2027-06-01"}
SENTENCES: dict[str, dict[str, str]] = LINE_SENTENCES | {
    "customerEmail": {"email": "Please enter a valid email address", "not_reached": "{sentence}"},
    "userId": {"missing": "userId is required", "*": "userId must be an operator's id or public key"},
    "venueId": {"*": "Unknown venue"},
}


Who = Annotated[
    Annotated[int, Field(ge=1, le=2**63 - 1)] | Annotated[str, Field(pattern=PUBLIC_KEY, max_length=50)],
    Field(description="An operator's id or public key"),
]
OptionalEventType = Annotated[
    OptionalText, AtMost(LONGEST_EVENT_TYPE), Field(description="One of the business's event types")
]
OptionalInstallTime = Annotated[
    OptionalText, AtMost(LONGEST_CODE), Field(description="The code of one of the business's install windows")
]
OptionalDay = Annotated[DateOrDateTime | None, BeforeValidator(none_if_empty)]


ANOTHER_PLACE = "Another place, instead of `venueId`. Visitors give street and city; operators may give part of it."
_REACHED = "Required from a visitor. An operator gives an email address, a phone number, or both."
NOT_REACHED = "Enter an email address or a phone number"


OptionalDiscountCode = Annotated[
    OptionalText, AtMost(80), Field(description="A discount code of the business, in any case")
]


def _tip(cents: int) -> int:
    if not 0 <= cents <= HIGHEST_TIP_CENTS:
        raise ValueError("A tip must be between 0 and 100,000")
    return cents


TipAmount = Annotated[CurrencyAmount, AfterValidator(_tip)]
TakesWaiver = Annotated[
    bool | None,
    Field(description="Whether the customer takes the damage waiver; null as the payment policy has it by default"),
]
TipShare = Annotated[Percent | None, Field(description="A tip as a percentage of the order, in place of `tip`")]


class BookingInput(RequestModel):
    """POST /api/bookings: lines, or message and size as one line of letters.

    Whatever else the payload carries (status, deposit, breakdown, counts) has no effect.
    """

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {**SENTENCES, "deliveryDate": DATES, "pickupDate": DATES}

    user_id: Who | None = None
    lines: LinesInput | None = None
    message: MessageOrLines = None
    size: SizeOrLines = None
    venue_id: Id | None = None
    venue_name: Annotated[OptionalText, AtMost(200)] = None
    venue_address: Annotated[OptionalText, AtMost(500)] = None
    address: Annotated[PartOfAddress | None, Field(description=ANOTHER_PLACE)] = None
    customer_name: Annotated[RequiredText, AtMost(200)]
    customer_phone: Annotated[OptionalText, AtMost(50)] = None
    # After the phone, which it is looked at together with.
    customer_email: Annotated[OptionalEmail, Field(validate_default=True, description=_REACHED)] = None
    delivery_date: DateOrDateTime
    pickup_date: DateOrDateTime
    event_type: OptionalEventType = None
    preferred_install_time: OptionalInstallTime = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    operator_notes: Annotated[OptionalBlock, AtMost(5000)] = None
    total_price: CurrencyAmount | None = None
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None
    as_request: Annotated[
        bool, Field(description="Keep an operator's own booking pending; otherwise it is confirmed at once")
    ] = False
    notify: Annotated[
        bool, Field(description="Email the confirmation to the customer of an operator's own booking")
    ] = False
    discount_code: OptionalDiscountCode = None
    damage_waiver: TakesWaiver = None
    tip: TipAmount | None = None
    tip_percent: TipShare = None
    ask_anyway: Annotated[
        bool,
        Field(description="A visitor's: send what letters or closed days would refuse, as a request without letters"),
    ] = False
    form_token: Annotated[
        OptionalText,
        AtMost(200),
        Field(description="`formToken` of GET /api/booking-form: when the form was opened"),
    ] = None
    website: Annotated[OptionalText, AtMost(500), Field(description="A field that nobody sees: leave it empty")] = None
    terms_version: Annotated[
        OptionalText,
        AtMost(20),
        Field(
            description="`terms.version` of GET /api/booking-form, accepted by the visitor; required where there is one"
        ),
    ] = None

    @field_validator("customer_email")
    @classmethod
    def _reached(cls, email: str | None, info: ValidationInfo) -> str | None:
        if email is None and info.data.get("customer_phone", "refused for itself") is None:
            raise PydanticCustomError("not_reached", "{sentence}", {"sentence": NOT_REACHED})
        return email


class VisitorBookingInput(BookingInput):
    """The same from a visitor, whom the business answers by email."""

    @field_validator("customer_email")
    @classmethod
    def _reached(cls, email: str | None, info: ValidationInfo) -> str | None:  # noqa: ARG003 - as where it replaces.
        if email is None:
            raise PydanticCustomError("missing", "is required")
        return email


ABOUT_THE_FORM = {"form_token", "website", "terms_version"}
"""Fields that tell people from bots (W9) and are not part of the booking: a retry after a reload has another token."""


TAX_EXEMPT = "Why its customer pays no sales tax, and until when; null for everybody else"


class BookingPatch(RequestModel):
    """PATCH /api/bookings/{id}: what is left out stays; a record as read may be sent back."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {**SENTENCES, "deliveryDate": DATES, "pickupDate": DATES}

    message: Annotated[RequiredText, AtMost(500)] = ""
    size: Code = ""
    lines: LinesInput | None = None
    venue_id: Id | None = None
    venue_name: Annotated[OptionalText, AtMost(200), Field(description="The name of another place")] = None
    address: Annotated[PartOfAddress | None, Field(description=ANOTHER_PLACE)] = None
    customer_name: Annotated[RequiredText, AtMost(200)] = ""
    customer_email: OptionalEmail = None
    customer_phone: Annotated[OptionalText, AtMost(50)] = None
    delivery_date: DateOrDateTime = ""
    pickup_date: DateOrDateTime = ""
    event_type: OptionalEventType = None
    preferred_install_time: OptionalInstallTime = None
    color_option: Code = ""
    add_ons: AddOns = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    operator_notes: Annotated[OptionalBlock, AtMost(5000)] = None
    damage_waiver: bool | None = None
    tip: TipAmount | None = None
    tax_exempt: Annotated[ExemptionInput | None, Field(description=TAX_EXEMPT)] = None
    total_price: CurrencyAmount | None = None
    # The total given here is the operator's own and is kept, even if it is the one that is stored already.
    own_total: bool = False
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None
    notify: Annotated[bool, Field(description="Email the customer what has changed")] = False
    ask_agreement: Annotated[
        bool, Field(description="Ask the customer on the booking's page whether they agree to the change")
    ] = False
    # The revision that the caller has looked at; another one is refused (B10). A name of its own, so that a record sent
    # back as read does not ask for this.
    expected_revision: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None


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


class WorkOut(ResponseModel):
    """A booking without its money: what is rented, by whom, where and when."""

    sparse = True

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
    page_url: Annotated[str, Field(description="The customer's booking page: anyone with the link may act on it")]


class BookingOut(CrewBookingOut, VisitorBookingOut):
    """A booking as its operator sees it."""

    disputed: Annotated[CurrencyUnits, Field(description="The part of `received` that the bank may still take back")]
    lost: Annotated[CurrencyUnits, Field(description="The amount that the bank took back for good; nobody owes it")]
    overbook_reason: str | None
    quote_id: int | None


class OnSiteOut(ResponseModel):
    """The contact and access notes for a booking's venue, as the business's list has them today."""

    contact_name: str | None
    contact_phone: str | None
    contact_email: str | None
    load_in: str | None
    parking: str | None
    notes: str | None


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


class CalendarBooking(ResponseModel):
    """A booking as a calendar shows it: no more than that, because a busy month has thousands."""

    id: int
    number: int
    status: Status
    message: str
    size: str
    customer_name: str
    venue_name: str | None
    delivery_date: str
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
    """How many bookings a list has on each of its tabs."""

    all: int
    pending: int
    confirmed: int
    completed: int
    canceled: int
