"""The real payment provider, through its own library. The library is imported when first needed: it takes 0.7 s."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from marqueedesk.gateways import stripe_shapes as shapes
from marqueedesk.gateways.stripe import (
    AccountState,
    CardSetup,
    DisputeState,
    IntentState,
    Interval,
    InvoiceState,
    Notice,
    RefundState,
    SubscriptionState,
    Transfer,
)
from marqueedesk.gateways.stripe_talk import Talk, read_notice

if TYPE_CHECKING:
    import stripe

MOST_REFUNDS = 100
"""The longest list that the provider answers at once: far more than anybody gives back of one payment."""
_SUBSCRIPTION_PARTS = ["latest_invoice.confirmation_secret", "default_payment_method"]
_INVOICE_PARTS = ["confirmation_secret", "payments"]
_INTENT_PARTS = ["payment_method", "latest_charge"]
_SETUP_PARTS = ["payment_method"]


class StripeApi(Talk):
    """A conversation with the provider: every call of the contract, as its API has it."""

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

    def use_card(self, subscription_id: str, method_id: str) -> SubscriptionState:
        """See the contract."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"default_payment_method": method_id, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return shapes.subscription_state(changed)

    def pay_invoice(self, invoice_id: str, method_id: str, *, key: str) -> None:
        """See the contract."""
        self._ask(
            lambda client: client.v1.invoices.pay(invoice_id, {"payment_method": method_id}, {"idempotency_key": key})
        )

    def create_card_setup(self, *, customer_id: str, metadata: Mapping[str, str], key: str) -> CardSetup:
        """See the contract."""
        params: stripe.params.SetupIntentCreateParams = {
            "customer": customer_id,
            "usage": "off_session",
            "automatic_payment_methods": {"enabled": True},
            "metadata": dict(metadata),
            "expand": _SETUP_PARTS,
        }
        return shapes.card_setup(
            self._ask(lambda client: client.v1.setup_intents.create(params, {"idempotency_key": key}))
        )

    def card_setup(self, setup_id: str) -> CardSetup:
        """See the contract."""
        return shapes.card_setup(
            self._ask(lambda client: client.v1.setup_intents.retrieve(setup_id, {"expand": _SETUP_PARTS}))
        )

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
