"""Response schemas of bookings."""

from typing import Annotated, Any, Literal

from pydantic import Field

from marqueedesk.bookings.charges.gift_cards import GiftCardOut
from marqueedesk.bookings.models import Goods, LostReason, Source, Status
from marqueedesk.insurance.state import CertificateState
from marqueedesk.inventory.outage_schemas import BorrowedOut, RiskOut, ShortageOut
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel, SparseModel
from marqueedesk.pricing.card_terms import CardOnFileOut, SecurityHoldOut
from marqueedesk.pricing.policy_schemas import BookingPart
from marqueedesk.pricing.tax_schemas import ExemptionOut
from marqueedesk.rentals.line_schemas import LineOut, RentedOut, StandingTextOut
from marqueedesk.rentals.wire_types import AddOnsOut
from marqueedesk.venues.address_schemas import AddressOut
from marqueedesk.venues.schemas import SiteAccessOut

CustomerState = Literal["held", "waiting_for_approval", "confirmed", "completed", "lapsed", "declined", "canceled"]
"""A booking's state for its customer: held until it is paid, waiting for the business, confirmed, completed, not paid
in time, declined by the business, or canceled.
"""

_CERTIFICATE = "The certificate of insurance that the venue requires"
_RISK = "What the booking is short of, and what can be done; null if it gets everything"
TAX_EXEMPT = "The customer's sales tax exemption and its last day; null if there is none"


class BreakdownOut(ResponseModel):
    """A price itemized by line, in currency units."""

    base_price: CurrencyUnits
    surcharge: CurrencyUnits
    deposit: CurrencyUnits
    addons: CurrencyUnits
    color_cost: CurrencyUnits
    total: CurrencyUnits
    letter_count: int
    price_per_letter: CurrencyUnits
    days: int
    items: Annotated[CurrencyUnits | None, Field(description="Items, and packages with their own price")] = None
    extras: CurrencyUnits | None = None
    discount: CurrencyUnits | None = None
    discount_percent: Annotated[float | int | None, Field(description="The percentage of the discount")] = None
    delivery_fee: CurrencyUnits | None = None
    minimum_order_adjustment: CurrencyUnits | None = None
    damage_waiver: CurrencyUnits | None = None
    tax: CurrencyUnits | None = None
    tip: CurrencyUnits | None = None
    tax_to_confirm: Annotated[
        bool | None, Field(description="Sales tax will be added once the delivery location and its rate are known")
    ] = None
    tax_exempt: Annotated[bool | None, Field(description="The customer pays no sales tax")] = None
    tax_included: Annotated[bool | None, Field(description="The lines include the tax")] = None
    tax_deducted: Annotated[
        CurrencyUnits | None, Field(description="Tax included in the lines that an exempt customer does not pay")
    ] = None


class OptionOut(ResponseModel):
    """A chosen size, color or add-on with its name. ``offered`` is true if it is still on the price list."""

    kind: Literal["size", "color", "addOn"]
    code: str
    label: str
    offered: bool


class ChangeOut(ResponseModel):
    """An entry in a booking's history."""

    at: str
    who: str
    kind: Literal["created", "status", "edited"]
    from_status: str | None
    to_status: str | None
    changes: dict[str, list[Any]]


class ChangedFieldOut(SparseModel):
    """A field that an edit changed, with its previous and new value as in the history."""

    field: str
    label: Annotated[str, Field(description="The field's name for people")]
    from_: Annotated[Any, Field(alias="from")]
    to: Any


class ChangedInWordsOut(ChangedFieldOut):
    """A changed field with its values as text, in the business's formats."""

    from_text: str
    to_text: str


class ClosedDayOut(ResponseModel):
    """A day that visitors can't book, and why: closed, fully booked, or too soon."""

    day: str
    reason: Literal["closed", "full", "notice"]


