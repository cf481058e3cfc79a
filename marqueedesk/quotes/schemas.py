"""Request and response schemas of quotes. Amounts are in currency units."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.bookings.action_schemas import LOST_REASONS
from marqueedesk.bookings.estimate_schemas import AlternativeOut, EstimateInput
from marqueedesk.bookings.input_schemas import (
    OptionalDay,
    OptionalEventType,
    OptionalInstallTime,
    RentalInput,
    TakesWaiver,
)
from marqueedesk.bookings.models import LostReason
from marqueedesk.bookings.schemas import BreakdownOut, ChangedInWordsOut, OptionOut, ShortageOut
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Id,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
)
from marqueedesk.pricing.extras import DiscountInput, ExtraLine, ExtraLines
from marqueedesk.pricing.policy_schemas import PaymentTermsOut
from marqueedesk.rentals.line_schemas import LineOut, RentedOut, StandingTextOut
from marqueedesk.rentals.wire_types import AddOns, AddOnsOut, Code, OptionalCode
from marqueedesk.venues.address_schemas import AddressOut, PartOfAddress

Status = Literal["draft", "sent", "seen", "accepted", "declined", "expired"]
_DAY = {"*": "{label} must be a date, for example 2027-06-01"}
_SENTENCES = EstimateInput.sentences | {
    "expiresAt": {"*": "Expires at must be a date, for example 2027-06-01"},
    "deliveryDate": _DAY,
    "pickupDate": _DAY,
}


class QuoteInput(RentalInput):
    """POST /api/quotes. Read-only fields in the payload (status, price, number) are ignored."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _SENTENCES

    address: Annotated[
        PartOfAddress | None, Field(description="Another place instead of `venueId`; may be incomplete")
    ] = None
    customer_id: Annotated[
        Id | None, Field(description="An existing customer in place of name, email address and phone")
    ] = None
    customer_name: Annotated[OptionalText, AtMost(200)] = None
    customer_email: OptionalEmail = None
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    delivery_date: OptionalDay = None
    pickup_date: OptionalDay = None
    event_type: OptionalEventType = None
    preferred_install_time: OptionalInstallTime = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    note: Annotated[OptionalBlock, AtMost(5000)] = None
    extra_lines: ExtraLines = Field(default_factory=list[ExtraLine])
    discount: Annotated[
        DiscountInput | None,
        Field(
            description="Null for none. If it and `discountCode` are omitted in a new quote, the customer's "
            "`discountPercent` applies"
        ),
    ] = None
    discount_code: Annotated[
        OptionalText, AtMost(80), Field(description="A discount code of the business, instead of `discount`")
    ] = None
    damage_waiver: TakesWaiver = None
    expires_at: OptionalDay = None
    hold_letters: bool | None = None


class QuotePatch(QuoteInput):
    """PATCH /api/quotes/{id}: omitted fields stay the same. A full quote, as returned by GET, is accepted."""

    message: Annotated[RequiredText, AtMost(500)] | None = ""
    size: Code | None = ""
    # The revision that the caller loaded; any other revision is rejected (Q9).
    expected_revision: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None


class SendInput(RequestModel):
    """POST /api/quotes/{id}/send. Omitted fields keep the quote's values; if ``email`` is false, no email is sent."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"expiresAt": _SENTENCES["expiresAt"]}

    expires_at: OptionalDay = None
    hold_letters: bool | None = None
    email: bool = True


class BookInput(RequestModel):
    """POST /api/quotes/{id}/book."""

    overbook_reason: Annotated[OptionalText, AtMost(300)] = None


class LostReasonInput(RequestModel):
    """PUT /api/quotes/{id}/lost-reason. Null removes the reason."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"lostReason": LOST_REASONS}

    lost_reason: LostReason | None


class OwnLineOut(ResponseModel):
    """A custom price line."""

    text: str
    amount: CurrencyUnits


class AmountOffOut(ResponseModel):
    """A discount as an amount."""

    kind: Literal["amount"]
    amount: CurrencyUnits


