"""Request and response schemas of customers' pages."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from marqueedesk.bookings.action_schemas import LOST_REASONS
from marqueedesk.bookings.models import LostReason
from marqueedesk.bookings.schemas import (
    BreakdownOut,
    ChangedInWordsOut,
    CustomerState,
    OptionOut,
    PaymentFormOut,
    VisitorBookingOut,
)
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.contracts.booking_page import PageContractOut
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    RequestModel,
    RequiredBlock,
    RequiredText,
    ResponseModel,
    SparseModel,
)
from marqueedesk.payments.schemas import AMOUNT, CustomersPaymentOut, PositiveAmount
from marqueedesk.pricing.card_terms import CardOnFileOut, SecurityHoldOut
from marqueedesk.pricing.policy_schemas import BookingPart, DuePartOut
from marqueedesk.quotes.models import Offer
from marqueedesk.quotes.schemas import OwnLineOut
from marqueedesk.rentals.line_schemas import LineOut, RentedOut, StandingTextOut
from marqueedesk.rentals.wire_types import AddOnsOut
from marqueedesk.venues.address_schemas import AddressOut

FORMER_CANCELLATION = "The former name of `cancellation`, until the next release"
VALID_EMAIL = {"email": "Please enter a valid email address"}
_EMAIL = {"email": VALID_EMAIL}


def _agreed(consent: bool) -> bool:  # noqa: FBT001 - the value of the checkbox.
    if not consent:
        raise ValueError("Confirm that you accept the quote")
    return consent


class AcceptInput(RequestModel):
    """POST …/accept: the version being accepted, the customer's name, and consent."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Enter your name"},
        "consent": {"value_error": "Confirm that you accept the quote", "*": "Confirm that you accept"},
        **_EMAIL,
    }

    version: Annotated[int, Field(ge=1, le=2**31 - 1)]
    name: Annotated[RequiredText, AtMost(200)]
    email: OptionalEmail = None
    consent: Annotated[bool, AfterValidator(_agreed)]


class DeclineInput(RequestModel):
    """POST …/decline."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"lostReason": LOST_REASONS}

    reason: Annotated[OptionalBlock, AtMost(2000)] = None
    lost_reason: LostReason | None = None


class QuestionInput(RequestModel):
    """POST …/question."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"text": {"missing": "Enter your question"}, **_EMAIL}

    text: Annotated[RequiredBlock, AtMost(2000)]
    email: OptionalEmail = None


class CustomersPage(BusinessFormatsOut):
    """Common fields of customers' pages: the business, its currency and date formats, and the sign."""

    message: str
    letter_count: int
    sign: list[StandingTextOut]


class RentalPage(CustomersPage):
    """Fields of a page that shows a whole rental, offered or booked."""

    size: str
    letters: list[str]
    rental_days: int
    preferred_install_time: str | None
    venue_name: str | None
    venue_address: str | None
    color_option: str
    add_ons: AddOnsOut
    options: list[OptionOut]
    rented: list[RentedOut]
    total: CurrencyUnits
    deposit: CurrencyUnits


class BookedOut(ResponseModel):
    """The booking made from the quote."""

    id: int
    number: int
    status: str


class PublicQuoteOut(RentalPage):
    """A quote as its customer sees it: the version sent last, without internal fields."""

    sparse = True

    state: Offer
    version: int
    changed_since: Annotated[int | None, Field(description="The version sent before; None for the first")]
    changed: Annotated[list[ChangedInWordsOut], Field(description="What differs from the version sent before")]
    number: str | None
    customer_name: str | None
    delivery_date: str | None
    pickup_date: str | None
    lines: list[OwnLineOut]
    breakdown: BreakdownOut
    schedule: Annotated[
        list[DuePartOut], Field(description="Due dates and amounts if accepted today; empty after a response")
    ]
    policy: Annotated[list[str], Field(description="Payment and cancellation policy, in sentences")]
    expires_at: str | None
    note: str | None
    terms: str | None
    consent: Annotated[str, Field(description="The consent sentence")]
    needs_email: bool
    accepted_by: str | None
    accepted_at: str | None
    booking: BookedOut | None


