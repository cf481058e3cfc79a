"""Card payments by customers on the booking page, paid to the business's Stripe account, and refunds."""

import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments import intents, queries, stripe_sync
from marqueedesk.payments.models import ASKED, OPEN, BookingPayment
from marqueedesk.stripe.payments import fetch_payment
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, outcomes, recorded_payment_events, sent_emails
from tests.support.standin import StandIn
from tests.support.together import all_together

Result = TypeVar("Result")

DECLINED, CHALLENGE = "4000000000000002", "4000002500003155"


def test_deposit_and_balance_are_each_charged_once_to_the_business_account(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    assert customer.page()["paying"]["card"]
    secrets = {customer.open_form() for _ in range(5)}
    assert len(secrets) == 1, "five attempts open one payment"
    provider.pay(secrets.pop()).raise_for_status()

    paid = customer.check_payment()

    assert (paid["received"], paid["paying"]["deposit"], paid["paying"]["balance"]) == (50, 0, 200)
    assert [(row["amount"], row["card"]["last4"]) for row in paid["payments"]] == [(50, "4242")]
    again = customer.post("pay", part="deposit", amount=50)
    assert (again.status_code, again.json()["code"]) == (409, "already_paid")
    customer.pay("balance", 200)
    deliver()
    deliver(deliver.taken())
    whole = customer.money()
    assert (whole["received"], whole["balanceDue"], [row["amount"] for row in whole["entries"]]) == (250, 0, [200, 50])
    assert (balance(provider), recorded_payment_events(with_keys)) == (25_000, ["payment.received"] * 2)
    booking = ok_json(customer.business.get(f"/api/bookings/{customer.id}"))
    assert (booking["depositPaid"], booking["balanceDue"]) == (50, 0)


def test_customer_can_pay_right_after_accepting_a_quote(customer: Customer):
    ok_json(customer.business.patch("/api/payment-policy", json={"depositPercent": 50, "balanceDueDays": 7}))
    quote = customer.business.sent_quote()

    accepted = ok_json(customer.visitor.accept(quote["token"]))

    assert accepted["paysNow"]
    page = ok_json(customer.visitor.get(f"/api/public/bookings/{accepted['pageUrl'].rpartition('/')[2]}"))
    assert (page["paying"]["card"], page["paying"]["deposit"]) == (True, page["schedule"][0]["amount"])


def test_platform_fee_is_deducted_and_returned_on_refund(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], provider: StandIn, customer: Customer
):
    with_fee = app_with(**provider.settings(), platform_fee_percent="2.5")
    business = caller_of(with_fee).login(customer.business.user["email"])
    there = Customer.__new__(Customer)
    there.__dict__ |= customer.__dict__ | {"visitor": caller_of(with_fee), "business": business}

    there.pay()

    assert (balance(provider), there.money()["entries"][0]["fee"]) == (4_875, 1.25)
    ok_json(there.refund(20))
    assert balance(provider) == 4_875 - 1_950, "the platform fee is returned proportionally"


def test_confirmation_begins_with_the_button_to_pay_what_is_due(customer: Customer, with_keys: FastAPI):
    (unpaid,) = sent_emails(with_keys, customer.business, "confirmed")
    assert unpaid.index("Pay $50.00") < unpaid.index("See your booking")

    later = customer.visitor.book(userId=customer.business.id)
    ok_json(customer.business.patch(f"/api/bookings/{later['id']}", json={"totalPrice": 0}))
    ok_json(customer.business.set_status(later["id"], "confirmed"))
    *_, free = sent_emails(with_keys, customer.business, "confirmed")
    assert "See your booking" in free
    assert "Pay $" not in free


