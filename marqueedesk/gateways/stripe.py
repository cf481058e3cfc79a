"""The payment provider as a contract: plain values in and out, its refusals as problems (docs/adr/0014-payments.md).

Nothing outside of this package knows the provider's own library. `stripe_api.StripeApi` talks to the provider,
`stripe_recording.RecordingStripe` remembers what it was asked. Amounts are cents, instants are aware UTC.

A gateway refuses to be called while the thread has a write transaction open (kit.db): verbs that need the provider
are *prepare (transaction), call, record (transaction)*. A call that makes something takes the caller's idempotency key,
so that the same verb tried again makes nothing a second time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from marqueedesk.kit.errors import Problem, Unavailable, Unparsable

Interval = Literal["month", "year"]
LIVE_PREFIXES = ("sk_live_", "rk_live_", "pk_live_")


@dataclass(frozen=True, slots=True)
class Keys:
    """An installation's keys. ``webhook_secrets`` are several where platform and connected accounts have one each."""

    secret_key: str
    publishable_key: str
    webhook_secrets: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Whether these keys move real money."""
        return self.secret_key.startswith(LIVE_PREFIXES)


@dataclass(frozen=True, slots=True)
class CardUsed:
    """What was paid with, as far as it may be shown: ``kind`` is the provider's ("card", "link", …)."""

    kind: str
    brand: str | None = None
    last4: str | None = None


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
    """Of the open invoice's payment, when one is due."""
    card: CardUsed | None = None
    """What pays for it from now on; None while nothing is given."""


@dataclass(frozen=True, slots=True)
class CardSetup:
    """A card that is being given for later payments. ``status`` is the provider's; succeeded: it may be charged."""

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
        """Whether the card is there."""
        return self.status == "succeeded" and self.method_id is not None

    @property
    def waits(self) -> bool:
        """Whether a form can still give a card."""
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
    """One payment. ``status`` is the provider's; ``refunded_cents`` is what went back in all."""

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


@dataclass(frozen=True, slots=True)
class RefundState:
    """Money on its way back: ``status`` is pending, requires_action, succeeded, failed or canceled; ``failure`` says in
    the provider's words why it has failed.
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
    """A payment that its card's owner has objected to: ``status`` is the provider's word."""

    id: str
    intent_id: str | None
    amount_cents: int
    status: str


@dataclass(frozen=True, slots=True)
class AccountState:
    """A connected account: how far its owner is, and what the provider lets it do."""

    id: str
    details_submitted: bool
    charges_enabled: bool
    payouts_enabled: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A webhook's event, proven to be the provider's. ``account``: the connected account that it is about, or None."""

    id: str
    kind: str
    object_kind: str
    object_id: str | None
    account: str | None
    live: bool
    created: datetime


@dataclass(frozen=True, slots=True)
class Transfer:
    """Where a customer's payment goes: to this connected account, less the platform's fee."""

    account_id: str
    fee_cents: int = 0


class NoKeys(Unavailable):
    """This installation has no keys of the provider (S1)."""

    code = "no_stripe_keys"
    sentence = (
        "The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys."
    )

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, retry_after=3600, needsStripeKey=True)


class ProviderProblem(Problem):
    """Something between us and the provider. ``certain``: the provider has surely done nothing."""

    status = 502
    code = "provider_failed"
    sentence = "The payment provider could not be reached. Please try again in a moment; nothing is done twice."
    certain = False


class ProviderAway(ProviderProblem):
    """No answer in time, a broken one, or a fault at the provider: whether it acted is not known."""

    code = "provider_away"


class ProviderBusy(ProviderProblem):
    """The provider asks us to slow down."""

    status = 503
    code = "provider_busy"
    sentence = "The payment provider is busy. Nothing was charged. Please try again in a few seconds."
    certain = True


class KeysRefused(ProviderProblem):
    """The provider does not accept the installation's keys."""

    status = 503
    code = "stripe_keys_refused"
    sentence = "The payment provider does not accept this site's keys. Please contact the administrator."
    certain = True


class ProviderRefused(ProviderProblem):
    """The provider understood and said no."""

    code = "provider_refused"
    sentence = "The payment provider refused this request. Nothing was charged. Please contact the administrator."
    certain = True


class ProviderLacks(ProviderRefused):
    """The provider does not know what we named: another account's, or removed there."""

    code = "provider_lacks"
    sentence = "The payment provider no longer knows this. Please try again; contact the administrator if it stays so."


class CardDeclined(ProviderProblem):
    """The card was declined; the message is the provider's for the card's owner."""

    status = 402
    code = "card_declined"
    sentence = "The card was declined."
    certain = True


