"""What comes in about a booking's money, and what people get back."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.kit.money import MAX_CENTS
from marqueedesk.kit.wire import Answer, AtMost, CurrencyAmount, CurrencyUnits, DateOrDateTime, OptionalText, Wire
from marqueedesk.payments.ledger import State

_AMOUNT = {"*": "Please enter an amount, for example 120.50"}


def _positive(cents: int) -> int:
    if not 0 < cents <= MAX_CENTS:
        raise PydanticCustomError("positive", "must be more than zero")
    return cents


PositiveAmount = Annotated[CurrencyAmount, AfterValidator(_positive)]


class RecordPaymentInput(Wire):
    """POST /api/bookings/{id}/payments: money that came in otherwise than by card here."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": _AMOUNT}

    kind: Literal["cash", "bank_transfer", "other"]
    amount: PositiveAmount
    received_on: Annotated[DateOrDateTime | None, Field(description="The day on which the money came in")] = None
    note: Annotated[OptionalText, AtMost(500)] = None
    send_receipt: bool = False

    @property
    def day(self) -> date | None:
        """The day on which the money came in, where one is given."""
        return date.fromisoformat(self.received_on[:10]) if self.received_on else None


class RefundInput(Wire):
    """POST /api/bookings/{id}/payments/{paymentId}/refund."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": _AMOUNT}

    amount: PositiveAmount
    note: Annotated[OptionalText, AtMost(500)] = None
    by_hand: Annotated[bool, Field(description="A card payment that the business returns itself, not to the card")] = (
        False
    )


class CardAnswer(Answer):
    """What was paid with, as far as it may be shown."""

    kind: str
    brand: str | None = None
    last4: str | None = None


class MoneyEntryAnswer(Answer):
    """Money that came in or went back. ``refundable`` is what of it can still be given back."""

    id: int
    entry: Literal["payment", "refund"]
    kind: Literal["card", "cash", "bank_transfer", "other"]
    state: Literal["asked", "open", "processing", "received", "returned", "failed", "canceled", "void"]
    amount: CurrencyUnits
    fee: Annotated[CurrencyUnits, Field(description="What of it the platform keeps")]
    part: Literal["deposit", "balance"] | None
    dispute: Literal["disputed", "won", "lost"] | None
    refund_of: int | None
    refundable: CurrencyUnits
    can_void: bool
    card: CardAnswer | None
    failure: str | None
    receipt_url: str | None
    note: str | None
    by: Annotated[str | None, Field(description="Who entered it; null for a customer's own payment")]
    received_on: str | None
    at: str


class MoneyAnswer(Answer):
    """A booking's money: where it stands, and its history, the newest first.

    ``overpaid`` is what was received over what is owed and is not on its way back. ``cancel_fee`` is what a canceled
    booking has cost its customer, and all that is owed for it; null while it is not canceled. ``disputed`` is what of
    ``received`` the customer's bank may still take back. ``received`` is without what was ``refunded``.
    """

    currency: str
    total: CurrencyUnits
    cancel_fee: CurrencyUnits | None
    deposit: CurrencyUnits
    deposit_due: CurrencyUnits
    deposit_paid: CurrencyUnits
    received: CurrencyUnits
    refunded: CurrencyUnits
    state: Annotated[State, Field(description="What the figures come to")]
    processing: CurrencyUnits
    returning: CurrencyUnits
    balance_due: CurrencyUnits
    overpaid: CurrencyUnits
    disputed: CurrencyUnits
    entries: list[MoneyEntryAnswer]


class AccountStatusAnswer(Answer):
    """A business's connected account at the payment provider; ``account_id`` is null while there is none.

    ``needs_stripe_key`` says that this installation has no keys of the provider, so that no account can be made.
    """

    has_account: bool
    details_submitted: bool
    account_id: str | None
    charges_enabled: bool
    payouts_enabled: bool
    needs_stripe_key: bool


class LinkAnswer(Answer):
    """An address at the provider, for the account's owner alone."""

    url: str