@pytest.mark.parametrize("path", ["operator", "form", "quote", "change", "new days"])
def test_every_email_about_an_agreed_booking_offers_to_pay_first(customer: Customer, with_keys: FastAPI, path: str):
    business, kind = customer.business, "confirmed"
    if path == "form":
        business.set_rules(approvalRequired=False)
        customer.visitor.book(userId=business.id, deliveryDate="2027-07-01", pickupDate="2027-07-03")
    elif path == "quote":
        kind = "quote-accepted"
        ok_json(customer.visitor.accept(business.sent_quote()["token"]))
    elif path == "change":
        kind = "changed"
        ok_json(business.patch(f"/api/bookings/{customer.id}", json={"totalPrice": 240, "notify": True}))
    elif path == "new days":
        kind = "rescheduled"
        moved = {"deliveryDate": "2027-06-08", "pickupDate": "2027-06-10", "notify": True}
        ok_json(business.patch(f"/api/bookings/{customer.id}", json=moved))

    *_, email = sent_emails(with_keys, business, kind)

    pay, see = re.findall(r"'label': '([^']+)'", email)
    assert (pay[:5], see) == ("Pay $", "See your booking")


def test_declined_card_can_be_retried_and_3d_secure_completed(
    customer: Customer, with_keys: FastAPI, deliver: Deliverer
):
    secret = customer.open_form()
    assert customer.provider.pay(secret, DECLINED).status_code == 402
    deliver()
    assert customer.page()["received"] == 0
    tried = customer.money()["entries"]
    assert [(row["state"], row["failure"]) for row in tried] == [("open", "Your card was declined.")]

    assert customer.open_form() == secret, "the same payment"
    customer.provider.pay(secret).raise_for_status()
    events = deliver.taken()
    # The events alone record the payment, in any order and with duplicates.
    deliver([*reversed(events), *events])

    assert (customer.page()["received"], customer.money()["entries"][0]["failure"]) == (50, None)
    assert recorded_payment_events(with_keys) == ["payment.received"]
    assert "unknown payment" not in outcomes(with_keys)
    secret = customer.open_form("balance", 200)
    asked = customer.provider.pay(secret, CHALLENGE, return_url="http://localhost/b/x").json()
    intent = secret.partition("_secret_")[0]
    assert (asked["status"], customer.check_payment()["received"]) == ("requires_action", 50)
    assert customer.check_payment(intent)["lookedAt"] == {"state": "unpaid", "amount": 200}
    customer.provider.press(asked["next_action"]["redirect_to_url"]["url"], "complete")
    assert customer.check_payment()["received"] == 250
    # A customer who returns later still sees the status of this payment.
    assert customer.check_payment(intent)["lookedAt"] == {"state": "paid", "amount": 200}
    assert (customer.check_payment()["lookedAt"], customer.check_payment("pi_of_nobody")["lookedAt"]) == (None, None)


def test_payment_is_refused_with_a_specific_error_code(
    customer: Customer, with_keys: FastAPI, caller_of: Callable[..., Api], provider: StandIn, database_kind: str
):
    visitor = caller_of(with_keys)
    request = visitor.book(userId=customer.business.id)
    token = customer.business.booking_token(request["id"])

    refused = {
        "amount_changed": customer.post("pay", part="deposit", amount=49.99),
        "not_payable": visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "balance", "amount": 200}),
        "no_booking": visitor.post("/api/public/bookings/nothing/pay", json={"part": "balance", "amount": 200}),
    }
    for code, answer in refused.items():
        assert answer.json()["code"] == code
    assert refused["amount_changed"].json()["amount"] == 50
    assert customer.post("pay", part="all", amount=1).status_code == 422
    for nothing in (0, -1):
        answer = customer.post("pay", part="chosen", amount=nothing)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["amount"])
    unconnected = caller_of(with_keys).register()
    other = Customer(unconnected, visitor, provider)
    assert (other.page()["paying"]["card"], other.page()["paying"]["balance"]) == (False, 250)
    assert other.post("pay", part="balance", amount=250).json()["code"] == "no_card_payments"
    assert provider.objects("payment_intent") == [], "no request reached the provider"


def test_minimum_card_amount_depends_on_the_currency(customer: Customer, with_keys: FastAPI):
    database: Database = with_keys.state.database
    with database.write() as db:
        db.execute(update(Operator).values(currency="SEK"))

    refused = customer.post("pay", part="chosen", amount=2.99).json()

    assert (refused["code"], refused["message"]) == (
        "too_small_for_card",
        "The minimum card payment is SEK\N{NO-BREAK SPACE}3.00. Please pay the business directly.",
    )
    assert customer.page()["paying"]["smallest"] == 3


