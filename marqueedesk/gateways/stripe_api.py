"""The real payment provider, through its own library. The library is imported when first needed: it takes 0.7 s."""

import threading
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from marqueedesk.gateways import stripe_shapes as shapes
from marqueedesk.gateways.stripe import (
    AccountState,
    BadSignature,
    CardDeclined,
    DisputeState,
    IntentState,
    Interval,
    InvoiceState,
    Keys,
    KeysRefused,
    Notice,
    NoWebhookSecret,
    ProviderAway,
    ProviderBusy,
    ProviderLacks,
    ProviderProblem,
    ProviderRefused,
    RefundState,
    SubscriptionState,
    Transfer,
)
from marqueedesk.kit.db import refuse_while_writing
from marqueedesk.kit.observe import log

if TYPE_CHECKING:
    import stripe
    from stripe import StripeClient

Result = TypeVar("Result")

PATIENCE = 9.0
"""Seconds that all calls of one conversation take at most: whoever waits for it has an answer within ten."""
CONNECT_SECONDS = 1.5
CALL_SECONDS = 6.0
TRIES = 3
PAUSE_SECONDS = 0.3
MOST_REFUNDS = 100
"""The longest list that the provider answers at once: far more than anybody gives back of one payment."""
_LEAST_SECONDS = 0.2
_SUBSCRIPTION_PARTS = ["latest_invoice.confirmation_secret"]
_INVOICE_PARTS = ["confirmation_secret", "payments"]
_INTENT_PARTS = ["payment_method", "latest_charge"]

_call = threading.local()


@cache
def _client(secret_key: str, api_base: str) -> "StripeClient":
    """One client per key and process: it keeps connections open. Nothing but a few keys is ever asked for."""
    import requests  # noqa: PLC0415 - with the provider's library, when first needed.
    import stripe  # noqa: PLC0415 - see above.

    class InTime(requests.Session):
        """A session whose calls take what is left of their conversation's time."""

        def request(self, *args: Any, **kwargs: Any) -> Any:
            left: float = getattr(_call, "left", CALL_SECONDS)
            kwargs["timeout"] = (min(CONNECT_SECONDS, left), left)
            return super().request(*args, **kwargs)

    return stripe.StripeClient(
        secret_key,
        base_addresses={"api": api_base} if api_base else None,
        # Tried again here, where the time that is left is known.
        max_network_retries=0,
        http_client=stripe.RequestsClient(session=InTime()),
    )