class PercentOffOut(ResponseModel):
    """A discount as a percentage of the order."""

    kind: Literal["percent"]
    percent: CurrencyUnits


class ContentOut(SparseModel):
    """The content of a quote. Delivery and pickup are as given: a date, or a date-time with an offset."""

    message: str
    size: str
    letters: list[str]
    letter_count: int
    lines: list[LineOut]
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    rental_days: int
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    address: Annotated[AddressOut | None, Field(description="A place that is not a listed venue")]
    venue_surcharge: CurrencyUnits
    customer_name: str | None
    customer_email: str | None
    customer_phone: str | None
    delivery_date: str | None
    pickup_date: str | None
    event_type: str | None
    preferred_install_time: str | None
    color_option: str
    add_ons: AddOnsOut
    options: list[OptionOut]
    notes: str | None
    note: str | None
    extra_lines: list[OwnLineOut]
    discount: AmountOffOut | PercentOffOut | None
    discount_code: Annotated[str | None, Field(description="The discount's code")]
    damage_waiver: Annotated[bool, Field(description="True if the price includes a damage waiver")]
    breakdown: BreakdownOut
    total_price: CurrencyUnits
    deposit: CurrencyUnits


class QuoteOut(ContentOut):
    """A quote as its operator sees it."""

    id: int
    user_id: int
    customer_id: int | None
    number: str | None
    status: Status
    version: int
    sent_version: int | None
    changed_since_sent: bool
    revision: int
    expires_at: str | None
    hold_letters: bool
    link: str | None
    booking_id: int | None
    created_at: str
    updated_at: str
    sent_at: str | None
    seen_at: str | None
    answered_at: str | None
    lost_reason: LostReason | None


class QuoteCounts(ResponseModel):
    """Number of matching quotes by status."""

    draft: int
    sent: int
    seen: int
    accepted: int
    declined: int
    expired: int


class QuotePage(SparseModel):
    """A page of quotes; ``counts`` cover the same search in every status."""

    counts: QuoteCounts
    items: list[QuoteOut]
    next_cursor: str | None


class QuoteEventOut(ResponseModel):
    """An entry in a quote's history."""

    at: str
    kind: Literal[
        "created",
        "edited",
        "sent",
        "mail",
        "seen",
        "question",
        "accepted",
        "declined",
        "withdrawn",
        "booked",
        "duplicated",
    ]
    who: str
    version: int
    text: str | None
    # Contact details of the person who asked or accepted; for an acceptance, also its evidence (Q6).
    email: str | None
    address: Annotated[str | None, Field(description="IP address of an acceptance")]
    agent: Annotated[str | None, Field(description="Browser of an acceptance")]


class CollisionOut(ResponseModel):
    """A booking or quote that needs the same letters on the same days."""

    kind: Literal["booking", "quote"]
    id: int
    number: Annotated[int | str | None, Field(description="Number of the booking or sent quote")]
    customer_name: str | None
    message: str
    delivery_date: str
    pickup_date: str
    status: str
    letters: list[str]


class FitOut(SparseModel):
    """Current availability of a quote; fields are null unless both dates are set."""

    available: bool | None
    shortages: list[ShortageOut]
    collisions: list[CollisionOut]
    alternatives: list[AlternativeOut]


class QuoteWithStory(QuoteOut):
    """A quote with its history and its current availability."""

    history: list[QuoteEventOut]
    fit: FitOut


class SentQuoteOut(QuoteWithStory):
    """A quote that was just sent."""

    email: Annotated[EmailOutlook | None, Field(description="None if not sent by email")]


class VersionOut(ContentOut):
    """A stored version of a quote. ``sentAt`` is null if it was never sent: it was booked directly, or was a draft when
    the customer accepted an earlier version.
    """

    version: int
    number: str | None
    sent_at: str | None
    expires_at: str | None
    terms: str | None
    payment_terms: Annotated[
        PaymentTermsOut, Field(description="Payment and cancellation terms that the customer agrees to")
    ]
    company: dict[str, object] | None
    changed: Annotated[
        list[ChangedInWordsOut], Field(description="What differs from the version sent before; empty for the first")
    ]
