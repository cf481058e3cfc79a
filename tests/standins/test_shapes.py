"""The stand-in's responses match the provider's library, and unknown parameters are rejected."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import stripe

from marqueedesk.kit import clock
from marqueedesk.stripe.errors import ProviderRefused
from standins.stripe.app import create
from tests.support.shapes import differences
from tests.support.standin import StandIn

CLASSES = {
    "customer": stripe.Customer,
    "product": stripe.Product,
    "price": stripe.Price,
    "payment_method": stripe.PaymentMethod,
    "payment_intent": stripe.PaymentIntent,
    "setup_intent": stripe.SetupIntent,
    "charge": stripe.Charge,
    "refund": stripe.Refund,
    "invoice": stripe.Invoice,
    "invoice_payment": stripe.InvoicePayment,
    "line_item": stripe.InvoiceLineItem,
    "subscription": stripe.Subscription,
    "subscription_item": stripe.SubscriptionItem,
    "account": stripe.Account,
}


def use_everything(provider: StandIn) -> None:
    """Use everything that the product needs from the provider, in success and failure."""
    gateway = provider.gateway()
    customer = gateway.create_customer(email="a@example.com", name="A", metadata={"operator": "1"}, key="customer")
    product = gateway.create_product(name="Pro", description="All", metadata={"plan": "1"}, key="product")
    price = gateway.create_price(
        product_id=product, cents=2900, currency="usd", interval="month", interval_count=3, key="price"
    )
    subscription = gateway.create_subscription(
        customer_id=customer, price_id=price, trial_days=0, metadata={}, key="subscription"
    )
    assert subscription.client_secret is not None
    provider.pay(subscription.client_secret, "4000000000000002")
    provider.pay(subscription.client_secret, "4000000000000341")
    dearer = gateway.create_price(
        product_id=product, cents=5900, currency="usd", interval="month", interval_count=3, key="dearer"
    )
    gateway.preview_price(subscription.id, str(subscription.item_id), dearer, clock.now())
    provider.advance(days=95)
    trial = gateway.create_subscription(customer_id=customer, price_id=price, trial_days=14, metadata={}, key="trial")
    fill_in_card_forms(provider, customer, trial.id)
    provider.advance(days=20)
    gateway.set_cancel_at_period_end(subscription.id, cancel=True)
    intent = gateway.create_intent(cents=1999, currency="usd", description="Deposit", metadata={}, key="intent")
    assert intent.client_secret is not None
    challenged = provider.pay(intent.client_secret, "4000002500003155", return_url="https://example.com/").json()
    provider.press(challenged["next_action"]["redirect_to_url"]["url"], "complete")
    gateway.refund(intent.id, cents=500, currency="usd", metadata={}, key="refund")
    captured = authorized(provider, "captured")
    gateway.capture_intent(captured, cents=1500, fee_cents=0, currency="usd", key="capture")
    gateway.cancel_intent(authorized(provider, "released"))
    authorized(provider, "expired")
    provider.advance(days=8)
    account = gateway.create_account(email="a@example.com", country="US", metadata={}, key="account")
    link = gateway.account_link(account.id, refresh_url="https://example.com/a", return_url="https://example.com/b")
    provider.press(link, "finish")


def authorized(provider: StandIn, key: str) -> str:
    """Authorize a card, and return the payment's id."""
    gateway = provider.gateway()
    intent = gateway.create_intent(
        cents=1999, currency="usd", description="Deposit", metadata={}, key=key, on_approval=True
    )
    provider.pay(str(intent.client_secret))
    return intent.id


def fill_in_card_forms(provider: StandIn, customer: str, subscription: str) -> None:
    """Fill in a card form: declined, then with a bank challenge; another one stays pending."""
    gateway = provider.gateway()
    setup = gateway.create_card_setup(customer_id=customer, metadata={"for": "trial"}, key="card")
    gateway.create_card_setup(customer_id=customer, metadata={}, key="another card")
    provider.give_card(str(setup.client_secret), "4000000000000002")
    asked = provider.give_card(str(setup.client_secret), "4000000000003220", return_url="https://example.com/").json()
    provider.press(asked["next_action"]["redirect_to_url"]["url"], "complete")
    gateway.use_card(subscription, str(gateway.card_setup(setup.id).method_id))


def test_stripe_stand_in_objects_match_the_types_of_the_stripe_library(provider: StandIn):
    use_everything(provider)

    found = {
        kind: {difference for entry in provider.objects(kind) for difference in differences(entry, cls)}
        for kind, cls in CLASSES.items()
    }

    assert all(provider.objects(kind) for kind in CLASSES), "each kind occurs"
    wrong = sorted(set().union(*found.values()))
    assert wrong == [], "\n".join(wrong)


def test_stripe_stand_in_events_match_the_types_of_the_stripe_library(provider: StandIn):
    use_everything(provider)

    events = provider.app.state.world.events

    assert {wrong for event in events for wrong in differences(event, stripe.Event) if ".data" not in wrong} == set()
    assert len({event["id"] for event in events}) == len(events)


def test_stripe_stand_in_expanded_objects_match_the_types_of_the_stripe_library(provider: StandIn):
    use_everything(provider)
    invoice = provider.objects("invoice")[0]["id"]

    answer = provider.ask(
        "GET",
        f"/v1/invoices/{invoice}",
        params={"expand[0]": "confirmation_secret", "expand[1]": "payments", "expand[2]": "customer"},
    ).json()

    assert answer["customer"]["object"] == "customer"
    assert answer["confirmation_secret"]["type"] == "payment_intent"
    assert sorted(differences(answer, stripe.Invoice)) == []


