"""Request and response models of a booking's money."""

from datetime import date
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.bookings.action_schemas import CancelInput, StatusInput
from marqueedesk.bookings.charges.gift_cards import OptionalGiftCard
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    DateOrDateTime,
    Id,
    OptionalBlock,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.kit.money import MAX_CENTS
from marqueedesk.payments.ledger import ShareState, State
from marqueedesk.pricing.policy_schemas import LONGEST_METHOD, BookingPart, MethodOut, TierOut
from marqueedesk.pricing.ways_to_pay import MethodKind

_FEE = "The cancellation fee; with `refund` and no fee, the booking's terms apply"
_REFUND = "Refund money received beyond the fee: cards automatically, the rest recorded as returned by hand"
AMOUNT = {"*": "Please enter an amount, for example 120.50"}
"""Error message for an amount that is invalid or not above zero."""


def _positive(cents: int) -> int:
    if not 0 < cents <= MAX_CENTS:
        raise PydanticCustomError("positive", "must be more than zero")
    return cents


PositiveAmount = Annotated[CurrencyAmount, AfterValidator(_positive)]


class RecordPaymentInput(RequestModel):
    """Body of POST /api/bookings/{id}/payments: money received other than by card payment here."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": AMOUNT}

    kind: Annotated[MethodKind | None, Field(description="Optional with `methodName`")] = None
    method_name: Annotated[
        OptionalText, AtMost(LONGEST_METHOD), Field(description="One of the business's payment methods, by its name")
    ] = None
    gift_card: OptionalGiftCard = None
    amount: PositiveAmount
    received_on: Annotated[DateOrDateTime | None, Field(description="Date of the payment")] = None
    note: Annotated[OptionalText, AtMost(500)] = None
    send_receipt: bool = False

    @property
    def day(self) -> date | None:
        """Return the date of the payment, if given."""
        return date.fromisoformat(self.received_on[:10]) if self.received_on else None


class RequestPaymentInput(RequestModel):
    """Body of POST /api/bookings/{id}/payment-request."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "note": {"*": "Use at most 1,000 characters for the note"},
    }

    amount: Annotated[PositiveAmount | None, Field(description="The whole balance due by default")] = None
    note: Annotated[OptionalBlock, AtMost(1000)] = None


