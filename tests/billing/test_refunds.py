"""A payment for a plan that is refunded at the provider is shown as refunded, whatever gets lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.billing import comparing
from marqueedesk.kit import clock
from marqueedesk.kit.database import Database
from marqueedesk.stripe.lists import Listed
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.stripe.values import RefundState
from marqueedesk.subscribers import WEBHOOKS
from tests.support.api import Api, made
from tests.support.billing import Deliverer, an_active_one, drain
from tests.support.standin import StandIn


@pytest.fixture
def secret(owner: Api, plan: Callable[..., dict[str, Any]], provider: StandIn, deliver: Deliverer) -> str:
    """The payment of 29.00 for a plan that runs."""
    an_active_one(owner, plan(), provider, deliver)
    (intent,) = provider.objects("payment_intent")
    return intent["client_secret"]


def status(owner: Api) -> str:
    (payment,) = made(owner.get("/api/payments"))
    return payment["status"]


def test_a_refund_in_full_is_shown_and_one_that_fails_is_not(
    secret: str, owner: Api, provider: StandIn, deliver: Deliverer
):
    provider.refund(secret, 900)
    deliver()
    in_part = status(owner)
    provider.refund(secret, 2000)
    deliver()
    in_full = status(owner)

    provider.fail_refunds(secret)
    deliver()

    assert (in_part, in_full, status(owner)) == ("succeeded", "refunded", "succeeded")


def test_a_refund_stays_whatever_is_told_of_the_invoice_later(
    secret: str, owner: Api, provider: StandIn, deliver: Deliverer
):
    provider.refund(secret, 2900)
    told = deliver.taken()

    deliver([*told, *reversed(told)])
    provider.advance(days=32)
    deliver()

    assert [payment["status"] for payment in made(owner.get("/api/payments"))] == ["succeeded", "refunded"]


def test_a_refund_that_no_event_told_of_is_found(secret: str, owner: Api, provider: StandIn, with_keys: FastAPI):
    provider.refund(secret, 2900)
    provider.events()

    Reconciler(with_keys.state.database, with_keys.state.provider, WEBHOOKS).run(clock.now() - timedelta(days=1))
    drain(with_keys)

    assert status(owner) == "refunded"


@pytest.mark.parametrize(
    "amounts, state, found",
    [
        ([2900], "succeeded", 1),
        ([900, 2000], "pending", 2),
        ([2899], "succeeded", 0),
        ([2900], "failed", 0),
    ],
)
def test_only_what_went_back_in_full_is_a_difference(
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
