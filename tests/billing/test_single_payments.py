"""Single payments from the checkout page: exact to the cent, created once, and within bounds."""

from typing import Any

import httpx

from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.standin import StandIn


def test_single_payment_is_exact_and_listed_only_after_payment(owner: Api, provider: StandIn, deliver: Deliverer):
    body = {"amount": 19.99, "description": "Setup fee"}

    first = ok_json(owner.post("/api/create-payment-intent", json=body, headers={"Idempotency-Key": "k"}))
    again = ok_json(owner.post("/api/create-payment-intent", json=body, headers={"Idempotency-Key": "k"}))
    other = ok_json(owner.post("/api/create-payment-intent", json=body))

    assert first == again != other
    assert [intent["amount"] for intent in provider.objects("payment_intent")] == [1999, 1999]
    deliver()
    assert ok_json(owner.get("/api/payments")) == []
    provider.pay(first["clientSecret"])
    deliver()
    (payment,) = ok_json(owner.get("/api/payments"))
    assert (payment["amount"], payment["status"], payment["subscriptionId"]) == (1999, "succeeded", None)
    assert payment["description"] == "Setup fee"


def test_single_payment_amount_must_be_within_bounds(owner: Api, provider: StandIn):
    """Case 80."""

    def asked(amount: Any) -> httpx.Response:
        return owner.post("/api/create-payment-intent", json={"amount": amount, "description": "x"})

    out = [0, -1, 0.001, 0.49, "99.99", None, True, 1e12, 1_000_000, 999_999.999, [1], {"a": 1}]
    refused = [asked(amount) for amount in out]

    assert [answer.status_code for answer in refused] == [422] * len(out)
    assert all("amount" in answer.json()["fields"] for answer in refused)
    assert provider.objects("payment_intent") == []
    assert [asked(amount).status_code for amount in (0.5, 999_999.99)] == [200, 200]
    assert [intent["amount"] for intent in provider.objects("payment_intent")] == [50, 99_999_999]
