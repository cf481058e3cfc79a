"""Request and response schemas of the pages behind customers' links."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from marqueedesk.bookings.schemas import BreakdownOut, OptionOut, VisitorBookingOut
from marqueedesk.business.schemas import CompanyOut
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
from marqueedesk.pricing.policy_schemas import DuePartOut
from marqueedesk.quotes.schemas import OwnLineOut
from marqueedesk.rentals.line_schemas import RentedOut, StandingTextOut
from marqueedesk.rentals.wire_types import AddOnsOut

_EMAIL = {"email": {"email": "Please enter a valid email address"}}


def _agreed(consent: bool) -> bool:  # noqa: FBT001 - it is what the box says.
    if not consent:
        raise ValueError("Please confirm that you accept the quote")
    return consent


class AcceptInput(RequestModel):
    """POST …/accept: which version, by whom, and that they mean it."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Please type your name"},
        "consent": {"value_error": "Please confirm that you accept the quote", "*": "Please confirm that you accept"},
        **_EMAIL,
    }

    version: Annotated[int, Field(ge=1, le=2**31 - 1)]
    name: Annotated[RequiredText, AtMost(200)]
    email: OptionalEmail = None
    consent: Annotated[bool, AfterValidator(_agreed)]


class DeclineInput(RequestModel):
    """POST …/decline."""

    reason: Annotated[OptionalBlock, AtMost(2000)] = None


class QuestionInput(RequestModel):
    """POST …/question."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"text": {"missing": "Please write your question"}, **_EMAIL}

    text: Annotated[RequiredBlock, AtMost(2000)]
    email: OptionalEmail = None


class CustomersPage(ResponseModel):
    """The part of every customer's page: whose business it is, how that writes money and days, and the sign."""

    currency: str
    date_format: str
    time_format: str
    measures: str
    company: CompanyOut
    message: str
    letter_count: int
    sign: list[StandingTextOut]


class RentalPage(CustomersPage):
    """The part of a page that shows a whole rental, offered or booked."""

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
    """The booking that a quote became."""

    id: int
    number: int
    status: str


class PublicQuoteOut(RentalPage):
    """A quote as its customer sees it: the version that was sent last, and nothing of the operator's own."""

    sparse = True

    state: Literal["open", "expired", "accepted", "declined", "withdrawn"]
    version: int
    number: str | None
    customer_name: str | None
    delivery_date: str | None
    pickup_date: str | None
    lines: list[OwnLineOut]
    breakdown: BreakdownOut
    schedule: Annotated[
        list[DuePartOut], Field(description="The due parts if it is accepted today; empty once it is answered")
    ]
    policy: Annotated[list[str], Field(description="When it is paid, and what canceling costs, in sentences")]
    expires_at: str | None
    note: str | None
    terms: str | None
    consent: Annotated[str, Field(description="The sentence that accepting agrees to")]
    needs_email: bool
    accepted_by: str | None
    accepted_at: str | None
    booking: BookedOut | None


class AcceptedOut(SparseModel):
    """The booking that an acceptance made."""

    booking: VisitorBookingOut
    page_url: Annotated[str | None, Field(description="The booking's page, for whoever has just accepted")]
    pays_now: Annotated[bool, Field(description="Whether something is due now and can be paid there by card")]


class CrewNotesInput(RequestModel):
    """POST …/crew-notes: all of what the crew should know; what is left out is nothing."""

    power: Annotated[OptionalBlock, AtMost(500)] = None
    access: Annotated[OptionalBlock, AtMost(500)] = None
    contact_name: Annotated[OptionalText, AtMost(200)] = None
    contact_phone: Annotated[OptionalPhone, AtMost(50)] = None
    notes: Annotated[OptionalBlock, AtMost(2000)] = None


class ChangeRequestInput(RequestModel):
    """POST …/change-request."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"text": {"missing": "Please write what should change"}}

    text: Annotated[RequiredBlock, AtMost(2000)]


class ChangeAnswerInput(RequestModel):
    """POST …/change-requests/{id}/answer: the outcome, and an answer to the customer."""

    outcome: Literal["made", "declined"]
    answer: Annotated[OptionalBlock, AtMost(2000)] = None


class AgreementInput(RequestModel):
    """POST …/agreement: whether the customer agrees to the change that they have seen, and what they say to it."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1, description="The agreement's number, as the page shows it")]
    agreed: bool
    text: Annotated[OptionalBlock, AtMost(2000)] = None


class CancelBookingInput(RequestModel):
    """POST …/cancel: at which cost, as the page says it, and why."""

    fee: CurrencyAmount
    reason: Annotated[OptionalBlock, AtMost(2000)] = None


class CustomerLinkInput(RequestModel):
    """POST /api/bookings/{id}/customer-link. ``renew`` ends the link before."""

    renew: bool = False


class ReplacedOut(ResponseModel):
    """The values that a change replaced. Fields that it left alone are null."""

    message: str | None = None
    size: str | None = None
    delivery_date: Annotated[str | None, Field(description="A day where nobody gave a time")] = None
    pickup_date: str | None = None
    total_price: CurrencyUnits | None = None


class AgreementOut(ResponseModel):
    """A change that the customer is asked to agree to, and what they said."""

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


class ChangeRequestOut(ResponseModel):
    """A change that the customer has asked for."""

    id: int
    text: str
    asked_at: str
    done_at: str | None
    done_by: Annotated[str | None, Field(description="For the business only")] = None
    outcome: Annotated[Literal["made", "declined"] | None, Field(description="None until somebody has dealt with it")]
    answer: str | None


class CancelationOut(ResponseModel):
    """The customer's cancellation."""

    at: str
    fee: CurrencyUnits
    reason: str | None


