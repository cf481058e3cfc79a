"""After random actions and lost events, a comparison brings the books in line with the provider, to the cent.

Each run takes twelve random actions: payments (alone and by shares), refunds here and in Stripe, disputes and their
outcomes, failed refunds, cancellations and lost responses. Events are dropped, duplicated and shuffled.
"""

import random
from contextlib import suppress
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from tests.support.api import PASSWORD, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.matching_books import books_of, gross_of, ledger_of, reconcile
from tests.support.paying import Customer
from tests.support.random_runs import batches
from tests.support.standin import StandIn

ACTIONS = 12
AMOUNTS = (1, 9.99, 33.33, 50, 120.5, 250)


class Chance:
    """One run: random actions on a few bookings of one business."""

    def __init__(self, seed: int, app: FastAPI, first: Customer, deliver: Deliverer) -> None:
        self.any = random.Random(seed)
        self.app, self.provider, self.deliver = app, first.provider, deliver
        self.customers = [first.another() for _ in range(2)]
        self.secrets: list[str] = []
        self.forms: list[str] = []
        self.told: list[str] = []

    def act(self) -> None:
        action = self.any.choice(
            [
                self.pay,
                self.pay,
                self.pay,
                self.share,
                self.share,
                self.pay_shares,
                self.refund,
                self.refund,
                self.refund_there,
                self.dispute,
                self.dispute,
                self.fail_refunds,
                self.cancel,
                self.lose_answer,
                self.notices,
                self.wait,
            ]
        )
        self.told.append(action.__name__)
        action()

    def pay(self) -> None:
        customer = self.any.choice(self.customers)
        paying = customer.page()["paying"]
        part = self.any.choice(["deposit", "balance"])
        if paying[part] <= 0:
            return
        answer = customer.post("pay", part=part, amount=paying[part])
        if answer.status_code != 200:
            return
        secret = answer.json()["clientSecret"]
        card = self.any.choice(["4242424242424242"] * 4 + ["4000000000000002"])
        if self.provider.pay(secret, card).status_code == 200:
            self.secrets.append(secret)
        if self.any.random() < 0.3:
            # This may fail if an earlier action makes responses of the provider get lost.
            customer.post("pay/look")

    def share(self) -> None:
        """Another payer opens the card form of a share and pays later."""
        customer = self.any.choice(self.customers)
        share = {"name": "Mom", "amount": self.any.choice(AMOUNTS)}
        shares = customer.visitor.post(f"/api/public/bookings/{customer.token}/shares", json=share)
        if shares.status_code != 200:
            return
        token = shares.json()["shares"][-1]["link"].rpartition("/")[2]
        form = customer.visitor.post(f"/api/public/shares/{token}/pay", json={"amount": share["amount"]})
        if form.status_code == 200:
            self.forms.append(form.json()["clientSecret"])

    def pay_shares(self) -> None:
        """Pay all open card forms in random order; some may have been closed meanwhile."""
        self.any.shuffle(self.forms)
        for secret in self.forms:
            # The response may get lost because of an earlier action.
            with suppress(httpx.TransportError):
                if self.provider.pay(secret).status_code == 200:
                    self.secrets.append(secret)
        self.forms.clear()

    def refund(self) -> None:
        customer = self.any.choice(self.customers)
        if not [row for row in customer.money()["entries"] if row["entry"] == "payment"]:
            return
        self.provider.let_refunds_wait(wait=self.any.random() < 0.3)
        customer.refund(self.any.choice(AMOUNTS), meaning=self.any.choice(["reduce", "repay"]))

    def refund_there(self) -> None:
        if self.secrets:
            self.provider.refund_if_possible(self.any.choice(self.secrets), self.any.choice([100, 3_333, 5_000]))

    def dispute(self) -> None:
        if self.secrets:
            status = ["needs_response", "warning_needs_response", "under_review", "won", "lost"]
            self.provider.dispute_if_possible(self.any.choice(self.secrets), self.any.choice(status))

    def fail_refunds(self) -> None:
        if self.secrets and self.any.random() < 0.5:
            self.provider.settle_refunds(self.any.choice(self.secrets))
        elif self.secrets:
            self.provider.fail_refunds(self.any.choice(self.secrets))

    def cancel(self) -> None:
        customer = self.any.choice(self.customers)
        body = {"status": "canceled", "refund": self.any.random() < 0.7, "notify": False}
        customer.business.patch(f"/api/bookings/{customer.id}/status", json=body)

    def lose_answer(self) -> None:
        call = self.any.choice(["POST /v1/refunds", "POST /v1/payment_intents", "GET /v1/payment_intents"])
        self.provider.fault(self.any.choice(["gone", "500", "429"]), call, times=3)

    def notices(self) -> None:
        events = [event for event in self.deliver.taken() if self.any.random() < 0.6]
        events += [event for event in events if self.any.random() < 0.5]
        self.any.shuffle(events)
        self.deliver(events)

    def wait(self) -> None:
        drain(self.app)


@pytest.mark.parametrize("seeds", batches(2, 500))
def test_books_match_the_provider_after_random_actions(
    seeds: range,
    customer: Customer,
    with_keys: FastAPI,
    admin_of: Any,
    provider: StandIn,
    deliver: Deliverer,
    present: Any,
):
    provider.charge_fees()
    account = provider.objects("account")[0]["id"]
    admin = admin_of(with_keys)
    for seed in seeds:
        on_refund = "keep" if seed % 2 else "return"
        fees = {"platformFeePercent": 1.5, "platformFeeFixed": 0.3, "platformFeeOnRefund": on_refund}
        # Enough time passes in a run to require reauthentication.
        ok_json(admin.post("/api/reauthenticate", json={"password": PASSWORD}))
        ok_json(admin.patch("/api/admin/settings/payments", json=fees))
        chance = Chance(seed, with_keys, customer, deliver)
        began = clock.now()
        for _ in range(ACTIONS):
            chance.act()
        provider.mend()
        provider.events()
        # Retry the calls without a response, then compare everything.
        present.shift(timedelta(hours=3))
        drain(with_keys)
        reconcile(with_keys, began - timedelta(minutes=1))

        provider_has = (provider.balance(account), provider.balance())
        assert books_of(with_keys, customer.business) == provider_has, (seed, chance.told)
        assert ledger_of(with_keys, customer.business) == provider_has[0], (seed, chance.told)
        stored, reported = gross_of(with_keys, customer.business)
        assert stored == reported, (seed, chance.told)
        provider.events()
