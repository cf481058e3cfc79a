"""A subscription reaches the same final state in every order of its events, including duplicates.

The effect of an event depends only on the stored state and on the provider's data at that moment. So instead of running
720 orders one by one, the test visits every reachable state once and handles every event from there, including events
that have been handled before. All paths have to end in the same state.
"""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.billing.models import Payment, Plan, Subscription
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.stripe import ids
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.values import ProviderInvoice, SubscriptionState, WebhookEvent
from marqueedesk.stripe.webhooks import Recording
from marqueedesk.subscribers import WEBHOOKS
from tests.support.api import Api

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
INCOMPLETE = SubscriptionState(
    id="sub_1",
    customer_id="cus_1",
    status="incomplete",
    price_id="price_1",
    period_start=EPOCH,
    period_end=EPOCH + timedelta(days=31),
    cancel_at_period_end=False,
    trial_start=None,
    trial_end=None,
    canceled_at=None,
    latest_invoice_id="in_1",
    live=False,
    metadata={},
)
ACTIVE = replace(INCOMPLETE, status="active")
ENDED = replace(ACTIVE, status="canceled", canceled_at=EPOCH + timedelta(days=9))
OPEN = ProviderInvoice(
    id="in_1",
    customer_id="cus_1",
    subscription_id="sub_1",
    status="open",
    amount_due_cents=2900,
    amount_paid_cents=0,
    currency="usd",
    attempts=0,
    created=EPOCH,
    page_url="https://pay.example/in_1",
    intent_id=None,
    client_secret=None,
    live=False,
)
DECLINED = replace(OPEN, attempts=1)
PAID = replace(DECLINED, status="paid", amount_paid_cents=2900, attempts=2)

HISTORY: list[tuple[str, str, SubscriptionState, ProviderInvoice]] = [
    ("customer.subscription.created", "subscription", INCOMPLETE, OPEN),
    ("invoice.finalized", "invoice", INCOMPLETE, OPEN),
    ("invoice.payment_failed", "invoice", INCOMPLETE, DECLINED),
    ("invoice.paid", "invoice", ACTIVE, PAID),
    ("customer.subscription.updated", "subscription", ACTIVE, PAID),
    ("customer.subscription.deleted", "subscription", ENDED, PAID),
]
"""Six events, each with the provider's data from then on."""


def event_of(number: int) -> WebhookEvent:
    kind, about, _, _ = HISTORY[number]
    ident = "sub_1" if about == "subscription" else "in_1"
    return WebhookEvent(f"evt_{number}", kind, about, ident, None, live=False, created=EPOCH)


class Answers:
    """A fake gateway with the provider's data at one moment."""

    def __init__(self, subscription: SubscriptionState, invoice: ProviderInvoice) -> None:
        self._subscription = subscription
        self._invoice = invoice

    def subscription(self, _subscription_id: str) -> SubscriptionState:
        return self._subscription

    def invoice(self, _invoice_id: str) -> ProviderInvoice:
        return self._invoice


def provider_after(number: int) -> Stripe:
    """A fake gateway with the provider's data after the event of this number."""
    return cast("Stripe", Answers(*HISTORY[number][2:]))


def fetched() -> dict[tuple[int, int], Recording]:
    """Recordings by event number and number of the latest event.

    They are fetched in chronological order, outside any transaction.
    """
    recordings: dict[tuple[int, int], Recording] = {}
    for latest in range(len(HISTORY)):
        # All requests between two events happen at the same moment.
        with time_machine.travel(EPOCH + timedelta(days=latest), tick=False):
            for number in range(latest + 1):
                handler = WEBHOOKS.platform[HISTORY[number][1]]
                recordings[number, latest] = handler(provider_after(latest), event_of(number))
    return recordings


def seen(db: Session) -> tuple[Any, ...]:
    """The billing data visible to a business."""
    db.expire_all()
    row = db.scalars(select(Subscription)).one()
    payments = db.scalars(select(Payment).order_by(Payment.id)).all()
    return (
        (row.status, row.current_period_start, row.current_period_end, row.cancel_at_period_end, row.canceled_at),
        [(payment.status, payment.amount_cents, payment.currency, payment.invoice_url) for payment in payments],
    )