class RefundInput(RequestModel):
    """Body of POST /api/bookings/{id}/payments/{paymentId}/refund."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "meaning": {"*": "Meaning must be one of: reduce, repay"},
    }

    amount: PositiveAmount
    note: Annotated[OptionalText, AtMost(500)] = None
    by_hand: Annotated[
        bool, Field(description="Whether the business returns a card payment itself, not to the card")
    ] = False
    meaning: Annotated[
        Literal["reduce", "repay"],
        Field(description="`reduce`: this much less is owed. `repay`: the customer must pay it again."),
    ] = "reduce"
    charge_id: Annotated[
        Id | None,
        Field(
            description="The charge that it is for. By default, a charge of exactly this amount, otherwise the price."
        ),
    ] = None


class StatusWithChargeInput(StatusInput):
    """Body of PATCH /api/bookings/{id}/status. A cancellation may have a fee and a refund."""

    fee: Annotated[CurrencyAmount | None, Field(description=_FEE)] = None
    refund: Annotated[bool, Field(description=_REFUND)] = False


class CancelWithChargeInput(CancelInput):
    """Body of POST /api/bookings/cancel: several pending requests (B9)."""

    fee: Annotated[CurrencyAmount | None, Field(description=_FEE)] = None
    refund: Annotated[bool, Field(description=_REFUND)] = False


class CancellationOut(ResponseModel):
    """The cost of canceling on a day, and the refund of the money received."""

    fee: CurrencyUnits
    refund: CurrencyUnits
    tier: Annotated[TierOut | None, Field(description="Null if the booking has no cancellation tiers")]


class CardOut(ResponseModel):
    """The displayable details of a payment method."""

    kind: str
    brand: str | None = None
    last4: str | None = None


class DisputeOut(ResponseModel):
    """A dispute or inquiry about a payment. ``page`` is where to respond; null if the platform responds."""

    state: Literal["inquiry", "disputed", "won", "lost", "returned"]
    reason: Annotated[str, Field(description="The provider's reason code")]
    amount: CurrencyUnits
    fee: Annotated[CurrencyUnits, Field(description="The provider's dispute fee for the business")]
    fee_currency: Annotated[str, Field(description="The currency of the fee")]
    answer_by: Annotated[str | None, Field(description="Null once it is answered")]
    page: str | None


ExpectedOn = Annotated[
    str | None, Field(description="Day by which a bank debit on its way usually arrives; null for all other payments")
]


class MoneyEntryOut(ResponseModel):
    """A payment or refund. ``refundable`` is the part that can still be refunded."""

    id: int
    entry: Literal["payment", "refund"]
    kind: Literal["card", "cash", "bank_transfer", "other"]
    method_name: Annotated[str | None, Field(description="The business's name for the payment method: `Venmo`")]
    state: Literal["asked", "open", "authorized", "processing", "received", "returned", "failed", "canceled", "void"]
    amount: CurrencyUnits
    fee: Annotated[CurrencyUnits, Field(description="The platform's fee")]
    fee_returned: Annotated[CurrencyUnits, Field(description="The returned part of the platform's fee")]
    provider_fee: Annotated[CurrencyUnits, Field(description="The provider's fee, in its own currency")]
    provider_fee_currency: Annotated[str, Field(description="The currency of the account's balance at the time")]
    exchange_rate: Annotated[
        str | None, Field(description="The provider's rate from the payment's currency to that of its fee")
    ]
    charge_model: Annotated[Literal["direct", "destination"] | None, Field(description="How a card was charged")]
    part: Literal["deposit", "balance", "chosen"] | None
    dispute: Annotated[
        Literal["inquiry", "disputed", "won", "lost", "returned"] | None,
        Field(description="`returned`: a bank debit that was returned, and is due again"),
    ]
    disputes: list[DisputeOut]
    fraud_warning: Annotated[str | None, Field(description="The kind of fraud that a card network suspects")]
    reduces: Annotated[CurrencyUnits, Field(description="The amount no longer owed because of this entry")]
    refund_of: int | None
    refundable: CurrencyUnits
    can_void: bool
    card: CardOut | None
    payer: Annotated[
        str | None, Field(description="The person who paid it as their share; null for the booking's customer")
    ]
    failure: str | None
    receipt_url: str | None
    note: str | None
    by: Annotated[str | None, Field(description="The user who recorded it; null for a customer's own payment")]
    received_on: str | None
    expected_on: ExpectedOn
    at: str


class CustomersPaymentOut(ResponseModel):
    """A payment or refund, as the customer sees it."""

    entry: Literal["payment", "refund"]
    kind: Literal["card", "cash", "bank_transfer", "other"]
    method_name: Annotated[str | None, Field(description="The business's name for the payment method: `Venmo`")]
    state: Literal["processing", "received", "returned"]
    amount: CurrencyUnits
    went_back: Annotated[CurrencyUnits, Field(description="The part that the payer's bank withdrew for good")]
    is_due_again: Annotated[bool, Field(description="The bank returned this debit, so that the amount is due again")]
    card: CardOut | None
    payer: Annotated[
        str | None, Field(description="The person who paid it as their share; null for the booking's customer")
    ]
    received_on: str | None
    expected_on: ExpectedOn
    at: str


class MoneyOut(ResponseModel):
    """A booking's money: its status, and its history, newest first.

    ``overpaid`` was received beyond the amount owed and is not being refunded. ``cancel_fee`` is the amount owed for a
    canceled booking; null if the booking is not canceled. ``disputed`` is the part of ``received`` that the customer's
    bank may still withdraw. ``received`` excludes ``refunded``.
    """

    currency: str
    total: CurrencyUnits
    cancel_fee: CurrencyUnits | None
    charges: Annotated[
        CurrencyUnits, Field(description="Charges for damaged and lost pieces with tax, in addition to the total")
    ]
    deposit: CurrencyUnits
    deposit_due: CurrencyUnits
    deposit_paid: CurrencyUnits
    received: CurrencyUnits
    refunded: CurrencyUnits
    state: Annotated[State, Field(description="The payment status")]
    processing: CurrencyUnits
    returning: CurrencyUnits
    balance_due: CurrencyUnits
    overpaid: CurrencyUnits
    disputed: CurrencyUnits
    lost: Annotated[CurrencyUnits, Field(description="The amount that the customer's bank withdrew for good")]
    returned_debit: Annotated[
        CurrencyUnits,
        Field(description="Bank debits returned after they had been received; the amount became due again"),
    ]
    lost_fee: Annotated[CurrencyUnits, Field(description="The provider's fees for lost disputes")]
    lost_cost: Annotated[CurrencyUnits, Field(description="The cost of lost disputes: `lost` plus `lostFee`")]
    schedule: list[BookingPart]
    methods: Annotated[list[MethodOut], Field(description="Payment methods besides cards")]
    entries: list[MoneyEntryOut]


class ShareInput(RequestModel):
    """Body of POST …/shares: the payer's name and the amount."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Enter who pays", "*": "Enter who pays"},
        "amount": AMOUNT,
    }

    name: Annotated[RequiredText, AtMost(100)]
    amount: PositiveAmount