def test_check_of_stand_in_objects_detects_deviations(provider: StandIn):
    provider.gateway().create_customer(email="a@example.com", name="A", metadata={}, key="a")
    customer: dict[str, Any] = provider.objects("customer")[0]

    assert list(differences({**customer, "nickname": "A"}, stripe.Customer))
    assert list(differences({**customer, "created": "today"}, stripe.Customer))
    assert list(differences({name: customer[name] for name in customer if name != "email"}, stripe.Customer))
    assert list(differences({**customer, "tax_exempt": "perhaps"}, stripe.Customer))


@pytest.mark.parametrize(
    "path, data, param",
    [
        ("/v1/customers", {"emial": "a@example.com"}, "emial"),
        ("/v1/payment_intents", {"amount": "100", "currency": "usd", "payment_method_types[0]": "card"}, None),
        ("/v1/subscriptions", {"customer": "cus_x", "items[0][prize]": "x"}, "items[0][prize]"),
        ("/v1/accounts", {"type": "expres"}, "type"),
        ("/v1/payment_intents", {"amount": "a lot", "currency": "usd"}, "amount"),
    ],
)
def test_stand_in_rejects_unknown_parameters(path: str, data: dict[str, str], param: str | None, provider: StandIn):
    answer = provider.ask("POST", path, data=data)

    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert param is None or answer.json()["error"]["param"] == param


@pytest.mark.parametrize("key", ["sk_live_x", "rk_live_x", "pk_live_x", "nonsense"])
def test_stripe_stand_in_rejects_live_keys(key: str, provider: StandIn):
    answer = provider.ask("POST", "/v1/customers", data={}, headers={"Authorization": f"Bearer {key}"})

    assert answer.status_code == 401


def test_client_secret_gives_access_only_to_its_own_payment(provider: StandIn):
    intent = provider.gateway().create_intent(cents=1999, currency="usd", description="x", metadata={}, key="i")
    page = {"Authorization": "Bearer pk_test_standin"}

    def asked(method: str, path: str, **options: Any) -> int:
        return provider.ask(method, path, headers=page, **options).status_code

    assert asked("GET", f"/v1/payment_intents/{intent.id}", params={"client_secret": intent.client_secret}) == 200
    assert asked("GET", f"/v1/payment_intents/{intent.id}", params={"client_secret": "guessed"}) == 404
    assert asked("POST", f"/v1/payment_intents/{intent.id}/confirm", data={"client_secret": "guessed"}) == 404
    customer = provider.gateway().create_customer(email="a@example.com", name="A", metadata={}, key="c")
    card = provider.gateway().create_card_setup(customer_id=customer, metadata={}, key="card")
    assert asked("GET", f"/v1/setup_intents/{card.id}", params={"client_secret": card.client_secret}) == 200
    assert asked("POST", f"/v1/setup_intents/{card.id}/confirm", data={"client_secret": "guessed"}) == 404
    assert asked("POST", "/v1/setup_intents", data={"customer": customer}) == 401
    assert asked("POST", "/v1/refunds", data={"payment_intent": intent.id}) == 401
    assert asked("GET", "/v1/customers") == 401


def test_stripe_stand_in_remembers_idempotency_keys_after_a_restart(tmp_path: Path):
    """Like the provider's keys, valid for a day: a call repeated after a restart has no second effect."""

    async def called(email: str, account: str | None) -> httpx.Response:
        headers = {"Authorization": "Bearer sk_test_standin", "Idempotency-Key": "one"}
        headers |= {"Stripe-Account": account} if account else {}
        transport = httpx.ASGITransport(create(state=tmp_path / "state.json"))
        async with httpx.AsyncClient(transport=transport, base_url="http://provider") as http:
            return await http.post("/v1/customers", data={"email": email}, headers=headers)

    def asked(email: str, account: str | None = None) -> httpx.Response:
        return asyncio.run(called(email, account))

    first, again, other = asked("a@example.com"), asked("a@example.com"), asked("b@example.com")

    assert first.json()["id"] == again.json()["id"]
    assert (other.status_code, other.json()["error"]["type"]) == (400, "idempotency_error")
    assert asked("a@example.com", "acct_unknown").json()["error"]["code"] == "account_invalid", "keys of its own"


def test_authorization_can_be_captured_for_seven_days(provider: StandIn):
    gateway, intent_id = provider.gateway(), authorized(provider, "late")
    state = gateway.intent(intent_id)
    assert (state.status, state.received_cents, state.on_approval) == ("requires_capture", 0, True)
    assert state.capture_before is not None
    assert timedelta(days=6.9) < state.capture_before - clock.now() <= timedelta(days=7)

    provider.advance(days=7)

    late = gateway.intent(intent_id)
    assert (late.status, late.received_cents) == ("canceled", 0)
    with pytest.raises(ProviderRefused):
        gateway.capture_intent(intent_id, cents=1999, fee_cents=0, currency="usd", key="late capture")
    kinds = [event["type"] for event in provider.events()]
    assert kinds[-2:] == ["charge.expired", "payment_intent.canceled"]
    assert provider.balance() == 0