class WorkOut(SparseModel):
    """A booking without amounts: rental, customer, location and dates."""

    id: int
    number: Annotated[int, Field(description="The number shown to people, such as #12; counts from 1 per business")]
    user_id: int
    status: Status
    message: str
    size: str
    letters: list[str]
    letter_count: int
    lines: list[LineOut]
    rental_days: int
    customer_name: str
    customer_email: Annotated[str | None, Field(description="Null if only a phone number was given")]
    customer_phone: str | None
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    address: Annotated[AddressOut | None, Field(description="The address, if the location isn't a listed venue")]
    delivery_date: str
    pickup_date: str
    event_type: str | None
    preferred_install_time: str | None
    color_option: str
    add_ons: AddOnsOut
    notes: str | None
    created_at: str
    held: Annotated[
        bool, Field(description="True if its letters are held; false for a request sent despite unavailable letters")
    ]
    confirm_address: Annotated[
        bool, Field(description="True if its letters are held once the customer opens the link in the email")
    ]
    confirm_by: Annotated[str | None, Field(description="When the hold ends unless the customer opens that link")]
    shortages: Annotated[
        list[ShortageOut], Field(description="Shortages of a request sent despite unavailable letters")
    ]
    closed: ClosedDayOut | None = None


class CrewBookingOut(WorkOut):
    """A booking as staff see it: everything but amounts (A5)."""

    customer_id: Annotated[
        int | None, Field(description="The customer; null until one is found for a booking of an older version")
    ]
    source: Source
    goods: Goods
    overdue_since: Annotated[str | None, Field(description="When its goods became overdue")]
    expected_back: Annotated[
        str | None, Field(description="Expected return of late goods: a date, or a date-time if a time was given")
    ]
    delivery_time_given: bool
    pickup_time_given: bool
    operator_notes: str | None
    possible_duplicate: bool
    hold_expires_at: str | None
    authorized_until: Annotated[
        str | None,
        Field(description="Until when the customer's card is authorized and the letters are held"),
    ]
    revision: int
    updated_at: str


class VisitorBookingOut(WorkOut):
    """A new booking as its customer sees it."""

    venue_surcharge: CurrencyUnits
    breakdown: BreakdownOut
    total_price: CurrencyUnits
    deposit: CurrencyUnits
    deposit_paid: CurrencyUnits
    received: CurrencyUnits
    balance_due: Annotated[CurrencyUnits, Field(description="The amount neither received nor being moved by a bank")]
    schedule: Annotated[list[BookingPart], Field(description="Payments by due day")]
    discount_code: Annotated[str | None, Field(description="The discount code used, in lower case")] = None
    tax_place: Annotated[
        str | None, Field(description="The location of the tax rate; null if the business has a single rate")
    ] = None
    tax_percent: Annotated[float | int | None, Field(description="The agreed rate; null for old bookings")] = None
    tax_exempt: Annotated[ExemptionOut | None, Field(description=TAX_EXEMPT)] = None
    vat_id: Annotated[str | None, Field(description="The customer's VAT ID")] = None
    reverse_charge: Annotated[bool, Field(description="The customer accounts for the tax")] = False
    delivery_to_confirm: Annotated[
        bool, Field(description="The delivery fee is a minimum; the business confirms the final price")
    ]


class PaymentFormOut(ResponseModel):
    """Data for the card form that collects a new booking's payment."""

    client_secret: str
    publishable_key: str
    account: Annotated[
        str | None,
        Field(description="The connected account for the provider's script; null for the platform's account"),
    ]
    amount: CurrencyUnits
    expires_at: Annotated[str, Field(description="When the hold of the letters ends")]
    expires_in: Annotated[int, Field(description="Seconds until the hold ends")]
    capture: Annotated[
        Literal["now", "on_approval"],
        Field(description="`on_approval`: the card is authorized, and charged once the business confirms"),
    ]


class PlacedOut(VisitorBookingOut):
    """A new booking as returned to its customer, with the URL of its page.

    ``payment`` is present if a payment is needed to confirm the booking. If the same customer had begun the same
    booking and its letters are still held, it is that booking, with status 200 and ``resumed``.
    """

    state: Annotated[CustomerState, Field(description="Held until paid, waiting for approval, or confirmed")]
    held_until: Annotated[
        str | None,
        Field(description="When a request that waits for approval releases its letters; null if none are held"),
    ] = None
    resumed: Annotated[bool, Field(description="True if this booking was begun before and is still held")] = False
    gift_card: Annotated[GiftCardOut | None, Field(description="What the gift card paid; null without one")] = None
    payment: PaymentFormOut | None = None
    pay_by: Annotated[
        str | None,
        Field(description="When the hold ends, if the payment couldn't be created; an email follows"),
    ] = None
    page_url: Annotated[
        str | None,
        Field(
            description="The customer's booking page: anyone with the link has access. Null for a resumed booking that "
            "was begun on another network; the link was sent by email"
        ),
    ]


