"""After random charges, payments, holds and faults, the books match the provider to the cent, and nothing was charged
twice.

Each run takes fourteen random actions on two bookings: due parts are charged automatically, the business charges the
card by hand, customers pay by form, cash or gift card, cards are replaced, bookings are edited and canceled, and holds
are placed, captured and released. Workers are killed between calls, responses and events are lost or come twice.
"""

import random
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.stripe.provider import Provider, connect
from marqueedesk.worker import Worker
from tests.cards_on_file.support import ASKS_LATER, DECLINED_LATER, MASTERCARD, VISA, Killed, Mortal, charge, keep
from tests.support.api import ok_json
from tests.support.billing import Deliverer, drain
from tests.support.matching_books import books_of, cents, ledger_of, reconcile
from tests.support.paying import Customer, policy
from tests.support.random_runs import batches
from tests.support.standin import StandIn

ACTIONS = 14
CARDS = [VISA] * 4 + [MASTERCARD, DECLINED_LATER, ASKS_LATER]


class Chance:
    """One run: random actions on two bookings of one business."""

    def __init__(
        self, seed: int, app: FastAPI, first: Customer, deliver: Deliverer, present: time_machine.Traveller
    ) -> None:
        self.any = random.Random(seed)
        self.app, self.provider, self.deliver, self.present = app, first.provider, deliver, present
        self.business = first.business
        days = [clock.now() + timedelta(days=count) for count in (8, 10)]
        self.customers = [
            first.another(deliveryDate=f"{day:%Y-%m-%d}", pickupDate=f"{day + timedelta(days=2):%Y-%m-%d}")
            for day in days
        ]
        self.forms: list[str] = []
        self.canceled: set[int] = set()
        self.told: list[str] = []

    def act(self) -> None:
        often = (self.pass_days, self.replace_card, self.charge, self.pay_by_form, self.notices)
        seldom = (
            *(self.pay_by_hand, self.pay_by_gift_card, self.pay_open_forms, self.edit, self.cancel, self.refund),
            *(self.capture, self.release, self.lose_answers, self.die, self.die, self.pass_hours),
        )
        action = self.any.choice([*often, *often, *seldom])
        self.told.append(action.__name__)
        # While responses get lost, an action may fail after it was carried out.
        with suppress(httpx.TransportError):
            action()

    def customer(self) -> Customer:
        return self.any.choice(self.customers)

    def part_of(self, owed: float) -> float:
        """All or about half of an amount."""
        return owed if self.any.random() < 0.6 else round(owed / 2, 2)

    # --- Time and the worker ---

    def pass_days(self) -> None:
        self.present.shift(timedelta(days=self.any.choice([1, 1, 2, 3])))
        self.business.login(self.business.user["email"])
        self.work()

    def pass_hours(self) -> None:
        self.present.shift(timedelta(hours=self.any.choice([1, 7])))
        self.work()

    def work(self, provider: Provider | None = None) -> None:
        state = self.app.state
        Worker(state.database, state.settings, provider=provider or state.provider).all_due()

    def die(self) -> None:
        """Kill a worker before or after one of its calls to the provider. Its jobs are taken over later."""
        process = Mortal(self.any.randrange(12))
        settings = self.app.state.settings
        self.present.shift(timedelta(days=self.any.choice([0, 1])))
        self.business.login(self.business.user["email"])
        with suppress(Killed):
            self.work(Provider(settings, lambda keys: process.killable(connect(keys))))

    # --- Customers and the business ---

    def replace_card(self) -> None:
        # The card form may be refused, for example for a canceled booking.
        form = (customer := self.customer()).post("card")
        if form.is_success:
            secret = form.json()["clientSecret"]
            self.provider.give_card(secret, self.any.choice(CARDS))
            self.provider.pass_challenge(secret)
            customer.post("card/look")

    def charge(self) -> None:
        customer = self.customer()
        owed = customer.money()["balanceDue"]
        key = f"{len(self.told)}-{clock.now():%s}"
        answers = [charge(customer, self.part_of(owed) or 1, key) for _ in range(self.any.choice([1, 1, 2]))]
        assert len({answer.json()["paymentId"] for answer in answers if answer.is_success}) < 2

    def pay_by_form(self) -> None:
        customer = self.customer()
        part = self.any.choice(["deposit", "balance"])
        form = customer.post("pay", part=part, amount=customer.page()["paying"][part])
        if form.is_success:
            self.forms.append(form.json()["clientSecret"])
            if self.any.random() < 0.6:
                self.pay_open_forms()

    def pay_open_forms(self) -> None:
        """Pay the open forms; some have been closed meanwhile."""
        for secret in self.forms:
            self.provider.pay(secret, self.any.choice([VISA, VISA, "4000000000000002"]))
        self.forms.clear()

    def pay_by_hand(self) -> None:
        customer = self.customer()
        amount = self.part_of(customer.money()["balanceDue"])
        customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": amount})

    def pay_by_gift_card(self) -> None:
        customer, amount = self.customer(), self.any.choice([20, 75.5, 400])
        sold = self.business.post("/api/gift-cards", json={"amount": amount, "kind": "cash"})
        if sold.is_success:
            customer.visitor.post(
                f"/api/public/bookings/{customer.token}/gift-card", json={"code": sold.json()["code"]}
            )

    def edit(self) -> None:
        """Move a booking, which moves its due days, or raise its price."""
        customer = self.customer()
        booking = ok_json(self.business.get(f"/api/bookings/{customer.id}"))
        day = datetime.fromisoformat(booking["deliveryDate"]) + timedelta(days=self.any.choice([-2, 1, 4]))
        moved = {"deliveryDate": f"{day:%Y-%m-%d}", "pickupDate": f"{day + timedelta(days=2):%Y-%m-%d}"}
        change = self.any.choice([moved, {"totalPrice": booking["totalPrice"] + 60}])
        self.business.patch(f"/api/bookings/{customer.id}", json=change)

    def cancel(self) -> None:
        customer = self.customer()
        if self.any.random() < 0.5:
            body = {"refund": self.any.random() < 0.7, "notify": False}
            if self.business.set_status(customer.id, "canceled", **body).is_success:
                self.canceled.add(customer.id)

    def refund(self) -> None:
        customer = self.customer()
        payments = [row for row in customer.money()["entries"] if row["entry"] == "payment" and row["refundable"]]
        if payments:
            payment = self.any.choice(payments)
            body = {"amount": self.part_of(payment["refundable"]), "meaning": self.any.choice(["reduce", "repay"])}
            self.business.post(f"/api/bookings/{customer.id}/payments/{payment['id']}/refund", json=body)

    def capture(self) -> None:
        customer = self.customer()
        body = {"amount": self.any.choice([15, 60, 200]), "reason": "Broken bulbs"}
        self.business.post(f"/api/bookings/{customer.id}/hold/capture", json=body)

    def release(self) -> None:
        self.business.post(f"/api/bookings/{self.customer().id}/hold/release")

    # --- Faults ---

    def lose_answers(self) -> None:
        calls = ("/confirm", "/capture", "/cancel", "POST /v1/payment_intents", "GET /v1/payment_intents", "refunds")
        kind = self.any.choice(["gone", "gone", "away", "500"])
        self.provider.fault(kind, self.any.choice(calls), times=self.any.choice([1, 3]))

    def notices(self) -> None:
        """Deliver the events in any order; some get lost, others are delivered twice."""
        events = [event for event in self.deliver.taken() if self.any.random() < 0.6]
        events += [event for event in events if self.any.random() < 0.5]
        self.any.shuffle(events)
        self.deliver(events)

    # --- Afterwards ---

    def settle(self, began: datetime) -> None:
        """End the faults, let the worker catch up, and compare everything with the provider."""
        self.provider.mend()
        self.provider.events()
        for _ in range(2):
            self.present.shift(timedelta(hours=3))
            self.work()
            drain(self.app)
        self.business.login(self.business.user["email"])
        reconcile(self.app, began - timedelta(minutes=1))
        self.work()

    def check(self, account: str) -> None:
        assert books_of(self.app, self.business) == (self.provider.balance(account), self.provider.balance())
        assert ledger_of(self.app, self.business) == self.provider.balance(account)
        paid = [row for row in self.provider.objects("payment_intent") if row["status"] == "succeeded"]
        keys = Counter(row["metadata"]["marqueedesk_payment"] for row in paid)
        assert set(keys.values()) <= {1}, "a row of ours is one payment at the provider"
        for customer in self.customers:
            money = customer.money()
            owed = money["cancelFee"] if money["cancelFee"] is not None else money["total"]
            assert money["processing"] == 0
            if customer.id not in self.canceled:
                assert money["overpaid"] == 0, money
                assert cents(money["received"]) + cents(money["balanceDue"]) <= cents(owed) + cents(money["charges"])
            self.check_attempts(customer, money["entries"])

    def check_attempts(self, customer: Customer, entries: list[dict[str, Any]]) -> None:
        """Each part was paid automatically at most once for each price that it had."""
        raised = self.told.count("edit")
        for part in customer.page()["schedule"]:
            results = Counter(attempt["result"] for attempt in part.get("attempts", []))
            assert results["charging"] == 0, part
            refunds = sum(row["entry"] == "refund" for row in entries)
            assert results["paid"] <= 1 + raised + refunds, part


@pytest.mark.parametrize("seeds", batches(2, 500, together=5))
def test_books_match_the_provider_after_random_charges(
    seeds: range,
    customer: Customer,
    with_keys: FastAPI,
    provider: StandIn,
    deliver: Deliverer,
    present: time_machine.Traveller,
):
    provider.charge_fees()
    account = provider.objects("account")[0]["id"]
    hold = {"amount": 200, "daysBefore": 1, "releaseAfterDays": 2}
    policy(customer.business, automaticCharge=True, balanceDueDays=5, hold=hold)
    for seed in seeds:
        customer.business.login(customer.business.user["email"])
        began = clock.now()
        chance = Chance(seed, with_keys, customer, deliver, present)
        for one in chance.customers:
            keep(one)
        for _ in range(ACTIONS):
            chance.act()
        try:
            chance.settle(began)
            chance.check(account)
        except AssertionError as problem:
            raise AssertionError((seed, chance.told)) from problem
        present.shift(timedelta(days=30))
        customer.business.login(customer.business.user["email"])
        provider.events()