@pytest.fixture
def subscribed(app: FastAPI, operator: Api) -> Callable[[], Iterator[Session]]:
    """A database session with the subscription of the events, still incomplete."""
    database: Database = app.state.database

    def begin(db: Session) -> Session:
        set_operator(db, operator.id)
        now = clock.now()
        plan = Plan(
            name="Pro",
            price_cents=2900,
            interval="monthly",
            features=[],
            is_active=True,
            trial_days=0,
            nonce="n",
            created_at=now,
            updated_at=now,
        )
        db.add(plan)
        db.flush()
        db.add(
            Subscription(
                operator_id=operator.id,
                plan_id=plan.id,
                price_cents=2900,
                interval="monthly",
                status="incomplete",
                stripe_subscription_id="sub_1",
                stripe_customer_id="cus_1",
                created_at=now,
                updated_at=now,
            )
        )
        ids.remember(db, "cus_1", CUSTOMER, operator.id, now, live=False)
        db.flush()
        return db

    def session() -> Iterator[Session]:
        with database.write() as db:
            yield begin(db)

    return session


def hidden(db: Session) -> tuple[Any, ...]:
    """The invisible state that affects later events: when the stored data was fetched from the provider."""
    row = db.scalars(select(Subscription)).one()
    return (row.asked_at, *db.scalars(select(Payment.asked_at)))


END = (
    ("canceled", EPOCH, EPOCH + timedelta(days=31), False, EPOCH + timedelta(days=9)),
    [("succeeded", 2900, "USD", "https://pay.example/in_1")],
)


@pytest.mark.parametrize("seed", range(4))
def test_shuffled_duplicate_events_reach_the_expected_state(seed: int, subscribed: Callable[[], Iterator[Session]]):
    recordings = fetched()
    order = [*range(len(HISTORY))] * 2
    random.Random(seed).shuffle(order)

    for db in subscribed():
        for position, number in enumerate(order):
            recordings[number, max(order[: position + 1])](db, clock.now())

        assert seen(db) == END


@pytest.mark.skipif(os.environ.get("MARQUEEDESK_TEST_SEEDS") != "all", reason="a minute of work, for `make races`")
def test_every_order_of_duplicate_events_reaches_the_same_state(subscribed: Callable[[], Iterator[Session]]):
    recordings = fetched()
    everything = frozenset(range(len(HISTORY)))
    visited: set[Any] = set()
    ends: list[tuple[Any, ...]] = []

    def walk(db: Session, come: frozenset[int]) -> None:
        state = seen(db)
        node = (come, repr(state), hidden(db))
        if node in visited:
            return
        visited.add(node)
        if come == everything and state not in ends:
            ends.append(state)
        for number in everything:
            step = db.begin_nested()
            recordings[number, max(come | {number})](db, clock.now())
            walk(db, come | {number})
            step.rollback()

    for db in subscribed():
        walk(db, frozenset())

    assert {come for come, _, _ in visited} >= {frozenset(range(number)) for number in range(7)}
    assert len({come for come, _, _ in visited}) == 64
    assert ends == [END]


def test_stale_provider_response_changes_nothing(subscribed: Callable[[], Iterator[Session]]):
    recordings = fetched()
    early, late, ended = recordings[2, 2], recordings[3, 3], recordings[5, 5]
    for db in subscribed():
        for recording in (ended, late):
            recording(db, clock.now())
        before = seen(db)

        early(db, clock.now())

        assert before[0][0] == "canceled"
        assert [payment[0] for payment in before[1]] == ["succeeded"]
        assert seen(db) == before


def test_duplicate_events_notify_once(subscribed: Callable[[], Iterator[Session]]):
    recordings = fetched()
    for db in subscribed():
        for number in (5, 3, 3, 0, 4, 5, 1, 2, 0, 1, 2, 4):
            recordings[number, 5](db, clock.now())

        with all_tenants(db, "the test counts"):
            kinds = sorted(
                db.scalars(select(Job.kind).where(Job.kind.like("subscription.%"), Job.run_at <= clock.now()))
            )
        assert kinds == ["subscription.changed", "subscription.paid"]
