"""Plain values exchanged between the product and the payment provider. Amounts are cents, instants aware UTC."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

Interval = Literal["month", "year"]
LIVE_PREFIXES = ("sk_live_", "rk_live_", "pk_live_")


@dataclass(frozen=True, slots=True)
class Keys:
    """An installation's keys. ``webhook_secrets`` are several if platform and connected accounts have one each."""

    secret_key: str
    publishable_key: str
    webhook_secrets: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Whether these keys move real money."""
        return self.secret_key.startswith(LIVE_PREFIXES)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that the provider has refused or not answered, with its reason in its own words.

    ``call`` is method and path; ``account`` the connected account it was about, None for the platform's own. ``code``
    is ours, ``provider_code`` the provider's; ``request_id`` finds the call in the provider's own log.
    """

    call: str
    account: str | None
    live: bool
    code: str
    provider_code: str | None = None
    message: str | None = None
    param: str | None = None
    request_id: str | None = None


class StoredCard(TypedDict):
    """A payment method as it is kept."""

    kind: str
    brand: NotRequired[str]
    last4: NotRequired[str]
    exp_month: NotRequired[int]
    exp_year: NotRequired[int]


@dataclass(frozen=True, slots=True)
class CardUsed:
    """The payment method, limited to what may be shown: ``kind`` is the provider's ("card", "link", …). Where it
    expires, ``exp_year`` has four digits.
    """

    kind: str
    brand: str | None = None
    last4: str | None = None
    exp_month: int | None = None
    exp_year: int | None = None

    def stored(self) -> StoredCard:
        """The form that is kept: without what is not known."""
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
    """A subscription as the provider has it now. ``status`` is the provider's word."""

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
    """The secret of the open invoice's payment, if there is one due."""
    card: CardUsed | None = None
    """The card that pays for it from now on; None if none was added."""
    item_id: str | None = None
    """The only item of it, which has the price."""
    product_id: str | None = None
    price_cents: int | None = None
    recurs: tuple[str, int] | None = None
    """The product of its price, the amount, and its interval: unit and count."""


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """A line of an invoice, in the provider's words; below zero it is credited. ``ends`` is the end of its period."""

    description: str
    cents: int
    ends: datetime


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """The invoice that another price for a subscription would cause at once. ``total_cents`` is the sum of the lines;
    ``credit_cents`` is what the customer had as credit, which pays first; ``due_cents`` is what is then charged.
    """

    total_cents: int
    credit_cents: int
    due_cents: int
    currency: str
    lines: tuple[InvoiceLine, ...]


@dataclass(frozen=True, slots=True)
class CardSetup:
    """A card being added for later payments. ``status`` is the provider's; succeeded: the card may be charged."""

    id: str
    customer_id: str | None
    status: str
    client_secret: str | None
    method_id: str | None
    live: bool
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    failure: str | None = None

    @property
    def given(self) -> bool:
        """Whether the card was added."""
        return self.status == "succeeded" and self.method_id is not None

    @property
    def waits(self) -> bool:
        """Whether the form can still add a card."""
        return self.status in {"requires_payment_method", "requires_confirmation", "requires_action"}


@dataclass(frozen=True, slots=True)
class InvoiceState:
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
class IntentState:
    """One payment. ``status`` is the provider's; ``refunded_cents`` is the total refunded."""

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
    receipt_url: str | None = None
    transfer_id: str | None = None
    """The transfer that carried the money to a connected account."""
    charge_id: str | None = None
    is_disputed: bool = False
    description: str | None = None
    provider_fee_cents: int | None = None
    """The provider's own charge for the payment, without the platform's fee; None while not known."""
    fee_cents: int = 0
    fee_id: str | None = None
    """The platform's fee, and the provider's id of it, once the payment is there."""


@dataclass(frozen=True, slots=True)
class RefundState:
    """A refund: ``status`` is pending, requires_action, succeeded, failed or canceled; ``failure`` says in the
    provider's words why it has failed.
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
    """A payment that its card's owner disputes: ``status`` is the provider's word."""

    id: str
    intent_id: str | None
    amount_cents: int
    status: str
    live: bool
    currency: str = "usd"
    reason: str = "general"
    due_by: datetime | None = None
    withdrawn_cents: int = 0
    """What was taken from the account's balance and not given back."""
    fee_cents: int = 0


@dataclass(frozen=True, slots=True)
class FraudWarning:
    """A card network's early warning that a payment is probably fraud. ``kind`` is the provider's word."""

    id: str
    intent_id: str | None
    charge_id: str | None
    kind: str


@dataclass(frozen=True, slots=True)
class AccountState:
    """A connected account: how far its owner's onboarding is, and what the provider allows it to do.

    ``pays_own_fees``: the account pays the provider's fees, and the provider bears losses, so customers pay it by
    direct charges. An older Express account does not; its payments are destination charges.
    """

    id: str
    details_submitted: bool
    charges_enabled: bool
    payouts_enabled: bool
    live: bool
    pays_own_fees: bool = False
    country: str | None = None
    due: tuple[str, ...] = ()
    """What the provider asks of the owner, in its words."""
    due_by: datetime | None = None
    disabled_reason: str | None = None


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A webhook's event, proven to be the provider's. ``account``: the connected account that it is about, or None."""

    id: str
    kind: str
    object_kind: str
    object_id: str | None
    account: str | None
    live: bool
    created: datetime


@dataclass(frozen=True, slots=True)
class PayoutState:
    """A payout to a business's bank. Only automatic payouts have known entries."""

    id: str
    amount_cents: int
    currency: str
    status: str
    arrives: datetime
    automatic: bool
    failure: str | None


@dataclass(frozen=True, slots=True)
class BalanceEntry:
    """An entry of a connected account's balance. ``payment`` is what a payment is known by: the transfer that brought
    it, or its own id; a refund or a dispute names the charge that it is about.
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


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A webhook endpoint at the provider. ``connect``: it gets the events of connected accounts."""

    id: str
    url: str
    events: tuple[str, ...]
    connect: bool
    enabled: bool
    api_version: str | None


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """The account that an installation's secret key belongs to, and the provider's time where its answer had one."""

    id: str
    time: datetime | None


@dataclass(frozen=True, slots=True)
class Transfer:
    """Where a payment on the platform's account goes: to this connected account, less the platform's fee."""

    account_id: str
