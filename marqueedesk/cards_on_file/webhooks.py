"""Webhook handlers of card forms."""

from typing import Final

from marqueedesk.cards_on_file import service
from marqueedesk.cards_on_file.service import FetchedSetup
from marqueedesk.kit import clock
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handler, Recording


def setup_intent(gateway: Stripe, event: WebhookEvent) -> Recording:
    """Handle an event about a form for saving a card."""
    asked_at, there = clock.now(), gateway.on(event.account)
    found = FetchedSetup(there.card_setup(str(event.object_id)), asked_at, event.account)
    return lambda db, now: service.record_setup(db, found, now)


CONNECTED: Final[dict[str, Handler]] = {"setup_intent": setup_intent}
"""Handlers of events of connected accounts, by object type."""
