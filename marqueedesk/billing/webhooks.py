"""Webhook handlers for subscriptions, invoices, cards, and checkout payments."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.billing import cards, stripe_sync
from marqueedesk.kit import clock
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handler, PaymentRecorder, Recording, done, nothing, recording_of


def subscription(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Handle an event about a subscription."""
    asked_at = clock.now()
    state = gateway.subscription(str(event.object_id))
    return lambda db, now: stripe_sync.record_subscription(db, state, asked_at, now)


def invoice(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Handle an event about a subscription's invoice; records the subscription too, whichever event arrives first."""
    asked_at = clock.now()
    state = gateway.invoice(str(event.object_id))
    if state.subscription_id is None:
        return nothing("nothing to record")
    holder = gateway.subscription(state.subscription_id)
    was_tried = state.status == "paid" or state.attempts > 0
    tried = fetch_payment(gateway, state.intent_id) if state.intent_id and was_tried else None

    def write(db: Session, now: datetime) -> str:
        found = stripe_sync.record_subscription(db, holder, asked_at, now)
        if found.startswith("unknown"):
            return found
        return stripe_sync.record_invoice(db, state, tried, asked_at, now)

    return write


def setup_intent(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Handle an event about a form for adding a card."""
    state = gateway.card_setup(str(event.object_id))
    return lambda db, now: cards.record_setup(db, state, now)


def checkout(db: Session, found: FetchedPayment, now: datetime) -> str:
    """Record a single payment from the checkout page."""
    return stripe_sync.record_checkout(db, found, now)


def invoice_payment(db: Session, found: FetchedPayment, _now: datetime) -> str:
    """Record the payment of a subscription's invoice. The provider creates such payments itself, so their metadata
    lacks our purpose.
    """
    return stripe_sync.record_invoice_payment(db, found)


HANDLERS: Final[dict[str, Handler]] = {
    "subscription": subscription,
    "invoice": invoice,
    "setup_intent": setup_intent,
}
"""Handlers of the platform's own events, by object type."""
PAYMENTS: Final[dict[str, PaymentRecorder]] = {stripe_sync.CHECKOUT: checkout, "": invoice_payment}
"""Recorders by purpose of a payment; invoice payments have none."""


class SubscriptionSteps(ProviderSteps):
    """Worker step, called without a transaction; see `kit.jobs.job_runner`."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the job handlers by kind."""
        return {stripe_sync.CHECK: self.check}

    def check(self, task: Task) -> Commit:
        """Check a subscription whose event may be missing."""
        with self._database.read() as db:
            gateway = self._provider.find(db)
        if gateway is None:
            return done
        asked_at = clock.now()
        subscription_id, tries = task.payload["subscriptionId"], task.payload.get("tries", 0) + 1
        try:
            state = gateway.subscription(subscription_id)
        except ProviderNotFound:
            return lambda db, now: stripe_sync.record_missing(db, subscription_id, tries, asked_at, now)
        recording = None
        if state.latest_invoice_id:
            recording = recording_of(invoice, gateway, _about_invoice(state.latest_invoice_id, live=gateway.live))

        def write(db: Session, now: datetime) -> None:
            stripe_sync.record_subscription(db, state, asked_at, now)
            if recording is not None:
                recording(db, now)

        return write


def _about_invoice(invoice_id: str, *, live: bool) -> WebhookEvent:
    return WebhookEvent("", "invoice.checked", "invoice", invoice_id, None, live, clock.now())