class AcceptedOut(SparseModel):
    """The booking created by accepting the quote."""

    booking: VisitorBookingOut
    page_url: Annotated[str | None, Field(description="The booking's page; only in the response to accepting")]
    pays_now: Annotated[bool, Field(description="True if an amount is due now and can be paid there by card")]


class CrewNotesInput(RequestModel):
    """POST …/crew-notes: replaces all notes; omitted fields are cleared."""

    power: Annotated[OptionalBlock, AtMost(500)] = None
    access: Annotated[OptionalBlock, AtMost(500)] = None
    contact_name: Annotated[OptionalText, AtMost(200)] = None
    contact_phone: Annotated[OptionalPhone, AtMost(50)] = None
    notes: Annotated[OptionalBlock, AtMost(2000)] = None


class CustomerConsentInput(RequestModel):
    """PATCH /api/public/bookings/{token}: whether the customer agrees to texts."""

    text_consent: bool


class ChangeRequestInput(RequestModel):
    """POST …/change-request."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"text": {"missing": "Describe the change you’d like"}}

    text: Annotated[RequiredBlock, AtMost(2000)]


class BookAgainOut(ResponseModel):
    """Values that prefill the booking form to book the same again: everything but the days and the price."""

    url: Annotated[str, Field(description="Path of the business's form")]
    key: Annotated[str, Field(description="The business's public key, as in the form's URL")]
    customer_name: str
    customer_email: str | None
    customer_phone: str | None
    lines: list[LineOut]
    venue_id: int | None
    venue_name: Annotated[str | None, Field(description="Name of a location that isn't a listed venue")]
    address: AddressOut | None
    event_type: str | None
    preferred_install_time: str | None
    damage_waiver: Annotated[bool | None, Field(description="True if it was taken; null if it wasn't offered")]
    notes: str | None


class ChangeAnswerInput(RequestModel):
    """POST …/change-requests/{id}/answer: the outcome, and an optional message to the customer."""

    outcome: Literal["made", "declined"]
    answer: Annotated[OptionalBlock, AtMost(2000)] = None


class AgreementInput(RequestModel):
    """POST …/agreement: the customer's decision about a change, with an optional comment."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1, description="The agreement's number, as the page shows it")]
    agreed: bool
    text: Annotated[OptionalBlock, AtMost(2000)] = None


class CancelBookingInput(RequestModel):
    """POST …/cancel: the cost as displayed, and an optional reason."""

    fee: CurrencyAmount
    reason: Annotated[OptionalBlock, AtMost(2000)] = None


class CustomerLinkInput(RequestModel):
    """POST /api/bookings/{id}/customer-link. ``renew`` revokes the previous link."""

    renew: bool = False


class ReplacedOut(ResponseModel):
    """Previous values of changed fields. Unchanged fields are null."""

    message: str | None = None
    size: str | None = None
    delivery_date: Annotated[str | None, Field(description="A date without a time if none was set")] = None
    pickup_date: str | None = None
    total_price: CurrencyUnits | None = None


class AgreementOut(ResponseModel):
    """A change that needs the customer's agreement, and their decision."""

    number: int
    before: ReplacedOut
    asked_at: str
    answered_at: str | None
    agreed: Annotated[bool | None, Field(description="None until the customer has answered")]
    text: str | None


class CrewNotesOut(ResponseModel):
    """The customer's notes for the crew."""

    power: str | None
    access: str | None
    contact_name: str | None
    contact_phone: str | None
    notes: str | None
    updated_at: str


class RequestedChangeOut(ResponseModel):
    """What accepting a customer's change request changes now. Staff see no amounts."""

    changes: Annotated[dict[str, list[Any]], Field(description="Previous and new value by field, as in the history")]
    available: bool
    difference: CurrencyUnits | None = None
    total: CurrencyUnits | None = None
    rescheduling_fee: CurrencyUnits | None = None
    problem: Annotated[str | None, Field(description="Why it can't be made, if it can't")]