def test_customer_can_pay_any_amount_up_to_the_balance_due(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    assert customer.post("pay", part="chosen", amount=0.49).json()["code"] == "too_small_for_card"
    more = customer.post("pay", part="chosen", amount=250.01)
    assert (more.status_code, more.json()["code"], more.json()["due"]) == (409, "overpaid", 250)

    customer.pay("chosen", 120.5)
    deliver()

    paid = customer.money()
    assert (paid["received"], paid["depositDue"], paid["balanceDue"]) == (120.5, 0, 129.5)
    assert (paid["entries"][0]["part"], balance(provider)) == ("chosen", 12_050)
    # A card form for a partial amount stays open while the amount is due, and is closed afterwards.
    secret = customer.open_form("chosen", 100)
    path = f"/api/bookings/{customer.id}"
    ok_json(customer.business.patch(path, json={"totalPrice": 240}))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert customer.open_form("chosen", 100) == secret
    ok_json(customer.business.patch(path, json={"totalPrice": 200}))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert provider.pay(secret).status_code == 400
    customer.pay("chosen", 79.5)
    assert (customer.money()["received"], customer.money()["balanceDue"]) == (200, 0)


def test_concurrent_payers_never_pay_more_than_the_balance_due(customer: Customer, provider: StandIn):
    def pay(amount: float) -> bool:
        answer = customer.post("pay", part="chosen", amount=amount)
        return answer.status_code == 200 and provider.pay(answer.json()["clientSecret"]).status_code == 200

    all_together([partial(pay, amount) for amount in (150, 160, 170)])
    customer.check_payment()

    money = customer.money()
    assert 0 <= money["received"] <= 250
    assert (money["overpaid"], balance(provider)) == (0, round(money["received"] * 100))


def test_concurrent_cancellation_does_not_close_a_payment_just_opened(customer: Customer, with_keys: FastAPI):
    database: Database = with_keys.state.database
    customer.open_form()

    def within(action: Callable[[Session], Result]) -> Result:
        with database.write() as db:
            set_operator(db, customer.business.id)
            return action(db)

    def row_of(db: Session) -> BookingPayment:
        return queries.of_booking(db, customer.id)[0]

    def forget(db: Session) -> tuple[intents.PaymentSnapshot, str | None]:
        row, made = row_of(db), row_of(db).provider_id
        row.provider_id, row.state = None, ASKED
        return intents.snapshot(row), made

    seen_by_other, made = within(forget)
    with ThreadPoolExecutor(1) as other:

        def make(db: Session) -> Future[None]:
            availability.lock(db, customer.business.id)
            row = row_of(db)
            row.provider_id, row.state = made, OPEN
            db.flush()
            closing = other.submit(within, lambda db: intents.record_closed(db, seen_by_other, None, clock.now()))
            with pytest.raises(TimeoutError):
                closing.result(timeout=0.3)
            return closing

        within(make).result()

    assert within(lambda db: row_of(db).state) == OPEN


def test_paying_another_way_closes_the_open_card_form(customer: Customer, with_keys: FastAPI, provider: StandIn):
    def cash(one: Customer) -> httpx.Response:
        return one.business.post(f"/api/bookings/{one.id}/payments", json={"kind": "cash", "amount": 250})

    # A cash payment closes an open card form.
    secret = customer.open_form("balance", 250)
    ok_json(cash(customer))
    assert provider.pay(secret).status_code == 400
    assert customer.post("pay", part="balance", amount=250).json()["code"] == "already_paid"
    assert customer.check_payment()["received"] == 250

    # A cash payment right after the card payment is refused.
    second = customer.another()
    provider.pay(second.open_form("balance", 250)).raise_for_status()
    answer = cash(second)
    assert (answer.status_code, answer.json()["code"]) == (409, "overpaid")
    assert (second.money()["received"], balance(provider)) == (250, 25_000)

    # A lower total closes the card form with the old amount.
    cheaper = customer.another()
    secret = cheaper.open_form("balance", 250)
    ok_json(cheaper.business.patch(f"/api/bookings/{cheaper.id}", json={"totalPrice": 200}))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert provider.pay(secret).status_code == 400
    cheaper.pay("balance", 200)
    assert (cheaper.money()["received"], balance(provider)) == (200, 45_000)

    # Paying the balance closes the form for the deposit, and concurrent clicks make one payment.
    third = customer.another()
    deposit = third.open_form()
    answers = all_together([lambda: third.post("pay", part="balance", amount=250)] * 4)
    secrets = {ok_json(answer)["clientSecret"] for answer in answers if answer.is_success}
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len(secrets) == 1
    provider.pay(secrets.pop()).raise_for_status()
    assert provider.pay(deposit).status_code == 400
    assert (third.check_payment()["received"], balance(provider)) == (250, 70_000)


class TestProviderOutage:
    def test_five_retries_after_an_outage_make_one_payment(self, customer: Customer, provider: StandIn):
        provider.fault("500", "POST /v1/payment_intents", times=3)
        first = customer.post("pay", part="deposit", amount=50)
        assert (first.status_code, first.json()["code"]) == (502, "provider_away")
        provider.fault("gone", "POST /v1/payment_intents", times=1)
        secrets = {customer.open_form() for _ in range(5)}
        provider.pay(secrets.pop()).raise_for_status()

        assert customer.check_payment()["received"] == 50
        assert (len(provider.objects("payment_intent")), balance(provider)) == (1, 5_000)

    def test_restricted_account_takes_no_card_payments(self, customer: Customer, provider: StandIn):
        provider.objects("account")[0]["charges_enabled"] = False

        answer = customer.post("pay", part="deposit", amount=50)

        assert (answer.status_code, answer.json()["code"]) == (409, "no_card_payments")
        assert not customer.page()["paying"]["card"], "the account status is stored"

    def test_refund_with_a_lost_response_is_completed_once(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, present: Any
    ):
        customer.pay()
        provider.fault("gone", "POST /v1/refunds", times=3)
        lost = customer.refund(20, {"Idempotency-Key": "back"})
        assert lost.status_code == 502
        assert [row["state"] for row in customer.money()["entries"]] == ["asked", "received"]
        assert customer.refund(40).json()["code"] == "too_much_back", "the pending refund reduces the refundable amount"

        # The idempotency key has expired by now.
        present.shift(60)
        provider.app.state.world.answers.clear()
        drain(with_keys)

        assert (customer.money()["received"], len(provider.objects("refund"))) == (30, 1)
        assert ok_json(customer.refund(20, {"Idempotency-Key": "back"}))["received"] == 30
        assert recorded_payment_events(with_keys) == ["payment.received", "payment.refunded"]

        # A late manual retry without a worker first looks for an existing refund.
        second = customer.another()
        second.pay()
        provider.fault("gone", "POST /v1/refunds", times=3)
        assert second.refund(20, {"Idempotency-Key": "late"}).status_code == 502
        provider.app.state.world.answers.clear()
        assert ok_json(second.refund(20, {"Idempotency-Key": "late"}))["received"] == 30
        assert len(provider.objects("refund")) == 2

    def test_refund_while_the_provider_is_busy_is_made_later_once(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, present: Any
    ):
        customer.pay()
        provider.fault("429", "POST /v1/refunds")
        busy = customer.refund(20)

        assert (busy.status_code, busy.json()["code"]) == (503, "provider_busy")
        assert "Nothing was charged" not in busy.json()["message"]
        assert "will be made automatically" in busy.json()["message"]
        present.shift(60)
        drain(with_keys)
        assert (customer.money()["received"], len(provider.objects("refund"))) == (30, 1)

    def test_payment_without_an_event_is_recorded_by_the_worker(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer, present: Any
    ):
        secret = customer.open_form()
        provider.pay(secret).raise_for_status()
        deliver.taken()
        # Neither the page nor an event reports the payment, so the job checks it.
        present.shift(16 * 60)
        drain(with_keys)
        assert customer.money()["received"] == 50

        left = customer.open_form("balance", 200)
        present.shift(2 * 3600)
        drain(with_keys)
        assert provider.pay(left).status_code == 400, "an abandoned card form is closed after an hour"
        assert customer.money()["balanceDue"] == 200


def test_declined_subscription_renewal_is_emailed_once(
    with_keys: FastAPI, owner: Api, plan: Callable[..., dict[str, Any]], provider: StandIn, deliver: Deliverer
):
    provider.pay(ok_json(owner.subscribe(plan()))["clientSecret"], "4000000000000341").raise_for_status()
    provider.advance(days=32)

    events = deliver.taken()
    deliver(events * 2)

    assert owner.subscription()["status"] == "past_due"
    told_owner = sent_emails(with_keys, owner, "subscription-unpaid")
    assert len(told_owner) == 1
    assert "$29.00" in told_owner[0]
    assert "Your card was declined." in told_owner[0]


class TestConnectedAccount:
    def test_card_payments_follow_the_account_status_at_the_provider(
        self, with_keys: FastAPI, customer: Customer, provider: StandIn, deliver: Deliverer
    ):
        account = provider.objects("account")[0]["id"]
        world = provider.app.state.world
        world.objects["account"][account]["charges_enabled"] = False
        world.emit("account.updated", world.objects["account"][account], account)
        deliver()
        assert not customer.page()["paying"]["card"]
        world.objects["account"][account]["charges_enabled"] = True
        world.emit("account.updated", world.objects["account"][account], "acct_forged")
        deliver()
        assert not customer.page()["paying"]["card"], "an event of an unknown account does not affect a connected one"
        assert "unknown account" in outcomes(with_keys)
        world.emit("account.updated", world.objects["account"][account], account)
        deliver()
        assert customer.page()["paying"]["card"]

        provider.deauthorize(account)
        deliver()

        assert not customer.page()["paying"]["card"]
        assert not ok_json(customer.business.get("/api/stripe-connect/account-status"))["hasAccount"]


def test_stale_provider_response_never_replaces_a_newer_one(customer: Customer, with_keys: FastAPI, provider: StandIn):
    secret = customer.open_form()
    gateway = provider.gateway().on(provider.objects("account")[0]["id"])
    intent_id = secret.partition("_secret_")[0]
    unpaid = fetch_payment(gateway, intent_id)
    provider.pay(secret).raise_for_status()
    paid = fetch_payment(gateway, intent_id)
    database: Database = with_keys.state.database

    # The worker with the oldest response writes last.
    for found in (paid, unpaid, paid):
        with database.write() as db:
            stripe_sync.record_payment(db, found, clock.now())

    assert [(row["state"], row["amount"]) for row in customer.money()["entries"]] == [("received", 50)]
    assert (customer.money()["received"], recorded_payment_events(with_keys)) == (50, ["payment.received"])


def test_payment_with_forged_metadata_changes_nothing(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    customer.pay()
    ok_json(customer.refund(10))
    before = customer.money()
    of_a_refund = provider.objects("refund")[0]["metadata"]["marqueedesk_payment"]
    for number, named in enumerate(
        (
            {"marqueedesk_purpose": "booking"},
            {"marqueedesk_purpose": "booking", "marqueedesk_operator": "999999"},
            {"marqueedesk_purpose": "booking", "marqueedesk_operator": str(customer.business.id)},
            {
                "marqueedesk_purpose": "booking",
                "marqueedesk_operator": str(customer.business.id),
                "marqueedesk_payment": "guessed",
            },
            {
                "marqueedesk_purpose": "booking",
                "marqueedesk_operator": str(customer.business.id),
                "marqueedesk_payment": of_a_refund,
            },
        )
    ):
        intent = provider.gateway().create_intent(
            cents=5_000, currency="usd", description="", metadata=named, key=f"forged-{number}"
        )
        provider.pay(str(intent.client_secret)).raise_for_status()

    deliver()

    assert customer.money() == before
    assert {"unknown business", "unknown payment"} <= outcomes(with_keys)


def test_gift_card_closes_the_open_card_form_before_it_pays(customer: Customer, provider: StandIn):
    secret = customer.open_form("balance", 250)
    path = f"/api/public/bookings/{customer.token}/gift-card"
    assert customer.visitor.post(path, json={"code": "WRNG-WRNG-WRNG-WRNG"}).status_code == 404
    assert [row["status"] for row in provider.objects("payment_intent")] == ["requires_payment_method"]
    card = ok_json(customer.business.post("/api/gift-cards", json={"amount": 20, "kind": "cash"}))

    ok_json(customer.visitor.post(path, json={"code": card["code"]}))

    assert provider.pay(secret).status_code == 400
    assert (customer.money()["received"], customer.money()["overpaid"]) == (20, 0)
