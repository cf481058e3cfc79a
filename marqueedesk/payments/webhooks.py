"""Handles the provider's events about customers' payments and the accounts that they go to."""

from typing import Final

from marqueedesk.kit import clock
from marqueedesk.payments import connected, stripe_sync
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handler, PaymentRecorder, Recording


def account(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Fetch the state of the account that an event names: what it may do, or that it was disconnected. An event about
    an account that is not ours changes nothing.
    """
    account_id = str(event.account)
    asked_at = clock.now()
    state = connected.state(gateway, account_id)
    return lambda db, _now: connected.record_account(db, account_id, state, asked_at, live=gateway.live)


def payout(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Fetch a payout, and tell the business of one that its bank has sent back."""
    state = gateway.on(event.account).payout(str(event.object_id))
    return lambda db, now: connected.record_payout(db, str(event.account), state, now, live=gateway.live)


CONNECTED: Final[dict[str, Handler]] = {"account": account, "application": account, "payout": payout}
"""By the kind of object that an event of a connected account is about: changes of the account itself, and the end of
the application's access to it.
"""
PAYMENTS: Final[dict[str, PaymentRecorder]] = {stripe_sync.BOOKING: stripe_sync.record_payment}
"""By the purpose of a payment."""
