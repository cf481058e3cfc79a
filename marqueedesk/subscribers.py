"""Subscribers of domain events and provider events, collected from the packages.

Also connects packages that do not import each other.
"""

from typing import Final

from marqueedesk.accounts import event_handlers as accounts
from marqueedesk.billing import cards, stopping
from marqueedesk.billing import comparing as billing_comparing
from marqueedesk.billing import webhooks as billing
from marqueedesk.billing.queries import plan_fee
from marqueedesk.billing.storage import storage_use
from marqueedesk.billing.stripe_sync import CHECK
from marqueedesk.bookings import event_handlers as bookings
from marqueedesk.bookings.goods.deletion_guards import STOCK_USE
from marqueedesk.books import event_handlers as books
from marqueedesk.books.recording import install
from marqueedesk.calendar_feed import event_handlers as feeds
from marqueedesk.cards_on_file import background_jobs as card_jobs
from marqueedesk.cards_on_file import event_handlers as card_events
from marqueedesk.cards_on_file import webhooks as kept_cards
from marqueedesk.contracts import event_handlers as contracts
from marqueedesk.conversations import event_handlers as conversations
from marqueedesk.customer_records import recording as note_customers
from marqueedesk.domain_events import BY_KIND, BookingCompleted, Subscriber, SubscriptionChanged, SubscriptionPaid
from marqueedesk.domain_events.delivery import REDELIVERY
from marqueedesk.gift_cards import comparing as gift_cards_comparing
from marqueedesk.gift_cards import event_handlers as gift_cards
from marqueedesk.gift_cards import purchase_jobs
from marqueedesk.gift_cards.redeeming import REDEEMER
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs.job_runner import ExternalHandler
from marqueedesk.messages import event_handlers as messages
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.notifications import event_handlers as notifications
from marqueedesk.payments import background_jobs as payment_jobs
from marqueedesk.payments import comparing as payments_comparing
from marqueedesk.payments import event_handlers as payment_events
from marqueedesk.payments import webhooks as payments
from marqueedesk.payments.opening import COLLECTOR
from marqueedesk.security_holds import background_jobs as hold_jobs
from marqueedesk.security_holds import comparing as holds_comparing
from marqueedesk.settings import Settings
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.reconciling import RECONCILE, Reconciler
from marqueedesk.stripe.webhooks import EVENT, Handlers, WebhookSteps, retry_while_unavailable

__all__ = [
    "COLLECTOR",
    "EVENT_KINDS",
    "PLAN_FEE",
    "PROVIDER_KINDS",
    "REDEEMER",
    "STOCK_USE",
    "STORAGE_USE",
    "TO_NOBODY",
    "WEBHOOKS",
    "event_subscribers",
    "provider_steps",
]

WEBHOOKS: Final = Handlers(
    platform=billing.HANDLERS,
    connected=payments.CONNECTED | kept_cards.CONNECTED,
    payments=billing.PAYMENTS | payments.PAYMENTS,
    direct_payments=payments.PAYMENTS | hold_jobs.DIRECT_PAYMENTS | purchase_jobs.DIRECT_PAYMENTS,
    differences=(
        billing_comparing.differences,
        payments_comparing.differences,
        gift_cards_comparing.differences,
        holds_comparing.differences,
    ),
)

install()
note_customers.install()

PLAN_FEE: Final = plan_fee
STORAGE_USE: Final = storage_use

EVENT_KINDS: Final = (*BY_KIND, REDELIVERY)
"""Kinds of jobs that deliver an event."""
TO_NOBODY: Final = (BookingCompleted, SubscriptionChanged, SubscriptionPaid)
"""Events that have no subscriber."""


def event_subscribers(settings: Settings) -> tuple[Subscriber, ...]:
    """Return the subscribers of domain events in order.

    The ledger and emails come before notifications because they may take the operator's lock. Taking the lock after
    writing an owned row could deadlock with another such transaction.
    """
    return (
        accounts.subscriber(settings),
        bookings.SUBSCRIBER,
        feeds.subscriber(settings),
        payment_events.SUBSCRIBER,
        card_events.SUBSCRIBER,
        gift_cards.SUBSCRIBER,
        contracts.SUBSCRIBER,
        books.SUBSCRIBER,
        conversations.SUBSCRIBER,
        messages.subscriber(MailSettings(settings)),
        notifications.SUBSCRIBER,
    )


PROVIDER_KINDS: Final = (
    EVENT,
    RECONCILE,
    CHECK,
    cards.CHECK_SETUP,
    stopping.STOP,
    *payment_jobs.KINDS,
    *card_jobs.KINDS,
    *hold_jobs.KINDS,
    *purchase_jobs.KINDS,
)
"""Kinds of jobs that call the payment provider."""


def provider_steps(database: Database, provider: Provider) -> dict[str, ExternalHandler]:
    """Return the job handlers for calls to the payment provider, by kind. Each is retried for days while the provider
    is unavailable.
    """
    parts = (database, provider)
    steps = (
        WebhookSteps(*parts, WEBHOOKS).steps()
        | Reconciler(*parts, WEBHOOKS).steps()
        | billing.SubscriptionSteps(*parts).steps()
        | cards.CardSteps(*parts).steps()
        | stopping.StopSteps(*parts).steps()
        | payment_jobs.PaymentSteps(*parts).steps()
        | card_jobs.CardOnFileSteps(*parts).steps()
        | hold_jobs.HoldSteps(*parts).steps()
        | purchase_jobs.GiftCardSteps(*parts).steps()
    )
    return {kind: retry_while_unavailable(step) for kind, step in steps.items()}