class BadSignature(Unparsable):
    """A webhook that the provider did not send, or sent too long ago."""

    code = "bad_signature"
    sentence = "The signature is not right."


class NoWebhookSecret(Unavailable):
    """No secret to prove webhooks with: none is believed."""

    code = "no_webhook_secret"
    sentence = "No webhook secret is set, so no event can be accepted."


class Stripe(Protocol):
    """What the product asks of the provider. Every call may raise a ProviderProblem."""

    live: bool

    def prove_keys(self) -> None:
        """Ask for as good as nothing: raises KeysRefused where the provider does not accept the secret key."""
        ...

    def create_customer(self, *, email: str, name: str, metadata: Mapping[str, str], key: str) -> str:
        """A customer; answers its id."""
        ...

    def create_product(self, *, name: str, description: str | None, metadata: Mapping[str, str], key: str) -> str:
        """A product; answers its id."""
        ...

    def update_product(self, product_id: str, *, name: str, description: str | None, active: bool) -> None:
        """Let the provider call a product as we do."""
        ...

    def create_price(
        self, *, product_id: str, cents: int, currency: str, interval: Interval, interval_count: int, key: str
    ) -> str:
        """A recurring price; answers its id. A price never changes: another amount is another price."""
        ...

    def retire_price(self, price_id: str) -> None:
        """Take a price from sale. Who has it keeps it."""
        ...

    def create_subscription(
        self, *, customer_id: str, price_id: str, trial_days: int, metadata: Mapping[str, str], key: str
    ) -> SubscriptionState:
        """A subscription whose first payment, if one is due now, is still to be confirmed (``client_secret``)."""
        ...

    def subscription(self, subscription_id: str) -> SubscriptionState:
        """A subscription as it is now."""
        ...

    def set_cancel_at_period_end(self, subscription_id: str, *, cancel: bool) -> SubscriptionState:
        """Let a subscription end with its period, or not."""
        ...

    def cancel_subscription(self, subscription_id: str) -> SubscriptionState:
        """End a subscription at once."""
        ...

    def create_card_setup(self, *, customer_id: str, metadata: Mapping[str, str], key: str) -> CardSetup:
        """A form in which a customer gives a card for payments to come, without paying now."""
        ...

    def card_setup(self, setup_id: str) -> CardSetup:
        """What has become of such a form."""
        ...

    def use_card(self, subscription_id: str, method_id: str) -> SubscriptionState:
        """Let a subscription be paid by this card from now on."""
        ...

    def pay_invoice(self, invoice_id: str, method_id: str, *, key: str) -> None:
        """Take what an open invoice asks for from a card. Raises CardDeclined; ProviderRefused when it is not open."""
        ...

    def invoice(self, invoice_id: str) -> InvoiceState:
        """An invoice as it is now."""
        ...

    def create_intent(
        self,
        *,
        cents: int,
        currency: str,
        description: str,
        metadata: Mapping[str, str],
        key: str,
        customer_id: str | None = None,
        receipt_email: str | None = None,
        transfer: Transfer | None = None,
    ) -> IntentState:
        """A payment to be confirmed by whoever pays, with its ``client_secret``."""
        ...

    def intent(self, intent_id: str) -> IntentState:
        """A payment as it is now."""
        ...

    def cancel_intent(self, intent_id: str) -> IntentState:
        """Call a payment off that nobody has confirmed."""
        ...

    def refund(
        self, intent_id: str, *, cents: int, transferred: bool, metadata: Mapping[str, str], key: str
    ) -> RefundState:
        """Send ``cents`` of a payment back; what was ``transferred`` comes from the account, and the fee's share."""
        ...

    def refund_state(self, refund_id: str) -> RefundState:
        """A refund as it is now."""
        ...

    def refunds(self, intent_id: str) -> list[RefundState]:
        """Everything that went back of a payment, whoever sent it back."""
        ...

    def intent_of_charge(self, charge_id: str) -> str | None:
        """The payment that a charge was made for."""
        ...

    def dispute(self, dispute_id: str) -> DisputeState:
        """A dispute as it is now."""
        ...

    def create_account(self, *, email: str, metadata: Mapping[str, str], key: str) -> AccountState:
        """A connected account for a business."""
        ...

    def account(self, account_id: str) -> AccountState:
        """A connected account as it is now."""
        ...

    def account_link(self, account_id: str, *, refresh_url: str, return_url: str) -> str:
        """Where the account's owner tells the provider about themselves; good once and for minutes."""
        ...

    def login_link(self, account_id: str) -> str:
        """Where the account's owner sees their money; good once."""
        ...

    def read_notice(self, raw: bytes, signature: str | None) -> Notice:
        """A webhook's event. Raises NoWebhookSecret (503) and BadSignature (400)."""
        ...
