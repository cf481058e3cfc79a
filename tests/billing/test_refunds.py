"""Refunds and disputes of plan payments are recorded in part or in full, even if webhooks are lost."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.billing import comparing
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.stripe.lists import Listed
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.stripe.values import RefundState
from marqueedesk.subscribers import WEBHOOKS
from tests.billing.conftest import Running
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.standin import StandIn


@pytest.fixture
def secret(running: Running, provider: StandIn) -> str:
    """Client secret of the 29.00 payment for an active plan."""
    (intent,) = provider.objects("payment_intent")
    return intent["client_secret"]


def the_payment(owner: Api) -> dict[str, Any]:
    (payment,) = ok_json(owner.get("/api/payments"))
    return payment


def status(owner: Api) -> str:
    return the_payment(owner)["status"]


def money(owner: Api) -> tuple[Any, ...]:
    payment = the_payment(owner)
    return payment["status"], payment["refunded"], payment["dispute"], payment["lost"]


def test_refunds_are_shown_and_removed_if_they_fail(secret: str, owner: Api, provider: StandIn, deliver: Deliverer):
    provider.refund(secret, 900)
    deliver()
    in_part = money(owner)
    provider.refund(secret, 2000)
    deliver()
    in_full = money(owner)

    provider.fail_refunds(secret)
    deliver()

    assert in_part == ("succeeded", 900, None, 0)
    assert in_full == ("refunded", 2900, None, 0)
    assert money(owner) == ("succeeded", 0, None, 0)


def test_lost_dispute_marks_plan_payment_as_lost(secret: str, owner: Api, provider: StandIn, deliver: Deliverer):
    provider.dispute(secret)
    deliver()
    begun = money(owner)
    provider.dispute(secret, "lost")
    deliver()

    assert begun == ("succeeded", 0, "disputed", 0)
    assert money(owner) == ("lost", 0, "lost", 2900)


def test_won_dispute_leaves_plan_payment_succeeded(secret: str, owner: Api, provider: StandIn, deliver: Deliverer):
    for state in ("warning_needs_response", "needs_response", "won"):
        provider.dispute(secret, state)
        deliver()

    assert money(owner) == ("succeeded", 0, "won", 0)


def test_lost_dispute_after_partial_refund_counts_the_rest(
    secret: str, owner: Api, provider: StandIn, deliver: Deliverer
):
    provider.refund(secret, 900)
    provider.dispute(secret)
    provider.dispute(secret, "lost")
    told = deliver.taken()

    deliver([*reversed(told), *told])

    assert money(owner) == ("lost", 900, "lost", 2000)


def test_lost_dispute_marks_single_payment_as_lost(owner: Api, provider: StandIn, deliver: Deliverer):
    secret = ok_json(owner.post("/api/create-payment-intent", json={"amount": 40}))["clientSecret"]
    provider.pay(secret)
    provider.refund(secret, 1000)
    deliver()
    in_part = money(owner)
    provider.dispute(secret, "lost")
    deliver()

    assert in_part == ("succeeded", 1000, None, 0)
    assert money(owner) == ("lost", 1000, "lost", 3000)


def test_refunded_status_survives_later_invoice_events(secret: str, owner: Api, provider: StandIn, deliver: Deliverer):
    provider.refund(secret, 2900)
    told = deliver.taken()

    deliver([*told, *reversed(told)])
    provider.advance(days=32)
    deliver()

    assert [payment["status"] for payment in ok_json(owner.get("/api/payments"))] == ["succeeded", "refunded"]


def compare(app: FastAPI) -> None:
    Reconciler(app.state.database, app.state.provider, WEBHOOKS).run(clock.now() - timedelta(days=1))
    drain(app)


@pytest.mark.parametrize("cents, found", [(2900, ("refunded", 2900, None, 0)), (900, ("succeeded", 900, None, 0))])
def test_reconciliation_finds_refund_without_webhook(
    cents: int, found: tuple[Any, ...], secret: str, owner: Api, provider: StandIn, with_keys: FastAPI
):
    provider.refund(secret, cents)
    provider.app.state.world.events.clear()

    compare(with_keys)

    assert money(owner) == found


def test_reconciliation_finds_dispute_without_webhook(secret: str, owner: Api, provider: StandIn, with_keys: FastAPI):
    provider.dispute(secret)
    provider.dispute(secret, "lost")
    provider.app.state.world.events.clear()

    compare(with_keys)

    assert money(owner) == ("lost", 0, "lost", 2900)


@pytest.mark.parametrize(
    "amounts, state, found",
    [
        ([2900], "succeeded", 1),
        ([900, 2000], "pending", 2),
        ([900], "succeeded", 1),
        ([2900], "failed", 0),
    ],
)
def test_reconciliation_reports_only_unrecorded_refunds(
    amounts: list[int], state: str, found: int, secret: str, with_keys: FastAPI
):
    intent = secret.split("_secret_", maxsplit=1)[0]
    listed = Listed(
        None,
        live=False,
        refunds=[
            RefundState(f"re_{number}", intent, cents, "usd", state, clock.now())
            for number, cents in enumerate(amounts)
        ],
    )
    database: Database = with_keys.state.database

    with database.read() as db:
        assert len(comparing.differences(db, listed)) == found


def test_reconciliation_reports_recorded_refund_only_if_it_failed_later(
    secret: str, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    provider.refund(secret, 900)
    deliver()
    intent = secret.split("_secret_", maxsplit=1)[0]
    database: Database = with_keys.state.database

    def differing(state: str) -> int:
        refund = RefundState("re_1", intent, 900, "usd", state, clock.now())
        with database.read() as db:
            return len(comparing.differences(db, Listed(None, live=False, refunds=[refund])))

    assert (differing("succeeded"), differing("failed")) == (0, 1)
