"""Refunds of plan payments by administrators: in full, in part, and never twice."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.billing.models import Payment
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from tests.billing.conftest import Running
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.standin import StandIn

KEY = {"Idempotency-Key": "press-1"}
THE_ONE = "/api/admin/subscriptions/1"
"""The first subscription and the first payment have ID 1 in a new database."""


@pytest.fixture
def secret(running: Running, provider: StandIn) -> str:
    """Client secret of the 29.00 payment for an active plan."""
    (intent,) = provider.objects("payment_intent")
    return intent["client_secret"]


def refund(admin: Api, cents: Any, headers: dict[str, str] | None = None, *, payment: int = 1) -> httpx.Response:
    return admin.post(f"{THE_ONE}/payments/{payment}/refund", json={"amount": cents}, headers=headers)


def paid(found: dict[str, Any]) -> tuple[str, int, int]:
    """Return the status, refunded amount and refundable amount of the only payment."""
    (payment,) = found["payments"]
    return payment["status"], payment["refunded"], payment["refundable"]


def audited_refunds(admin: Api) -> list[tuple[str, Any, str]]:
    lines = ok_json(admin.get("/api/admin/audit", params={"action": "subscription.admin_refunded"}))["items"]
    return [(line["subject"], line["details"]["amount"], line["details"]["currency"]) for line in lines]


def refunds_at_stripe(provider: StandIn) -> list[int]:
    return [one["amount"] for one in provider.objects("refund")]


@pytest.mark.usefixtures("secret")
def test_plan_payment_can_be_refunded_in_parts_up_to_its_amount(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    part = ok_json(refund(admin, 900))
    too_much = refund(admin, 2001)
    rest = ok_json(refund(admin, 2000))
    nothing_left = refund(admin, 1)
    deliver()

    assert (paid(part), paid(rest)) == (("succeeded", 900, 2000), ("refunded", 2900, 0))
    assert (too_much.status_code, too_much.json()["code"], too_much.json()["refundable"]) == (
        409,
        "too_much_back",
        2000,
    )
    assert too_much.json()["message"] == "You can refund at most $20.00 of this payment."
    assert (nothing_left.status_code, nothing_left.json()["message"]) == (
        409,
        "This payment can't be refunded any further.",
    )
    assert refunds_at_stripe(provider) == [900, 2000]
    assert audited_refunds(admin) == [(owner.user["email"], 20, "USD"), (owner.user["email"], 9, "USD")]
    (own,) = ok_json(owner.get("/api/payments"))
    assert (own["status"], own["refunded"], "refundable" in own) == ("refunded", 2900, False)
    assert owner.subscription()["status"] == "active", "the plan stays active"
    assert paid(ok_json(admin.get(THE_ONE))) == ("refunded", 2900, 0)


@pytest.mark.usefixtures("secret")
def test_refund_retry_with_same_key_refunds_once(admin: Api, provider: StandIn):
    for _ in range(2):
        assert paid(ok_json(refund(admin, 900, KEY))) == ("succeeded", 900, 2000)
    other = refund(admin, 1000, KEY)

    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert (refunds_at_stripe(provider), len(audited_refunds(admin))) == ([900], 1)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("told", [False, True], ids=["no event", "an event"])
@pytest.mark.parametrize("forgotten", [False, True], ids=["at once", "days later"])
def test_refund_with_lost_response_is_found_by_retry(
    forgotten: bool, told: bool, admin: Api, provider: StandIn, deliver: Deliverer
):
    """A full refund, so a second one would be refused. Stripe keeps idempotency keys for only a day."""
    provider.fault("gone", "POST /v1/refunds", times=3)
    lost = refund(admin, 2900, KEY)
    if told:
        deliver()
    if forgotten:
        provider.app.state.world.answers.clear()

    found = [ok_json(refund(admin, 2900, KEY)) for _ in range(2)]

    assert lost.status_code == 502
    assert [paid(one) for one in found] == [("refunded", 2900, 0)] * 2
    assert (refunds_at_stripe(provider), len(audited_refunds(admin))) == ([2900], 1)


def test_refund_refused_by_stripe_shows_reason_and_refundable_amount(secret: str, admin: Api, provider: StandIn):
    provider.refuse("POST /v1/refunds", "balance_insufficient")
    poor = refund(admin, 900)
    provider.refuse("POST /v1/refunds", "strange_code", "Refunds are paused.")
    strange = refund(admin, 900)
    # Refunded at Stripe without a webhook.
    provider.refund(secret, 2900)
    provider.events()
    again = refund(admin, 900)

    assert [one.status_code for one in (poor, strange, again)] == [502, 502, 502]
    assert "balance is too low" in poor.json()["message"]
    assert strange.json()["message"].endswith("Reason: Refunds are paused.")
    assert again.json()["message"] == "This payment was already refunded in full. Nothing was refunded again."
    assert paid(ok_json(admin.get(THE_ONE))) == ("refunded", 2900, 0)
    assert (refunds_at_stripe(provider), audited_refunds(admin)) == ([2900], [])


def test_disputed_plan_payment_cannot_be_refunded(secret: str, admin: Api, provider: StandIn, deliver: Deliverer):
    provider.dispute(secret)
    early = refund(admin, 900)
    deliver()
    late = refund(admin, 900)
    provider.dispute(secret, "won")
    deliver()

    assert (early.status_code, "disputed this payment" in early.json()["message"]) == (502, True)
    assert (late.status_code, late.json()["code"]) == (409, "too_much_back")
    assert paid(ok_json(refund(admin, 900))) == ("succeeded", 900, 2000)


@pytest.mark.usefixtures("secret")
def test_payment_without_intent_id_can_be_refunded_by_its_invoice(owner: Api, admin: Api, with_keys: FastAPI):
    database: Database = with_keys.state.database
    with database.write() as db:
        set_operator(db, owner.id)
        db.execute(update(Payment).values(stripe_payment_intent_id=None))

    assert paid(ok_json(refund(admin, 900))) == ("succeeded", 900, 2000)


@pytest.mark.usefixtures("secret")
def test_invalid_refund_amount_or_unknown_payment_is_refused(admin: Api, provider: StandIn):
    for wrong in (0, -1, 1.5, "9", None, 10**12):
        refused = refund(admin, wrong)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["amount"]), wrong
    assert (refund(admin, 900, payment=99).status_code, refund(admin, 900, payment=99).json()["code"]) == (
        404,
        "no_payment",
    )
    assert refunds_at_stripe(provider) == []
