"""A payment provider in memory: it remembers what it was asked, and answers with the state that a test has set."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from marqueedesk.gateways.stripe import (
    AccountState,
    BadSignature,
    CardSetup,
    CardUsed,
    DisputeState,
    IntentState,
    Interval,
    InvoiceState,
    Notice,
    NoWebhookSecret,
    ProviderLacks,
    ProviderProblem,
    RefundState,
    SubscriptionState,
    Transfer,
)
from marqueedesk.kit.db import refuse_while_writing

Made = TypeVar("Made")
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class RecordingStripe:
    """See the contract. ``problem`` is raised by every call while it is set; ``calls`` are the verbs asked."""

    def __init__(self, *, live: bool = False, proves_webhooks: bool = True) -> None:
        self.live = live
        self.problem: ProviderProblem | None = None
        self.calls: list[str] = []
        self.subscriptions: dict[str, SubscriptionState] = {}
        self.card_setups: dict[str, CardSetup] = {}
        self.invoices: dict[str, InvoiceState] = {}
        self.intents: dict[str, IntentState] = {}
        self.refunds_made: dict[str, RefundState] = {}
        self.disputes: dict[str, DisputeState] = {}
        self.accounts: dict[str, AccountState] = {}
        self.notices: dict[bytes, Notice] = {}
        self._proves_webhooks = proves_webhooks
        self._made: dict[str, Any] = {}

    def _asked(self, verb: str) -> None:
        refuse_while_writing()
        self.calls.append(verb)
        if self.problem is not None:
            raise self.problem

    def _once(self, key: str, make: Callable[[str], Made]) -> Made:
        """What the key has made, made now when it has not."""
        if key not in self._made:
            self._made[key] = make(f"{len(self._made) + 1:03d}")
        return cast("Made", self._made[key])

    def _state(self, states: Mapping[str, Made], ident: str) -> Made:
        found = states.get(ident)
        if found is None:
            raise ProviderLacks
        return found

    def prove_keys(self) -> None:
        """See the contract."""
        self._asked("prove_keys")

    def create_customer(self, *, email: str, name: str, metadata: Mapping[str, str], key: str) -> str:
        """See the contract."""
        self._asked("create_customer")
        return self._once(key, lambda number: f"cus_{number}")

    def create_product(self, *, name: str, description: str | None, metadata: Mapping[str, str], key: str) -> str:
        """See the contract."""
        self._asked("create_product")
        return self._once(key, lambda number: f"prod_{number}")

    def update_product(self, product_id: str, *, name: str, description: str | None, active: bool) -> None:
        """See the contract."""
        self._asked("update_product")

    def create_price(
        self, *, product_id: str, cents: int, currency: str, interval: Interval, interval_count: int, key: str
    ) -> str:
        """See the contract."""
        self._asked("create_price")
        return self._once(key, lambda number: f"price_{number}")

    def retire_price(self, price_id: str) -> None:
        """See the contract."""
        self._asked("retire_price")

    def create_subscription(
        self, *, customer_id: str, price_id: str, trial_days: int, metadata: Mapping[str, str], key: str
    ) -> SubscriptionState:
        """See the contract."""
        self._asked("create_subscription")

        def make(number: str) -> SubscriptionState:
            made = SubscriptionState(
                id=f"sub_{number}",
                customer_id=customer_id,
                status="trialing" if trial_days else "incomplete",
                price_id=price_id,
                period_start=EPOCH,
                period_end=EPOCH.replace(month=2),
                cancel_at_period_end=False,
                trial_start=EPOCH if trial_days else None,
                trial_end=EPOCH.replace(month=2) if trial_days else None,
                canceled_at=None,
                latest_invoice_id=f"in_{number}",
                live=self.live,
                metadata=dict(metadata),
                client_secret=None if trial_days else f"pi_{number}_secret_x",
            )
            self.subscriptions[made.id] = made
            return made

        return self._once(key, make)

    def subscription(self, subscription_id: str) -> SubscriptionState:
        """See the contract."""
        self._asked("subscription")
        return self._state(self.subscriptions, subscription_id)

    def set_cancel_at_period_end(self, subscription_id: str, *, cancel: bool) -> SubscriptionState:
        """See the contract."""
        self._asked("set_cancel_at_period_end")
        changed = replace(self._state(self.subscriptions, subscription_id), cancel_at_period_end=cancel)
        self.subscriptions[subscription_id] = changed
        return changed

    def cancel_subscription(self, subscription_id: str) -> SubscriptionState:
        """See the contract."""
        self._asked("cancel_subscription")
        ended = replace(self._state(self.subscriptions, subscription_id), status="canceled", canceled_at=EPOCH)
        self.subscriptions[subscription_id] = ended
        return ended

    def create_card_setup(self, *, customer_id: str, metadata: Mapping[str, str], key: str) -> CardSetup:
        """See the contract."""
        self._asked("create_card_setup")

        def make(number: str) -> CardSetup:
            ident, secret = f"seti_{number}", f"seti_{number}_secret_x"
            made = CardSetup(
                ident, customer_id, "requires_payment_method", secret, None, self.live, metadata=dict(metadata)
            )
            self.card_setups[ident] = made
            return made

        return self._once(key, make)

    def card_setup(self, setup_id: str) -> CardSetup:
        """See the contract."""
        self._asked("card_setup")
        return self._state(self.card_setups, setup_id)

    def use_card(self, subscription_id: str, method_id: str) -> SubscriptionState:
        """See the contract."""
        self._asked("use_card")
        changed = replace(self._state(self.subscriptions, subscription_id), card=CardUsed("card"))
        self.subscriptions[subscription_id] = changed
        return changed

    def pay_invoice(self, invoice_id: str, method_id: str, *, key: str) -> None:
        """See the contract."""
        self._asked("pay_invoice")
        paid = self._state(self.invoices, invoice_id)
        self.invoices[invoice_id] = replace(paid, status="paid", amount_paid_cents=paid.amount_due_cents)

    def invoice(self, invoice_id: str) -> InvoiceState:
        """See the contract."""
        self._asked("invoice")
        return self._state(self.invoices, invoice_id)

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
        self._asked("create_intent")

        def make(number: str) -> IntentState:
            made = IntentState(
                id=f"pi_{number}",
                amount_cents=cents,
                received_cents=0,
                refunded_cents=0,
                currency=currency.lower(),
                status="requires_payment_method",
                client_secret=f"pi_{number}_secret_x",
                customer_id=customer_id,
                created=EPOCH,
                live=self.live,
                metadata=dict(metadata),
            )
            self.intents[made.id] = made
            return made

        return self._once(key, make)

    def intent(self, intent_id: str) -> IntentState:
        """See the contract."""
        self._asked("intent")
        return self._state(self.intents, intent_id)

    def cancel_intent(self, intent_id: str) -> IntentState:
        """See the contract."""
        self._asked("cancel_intent")
        self.intents[intent_id] = replace(self._state(self.intents, intent_id), status="canceled")
        return self.intents[intent_id]

    def refund(
        self, intent_id: str, *, cents: int, transferred: bool, metadata: Mapping[str, str], key: str
    ) -> RefundState:
        """See the contract."""
        self._asked("refund")
        paid = self._state(self.intents, intent_id)

        def make(number: str) -> RefundState:
            made = RefundState(f"re_{number}", intent_id, cents, paid.currency, "succeeded", EPOCH, dict(metadata))
            self.refunds_made[made.id] = made
            self.intents[intent_id] = replace(paid, refunded_cents=paid.refunded_cents + cents)
            return made

        return self._once(key, make)

    def refund_state(self, refund_id: str) -> RefundState:
        """See the contract."""
        self._asked("refund_state")
        return self._state(self.refunds_made, refund_id)

    def refunds(self, intent_id: str) -> list[RefundState]:
        """See the contract."""
        self._asked("refunds")
        return [refund for refund in self.refunds_made.values() if refund.intent_id == intent_id]

    def intent_of_charge(self, charge_id: str) -> str | None:
        """See the contract. A charge is called after its payment: ``ch_`` and the payment's id."""
        self._asked("intent_of_charge")
        return self._state(self.intents, charge_id.removeprefix("ch_")).id

    def dispute(self, dispute_id: str) -> DisputeState:
        """See the contract."""
        self._asked("dispute")
        return self._state(self.disputes, dispute_id)

    def create_account(self, *, email: str, metadata: Mapping[str, str], key: str) -> AccountState:
        """See the contract."""
        self._asked("create_account")

        def make(number: str) -> AccountState:
            made = AccountState(f"acct_{number}", details_submitted=False, charges_enabled=False, payouts_enabled=False)
            self.accounts[made.id] = made
            return made

        return self._once(key, make)

    def account(self, account_id: str) -> AccountState:
        """See the contract."""
        self._asked("account")
        return self._state(self.accounts, account_id)

    def account_link(self, account_id: str, *, refresh_url: str, return_url: str) -> str:
        """See the contract."""
        self._asked("account_link")
        return f"https://connect.example/{self._state(self.accounts, account_id).id}"

    def login_link(self, account_id: str) -> str:
        """See the contract."""
        self._asked("login_link")
        return f"https://dashboard.example/{self._state(self.accounts, account_id).id}"

    def read_notice(self, raw: bytes, signature: str | None) -> Notice:
        """See the contract. What a test has put into ``notices`` is proven, signed or not."""
        if not self._proves_webhooks:
            raise NoWebhookSecret
        if raw not in self.notices:
            raise BadSignature
        return self.notices[raw]
