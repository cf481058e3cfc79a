"""States of the plan payment screens."""

import json
from typing import Any

from playwright.sync_api import Route

from tests.browser.stage import SENTENCE, Stage, walk


@walk("checkout")
def _checkout(stage: Stage):
    stage.go("/checkout")
    yield "visitor"
    stage.register()
    with stage.holding("/payment-setup"):
        stage.page.goto(stage.server.url + "/checkout")
        yield "loading"
    stage.go("/checkout")
    yield "failed"


@walk("payment-success")
def _payment_success(stage: Stage):
    stage.go("/payment-success")
    yield "visitor"
    stage.register()
    # A mocked payment; without a provider the page shows that it could not check.
    setup = {"publishableKey": "pk_test_texts", "scriptUrl": "/provider.js", "currency": "USD", "demo": False}
    stage.page.route("**/api/payment-setup", lambda route: route.fulfill(json=setup))
    stage.page.route(
        "**/provider.js", lambda route: route.fulfill(content_type="text/javascript", body=PROVIDER % json.dumps(PAID))
    )
    stage.go("/payment-success?payment_intent_client_secret=pi_secret")
    yield "paid"


PAID = {
    "id": "pi_1234567890abcdef",
    "amount": 2900,
    "currency": "usd",
    "status": "succeeded",
    "created": 1_795_000_000,
}
PROVIDER = """window.Stripe = () => ({
  registerAppInfo() {},
  _registerWrapper() {},
  retrievePaymentIntent: async () => ({ paymentIntent: %s }),
})"""
PLAN = {
    "id": 1,
    "name": "Studio",
    "description": None,
    "price": 2900,
    "interval": "monthly",
    "features": {"items": ["Letters"]},
    "isActive": True,
    "trialDays": 14,
}
PAYMENT = {
    "id": 1,
    "subscriptionId": 1,
    "amount": 2900,
    "currency": "usd",
    "status": "succeeded",
    "description": None,
    "invoiceUrl": None,
    "paymentMethod": None,
    "paymentMethodDetails": None,
    "failure": None,
    "createdAt": "2026-11-21T12:00:00Z",
}


@walk("subscription")
def _subscription(stage: Stage):
    page = stage.page
    answers: dict[str, Any] = {"/api/subscription/plans": [PLAN], "/api/payments": [PAYMENT]}

    def answer(route: Route) -> None:
        known = answers.get(route.request.url.removeprefix(stage.server.url))
        if known is None:
            route.fulfill(status=404, json={"message": SENTENCE, "code": "no_subscription"})
        else:
            route.fulfill(json=known)

    def subscribed(**state: Any) -> None:
        fields = {"currentPeriodStart": None, "currentPeriodEnd": None, "trialEnd": None, "canceledAt": None}
        own = {"status": "active", "cancelAtPeriodEnd": False, **fields, **state}
        payable = own["status"] in {"past_due", "incomplete"}
        card = {"takesCard": own["status"] != "canceled", "card": None}
        answers["/api/subscription"] = {"subscription": own, "plan": PLAN, "payable": payable, **card}
        stage.go("/subscription")

    stage.register()
    with stage.refusing("/subscription/plans"):
        stage.go("/subscription")
        yield "plans failed"
    for path in ("/api/subscription", "/api/subscription/plans", "/api/payments"):
        page.route(stage.server.url + path, answer)
    stage.go("/subscription")
    yield "plans"
    stage.button("Subscribe").click()
    yield "refused"
    subscribed()
    yield "active"
    stage.button("Cancel Subscription").click()
    yield "asked"
    answers["/api/payments"] = []
    subscribed(status="trial")
    yield "trial"
    subscribed(cancelAtPeriodEnd=True)
    yield "ending"
    subscribed(status="past_due")
    yield "past due"
    subscribed(status="canceled", canceledAt="2026-11-30T20:00:00Z")
    yield "canceled"
