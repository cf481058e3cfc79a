"""The real payment provider, through its own library. The library is imported when first needed: it takes 0.7 s."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

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
    InvoiceState,
    RefundState,
    SubscriptionState,
    Transfer,
    WebhookEvent,
)

if TYPE_CHECKING:
    import stripe

MOST_REFUNDS = 100
"""The longest list that the provider returns at once: far more refunds than anybody makes of one payment."""
_SUBSCRIPTION_PARTS = ["latest_invoice.confirmation_secret", "default_payment_method"]
_INVOICE_PARTS = ["confirmation_secret", "payments"]
_INTENT_PARTS = ["payment_method", "latest_charge.balance_transaction"]
_SETUP_PARTS = ["payment_method"]


class Stripe(ListCalls):
    """A conversation with the provider: every call that the product makes. Each may raise a ProviderProblem.

    Calls are about the platform's own account, or about a connected one (`on`): a direct charge, its refunds and its
    disputes live there.
    """

    def prove_keys(self) -> None:
        """Ask for as little as possible: raises KeysRefused if the provider does not accept the secret key."""
        self._ask(lambda client: client.v1.events.list({"limit": 1}))

    # --- Customers, products, prices ---

    def create_customer(self, *, email: str | None, name: str, metadata: Mapping[str, str], key: str) -> str:
        """Create a customer; return its id."""
        params: stripe.params.CustomerCreateParams = {"name": name, "metadata": dict(metadata)}
        if email:
            params["email"] = email
        return self._ask(lambda client: client.v1.customers.create(params, {"idempotency_key": key})).id

    def create_product(self, *, name: str, description: str | None, metadata: Mapping[str, str], key: str) -> str:
        """Create a product; return its id."""
        params: stripe.params.ProductCreateParams = {"name": name, "metadata": dict(metadata)}
        if description:
            params["description"] = description
        return self._ask(lambda client: client.v1.products.create(params, {"idempotency_key": key})).id

    def update_product(self, product_id: str, *, name: str, description: str | None, active: bool) -> None:
        """Update a product's name, description and state at the provider to ours."""
        self._ask(
            lambda client: client.v1.products.update(
                product_id, {"name": name, "description": description or "", "active": active}
            )
        )

    def create_price(
        self, *, product_id: str, cents: int, currency: str, interval: Interval, interval_count: int, key: str
    ) -> str:
        """Create a recurring price; return its id. A price never changes: another amount is another price."""
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
        """Take a price off sale. Subscriptions that have it keep it."""
        self._ask(lambda client: client.v1.prices.update(price_id, {"active": False}))

    # --- Subscriptions and invoices ---

    def create_subscription(
        self, *, customer_id: str, price_id: str, trial_days: int, metadata: Mapping[str, str], key: str
    ) -> SubscriptionState:
        """Create a subscription. Its first payment, if due now, must still be confirmed (``client_secret``)."""
        params: stripe.params.SubscriptionCreateParams = {
            "customer": customer_id,
            "items": [{"price": price_id}],
            "payment_behavior": "default_incomplete",
            # The card of the first payment is used for those that follow.
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
        """A subscription as it is now."""
        found = self._ask(
            lambda client: client.v1.subscriptions.retrieve(subscription_id, {"expand": _SUBSCRIPTION_PARTS})
        )
        return mapping.subscription_state(found)

    def set_cancel_at_period_end(self, subscription_id: str, *, cancel: bool) -> SubscriptionState:
        """Let a subscription end with its period, or continue."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"cancel_at_period_end": cancel, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return mapping.subscription_state(changed)

    def preview_price(self, subscription_id: str, item_id: str, price_id: str, at: datetime) -> ChangePreview:
        """The charge and credit of another price if it began at ``at``; nothing is changed."""
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
        """What a subscription's next invoice will charge, in cents, after the credit that its customer has."""
        return self._ask(lambda client: client.v1.invoices.create_preview({"subscription": subscription_id})).amount_due

    def change_price(
        self, subscription_id: str, item_id: str, price_id: str, at: datetime, *, key: str
    ) -> SubscriptionState:
        """Give a subscription another price from ``at`` on; what is due is charged at once, what is unused credited.
        Raises CardDeclined, and then nothing has changed.
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
        """End a subscription at once."""
        ended = self._ask(
            lambda client: client.v1.subscriptions.cancel(subscription_id, {"expand": _SUBSCRIPTION_PARTS})
        )
        return mapping.subscription_state(ended)

    def extend_trial(self, subscription_id: str, until: datetime) -> SubscriptionState:
        """Let a trial end at another moment. Its first period begins then, and nothing is charged before."""
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
        """Charge a subscription to this card from now on."""
        changed = self._ask(
            lambda client: client.v1.subscriptions.update(
                subscription_id, {"default_payment_method": method_id, "expand": _SUBSCRIPTION_PARTS}
            )
        )
        return mapping.subscription_state(changed)

    def pay_invoice(self, invoice_id: str, method_id: str, *, key: str) -> None:
        """Charge an open invoice to a card. Raises CardDeclined; ProviderRefused if the invoice is not open."""
        self._ask(
            lambda client: client.v1.invoices.pay(invoice_id, {"payment_method": method_id}, {"idempotency_key": key})
        )

    def create_card_setup(self, *, customer_id: str, metadata: Mapping[str, str], key: str) -> CardSetup:
        """Create a form in which a customer adds a card for later payments, without paying now."""
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
        """The current state of such a form."""
        return mapping.card_setup(
            self._ask(lambda client: client.v1.setup_intents.retrieve(setup_id, {"expand": _SETUP_PARTS}))
        )

    def invoice(self, invoice_id: str) -> InvoiceState:
        """An invoice as it is now."""
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
    ) -> IntentState:
        """Create a payment that the payer has to confirm, with its ``client_secret``.

        On a connected account it is a direct charge; with ``transfer`` a destination charge. ``fee_cents`` is the
        platform's part. ``suffix`` ends the name on the payer's card statement.
        """
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
        if suffix:
            params["statement_descriptor_suffix"] = suffix
        if transfer:
            params["transfer_data"] = {"destination": transfer.account_id}
        if fee_cents:
            params["application_fee_amount"] = fee_cents
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.create(params, {"idempotency_key": key}), currency)
        )

    def intent(self, intent_id: str) -> IntentState:
        """A payment as it is now."""
        return mapping.intent_state(
            self._ask(lambda client: client.v1.payment_intents.retrieve(intent_id, {"expand": _INTENT_PARTS}))
        )

    def send_receipt_to(self, intent_id: str, customer_id: str | None, email: str) -> None:
        """Have the provider send the receipt of a payment there, and keep the email with its customer, if any."""
        if customer_id is not None:
            self._ask(lambda client: client.v1.customers.update(customer_id, {"email": email}))
        self._ask(lambda client: client.v1.payment_intents.update(intent_id, {"receipt_email": email}))

    def cancel_intent(self, intent_id: str) -> IntentState:
        """Cancel a payment that nobody has confirmed."""
        return mapping.intent_state(self._ask(lambda client: client.v1.payment_intents.cancel(intent_id)))

    def refund(
        self,
        intent_id: str,
        *,
        cents: int,
        metadata: Mapping[str, str],
        key: str,
        transferred: bool = False,
        with_fee: bool = False,
    ) -> RefundState:
        """Refund ``cents`` of a payment; if it was ``transferred``, from the account that it went to. ``with_fee``: the
        platform gives its share of the fee back.
        """
        params: stripe.params.RefundCreateParams = {
            "payment_intent": intent_id,
            "amount": cents,
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
        """A refund as it is now."""
        return mapping.refund_state(self._ask(lambda client: client.v1.refunds.retrieve(refund_id)))

    def refunds(self, intent_id: str) -> list[RefundState]:
        """Every refund of a payment, whoever made it."""
        found = self._ask(
            lambda client: client.v1.refunds.list({"payment_intent": intent_id, "limit": MOST_REFUNDS}).data
        )
        return [mapping.refund_state(one) for one in found]

    def intent_of_charge(self, charge_id: str) -> str | None:
        """The payment that a charge was made for."""
        return mapping.intent_of(self._ask(lambda client: client.v1.charges.retrieve(charge_id)))

    def dispute(self, dispute_id: str) -> DisputeState:
        """A dispute as it is now."""
        return mapping.dispute_state(self._ask(lambda client: client.v1.disputes.retrieve(dispute_id)))

    def disputes(self, intent_id: str) -> list[DisputeState]:
        """Every dispute of a payment, the newest first."""
        found = self._ask(
            lambda client: client.v1.disputes.list({"payment_intent": intent_id, "limit": MOST_REFUNDS}).data
        )
        return [mapping.dispute_state(one) for one in found]

    def fraud_warning(self, warning_id: str) -> FraudWarning:
        """A card network's early fraud warning."""
        return mapping.fraud_warning(
            self._ask(lambda client: client.v1.radar.early_fraud_warnings.retrieve(warning_id))
        )

    def fee_returned(self, fee_id: str) -> int:
        """How much of a platform's fee was given back, in cents. Fees belong to the platform."""
        return self.on(None)._ask(lambda client: client.v1.application_fees.retrieve(fee_id)).amount_refunded  # noqa: SLF001 - its own.

    # --- Connected accounts ---

    def create_account(self, *, email: str, country: str, metadata: Mapping[str, str], key: str) -> AccountState:
        """A connected account for a business, which pays the provider's fees and has the provider's full dashboard;
        the provider bears its losses and asks its owner for what is required.
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
        """A connected account as it is now."""
        found = self._ask(lambda client: client.v1.accounts.retrieve(account_id))
        return mapping.account_state(found, live=self.live)

    def account_link(self, account_id: str, *, refresh_url: str, return_url: str) -> str:
        """The provider's page where the account's owner enters their details; the link works once, for minutes."""
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
        """The Express dashboard, where the account's owner sees their money; the link works once."""
        return self._ask(lambda client: client.v1.accounts.login_links.create(account_id)).url

    def dashboard(self, account_id: str | None, page: str = "dashboard") -> str:
        """The address of a page of the provider's full dashboard: of a connected account, or of the platform's own."""
        return dashboard_page(self._api_base or DASHBOARD, account_id, page, live=self.live)

    # --- Webhooks ---

    def read_event(self, raw: bytes, signature: str | None) -> WebhookEvent:
        """A webhook's event. Raises NoWebhookSecret (503) and BadSignature (400).

        It needs no network, and any of the secrets proves an event.
        """
        return read_event(raw, signature, self._keys.webhook_secrets)
