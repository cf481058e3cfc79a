"""Plain values exchanged with the payment provider. Amounts are in cents, times are UTC datetimes with a time zone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NotRequired, TypedDict

Interval = Literal["month", "year"]
LIVE_PREFIXES = ("sk_live_", "rk_live_", "pk_live_")


@dataclass(frozen=True, slots=True)
class Keys:
    """An installation's keys. The platform's account and connected accounts may have separate ``webhook_secrets``."""

    secret_key: str
    publishable_key: str
    webhook_secrets: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Return true if these keys move real money."""
        return self.secret_key.startswith(LIVE_PREFIXES)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A failed call to the provider, with the provider's reason.

    ``call`` is the method and path; ``account`` the connected account, None for the platform's own. ``code`` is our
    error code, ``provider_code`` the provider's; ``request_id`` identifies the call in the provider's own log.
    """

    call: str
    account: str | None
    live: bool
    code: str
    provider_code: str | None = None
    message: str | None = None
    param: str | None = None
    request_id: str | None = None


BANK_DEBITS: Final = frozenset(
    {"us_bank_account", "sepa_debit", "bacs_debit", "acss_debit", "au_becs_debit", "nz_bank_account"}
)
"""Kinds of payment methods that are debited from a bank account: paid only after days, and returned at times."""


class StoredCard(TypedDict):
    """A payment method as stored."""

    kind: str
    brand: NotRequired[str]
    last4: NotRequired[str]
    exp_month: NotRequired[int]
    exp_year: NotRequired[int]


@dataclass(frozen=True, slots=True)
class CardUsed:
    """Displayable details of a payment method: ``kind`` is the provider's ("card", "link", "us_bank_account", …),
    ``brand`` is the brand of a card or the name of a bank, and ``exp_year`` has four digits.
    """

    kind: str
    brand: str | None = None
    last4: str | None = None
    exp_month: int | None = None
    exp_year: int | None = None

    def stored(self) -> StoredCard:
        """Return the stored form, without unknown values."""
        kept: StoredCard = {"kind": self.kind}
        if self.brand is not None:
            kept["brand"] = self.brand
        if self.last4 is not None:
            kept["last4"] = self.last4
        if self.exp_month is not None and self.exp_year is not None:
            kept["exp_month"], kept["exp_year"] = self.exp_month, self.exp_year
        return kept


@dataclass(frozen=True, slots=True)
class SubscriptionState:
    """The current state of a subscription at the provider. ``status`` is the provider's."""

    id: str
    customer_id: str
    status: str
    price_id: str | None
    period_start: datetime | None
    period_end: datetime | None
    cancel_at_period_end: bool
    trial_start: datetime | None
    trial_end: datetime | None
    canceled_at: datetime | None
    latest_invoice_id: str | None
    live: bool
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    client_secret: str | None = None
    """The client secret of the open invoice's payment, if one is due."""
    card: CardUsed | None = None
    """The card for future payments; None if none was added."""
    item_id: str | None = None
    """ID of the subscription's only item, which has the price."""
    product_id: str | None = None
    price_cents: int | None = None
    recurs: tuple[str, int] | None = None
    """Product and amount of the price, and its interval as unit and count."""


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """A line of an invoice with the provider's description; negative amounts are credits. ``ends`` is the end of its
    period.
    """

    description: str
    cents: int
    ends: datetime


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """The invoice that an immediate change of price would cause.

    ``total_cents`` is the sum of the lines; ``credit_cents`` is the customer's existing credit, which is used first;
    ``due_cents`` is charged after that.
    """

    total_cents: int
    credit_cents: int
    due_cents: int
    currency: str
    lines: tuple[InvoiceLine, ...]


@dataclass(frozen=True, slots=True)
class CardSetup:
    """A form for adding a card for later payments. ``status`` is the provider's; "succeeded" means the card can be
    charged.
    """

    id: str
    customer_id: str | None
    status: str
    client_secret: str | None
    method_id: str | None
    live: bool
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    failure: str | None = None
    card: CardUsed | None = None
    """Displayable details of the card, with its expiry."""

    @property
    def given(self) -> bool:
        """Return true if the card was added."""
        return self.status == "succeeded" and self.method_id is not None

    @property
    def waits(self) -> bool:
        """Return true if a card can still be added."""
        return self.status in {"requires_payment_method", "requires_confirmation", "requires_action"}


@dataclass(frozen=True, slots=True)
class ProviderInvoice:
    """A subscription's invoice. ``status`` is draft, open, paid, void or uncollectible."""

    id: str
    customer_id: str
    subscription_id: str | None
    status: str
    amount_due_cents: int
    amount_paid_cents: int
    currency: str
    attempts: int
    created: datetime
    page_url: str | None
    intent_id: str | None
    client_secret: str | None
    live: bool