class ChangeRequestOut(ResponseModel):
    """A customer's change request."""

    id: int
    text: str
    asked_at: str
    done_at: str | None
    done_by: Annotated[str | None, Field(description="For the business only")] = None
    outcome: Annotated[Literal["made", "declined"] | None, Field(description="None until answered")]
    answer: str | None
    change: Annotated[
        RequestedChangeOut | None,
        Field(description="For the business only: what accepting the request changes, while it is open"),
    ] = None


class CustomerCancellationOut(ResponseModel):
    """The customer's cancellation."""

    at: str
    fee: CurrencyUnits
    reason: str | None


class SeenCancellationOut(ResponseModel):
    """The customer's cancellation as team members see it. Staff do not see the fee (A5)."""

    at: str
    fee: CurrencyUnits | None = None
    reason: str | None


class AcceptedTermsOut(ResponseModel):
    """The terms that the customer accepted on the form, as they were worded at the time."""

    version: str
    text: str
    accepted_at: str


class CustomerSideOut(ResponseModel):
    """The customer's entries on the booking's page, and the link to it."""

    link: Annotated[str | None, Field(description="None until created, and for staff, because the page shows prices")]
    crew_notes: CrewNotesOut | None
    change_requests: list[ChangeRequestOut]
    cancellation: SeenCancellationOut | None
    cancelation: Annotated[SeenCancellationOut | None, Field(description=FORMER_CANCELLATION, deprecated=True)]
    accepted_terms: AcceptedTermsOut | None
    agreement: AgreementOut | None


class PriceLineOut(ResponseModel):
    """A line of a price, as printed on the documents."""

    text: str
    detail: str | None
    amount: str


class CancelingOut(ResponseModel):
    """Whether the booking can be canceled now, the current fee, and when free cancellation ends."""

    possible: bool
    fee: CurrencyUnits
    refund: Annotated[CurrencyUnits, Field(description="Refunded part of the received payments")]
    to_card: Annotated[CurrencyUnits, Field(description="Part of the refund sent to a card immediately")]
    free_until: str
    tiers: Annotated[list[str], Field(description="Cancellation tiers, one sentence each")]


class PayingOut(ResponseModel):
    """Amounts that can be paid on the page, in currency units: the unpaid part of the deposit, and the balance due.

    ``card`` is false if the business does not accept cards here. ``processing`` is the amount being charged,
    ``returning`` the amount being refunded.
    """

    card: bool
    deposit: CurrencyUnits
    balance: CurrencyUnits
    processing: CurrencyUnits
    returning: CurrencyUnits
    to_return: Annotated[CurrencyUnits, Field(description="Overpaid amount that is not being refunded yet")]
    pay_by: Annotated[str | None, Field(description="Deadline of the payment that confirms the booking")]
    capture: Annotated[
        Literal["now", "on_approval"],
        Field(description="`on_approval`: the card is authorized, and charged once the business confirms"),
    ]
    smallest: Annotated[CurrencyUnits, Field(description="Minimum card payment")]
    shares: Annotated[int, Field(description="Number of shares of a split payment")]
    gift_cards: Annotated[bool, Field(description="True if a gift card can pay an amount due")]
    how_to_pay: Annotated[
        str | None,
        Field(description="The business's payment instructions, if an amount is due that is not payable by card only"),
    ]


class LookedAtOut(ResponseModel):
    """State of the card payment that was asked about."""

    state: Literal["paid", "authorized", "processing", "unpaid"]
    amount: CurrencyUnits


class SharePayInput(RequestModel):
    """POST /api/public/shares/…/pay: the amount displayed, and the email address for the receipt."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": {"positive": AMOUNT["*"]}}

    amount: PositiveAmount
    email: OptionalEmail = None


class PublicShareOut(CustomersPage):
    """A share as its payer sees it: the sign, the delivery day and the amount, and nothing else about the booking."""

    time_zone: str
    customer_name: str
    delivery_day: str
    name: str
    amount: Annotated[CurrencyUnits, Field(description="The share, or the balance due if lower")]
    state: Annotated[Literal["open", "processing", "paid", "closed"], Field(description="`closed`: nothing to pay")]


class ShareLookOut(PublicShareOut):
    """The share after a check with the provider, with the payment that was asked about."""

    looked_at: LookedAtOut | None


class HeldOut(ResponseModel):
    """The temporary hold on a request's letters."""

    until: str
    seconds_left: int