class PaymentShareOut(ResponseModel):
    """A share of the balance due, with its payment link."""

    id: int
    name: str
    amount: CurrencyUnits
    state: ShareState
    link: str


class PaymentSharesOut(ResponseModel):
    """A booking's shares, oldest first."""

    currency: str
    shares: list[PaymentShareOut]
    left: Annotated[CurrencyUnits, Field(description="The part of the balance not covered by shares yet")]
    smallest: Annotated[CurrencyUnits, Field(description="The minimum card payment")]


COUNTRIES: Final = (
    *("AU", "AT", "BE", "BG", "CA", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GI", "GR", "HK", "HU", "IE"),
    *("IT", "JP", "LV", "LI", "LT", "LU", "MT", "MX", "NL", "NZ", "NO", "PL", "PT", "RO", "SG", "SK", "SI", "ES"),
    *("SE", "CH", "TH", "AE", "GB", "US"),
)
"""Countries where the provider supports connected accounts."""


def _country(code: str) -> str:
    if code not in COUNTRIES:
        raise PydanticCustomError("country", "is not supported")
    return code


class ConnectInput(RequestModel):
    """Body of POST /api/stripe-connect/create-account. ``replace`` replaces an Express account."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "country": {"*": "Choose a country supported by Stripe, such as US"}
    }

    country: Annotated[str, AfterValidator(_country)] = "US"
    replace: bool = False


class PlatformFeeOut(ResponseModel):
    """The platform's fee on each card payment: a percentage and a fixed amount."""

    percent: CurrencyUnits
    fixed: CurrencyUnits
    on_refund: Annotated[Literal["return", "keep"], Field(description="What happens to the fee on a refund")]


class AccountStatusOut(ResponseModel):
    """A business's connected Stripe account; ``account_id`` is null if there is none.

    ``needs_stripe_key`` means that this installation has no Stripe keys, so no account can be created. ``charge_model``
    is `direct` if payments are made on the account itself, which pays the provider's fees and responds to disputes;
    older Express accounts have `destination` and can be replaced. ``successor`` is the account that will replace this
    one once it accepts payments.
    """

    has_account: bool
    details_submitted: bool
    account_id: str | None
    charges_enabled: bool
    payouts_enabled: bool
    needs_stripe_key: bool
    charge_model: Literal["direct", "destination"] | None
    country: Annotated[
        str | None,
        Field(description="The account's country; without an account, the country of the business's time zone"),
    ]
    requirements: Annotated[list[str], Field(description="The provider's codes of missing information")]
    requirements_due_by: str | None
    disabled_reason: str | None
    successor: Annotated[str | None, Field(description="The account that will replace this one")]
    platform_fee: PlatformFeeOut
    currency: Annotated[str | None, Field(description="The default currency of the account's balance and bank")]
    business_currency: Annotated[str, Field(description="The currency of the business's prices")]
    currency_differs: Annotated[bool, Field(description="True if Stripe converts payments to another currency")]
    countries: Annotated[list[str], Field(description="Countries where accounts are supported")]


class LinkOut(ResponseModel):
    """A URL at the provider, for the account's owner only."""

    url: str