@dataclass(frozen=True, slots=True)
class ProviderFee:
    """The provider's fee in the currency of the payment, in cents.

    If the account's balance has another currency, ``settled_cents`` and ``settled_currency`` are the fee as it was
    charged, and ``exchange_rate`` is the provider's rate from the payment's currency to that of the balance.
    """

    cents: int
    settled_cents: int | None = None
    settled_currency: str | None = None
    exchange_rate: str | None = None


@dataclass(frozen=True, slots=True)
class IntentState:
    """A payment. ``status`` is the provider's; ``refunded_cents`` is the total refunded."""

    id: str
    amount_cents: int
    received_cents: int
    refunded_cents: int
    currency: str
    status: str
    client_secret: str | None
    customer_id: str | None
    created: datetime
    live: bool
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    paid_with: CardUsed | None = None
    failure: str | None = None
    failure_code: str | None = None
    receipt_url: str | None = None
    transfer_id: str | None = None
    """The transfer to a connected account."""
    charge_id: str | None = None
    is_disputed: bool = False
    description: str | None = None
    provider_fee: ProviderFee | None = None
    """The provider's own fee on the payment, without the platform's; None if unknown."""
    fee_cents: int = 0
    fee_id: str | None = None
    """The platform's fee, and its id at the provider once the payment was made."""
    on_approval: bool = False
    """True if the card is only authorized at first, and charged once the business approves."""
    capture_before: datetime | None = None
    """When an authorization ends; None if unknown, or if there is none."""

    awaits_deposits: bool = False
    """True if the payer chose a bank account and must confirm the provider's small deposits to it first, which take a
    few days to arrive.
    """

    @property
    def is_authorized(self) -> bool:
        """Return true if the amount is reserved on the card and not charged yet."""
        return self.status == "requires_capture"


@dataclass(frozen=True, slots=True)
class RefundState:
    """A refund. ``status`` is pending, requires_action, succeeded, failed or canceled; ``failure`` is the provider's
    reason.
    """

    id: str
    intent_id: str | None
    amount_cents: int
    currency: str
    status: str
    created: datetime
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class DisputeState:
    """A disputed payment; ``status`` is the provider's."""

    id: str
    intent_id: str | None
    amount_cents: int
    status: str
    live: bool
    currency: str = "usd"
    reason: str = "general"
    due_by: datetime | None = None
    withdrawn_cents: int = 0
    """Amount withdrawn from the account's balance and not returned, in the currency of the balance."""
    fee: ProviderFee = ProviderFee(0)


@dataclass(frozen=True, slots=True)
class FraudWarning:
    """A card network's early fraud warning. ``kind`` is the fraud type in the provider's terms."""

    id: str
    intent_id: str | None
    charge_id: str | None
    kind: str


@dataclass(frozen=True, slots=True)
class AccountState:
    """A connected account with its onboarding state and capabilities.

    If ``pays_own_fees``, the account pays the provider's fees and the provider covers losses, so payments are direct
    charges. Older Express accounts don't, so their payments are destination charges.
    """

    id: str
    details_submitted: bool
    charges_enabled: bool
    payouts_enabled: bool
    live: bool
    pays_own_fees: bool = False
    country: str | None = None
    due: tuple[str, ...] = ()
    """Information that the provider requires from the owner, as the provider's codes."""
    due_by: datetime | None = None
    disabled_reason: str | None = None
    currency: str | None = None
    """Currency of the account's balance and bank, in upper case. Payments in others are converted."""


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A verified webhook event. ``account`` is the connected account it is about, or None."""

    id: str
    kind: str
    object_kind: str
    object_id: str | None
    account: str | None
    live: bool
    created: datetime


@dataclass(frozen=True, slots=True)
class PayoutState:
    """A payout to a business's bank. The entries are only known for automatic payouts."""

    id: str
    amount_cents: int
    currency: str
    status: str
    arrives: datetime
    automatic: bool
    failure: str | None


@dataclass(frozen=True, slots=True)
class BalanceEntry:
    """An entry in a connected account's balance.

    ``payment`` identifies a payment: by its transfer, or by its own ID; refunds and disputes refer to their charge, and
    a charge and a returned platform fee to that fee.
    ``original`` is the net amount in cents in the currency of the payment, and that currency in upper case; None if the
    provider converted it at an unknown rate.
    """

    id: str
    kind: str
    amount_cents: int
    fee_cents: int
    net_cents: int
    created: datetime
    description: str | None
    charge_id: str | None
    payment: str | None
    original: tuple[int, str] | None
    fee_id: str | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A webhook endpoint at the provider. If ``connect``, it receives events of connected accounts."""

    id: str
    url: str
    events: tuple[str, ...]
    connect: bool
    enabled: bool
    api_version: str | None


@dataclass(frozen=True, slots=True)
class PlatformAccount:
    """The account that an installation's secret key belongs to, and the provider's time if the response
    contained it.
    """

    id: str
    time: datetime | None


@dataclass(frozen=True, slots=True)
class Transfer:
    """Destination of a payment on the platform's account: the connected account that receives it, less the platform's
    fee.
    """

    account_id: str
