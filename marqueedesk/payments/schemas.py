"""Request and response models of a booking's money."""

from datetime import date
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.bookings.action_schemas import CancelInput, StatusInput
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    DateOrDateTime,
    OptionalBlock,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.kit.money import MAX_CENTS
from marqueedesk.payments.ledger import ShareState, State
from marqueedesk.pricing.policy_schemas import LONGEST_METHOD, DuePartOut, MethodOut, TierOut
from marqueedesk.pricing.ways_to_pay import MethodKind

_FEE = "What canceling costs the customer; with `refund` and without a fee what the booking's terms say"
_REFUND = "Return what was received over the fee: cards at once, the rest entered as returned by hand"
AMOUNT = {"*": "Please enter an amount, for example 120.50"}
"""The sentence for an amount that is none, or none above zero."""


def _positive(cents: int) -> int:
    if not 0 < cents <= MAX_CENTS:
        raise PydanticCustomError("positive", "must be more than zero")
    return cents


PositiveAmount = Annotated[CurrencyAmount, AfterValidator(_positive)]


class RecordPaymentInput(RequestModel):
    """POST /api/bookings/{id}/payments: money that came in by other means than by card here."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": AMOUNT}

    kind: Annotated[MethodKind | None, Field(description="May be left out with `methodName`")] = None
    method_name: Annotated[
        OptionalText, AtMost(LONGEST_METHOD), Field(description="One of the business's payment methods, by its name")
    ] = None
    amount: PositiveAmount
    received_on: Annotated[DateOrDateTime | None, Field(description="The day on which the money came in")] = None
    note: Annotated[OptionalText, AtMost(500)] = None
    send_receipt: bool = False

    @property
    def day(self) -> date | None:
        """The day on which the money came in, if it is given."""
        return date.fromisoformat(self.received_on[:10]) if self.received_on else None


class RequestPaymentInput(RequestModel):
    """POST /api/bookings/{id}/payment-request: what the customer is asked for."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "note": {"*": "Use at most 1,000 characters for the note"},
    }

    amount: Annotated[PositiveAmount | None, Field(description="All that is open, if it is left out")] = None
    note: Annotated[OptionalBlock, AtMost(1000)] = None


class RefundInput(RequestModel):
    """POST /api/bookings/{id}/payments/{paymentId}/refund."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "meaning": {"*": "Meaning must be one of: reduce, repay"},
    }

    amount: PositiveAmount
    note: Annotated[OptionalText, AtMost(500)] = None
    by_hand: Annotated[bool, Field(description="A card payment that the business returns itself, not to the card")] = (
        False
    )
    meaning: Annotated[
        Literal["reduce", "repay"],
        Field(description="`reduce`: this much less is owed. `repay`: the customer must pay it again."),
    ] = "reduce"


class StatusWithChargeInput(StatusInput):
    """PATCH /api/bookings/{id}/status: a cancellation takes its fee, and whether money goes back."""

    fee: Annotated[CurrencyAmount | None, Field(description=_FEE)] = None
    refund: Annotated[bool, Field(description=_REFUND)] = False


class CancelWithChargeInput(CancelInput):
    """POST /api/bookings/cancel: several pending requests at once (B9)."""

    fee: Annotated[CurrencyAmount | None, Field(description=_FEE)] = None
    refund: Annotated[bool, Field(description=_REFUND)] = False


class CancellationOut(ResponseModel):
    """The cost of canceling on a day, and the refund of the money received."""

    fee: CurrencyUnits
    refund: CurrencyUnits
    tier: Annotated[TierOut | None, Field(description="None where the booking was made without tiers")]


class CardOut(ResponseModel):
    """The payment method, limited to what may be shown."""

    kind: str
    brand: str | None = None
    last4: str | None = None


class DisputeOut(ResponseModel):
    """A dispute or an inquiry about a payment. ``page`` is where it is answered; null where the platform does that."""

    state: Literal["inquiry", "disputed", "won", "lost"]
    reason: Annotated[str, Field(description="The provider's word")]
    amount: CurrencyUnits
    fee: Annotated[CurrencyUnits, Field(description="What the provider charges the business for it")]
    answer_by: Annotated[str | None, Field(description="Null once it is answered")]
    page: str | None


class MoneyEntryOut(ResponseModel):
    """Money that came in or went back. ``refundable`` is the part of it that can still be refunded."""

    id: int
    entry: Literal["payment", "refund"]
    kind: Literal["card", "cash", "bank_transfer", "other"]
    method_name: Annotated[str | None, Field(description="The payment method as the business calls it: `Venmo`")]
    state: Literal["asked", "open", "processing", "received", "returned", "failed", "canceled", "void"]
    amount: CurrencyUnits
    fee: Annotated[CurrencyUnits, Field(description="The platform's part of it")]
    fee_returned: Annotated[CurrencyUnits, Field(description="What the platform gave back of its part")]
    provider_fee: Annotated[CurrencyUnits, Field(description="What the provider charged the business for it")]
    charge_model: Annotated[Literal["direct", "destination"] | None, Field(description="How a card was charged")]
    part: Literal["deposit", "balance", "chosen"] | None
    dispute: Literal["inquiry", "disputed", "won", "lost"] | None
    disputes: list[DisputeOut]
    fraud_warning: Annotated[str | None, Field(description="The kind of fraud that a card network suspects")]
    reduces: Annotated[CurrencyUnits, Field(description="The amount that is no longer owed since then")]
    refund_of: int | None
    refundable: CurrencyUnits
    can_void: bool
    card: CardOut | None
    payer: Annotated[str | None, Field(description="Who paid it as their share; None for the booking's customer")]
    failure: str | None
    receipt_url: str | None
    note: str | None
    by: Annotated[str | None, Field(description="Who entered it; null for a customer's own payment")]
    received_on: str | None
    at: str


class CustomersPaymentOut(ResponseModel):
    """Something that was paid, or came back."""

    entry: Literal["payment", "refund"]
    kind: Literal["card", "cash", "bank_transfer", "other"]
    method_name: Annotated[str | None, Field(description="The payment method as the business calls it: `Venmo`")]
    state: Literal["processing", "received", "returned"]
    amount: CurrencyUnits
    went_back: Annotated[CurrencyUnits, Field(description="The part of it that the payer's bank took back for good")]
    card: CardOut | None
    payer: Annotated[str | None, Field(description="Who paid it as their share; None for the booking's customer")]
    received_on: str | None
    at: str


class MoneyOut(ResponseModel):
    """A booking's money: its status, and its history, newest first.

    ``overpaid`` was received beyond what is owed and is not on its way back. ``cancel_fee`` is the cost of canceling
    and all that is owed for a canceled booking; null if it is not canceled. ``disputed`` is the part of ``received``
    that the customer's bank may still take back. ``received`` does not include what was ``refunded``.
    """

    currency: str
    total: CurrencyUnits
    cancel_fee: CurrencyUnits | None
    charges: Annotated[CurrencyUnits, Field(description="For damaged and lost pieces, with tax; owed beside the total")]
    deposit: CurrencyUnits
    deposit_due: CurrencyUnits
    deposit_paid: CurrencyUnits
    received: CurrencyUnits
    refunded: CurrencyUnits
    state: Annotated[State, Field(description="The figures in one word")]
    processing: CurrencyUnits
    returning: CurrencyUnits
    balance_due: CurrencyUnits
    overpaid: CurrencyUnits
    disputed: CurrencyUnits
    lost: Annotated[CurrencyUnits, Field(description="The amount that the customer's bank took back for good")]
    lost_fee: Annotated[CurrencyUnits, Field(description="What the provider charged the business for lost disputes")]
    lost_cost: Annotated[CurrencyUnits, Field(description="What lost disputes cost: `lost` and `lostFee` together")]
    schedule: list[DuePartOut]
    methods: Annotated[list[MethodOut], Field(description="The ways to pay without a card")]
    entries: list[MoneyEntryOut]


class ShareInput(RequestModel):
    """POST …/shares: who pays, and which amount."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Enter who pays", "*": "Enter who pays"},
        "amount": AMOUNT,
    }

    name: Annotated[RequiredText, AtMost(100)]
    amount: PositiveAmount


