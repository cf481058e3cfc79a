"""A customer pays a booking by card on its page, into the business's account at the provider; and gets money back."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.kit import clock
from marqueedesk.kit.db import Database
from marqueedesk.kit.tables import Job
from marqueedesk.kit.tenancy import set_operator
from marqueedesk.messages.models import OutboxMail
from marqueedesk.payments import asking, record
from marqueedesk.payments.models import ProviderEvent
from marqueedesk.worker import Worker
from tests.support.api import Api, made
from tests.support.billing import Deliverer, drain
from tests.support.standin import StandIn
from tests.support.together import all_together

DECLINED, CHALLENGE = "4000000000000002", "4000002500003155"


class Customer:
    """The customer of a confirmed booking of 250, with a deposit of 50."""

    def __init__(self, business: Api, visitor: Api, provider: StandIn) -> None:
        self.business, self.visitor, self.provider = business, visitor, provider
        if not made(business.get("/api/inventory")):
            business.add_letters("LOVE", quantity=50)
            business.set_prices(depositFlat=50)
        self.id: int = visitor.book(userId=business.id, addOns={"lighting": True, "stand": False})["id"]
        made(business.set_status(self.id, "confirmed"))
        self.token = business.booking_token(self.id)

    def another(self) -> "Customer":
        """The customer of another booking of the same business."""
        return Customer(self.business, self.visitor, self.provider)

    def page(self) -> dict[str, Any]:
        return made(self.visitor.get(f"/api/public/bookings/{self.token}"))

    def say(self, verb: str, **body: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{self.token}/{verb}", json=body)

    def open_form(self, part: str = "deposit", amount: float = 50) -> str:
        return made(self.say("pay", part=part, amount=amount))["clientSecret"]

    def pay(self, part: str = "deposit", amount: float = 50) -> str:
        secret = self.open_form(part, amount)
        self.provider.pay(secret).raise_for_status()
        self.look()
        return secret

    def look(self) -> dict[str, Any]:
        return made(self.say("pay/look"))

    def money(self) -> dict[str, Any]:
        return made(self.business.get(f"/api/bookings/{self.id}/payments"))

    def refund(
        self, amount: float, headers: dict[str, str] | None = None, *, kind: str | None = None, **more: Any
    ) -> httpx.Response:
        payment = next(
            row for row in self.money()["entries"] if row["entry"] == "payment" and kind in {None, row["kind"]}
        )
        path = f"/api/bookings/{self.id}/payments/{payment['id']}/refund"
        return self.business.post(path, json={"amount": amount, **more}, headers=headers)


@pytest.fixture
def customer(with_keys: FastAPI, owner: Api, provider: StandIn, caller_of: Callable[..., Api]) -> Customer:
    provider.connect(owner)
    return Customer(owner, caller_of(with_keys), provider)


def told(app: FastAPI) -> list[str]:
    database: Database = app.state.database
    with database.read() as db:
        kinds = [job.kind for job in db.scalars(select(Job).order_by(Job.id))]
    followed = ("payment.received", "payment.refunded", "payment.failed", "payment.refund_failed", "payment.disputed")
    return [kind for kind in kinds if kind in followed]


def outcomes(app: FastAPI) -> set[str | None]:
    database: Database = app.state.database
    with database.read() as db:
        return {row.outcome for row in db.scalars(select(ProviderEvent))}


def said(app: FastAPI, operator: Api, kind: str) -> list[str]:
    """The mails of a kind that a business's customers, or its owner, were written."""
    Worker(app.state.database, app.state.settings).all_due()
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, operator.id)
        return [str(mail.content) for mail in db.scalars(select(OutboxMail).where(OutboxMail.kind == kind))]


def rung(business: Api) -> list[str]:
    """What the bell has told a business."""
    return [row["title"] for row in made(business.get("/api/notifications"))["items"]]


def balance(provider: StandIn) -> int:
    """What the provider says the business has."""
    return sum(int(account["metadata"].get("balance", 0)) for account in provider.objects("account"))


