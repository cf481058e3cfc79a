"""Webhook handlers for customers' payments and connected accounts."""

from typing import Final

from marqueedesk.kit import clock
from marqueedesk.payments import connected, payouts, stripe_sync
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handler, PaymentRecorder, Recording


def account(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Fetch the account of an event, to record its capabilities or that it was disconnected. Events of unknown accounts
    are ignored.
    """
    account_id = str(event.account)
    asked_at = clock.now()
    state = connected.state(gateway, account_id)
    return lambda db, _now: connected.record_account(db, account_id, state, asked_at, live=gateway.live)


def payout(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Fetch a payout with its entries, to enter it in the books, or notify the business if its bank rejected it."""
    there = gateway.on(event.account)
    state = there.payout(str(event.object_id))
    is_listed = state.status == "paid" and state.automatic
    original = payouts.in_original_currency(there.entries_of(state.id)) if is_listed else None
    account_id, live = str(event.account), gateway.live
    return lambda db, now: connected.record_payout(db, account_id, state, original, now, live=live)


CONNECTED: Final[dict[str, Handler]] = {"account": account, "application": account, "payout": payout}
"""Handlers of events of connected accounts, by object type: account changes, and revoked access."""
PAYMENTS: Final[dict[str, PaymentRecorder]] = {stripe_sync.BOOKING: stripe_sync.record_payment}
"""Recorders by purpose of a payment."""