class RetakenOut(ResponseModel):
    """Letters held again after the time to pay ran out. ``payment`` has the card form's data; if the payment couldn't
    be created, ``pay_by`` is when the hold ends, and an email follows.
    """

    state: CustomerState
    payment: PaymentFormOut | None = None
    pay_by: str | None = None


class ReplacementOut(ResponseModel):
    """The booking that replaced an unpaid one."""

    number: int
    page_url: Annotated[str | None, Field(description="The booking's page; null if its link is not valid anymore")]


class PublicBookingOut(RentalPage):
    """A booking as its customer sees it, without internal fields."""

    id: int
    number: int
    status: Literal["pending", "confirmed", "completed", "canceled"]
    state: Annotated[CustomerState, Field(description="What the booking waits for, or how it ended, in one word")]
    lapsed_at: Annotated[str | None, Field(description="When the time to pay ran out, if that canceled the booking")]
    replaced_by: Annotated[
        ReplacementOut | None, Field(description="The customer's changed request that took this booking's place")
    ]
    time_zone: str
    customer_name: str
    delivery_date: str
    delivery_time_given: bool
    pickup_date: str
    pickup_time_given: bool
    pickup_hours: Annotated[str | None, Field(description="The business's pickup hours as text")]
    event_type: str | None
    notes: str | None
    lines: list[PriceLineOut]
    charges: Annotated[list[PriceLineOut], Field(description="For damaged and lost pieces, in addition to the total")]
    invoice: Annotated[str | None, Field(description="Invoice number, if issued")]
    received: CurrencyUnits
    authorized: Annotated[
        CurrencyUnits, Field(description="The amount reserved on the card, charged once the business confirms")
    ]
    answer_within: Annotated[
        str | None,
        Field(description="How soon the business replies to this request, such as `within a day`; null for no promise"),
    ]
    hold: Annotated[SecurityHoldOut | None, Field(description="The security hold on that card")]
    contract: Annotated[PageContractOut | None, Field(description="The contract; null if none was sent")]
    card_on_file: Annotated[CardOnFileOut | None, Field(description="The card kept for later charges")]
    card_mandate: Annotated[str | None, Field(description="Agreed to by keeping a card; null if none can be kept")]
    authorized_until: Annotated[str | None, Field(description="When an authorization that was not used is released")]
    balance_due: CurrencyUnits
    cancel_fee: Annotated[
        CurrencyUnits | None,
        Field(description="Fee of a canceled booking, whether the customer or the business canceled"),
    ]
    schedule: list[BookingPart]
    canceling: CancelingOut
    crew_notes: CrewNotesOut | None
    change_requests: list[ChangeRequestOut]
    cancellation: CustomerCancellationOut | None
    cancelation: Annotated[CustomerCancellationOut | None, Field(description=FORMER_CANCELLATION, deprecated=True)]
    paying: PayingOut
    payments: list[CustomersPaymentOut]
    agreement: AgreementOut | None
    held: Annotated[HeldOut | None, Field(description="End of a request's hold; null if nothing is held")]
    confirm_address: Annotated[bool, Field(description="True if opening the link in the email holds the letters")]
    confirm_by: Annotated[str | None, Field(description="Opening that link by this time extends the hold")]
    address_confirmed: Annotated[bool, Field(description="True if that link was opened")]
    text_consent: Annotated[bool, Field(description="Whether the customer agreed to texts")]
    texts_stopped: Annotated[
        bool, Field(description="Whether the customer replied STOP: texts stay off until they text START")
    ]
    text_consent_wording: Annotated[
        str | None, Field(description="Label of the box for `textConsent`; null if texts are not set up")
    ]


class PaymentLookOut(PublicBookingOut):
    """The booking after a check with the provider, with the payment that was asked about, if it belongs to the
    booking.
    """

    looked_at: LookedAtOut | None