def test_deposit_then_balance_each_charged_once_to_the_business_account(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    assert customer.page()["paying"]["card"]
    secrets = {customer.open_form() for _ in range(5)}
    assert len(secrets) == 1, "five tries are one payment"
    provider.pay(secrets.pop()).raise_for_status()

    paid = customer.look()

    assert (paid["received"], paid["paying"]["deposit"], paid["paying"]["balance"]) == (50, 0, 200)
    assert [(row["amount"], row["card"]["last4"]) for row in paid["payments"]] == [(50, "4242")]
    again = customer.say("pay", part="deposit", amount=50)
    assert (again.status_code, again.json()["code"]) == (409, "already_paid")
    customer.pay("balance", 200)
    deliver()
    deliver(deliver.taken())
    whole = customer.money()
    assert (whole["received"], whole["balanceDue"], [row["amount"] for row in whole["entries"]]) == (250, 0, [200, 50])
    assert (balance(provider), told(with_keys)) == (25_000, ["payment.received"] * 2)
    booking = made(customer.business.get(f"/api/bookings/{customer.id}"))
    assert (booking["depositPaid"], booking["balanceDue"]) == (50, 0)


def test_the_platforms_part(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], provider: StandIn, customer: Customer
):
    with_fee = app_with(**provider.settings(), platform_fee_percent="2.5")
    business = caller_of(with_fee).login(customer.business.user["email"])
    there = Customer.__new__(Customer)
    there.__dict__ |= customer.__dict__ | {"visitor": caller_of(with_fee), "business": business}

    there.pay()

    assert (balance(provider), there.money()["entries"][0]["fee"]) == (4_875, 1.25)
    made(there.refund(20))
    assert balance(provider) == 4_875 - 1_950, "the platform gives its part back as well"


def test_declined_then_paid_then_a_bank_that_asks_first(customer: Customer, with_keys: FastAPI, deliver: Deliverer):
    secret = customer.open_form()
    assert customer.provider.pay(secret, DECLINED).status_code == 402
    deliver()
    assert customer.page()["received"] == 0
    tried = customer.money()["entries"]
    assert [(row["state"], row["failure"]) for row in tried] == [("open", "Your card was declined.")]

    assert customer.open_form() == secret, "the same payment"
    customer.provider.pay(secret).raise_for_status()
    events = deliver.taken()
    # The events alone record it, in whatever order and number they come.
    deliver([*reversed(events), *events])

    assert (customer.page()["received"], customer.money()["entries"][0]["failure"]) == (50, None)
    assert told(with_keys) == ["payment.received"]
    assert "unknown payment" not in outcomes(with_keys)
    secret = customer.open_form("balance", 200)
    asked = customer.provider.pay(secret, CHALLENGE, return_url="http://localhost/b/x").json()
    assert (asked["status"], customer.look()["received"]) == ("requires_action", 50)
    customer.provider.press(asked["next_action"]["redirect_to_url"]["url"], "complete")
    assert customer.look()["received"] == 250


def test_what_can_stand_against_a_payment(
    customer: Customer, with_keys: FastAPI, caller_of: Callable[..., Api], provider: StandIn, database_kind: str
):
    visitor = caller_of(with_keys)
    request = visitor.book(userId=customer.business.id)
    token = customer.business.booking_token(request["id"])

    refused = {
        "amount_changed": customer.say("pay", part="deposit", amount=49.99),
        "not_payable": visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "balance", "amount": 200}),
        "no_booking": visitor.post("/api/public/bookings/nothing/pay", json={"part": "balance", "amount": 200}),
    }
    for code, answer in refused.items():
        assert answer.json()["code"] == code
    assert refused["amount_changed"].json()["amount"] == 50
    assert customer.say("pay", part="all", amount=1).status_code == 422
    unconnected = caller_of(with_keys).register()
    other = Customer(unconnected, visitor, provider)
    assert (other.page()["paying"]["card"], other.page()["paying"]["balance"]) == (False, 250)
    assert other.say("pay", part="balance", amount=250).json()["code"] == "no_card_payments"
    assert provider.objects("payment_intent") == [], "none of them has reached the provider"


