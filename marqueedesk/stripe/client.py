"""Client of the real payment provider. Its library is imported lazily, because that takes 0.7 s."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from marqueedesk.kit.money import cents_from_provider, provider_amount
from marqueedesk.stripe import mapping
from marqueedesk.stripe.http import read_event
from marqueedesk.stripe.lists import ListCalls
from marqueedesk.stripe.metadata import DASHBOARD, dashboard_page
from marqueedesk.stripe.values import (
    AccountState,
    CardSetup,
    ChangePreview,
    DisputeState,
    FraudWarning,
    IntentState,
    Interval,
    ProviderInvoice,
    RefundState,
    SubscriptionState,
    Transfer,
    WebhookEvent,
)

if TYPE_CHECKING:
    import stripe

MOST_REFUNDS = 100
"""Maximum number of refunds that the provider returns at once, which is more than any payment has."""
_SUBSCRIPTION_PARTS = ["latest_invoice.confirmation_secret", "default_payment_method"]
_INVOICE_PARTS = ["confirmation_secret", "payments"]
_INTENT_PARTS = ["payment_method", "latest_charge.balance_transaction"]
_SETUP_PARTS = ["payment_method"]


class Stripe(ListCalls):
    """A connection to the provider with every call that the product makes. Each call may raise ProviderProblem.

    Calls apply to the platform's own account, or to a connected one (see `on`), which holds direct charges with their
    refunds and disputes.
    """

    def prove_keys(self) -> None:
        """Make a minimal call to check the secret key. Raises KeysRefused if the provider rejects it."""
        self._ask(lambda client: client.v1.events.list({"limit": 1}))

    # --- Customers, products, prices ---

    def create_customer(self, *, email: str | None, name: str, metadata: Mapping[str, str], key: str) -> str:
        """Create a customer and return its ID."""
        params: stripe.params.CustomerCreateParams = {"name": name, "metadata": dict(metadata)}
        if email:
            params["email"] = email
        return self._ask(lambda client: client.v1.customers.create(params, {"idempotency_key": key})).id

    def create_product(self, *, name: str, description: str | None, metadata: Mapping[str, str], key: str) -> str:
        """Create a product and return its ID."""
        params: stripe.params.ProductCreateParams = {"name": name, "metadata": dict(metadata)}
        if description:
            params["description"] = description
        return self._ask(lambda client: client.v1.products.create(params, {"idempotency_key": key})).id

    def update_product(self, product_id: str, *, name: str, description: str | None, active: bool) -> None:
        """Update a product's name, description and active flag at the provider."""
        self._ask(
            lambda client: client.v1.products.update(
                product_id, {"name": name, "description": description or "", "active": active}
            )
        )

    def create_price(
        self, *, product_id: str, cents: int, currency: str, interval: Interval, interval_count: int, key: str
    ) -> str:
        """Create a recurring price and return its ID. Prices are immutable, so each new amount needs a new price."""
        made = self._ask(
            lambda client: client.v1.prices.create(
                {
                    "product": product_id,
                    "unit_amount": provider_amount(cents, currency),
                    "currency": currency,
                    "recurring": {"interval": interval, "interval_count": interval_count},
                },
                {"idempotency_key": key},
            )
        )
        return made.id

    def retire_price(self, price_id: str) -> None:
        """Retire a price. Existing subscriptions keep it."""
        self._ask(lambda client: client.v1.prices.update(price_id, {"active": False}))

    # --- Subscriptions and invoices ---

    def create_subscription(
        self, *, customer_id: str, price_id: str, trial_days: int, metadata: Mapping[str, str], key: str
    ) -> SubscriptionState:
        """Create a subscription. If a first payment is due now, it must be confirmed with ``client_secret``."""
        params: stripe.params.SubscriptionCreateParams = {
            "customer": customer_id,
            "items": [{"price": price_id}],
            "payment_behavior": "default_incomplete",
            # Later payments use the card of the first one.
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "metadata": dict(metadata),
            "expand": _SUBSCRIPTION_PARTS,
        }
        if trial_days:
            params["trial_period_days"] = trial_days
        return mapping.subscription_state(
            self._ask(lambda client: client.v1.subscriptions.create(params, {"idempotency_key": key}))
        )

    def subscription(self, subscription_id: str) -> SubscriptionState:
        """Return the current state of a subscription."""
        found = self._ask(
            lambda client: client.v1.subscriptions.retrieve(subscription_id, {"expand": _SUBSCRIPTION_PARTS})
        )
        return mapping.subscription_state(found)

    def set_cancel_at_period_end(self, subscription_id: str, *, cancel: bool) -> SubscriptionState:
        """Set a subscription to end with its current period, or to continue."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"cancel_at_period_end": cancel, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return mapping.subscription_state(changed)

    def preview_price(self, subscription_id: str, item_id: str, price_id: str, at: datetime) -> ChangePreview:
        """Preview the charge and credit of changing to another price at ``at``, without changing anything."""
        return mapping.change_preview(
            self._ask(
                lambda client: client.v1.invoices.create_preview(
                    {
                        "subscription": subscription_id,
                        "subscription_details": {
                            "items": [{"id": item_id, "price": price_id}],
                            "proration_behavior": "always_invoice",
                            "proration_date": int(at.timestamp()),
                        },
                    }
                )
            )
        )

    def next_due(self, subscription_id: str) -> int:
        """Return the amount of a subscription's next invoice in cents, after the customer's credit."""
        found = self._ask(lambda client: client.v1.invoices.create_preview({"subscription": subscription_id}))
        return cents_from_provider(found.amount_due, found.currency)

    def change_price(
        self, subscription_id: str, item_id: str, price_id: str, at: datetime, *, key: str
    ) -> SubscriptionState:
        """Change a subscription's price from ``at`` on. The amount due is charged immediately, and unused time is
        credited.

        Raises CardDeclined, in which case nothing has changed.
        """
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id,
                {
                    "items": [{"id": item_id, "price": price_id}],
                    "proration_behavior": "always_invoice",
                    "proration_date": int(at.timestamp()),
                    "payment_behavior": "error_if_incomplete",
                    "expand": _SUBSCRIPTION_PARTS,
                },
                {"idempotency_key": key},
            )
        )
        return mapping.subscription_state(changed)

    def cancel_subscription(self, subscription_id: str) -> SubscriptionState:
        """End a subscription immediately."""
        ended = self._ask(
            lambda client: client.v1.subscriptions.cancel(subscription_id, {"expand": _SUBSCRIPTION_PARTS})
        )
        return mapping.subscription_state(ended)

    def extend_trial(self, subscription_id: str, until: datetime) -> SubscriptionState:
        """Extend a trial. The first period begins when the trial ends, and nothing is charged before then."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id,
                {
                    "trial_end": int(until.timestamp()),
                    "proration_behavior": "none",
                    "expand": _SUBSCRIPTION_PARTS,
                },
            )
        )
        return mapping.subscription_state(changed)

    def use_card(self, subscription_id: str, method_id: str) -> SubscriptionState:
        """Use a card for a subscription's future payments."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"default_payment_method": method_id, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return mapping.subscription_state(changed)

    def pay_invoice(self, invoice_id: str, method_id: str, *, key: str) -> None:
        """Charge an open invoice to a card. Raises CardDeclined, and ProviderRefused if the invoice is not open."""
        self._ask(
            lambda client: client.v1.invoices.pay(invoice_id, {"payment_method": method_id}, {"idempotency_key": key})
        )

    def create_card_setup(self, *, customer_id: str, metadata: Mapping[str, str], key: str) -> CardSetup:
        """Create a form for adding a card for later payments, without paying now."""
        params: stripe.params.SetupIntentCreateParams = {
            "customer": customer_id,
            "usage": "off_session",
            "automatic_payment_methods": {"enabled": True},
            "metadata": dict(metadata),
            "expand": _SETUP_PARTS,
        }
        return mapping.card_setup(
            self._ask(lambda client: client.v1.setup_intents.create(params, {"idempotency_key": key}))
        )

    def card_setup(self, setup_id: str) -> CardSetup:
        """Return the current state of a form for adding a card."""
        return mapping.card_setup(
            self._ask(lambda client: client.v1.setup_intents.retrieve(setup_id, {"expand": _SETUP_PARTS}))
        )

    def invoice(self, invoice_id: str) -> ProviderInvoice:
        """Return the current state of an invoice."""
        return mapping.invoice_state(
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
        fee_cents: int = 0,
        suffix: str | None = None,
        on_approval: bool = False,
        reuses_card: bool = False,
    ) -> IntentState:
        """Create a payment for the payer to confirm with its ``client_secret``.

        On a connected account, it is a direct charge; with ``transfer``, a destination charge. ``fee_cents`` is the
        platform's fee. ``suffix`` is the end of the name on the payer's card statement. With ``on_approval``, the card
        is only authorized, and charged by `capture_intent`. With ``reuses_card``, the card can be charged for other
        payments of the same customer, until `forget_cards` is called.
        """
        params: stripe.params.PaymentIntentCreateParams = {
            "amount": provider_amount(cents, currency),
            "currency": currency.lower(),
            "description": description,
            "metadata": dict(metadata),
            "automatic_payment_methods": {"enabled": True},
        }
        if customer_id:
            params["customer"] = customer_id
        if receipt_email:
            params["receipt_email"] = receipt_email
        if suffix:
            params["statement_descriptor_suffix"] = suffix
        if transfer:
            params["transfer_data"] = {"destination": transfer.account_id}
        if fee_cents:
            params["application_fee_amount"] = provider_amount(fee_cents, currency)
        if on_approval:
            params["capture_method"] = "manual"
        if reuses_card:
            params["setup_future_usage"] = "on_session"
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.create(params, {"idempotency_key": key}), currency)
        )

    def intent(self, intent_id: str) -> IntentState:
        """Return the current state of a payment."""
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.retrieve(intent_id, {"expand": _INTENT_PARTS}))
        )

    def capture_intent(self, intent_id: str, *, cents: int, fee_cents: int, currency: str, key: str) -> IntentState:
        """Charge an authorized payment: ``cents`` of it, with the platform's fee. The rest is released."""
        params: stripe.params.PaymentIntentCaptureParams = {
            "amount_to_capture": provider_amount(cents, currency),
            "expand": _INTENT_PARTS,
        }
        if fee_cents:
            params["application_fee_amount"] = provider_amount(fee_cents, currency)
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.capture(intent_id, params, {"idempotency_key": key}))
        )

    def send_receipt_to(self, intent_id: str, customer_id: str | None, email: str) -> None:
        """Set the email address for a payment's receipt, and store it with the customer, if there is one."""
        if customer_id is not None:
            self._ask(lambda client: client.v1.customers.update(customer_id, {"email": email}))
        self._ask(lambda client: client.v1.payment_intents.update(intent_id, {"receipt_email": email}))

    def forget_cards(self, customer_id: str) -> None:
        """Detach all cards of a customer, so that they cannot be charged again."""
        methods = self._ask(lambda client: client.v1.payment_methods.list({"customer": customer_id, "limit": 100})).data
        for method in methods:
            self._ask(lambda client, method=method: client.v1.payment_methods.detach(method.id))

    def cancel_card_setup(self, setup_id: str) -> CardSetup:
        """Cancel a form for adding a card. Raises ProviderRefused if a card was added."""
        return mapping.card_setup(
            self._ask(lambda client: client.v1.setup_intents.cancel(setup_id, {"expand": _SETUP_PARTS}))
        )

    def forget_card(self, method_id: str) -> None:
        """Detach a card from its customer, so that it cannot be charged again."""
        self._ask(lambda client: client.v1.payment_methods.detach(method_id))

    def charge_saved_card(self, intent_id: str, method_id: str, *, key: str) -> IntentState:
        """Pay a payment with a saved card of its customer, who is not present. Raises CardDeclined."""
        params: stripe.params.PaymentIntentConfirmParams = {
            "payment_method": method_id,
            "off_session": True,
            "expand": _INTENT_PARTS,
        }
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.confirm(intent_id, params, {"idempotency_key": key}))
        )

    def cancel_intent(self, intent_id: str) -> IntentState:
        """Cancel an unpaid payment. An authorization is released."""
        return mapping.intent_state(self._ask(lambda client: client.v1.payment_intents.cancel(intent_id)))

    def refund(
        self,
        intent_id: str,
        *,
        cents: int,
        currency: str,
        metadata: Mapping[str, str],
        key: str,
        transferred: bool = False,
        with_fee: bool = False,
    ) -> RefundState:
        """Refund ``cents`` of a payment; if ``transferred``, the money is taken back from the receiving account. With
        ``with_fee``, the platform's fee is returned in proportion.
        """
        params: stripe.params.RefundCreateParams = {
            "payment_intent": intent_id,
            "amount": provider_amount(cents, currency),
            "metadata": dict(metadata),
        }
        if transferred:
            params["reverse_transfer"] = True
        if with_fee:
            params["refund_application_fee"] = True
        return mapping.refund_state(
            self._ask(lambda client: client.v1.refunds.create(params, {"idempotency_key": key}))
        )

    def refund_state(self, refund_id: str) -> RefundState:
        """Return the current state of a refund."""
        return mapping.refund_state(self._ask(lambda client: client.v1.refunds.retrieve(refund_id)))

    def refunds(self, intent_id: str) -> list[RefundState]:
        """Return all refunds of a payment."""
        found = self._ask(
            lambda client: client.v1.refunds.list({"payment_intent": intent_id, "limit": MOST_REFUNDS}).data
        )
        return [mapping.refund_state(one) for one in found]

    def intent_of_charge(self, charge_id: str) -> str | None:
        """Return the payment of a charge."""
        return mapping.intent_of(self._ask(lambda client: client.v1.charges.retrieve(charge_id)))

    def dispute(self, dispute_id: str) -> DisputeState:
        """Return the current state of a dispute."""
        return mapping.dispute_state(self._ask(lambda client: client.v1.disputes.retrieve(dispute_id)))

    def disputes(self, intent_id: str) -> list[DisputeState]:
        """Return all disputes of a payment, newest first."""
        found = self._ask(
            lambda client: client.v1.disputes.list({"payment_intent": intent_id, "limit": MOST_REFUNDS}).data
        )
        return [mapping.dispute_state(one) for one in found]

    def fraud_warning(self, warning_id: str) -> FraudWarning:
        """Return a card network's early fraud warning."""
        return mapping.fraud_warning(
            self._ask(lambda client: client.v1.radar.early_fraud_warnings.retrieve(warning_id))
        )

    def fee_returned(self, fee_id: str) -> int:
        """Return how much of a platform fee was returned, in cents. Fees belong to the platform's account."""
        found = self.on(None)._ask(lambda client: client.v1.application_fees.retrieve(fee_id))  # noqa: SLF001 - its own.
        return cents_from_provider(found.amount_refunded, found.currency)

    def charge_of_fee(self, fee_id: str) -> str | None:
        """Return the charge that a platform fee was deducted from. Its ID is one of the account that was charged."""
        found = self.on(None)._ask(lambda client: client.v1.application_fees.retrieve(fee_id))  # noqa: SLF001 - its own.
        return mapping.id_of(found.to_dict().get("charge"))

    # --- Connected accounts ---

    def create_account(self, *, email: str, country: str, metadata: Mapping[str, str], key: str) -> AccountState:
        """Create a connected account for a business, which pays the provider's fees and has the full dashboard.

        The provider covers its losses and collects the required information from the owner.
        """
        made = self._ask(
            lambda client: client.v1.accounts.create(
                {
                    "controller": {
                        "fees": {"payer": "account"},
                        "losses": {"payments": "stripe"},
                        "requirement_collection": "stripe",
                        "stripe_dashboard": {"type": "full"},
                    },
                    "country": country,
                    "email": email,
                    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
                    "metadata": dict(metadata),
                },
                {"idempotency_key": key},
            )
        )
        return mapping.account_state(made, live=self.live)

    def account(self, account_id: str) -> AccountState:
        """Return the current state of a connected account."""
        found = self._ask(lambda client: client.v1.accounts.retrieve(account_id))
        return mapping.account_state(found, live=self.live)

    def account_link(self, account_id: str, *, refresh_url: str, return_url: str) -> str:
        """Create a link to the provider's onboarding page. It works once, for a few minutes."""
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
        """Create a one-time link to the account owner's Express dashboard."""
        return self._ask(lambda client: client.v1.accounts.login_links.create(account_id)).url

    def dashboard(self, account_id: str | None, page: str = "dashboard") -> str:
        """Return the URL of a page in the provider's full dashboard, for a connected account or the platform's own
        account.
        """
        return dashboard_page(self._api_base or DASHBOARD, account_id, page, live=self.live)

    # --- Webhooks ---

    def read_event(self, raw: bytes, signature: str | None) -> WebhookEvent:
        """Verify and parse a webhook event. Raises NoWebhookSecret (503) and BadSignature (400).

        Makes no request; a signature by any of the secrets is accepted.
        """
        return read_event(raw, signature, self._keys.webhook_secrets)