class StripeApi:
    """One conversation with the provider: all calls on it take `PATIENCE` seconds together at most."""

    def __init__(self, keys: Keys, *, api_base: str = "", patience: float = PATIENCE) -> None:
        self._keys = keys
        self._api_base = api_base
        self._ends = time.monotonic() + patience
        self.live = keys.live

    def prove_keys(self) -> None:
        """See the contract."""
        self._ask(lambda client: client.v1.events.list({"limit": 1}))

    # --- Customers, products, prices ---

    def create_customer(self, *, email: str, name: str, metadata: Mapping[str, str], key: str) -> str:
        """See the contract."""
        made = self._ask(
            lambda client: client.v1.customers.create(
                {"email": email, "name": name, "metadata": dict(metadata)}, {"idempotency_key": key}
            )
        )
        return made.id

    def create_product(self, *, name: str, description: str | None, metadata: Mapping[str, str], key: str) -> str:
        """See the contract."""
        params: stripe.params.ProductCreateParams = {"name": name, "metadata": dict(metadata)}
        if description:
            params["description"] = description
        return self._ask(lambda client: client.v1.products.create(params, {"idempotency_key": key})).id

    def update_product(self, product_id: str, *, name: str, description: str | None, active: bool) -> None:
        """See the contract."""
        self._ask(
            lambda client: client.v1.products.update(
                product_id, {"name": name, "description": description or "", "active": active}
            )
        )

    def create_price(
        self, *, product_id: str, cents: int, currency: str, interval: Interval, interval_count: int, key: str
    ) -> str:
        """See the contract."""
        made = self._ask(
            lambda client: client.v1.prices.create(
                {
                    "product": product_id,
                    "unit_amount": cents,
                    "currency": currency,
                    "recurring": {"interval": interval, "interval_count": interval_count},
                },
                {"idempotency_key": key},
            )
        )
        return made.id

    def retire_price(self, price_id: str) -> None:
        """See the contract."""
        self._ask(lambda client: client.v1.prices.update(price_id, {"active": False}))

    # --- Subscriptions and invoices ---

    def create_subscription(
        self, *, customer_id: str, price_id: str, trial_days: int, metadata: Mapping[str, str], key: str
    ) -> SubscriptionState:
        """See the contract."""
        params: stripe.params.SubscriptionCreateParams = {
            "customer": customer_id,
            "items": [{"price": price_id}],
            "payment_behavior": "default_incomplete",
            # The card of the first payment is the one for those that follow.
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "metadata": dict(metadata),
            "expand": _SUBSCRIPTION_PARTS,
        }
        if trial_days:
            params["trial_period_days"] = trial_days
        return shapes.subscription_state(
            self._ask(lambda client: client.v1.subscriptions.create(params, {"idempotency_key": key}))
        )

    def subscription(self, subscription_id: str) -> SubscriptionState:
        """See the contract."""
        found = self._ask(
            lambda client: client.v1.subscriptions.retrieve(subscription_id, {"expand": _SUBSCRIPTION_PARTS})
        )
        return shapes.subscription_state(found)

    def set_cancel_at_period_end(self, subscription_id: str, *, cancel: bool) -> SubscriptionState:
        """See the contract."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"cancel_at_period_end": cancel, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return shapes.subscription_state(changed)

    def cancel_subscription(self, subscription_id: str) -> SubscriptionState:
        """See the contract."""
        return shapes.subscription_state(self._ask(lambda client: client.v1.subscriptions.cancel(subscription_id)))

    def invoice(self, invoice_id: str) -> InvoiceState:
        """See the contract."""
        return shapes.invoice_state(
            self._ask(lambda client: client.v1.invoices.retrieve(invoice_id, {"expand": _INVOICE_PARTS}))
        )

    # --- Single payments and refunds ---

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
        """See the contract."""
        params: stripe.params.PaymentIntentCreateParams = {
            "amount": cents,
            "currency": currency.lower(),
            "description": description,
            "metadata": dict(metadata),
            "automatic_payment_methods": {"enabled": True},
        }
        if customer_id:
            params["customer"] = customer_id
        if receipt_email:
            params["receipt_email"] = receipt_email
        if transfer:
            params["transfer_data"] = {"destination": transfer.account_id}
            if transfer.fee_cents:
                params["application_fee_amount"] = transfer.fee_cents
        return shapes.intent_state(
            self._ask(lambda client: client.v1.payment_intents.create(params, {"idempotency_key": key}))
        )

    def intent(self, intent_id: str) -> IntentState:
        """See the contract."""
        return shapes.intent_state(
            self._ask(lambda client: client.v1.payment_intents.retrieve(intent_id, {"expand": _INTENT_PARTS}))
        )

    def cancel_intent(self, intent_id: str) -> IntentState:
        """See the contract."""
        return shapes.intent_state(self._ask(lambda client: client.v1.payment_intents.cancel(intent_id)))

    def refund(
        self, intent_id: str, *, cents: int, transferred: bool, metadata: Mapping[str, str], key: str
    ) -> RefundState:
        """See the contract."""
        params: stripe.params.RefundCreateParams = {
            "payment_intent": intent_id,
            "amount": cents,
            "metadata": dict(metadata),
        }
        if transferred:
            params["reverse_transfer"] = True
            params["refund_application_fee"] = True
        return shapes.refund_state(self._ask(lambda client: client.v1.refunds.create(params, {"idempotency_key": key})))

    def refund_state(self, refund_id: str) -> RefundState:
        """See the contract."""
        return shapes.refund_state(self._ask(lambda client: client.v1.refunds.retrieve(refund_id)))

    def refunds(self, intent_id: str) -> list[RefundState]:
        """See the contract."""
        found = self._ask(
            lambda client: client.v1.refunds.list({"payment_intent": intent_id, "limit": MOST_REFUNDS}).data
        )
        return [shapes.refund_state(one) for one in found]

    def intent_of_charge(self, charge_id: str) -> str | None:
        """See the contract."""
        return shapes.intent_of(self._ask(lambda client: client.v1.charges.retrieve(charge_id)))

    def dispute(self, dispute_id: str) -> DisputeState:
        """See the contract."""
        return shapes.dispute_state(self._ask(lambda client: client.v1.disputes.retrieve(dispute_id)))

    # --- Connected accounts ---

    def create_account(self, *, email: str, metadata: Mapping[str, str], key: str) -> AccountState:
        """See the contract."""
        made = self._ask(
            lambda client: client.v1.accounts.create(
                {
                    "type": "express",
                    "email": email,
                    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
                    "metadata": dict(metadata),
                },
                {"idempotency_key": key},
            )
        )
        return shapes.account_state(made)

    def account(self, account_id: str) -> AccountState:
        """See the contract."""
        return shapes.account_state(self._ask(lambda client: client.v1.accounts.retrieve(account_id)))

    def account_link(self, account_id: str, *, refresh_url: str, return_url: str) -> str:
        """See the contract."""
        made = self._ask(
            lambda client: client.v1.account_links.create(
                {
                    "account": account_id,
                    "refresh_url": refresh_url,
                    "return_url": return_url,
                    "type": "account_onboarding",
                }
            )
        )
        return made.url

    def login_link(self, account_id: str) -> str:
        """See the contract."""
        return self._ask(lambda client: client.v1.accounts.login_links.create(account_id)).url

    # --- Webhooks ---

    def read_notice(self, raw: bytes, signature: str | None) -> Notice:
        """See the contract. It needs no network, and any of the secrets proves an event."""
        return read_notice(raw, signature, self._keys.webhook_secrets)

    # --- How it asks ---

    def _ask(self, call: "Callable[[StripeClient], Result]") -> Result:
        """The answer of one call, tried again while there is time when it did not come through.

        A POST carries an idempotency key, the verb's own or the library's, so a second try makes nothing twice; the
        library makes a new one for each call, hence what must not happen twice brings its own.
        """
        refuse_while_writing()
        client = _client(self._keys.secret_key, self._api_base)
        for attempt in range(1, TRIES + 1):
            began = time.monotonic()
            left = self._ends - began
            if left < _LEAST_SECONDS:
                raise ProviderAway
            _call.left = min(CALL_SECONDS, left)
            try:
                return call(client)
            except Exception as problem:
                translated = _translated(problem)
                if translated is None:
                    raise
                took = time.monotonic() - began
                log.warning(
                    "provider_problem", code=translated.code, error=type(problem).__name__, ms=round(took * 1e3)
                )
                if attempt == TRIES or not isinstance(translated, ProviderAway):
                    raise translated from problem
            time.sleep(PAUSE_SECONDS * attempt)
        raise ProviderAway


def read_notice(raw: bytes, signature: str | None, secrets: tuple[str, ...]) -> Notice:
    """A webhook's event, proven by one of the secrets. Raises NoWebhookSecret (503) and BadSignature (400)."""
    if not secrets:
        raise NoWebhookSecret
    import stripe  # noqa: PLC0415 - see the module.

    for secret in secrets:
        try:
            return shapes.notice(stripe.Webhook.construct_event(raw, signature, secret))
        except stripe.SignatureVerificationError:
            continue
        except (ValueError, TypeError, LookupError, AttributeError):
            # Signed, and still nothing that an event could be read from.
            raise BadSignature from None
    raise BadSignature


def _translated(problem: Exception) -> ProviderProblem | None:
    """What a refusal of the provider's library means here; None for what is no refusal."""
    import stripe  # noqa: PLC0415 - see the module.

    if isinstance(problem, stripe.CardError):
        return CardDeclined(problem.user_message or None)
    if isinstance(problem, stripe.RateLimitError):
        return ProviderBusy(retry_after=5)
    if isinstance(problem, stripe.PermissionError) and problem.code == "account_invalid":
        # An account that has taken its leave: it is there, and no longer ours to ask about.
        return ProviderLacks()
    if isinstance(problem, stripe.AuthenticationError | stripe.PermissionError):
        return KeysRefused(retry_after=3600)
    if isinstance(problem, stripe.IdempotencyError):
        return ProviderRefused()
    if isinstance(problem, stripe.InvalidRequestError):
        return ProviderLacks() if problem.code == "resource_missing" else ProviderRefused()
    if isinstance(problem, stripe.StripeError):
        return ProviderAway()
    return None