class PaymentShareOut(ResponseModel):
    """A share of what is open, and the link by which it is paid."""

    id: int
    name: str
    amount: CurrencyUnits
    state: ShareState
    link: str


class PaymentSharesOut(ResponseModel):
    """A booking's shares, oldest first."""

    currency: str
    shares: list[PaymentShareOut]
    left: Annotated[CurrencyUnits, Field(description="The part of what is open that is in no share yet")]
    smallest: Annotated[CurrencyUnits, Field(description="The least that a card is taken for")]


COUNTRIES: Final = (
    *("AU", "AT", "BE", "BG", "CA", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GI", "GR", "HK", "HU", "IE"),
    *("IT", "JP", "LV", "LI", "LT", "LU", "MT", "MX", "NL", "NZ", "NO", "PL", "PT", "RO", "SG", "SK", "SI", "ES"),
    *("SE", "CH", "TH", "AE", "GB", "US"),
)
"""The countries in which the provider makes accounts."""


def _country(code: str) -> str:
    if code not in COUNTRIES:
        raise PydanticCustomError("country", "is not known")
    return code


class ConnectInput(RequestModel):
    """POST /api/stripe-connect/create-account. ``replace`` makes an account that takes the place of an Express one."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "country": {"*": "Choose a country in which Stripe makes accounts, such as US"}
    }

    country: Annotated[str, AfterValidator(_country)] = "US"
    replace: bool = False


class PlatformFeeOut(ResponseModel):
    """The platform's part of each card payment: a percentage and a fixed amount."""

    percent: CurrencyUnits
    fixed: CurrencyUnits
    on_refund: Annotated[Literal["return", "keep"], Field(description="What happens to its share when you refund")]


class AccountStatusOut(ResponseModel):
    """A business's connected account at the payment provider; ``account_id`` is null while there is none.

    ``needs_stripe_key`` says that this installation has no keys for the provider, so no account can be made.
    ``charge_model`` is `direct` where payments are made on the account itself, which pays the provider's fees and
    answers disputes; an Express account of before has `destination`, and can be replaced. ``successor`` is the account
    that will take its place once it may take payments.
    """

    has_account: bool
    details_submitted: bool
    account_id: str | None
    charges_enabled: bool
    payouts_enabled: bool
    needs_stripe_key: bool
    charge_model: Literal["direct", "destination"] | None
    country: Annotated[
        str | None, Field(description="The account's; while there is none, where the business is by its time zone")
    ]
    requirements: Annotated[list[str], Field(description="What the provider still asks for, in its own words")]
    requirements_due_by: str | None
    disabled_reason: str | None
    successor: Annotated[str | None, Field(description="The account that will take this one's place")]
    platform_fee: PlatformFeeOut
    countries: Annotated[list[str], Field(description="Where accounts can be made")]


class LinkOut(ResponseModel):
    """An address at the provider, only for the account's owner."""

    url: str