class SeenCancelationOut(ResponseModel):
    """The same, as the business's people see it: staff do not see what it cost (A5)."""

    at: str
    fee: CurrencyUnits | None = None
    reason: str | None


class AcceptedTermsOut(ResponseModel):
    """The terms that the customer has accepted at the form, in the words of that moment."""

    version: str
    text: str
    accepted_at: str


class CustomerSideOut(ResponseModel):
    """The customer's entries on the page of a booking, and the link to it."""

    link: Annotated[
        str | None, Field(description="None until somebody asks for it, and for staff: its page shows prices")
    ]
    crew_notes: CrewNotesOut | None
    change_requests: list[ChangeRequestOut]
    cancelation: SeenCancelationOut | None
    accepted_terms: AcceptedTermsOut | None
    agreement: AgreementOut | None


class PriceLineOut(ResponseModel):
    """A line of a price, as printed on the documents."""

    text: str
    detail: str | None
    amount: str


class CancelingOut(ResponseModel):
    """Whether the booking can be canceled here now, at which cost, and until when at none."""

    possible: bool
    fee: CurrencyUnits
    refund: Annotated[CurrencyUnits, Field(description="The part of the received payments that comes back")]
    to_card: Annotated[CurrencyUnits, Field(description="The part of the refund that goes to a card at once")]
    free_until: str
    tiers: Annotated[list[str], Field(description="The booking's cancellation tiers, a sentence each")]


class PayingOut(ResponseModel):
    """The amounts payable on the page: the open part of the deposit, and all that is open, in currency units.

    ``card`` is false where the business takes no cards here. ``processing`` is on its way to the business, and
    ``returning`` on its way back.
    """

    card: bool
    deposit: CurrencyUnits
    balance: CurrencyUnits
    processing: CurrencyUnits
    returning: CurrencyUnits
    to_return: Annotated[CurrencyUnits, Field(description="The amount overpaid that is not on its way back")]
    pay_by: Annotated[str | None, Field(description="Until when a booking waits for the payment that confirms it")]
    smallest: Annotated[CurrencyUnits, Field(description="The least that a card is taken for")]
    shares: Annotated[int, Field(description="How many people the payment is split among, by links of their own")]
    how_to_pay: Annotated[
        str | None, Field(description="The business's own words, where something is due and cards are not enough")
    ]


class PayInput(RequestModel):
    """POST …/pay: the deposit or the balance, at the amount that the page shows, or a ``chosen`` amount."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": {"positive": AMOUNT["*"]}}

    part: Literal["deposit", "balance", "chosen"]
    amount: PositiveAmount


class PayOut(ResponseModel):
    """The data that opens the card form."""

    client_secret: str
    account: Annotated[str | None, Field(description="The account at the provider with which the form is opened")]
    amount: CurrencyUnits
    currency: str


class LookedAtOut(ResponseModel):
    """The state of the card payment that the page asked about."""

    state: Literal["paid", "processing", "unpaid"]
    amount: CurrencyUnits


class SharePayInput(RequestModel):
    """POST /api/public/shares/…/pay: the amount that the page shows, and where the receipt goes."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": {"positive": AMOUNT["*"]}}

    amount: PositiveAmount
    email: OptionalEmail = None


class PublicShareOut(CustomersPage):
    """A share as the person sees it who pays it: whose sign it is for, the day, and this one amount; nothing else of
    the booking.
    """

    time_zone: str
    customer_name: str
    delivery_day: str
    name: str
    amount: Annotated[CurrencyUnits, Field(description="The share, or what is still open if that is less")]
    state: Annotated[
        Literal["open", "processing", "paid", "closed"], Field(description="`closed`: nothing is to be paid here")
    ]


class ShareLookOut(PublicShareOut):
    """The share after a look at the provider, and the payment that was asked about."""

    looked_at: LookedAtOut | None


class HeldOut(ResponseModel):
    """Letters that are held for a request for some time."""

    until: str
    seconds_left: int


class PublicBookingOut(RentalPage):
    """A booking as its customer sees it, and nothing of the operator's own."""

    id: int
    number: int
    status: Literal["pending", "confirmed", "completed", "canceled"]
    time_zone: str
    customer_name: str
    delivery_date: str
    delivery_time_given: bool
    pickup_date: str
    pickup_time_given: bool
    pickup_hours: Annotated[str | None, Field(description="When the business collects, in words")]
    event_type: str | None
    notes: str | None
    lines: list[PriceLineOut]
    charges: Annotated[list[PriceLineOut], Field(description="For damaged and lost pieces, beside the total")]
    invoice: Annotated[str | None, Field(description="The number of the invoice, once there is one")]
    received: CurrencyUnits
    balance_due: CurrencyUnits
    cancel_fee: Annotated[CurrencyUnits | None, Field(description="What a canceled booking costs, whoever canceled it")]
    schedule: list[DuePartOut]
    canceling: CancelingOut
    crew_notes: CrewNotesOut | None
    change_requests: list[ChangeRequestOut]
    cancelation: CancelationOut | None
    paying: PayingOut
    payments: list[CustomersPaymentOut]
    agreement: AgreementOut | None
    held: Annotated[HeldOut | None, Field(description="Of a request: until when its letters are held; null if not")]
    confirm_address: Annotated[bool, Field(description="Opening the link in the email about it holds its letters")]
    confirm_by: Annotated[str | None, Field(description="Its letters are held for longer if that link is opened until")]
    address_confirmed: Annotated[bool, Field(description="Whether that link has been opened")]


class PaymentLookOut(PublicBookingOut):
    """The booking after a look at the provider, and the payment that was asked about where the booking has it."""

    looked_at: LookedAtOut | None