def test_two_ways_to_pay_the_same_money_never_both_count(customer: Customer, with_keys: FastAPI, provider: StandIn):
    def cash(one: Customer) -> httpx.Response:
        return one.business.post(f"/api/bookings/{one.id}/payments", json={"kind": "cash", "amount": 250})

    # Cash while a form stands open calls the form off.
    secret = customer.open_form("balance", 250)
    made(cash(customer))
    assert provider.pay(secret).status_code == 400
    assert customer.say("pay", part="balance", amount=250).json()["code"] == "already_paid"
    assert customer.look()["received"] == 250

    # Cash just after the card has paid is refused.
    second = customer.another()
    provider.pay(second.open_form("balance", 250)).raise_for_status()
    answer = cash(second)
    assert (answer.status_code, answer.json()["code"]) == (409, "overpaid")
    assert (second.money()["received"], balance(provider)) == (250, 25_000)

    # A booking that has got cheaper calls a form of its old price off.
    cheaper = customer.another()
    secret = cheaper.open_form("balance", 250)
    made(cheaper.business.patch(f"/api/bookings/{cheaper.id}", json={"totalPrice": 200}))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert provider.pay(secret).status_code == 400
    cheaper.pay("balance", 200)
    assert (cheaper.money()["received"], balance(provider)) == (200, 45_000)

    # The balance calls the deposit's form off, and many clicks at once are one payment.
    third = customer.another()
    deposit = third.open_form()
    answers = all_together([lambda: third.say("pay", part="balance", amount=250)] * 4)
    secrets = {made(answer)["clientSecret"] for answer in answers if answer.is_success}
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len(secrets) == 1
    provider.pay(secrets.pop()).raise_for_status()
    assert provider.pay(deposit).status_code == 400
    assert (third.look()["received"], balance(provider)) == (250, 70_000)


class TestTheProviderIsAway:
    def test_slow_or_gone_is_told_and_five_retries_are_one_payment(self, customer: Customer, provider: StandIn):
        provider.fault("500", "POST /v1/payment_intents", times=3)
        first = customer.say("pay", part="deposit", amount=50)
        assert (first.status_code, first.json()["code"]) == (502, "provider_away")
        provider.fault("gone", "POST /v1/payment_intents", times=1)
        secrets = {customer.open_form() for _ in range(5)}
        provider.pay(secrets.pop()).raise_for_status()

        assert customer.look()["received"] == 50
        assert (len(provider.objects("payment_intent")), balance(provider)) == (1, 5_000)

    def test_an_account_that_may_not_take_payments_any_more(self, customer: Customer, provider: StandIn):
        provider.objects("account")[0]["charges_enabled"] = False

        answer = customer.say("pay", part="deposit", amount=50)

        assert (answer.status_code, answer.json()["code"]) == (409, "no_card_payments")
        assert not customer.page()["paying"]["card"], "what the provider has said is kept"

    def test_a_refund_whose_answer_was_lost_is_seen_through_once(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, present: Any
    ):
        customer.pay()
        provider.fault("gone", "POST /v1/refunds", times=3)
        lost = customer.refund(20, {"Idempotency-Key": "back"})
        assert lost.status_code == 502
        assert [row["state"] for row in customer.money()["entries"]] == ["asked", "received"]
        assert customer.refund(40).json()["code"] == "too_much_back", "what is asked for is taken into account"

        # Longer than the provider remembers a key.
        present.shift(60)
        provider.app.state.world.answers.clear()
        drain(with_keys)

        assert (customer.money()["received"], len(provider.objects("refund"))) == (30, 1)
        assert made(customer.refund(20, {"Idempotency-Key": "back"}))["received"] == 30
        assert told(with_keys) == ["payment.received", "payment.refunded"]

        # Tried again by hand as late, with no worker meanwhile: what was made is looked for first.
        second = customer.another()
        second.pay()
        provider.fault("gone", "POST /v1/refunds", times=3)
        assert second.refund(20, {"Idempotency-Key": "late"}).status_code == 502
        provider.app.state.world.answers.clear()
        assert made(second.refund(20, {"Idempotency-Key": "late"}))["received"] == 30
        assert len(provider.objects("refund")) == 2

    def test_a_process_that_dies_between_asking_and_recording(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer, present: Any
    ):
        secret = customer.open_form()
        provider.pay(secret).raise_for_status()
        deliver.taken()
        # Neither the page nor an event tells us: the job looks.
        present.shift(16 * 60)
        drain(with_keys)
        assert customer.money()["received"] == 50

        left = customer.open_form("balance", 200)
        present.shift(2 * 3600)
        drain(with_keys)
        assert provider.pay(left).status_code == 400, "a form that was left is called off after an hour"
        assert customer.money()["balanceDue"] == 200