class BookingOut(CrewBookingOut, VisitorBookingOut):
    """A booking as its operator sees it."""

    authorized: Annotated[
        CurrencyUnits, Field(description="The amount reserved on the customer's card, charged by confirming")
    ]
    disputed: Annotated[CurrencyUnits, Field(description="The part of `received` under dispute")]
    lost: Annotated[CurrencyUnits, Field(description="The amount lost in disputes, no longer owed")]
    returned_debit: Annotated[
        CurrencyUnits,
        Field(description="Bank debits returned after they had been received; the amount became due again"),
    ]
    reduced: Annotated[
        CurrencyUnits,
        Field(description="The part of the price no longer owed: refunded for good, or `lost`"),
    ]
    hold: Annotated[SecurityHoldOut | None, Field(description="The security hold on that card")]
    card_on_file: Annotated[CardOnFileOut | None, Field(description="The card that the customer keeps for it")]
    overbook_reason: str | None
    quote_id: int | None
    lapsed_at: Annotated[str | None, Field(description="When its time to pay ran out, if that canceled it")]
    lost_reason: LostReason | None


class CrewBookingWithHistory(CrewBookingOut):
    """A booking with its history as staff see it, without amounts. ``changed`` is only in the response to an edit."""

    changed: list[ChangedFieldOut] | None = None
    risk: Annotated[RiskOut | None, Field(description=_RISK)]
    certificate: Annotated[CertificateState, Field(description=_CERTIFICATE)]
    borrowed: Annotated[list[BorrowedOut], Field(description="Pieces borrowed from other businesses, by first day")]
    options: list[OptionOut]
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    site: Annotated[SiteAccessOut | None, Field(description="Null if the location isn't a listed venue")]
    history: list[ChangeOut]


class BookingWithHistory(BookingOut):
    """A booking with its full history. ``changed`` is only in the response to an edit."""

    changed: list[ChangedFieldOut] | None = None
    risk: Annotated[RiskOut | None, Field(description=_RISK)]
    certificate: Annotated[CertificateState, Field(description=_CERTIFICATE)]
    borrowed: Annotated[list[BorrowedOut], Field(description="Pieces borrowed from other businesses, by first day")]
    options: list[OptionOut]
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    site: Annotated[SiteAccessOut | None, Field(description="Null if the location isn't a listed venue")]
    history: list[ChangeOut]


class ShortBooking(ResponseModel):
    """The main fields of a booking, for long lists."""

    id: int
    number: int
    status: Status
    message: str
    size: str
    customer_name: str
    venue_name: str | None
    delivery_date: str


class CalendarBooking(ShortBooking):
    """A booking with the fields a calendar shows; kept small because a busy month has thousands."""

    delivery_time_given: bool
    pickup_date: str
    pickup_time_given: bool
    risk: Annotated[bool, Field(description="True if it is short of pieces")]


class BookingInList(BookingOut):
    """A booking in a list."""

    risk: Annotated[bool, Field(description="True if it is short of pieces")]


class CrewBookingInList(CrewBookingOut):
    """A booking in a list as staff see it."""

    risk: Annotated[bool, Field(description="True if it is short of pieces")]


class BookingPage(ResponseModel):
    """A page of bookings."""

    items: list[BookingInList]
    next_cursor: str | None


class CrewBookingPage(ResponseModel):
    """A page of bookings as staff see them."""

    items: list[CrewBookingInList]
    next_cursor: str | None


class BookingCounts(ResponseModel):
    """Number of bookings on each tab of a list; counting stops at 10,000 per status."""

    all: int
    pending: int
    confirmed: int
    completed: int
    canceled: int
