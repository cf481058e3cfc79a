"""Who handles what the payment provider tells: the one list, put together from the packages that take money."""

from typing import Final

from marqueedesk.billing import cards
from marqueedesk.billing import webhooks as billing
from marqueedesk.billing.stripe_sync import CHECK
from marqueedesk.kit.db import Database
from marqueedesk.kit.drain import Outer
from marqueedesk.payments import background_jobs as payment_jobs
from marqueedesk.payments import webhooks as payments
from marqueedesk.payments.opening import COLLECTOR
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.webhooks import EVENT, Handlers, WebhookSteps, patient

__all__ = ["COLLECTOR", "PROVIDER_KINDS", "WEBHOOKS", "provider_steps"]

WEBHOOKS: Final = Handlers(
    platform=billing.HANDLERS,
    connected=payments.CONNECTED,
    payments=billing.PAYMENTS | payments.PAYMENTS,
)

PROVIDER_KINDS: Final = (EVENT, CHECK, cards.CHECK_SETUP, *payment_jobs.KINDS)
"""The kinds of jobs that ask the provider."""


def provider_steps(database: Database, provider: Provider) -> dict[str, Outer]:
    """Who does which kind of job that asks the provider. Each waits for days for a provider that is away."""
    parts = (database, provider)
    steps = (
        WebhookSteps(*parts, WEBHOOKS).steps()
        | billing.SubscriptionSteps(*parts).steps()
        | cards.CardSteps(*parts).steps()
        | payment_jobs.PaymentSteps(*parts).steps()
    )
    return {kind: patient(step) for kind, step in steps.items()}