class TestGivingBack:
    def test_in_part_and_whole_to_the_card_here_or_at_the_provider(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
    ):
        customer.pay("balance", 250)

        part = made(customer.refund(100.01))
        whole = made(customer.refund(149.99))

        assert (part["received"], whole["received"], balance(provider)) == (149.99, 0, 0)
        assert customer.refund(0.01).json()["code"] == "too_much_back"
        assert [(row["entry"], row["amount"]) for row in customer.page()["payments"]] == [
            ("payment", 250),
            ("refund", 100.01),
            ("refund", 149.99),
        ]
        assert told(with_keys) == ["payment.received", "payment.refunded", "payment.refunded"]

        second = customer.another()
        secret = second.pay()
        data = {"payment_intent": secret.partition("_secret_")[0], "amount": "1000"}
        provider.ask("POST", "/v1/refunds", data=data).raise_for_status()
        events = deliver.taken()

        deliver(events + events)

        assert second.money()["received"] == 40
        assert [(row["entry"], row["by"]) for row in second.money()["entries"]] == [
            ("refund", "Stripe"),
            ("payment", None),
        ]

    def test_a_dispute_counts_once_it_is_lost(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
    ):
        for status, received in (("won", 50), ("lost", 0)):
            one = customer.another()
            secret = one.pay()
            provider.dispute(secret)
            deliver()
            assert (one.money()["received"], one.money()["entries"][0]["dispute"]) == (50, "disputed")
            assert one.refund(1).json()["code"] == "too_much_back", "the bank holds it"
            provider.dispute(secret, status)
            events = deliver.taken()

            deliver(events * 2)

            assert (one.money()["received"], one.money()["entries"][0]["dispute"]) == (received, status)
        assert told(with_keys).count("payment.disputed") == 4


def test_canceling_returns_to_the_card_what_the_page_has_said(
    customer: Customer, with_keys: FastAPI, provider: StandIn, present: Any
):
    # In time: everything.
    customer.pay()
    customer.pay("balance", 200)
    costs = customer.page()["canceling"]
    assert (costs["fee"], costs["refund"], costs["toCard"]) == (0, 250, 250)
    canceled = made(customer.say("cancel", fee=0))
    assert (canceled["status"], canceled["paying"]["returning"]) == ("canceled", 250)
    assert "$250.00 goes back to your card" in said(with_keys, customer.business, "canceled")[0]
    assert (customer.page()["received"], balance(provider), len(provider.objects("refund"))) == (0, 0, 2)
    assert len(said(with_keys, customer.business, "payment-refunded")) == 2
    made(customer.say("cancel", fee=0))
    drain(with_keys)
    assert len(provider.objects("refund")) == 2, "canceling again changes nothing"

    # A payment in the very moment goes back as well.
    second = customer.another()
    secret = second.open_form("balance", 250)
    made(second.say("cancel", fee=0))
    provider.pay(secret).raise_for_status()
    drain(with_keys)
    assert (second.page()["received"], balance(provider)) == (0, 0)

    # By the business: a form that stands open is called off.
    third = customer.another()
    secret = third.open_form("balance", 250)
    made(third.business.set_status(third.id, "canceled"))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert provider.pay(secret).status_code == 400

    # Late: the deposit stays.
    late = customer.another()
    made(late.business.post(f"/api/bookings/{late.id}/payments", json={"kind": "cash", "amount": 30}))
    late.pay("balance", 220)
    present.move_to(datetime(2027, 5, 31, 12, tzinfo=UTC))
    costs = late.page()["canceling"]
    assert (costs["fee"], costs["refund"], costs["toCard"]) == (50, 200, 200)
    made(late.say("cancel", fee=50))
    drain(with_keys)
    page = late.page()
    assert (page["received"], page["balanceDue"], page["paying"]["toReturn"]) == (50, 0, 0)
    assert balance(provider) == 2_000


def test_what_did_not_come_by_card_or_does_not_go_back_there_is_returned_by_hand(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    path = f"/api/bookings/{customer.id}/payments"
    made(customer.business.post(path, json={"kind": "cash", "amount": 30}))
    secret = customer.pay("balance", 220)
    promised = customer.page()["canceling"]
    assert (promised["refund"], promised["toCard"]) == (250, 220)
    made(customer.say("cancel", fee=0))
    drain(with_keys)

    # Everybody is told what goes back how.
    page, money = customer.page(), customer.money()
    assert (page["received"], page["balanceDue"], page["paying"]["toReturn"]) == (30, 0, 30)
    assert (money["cancelFee"], money["balanceDue"], money["overpaid"]) == (0, 0, 30)
    written = said(with_keys, customer.business, "canceled")[0]
    assert "$220.00 goes back to your card" in written
    assert "The other $30.00 that you have paid otherwise we return to you ourselves." in written
    assert "Please return $30.00 to them" in said(with_keys, customer.business, "customer-canceled")[0]
    assert "Return $30.00 to Ada Lovelace" in rung(customer.business)
    made(customer.refund(30, kind="cash"))
    assert (customer.money()["received"], customer.page()["paying"]["toReturn"]) == (0, 0)
    receipt = said(with_keys, customer.business, "payment-refunded")[-1]
    assert "We have returned $30.00 to you. Should" in receipt
    assert "Cost of canceling" in receipt
    assert "Deposit" not in receipt, "nothing is asked for any more"

    # Days later the bank sends the rest back, for the card is gone: it is returned another way.
    provider.fail_refunds(secret)
    deliver(deliver.taken() * 2)
    money = customer.money()
    assert (money["received"], money["overpaid"], balance(provider)) == (220, 220, 22_000)
    failed = next(row for row in money["entries"] if row["state"] == "failed")
    assert failed["failure"] == "The card was reported as lost or stolen."
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert rung(customer.business).count("The refund of $220.00 to Ada Lovelace has failed") == 1
    by_hand = made(customer.refund(220, kind="card", byHand=True))
    assert (by_hand["received"], by_hand["overpaid"]) == (0, 0)
    assert [by_hand["entries"][0][name] for name in ("entry", "kind", "state")] == ["refund", "other", "returned"]
    assert (len(provider.objects("refund")), balance(provider)) == (1, 22_000), "the provider is not asked"
    assert customer.refund(1, kind="card").json()["code"] == "too_much_back"


def test_a_plan_that_the_card_does_not_pay_is_told_once(
    with_keys: FastAPI, owner: Api, plan: Callable[..., dict[str, Any]], provider: StandIn, deliver: Deliverer
):
    provider.pay(made(owner.subscribe(plan()))["clientSecret"], "4000000000000341").raise_for_status()
    provider.advance(days=32)

    events = deliver.taken()
    deliver(events * 2)

    assert owner.subscription()["status"] == "past_due"
    told_owner = said(with_keys, owner, "subscription-unpaid")
    assert len(told_owner) == 1
    assert "$29.00" in told_owner[0]
    assert "Your card was declined." in told_owner[0]


class TestTheAccount:
    def test_what_it_may_do_follows_the_provider(
        self, with_keys: FastAPI, owner: Api, customer: Customer, provider: StandIn, deliver: Deliverer
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
        assert not customer.page()["paying"]["card"], "an account that is not ours says nothing of one that is"
        assert "unknown account" in outcomes(with_keys)
        world.emit("account.updated", world.objects["account"][account], account)
        deliver()
        assert customer.page()["paying"]["card"]

        provider.deauthorize(account)
        deliver()

        assert not customer.page()["paying"]["card"]
        assert not made(owner.get("/api/stripe-connect/account-status"))["hasAccount"]


def test_an_answer_to_an_earlier_question_never_replaces_one_to_a_later(
    customer: Customer, with_keys: FastAPI, provider: StandIn
):
    secret = customer.open_form()
    gateway, intent_id = provider.gateway(), secret.partition("_secret_")[0]
    unpaid = asking.look(gateway, intent_id)
    provider.pay(secret).raise_for_status()
    paid = asking.look(gateway, intent_id)
    database: Database = with_keys.state.database

    # The worker that asked first comes to write last.
    for found in (paid, unpaid, paid):
        with database.write() as db:
            record.fetched(db, found, clock.now())

    assert [(row["state"], row["amount"]) for row in customer.money()["entries"]] == [("received", 50)]
    assert (customer.money()["received"], told(with_keys)) == (50, ["payment.received"])


def test_a_payment_that_nobody_here_asked_for_changes_nothing(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    customer.pay()
    made(customer.refund(10))
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
