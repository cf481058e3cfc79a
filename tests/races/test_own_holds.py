"""A customer's request in the place of their own unpaid hold while something else happens: the only Q is held or booked
once, and money is kept only for a confirmed booking.
"""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from marqueedesk.availability.models import LetterHold
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from tests.support.api import Api, ok_json
from tests.support.approving import finish
from tests.support.billing import Deliverer
from tests.support.billing_fixtures import deliver, with_keys
from tests.support.paying import Customer, balance
from tests.support.standin import StandIn
from tests.support.together import all_together

__all__ = ["deliver", "with_keys"]


class OnlyQ:
    """A business with one Q that collects a deposit of $50 at booking."""

    def __init__(self, app: FastAPI, customer: Customer) -> None:
        self.app, self.business, self.visitor = app, customer.business, customer.visitor
        self.provider = customer.provider
        ok_json(self.business.set_status(customer.id, "canceled", notify=False))
        self.business.set_rules(approvalRequired=False)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
        self.business.add_letter("Q", 1)

    def send(self, pickup: str, email: str = "ada@example.com") -> Any:
        wish = {"message": "Q", "deliveryDate": "2027-06-01", "pickupDate": pickup, "customerEmail": email}
        return self.visitor.try_to_book(userId=self.business.id, **wish)

    def pay(self, placed: dict[str, Any]) -> Any:
        return self.provider.pay(placed["payment"]["clientSecret"])

    def held(self) -> int:
        """How many Q are held on the day of delivery."""
        with self.app.state.database.read() as db:
            set_operator(db, self.business.id)
            live = (LetterHold.expires_at.is_(None)) | (LetterHold.expires_at > clock.now())
            return int(db.scalar(select(func.sum(LetterHold.count)).where(LetterHold.letter == "Q", live)) or 0)

    def ensure_one_winner(self) -> None:
        """Check that the Q is held at most once, and that money was kept only for confirmed bookings."""
        assert self.held() <= 1
        bookings = [row for row in ok_json(self.business.get("/api/bookings")) if row["message"] == "Q"]
        confirmed = [row for row in bookings if row["status"] == "confirmed"]
        assert balance(self.provider) == 5000 * len(confirmed), [row["status"] for row in bookings]


@pytest.fixture
def only_q(with_keys: FastAPI, provider: StandIn, caller_of: Callable[..., Api]) -> OnlyQ:
    business = caller_of(with_keys).register()
    provider.connect(business)
    return OnlyQ(with_keys, Customer(business, caller_of(with_keys), provider))


@pytest.mark.seeds(2, 20)
def test_changed_request_while_the_hold_is_paid(only_q: OnlyQ, deliver: Deliverer, present: Any, seed: int):
    first = ok_json(only_q.send("2027-06-03"))
    actions = [lambda: only_q.pay(first), lambda: only_q.send("2027-06-04"), lambda: only_q.send("2027-06-05")]

    answers = all_together(actions[seed % 3 :] + actions[: seed % 3])
    for _ in range(2):
        finish(only_q.app)
        deliver()
    finish(only_q.app)

    assert {answer.status_code for answer in answers} <= {200, 201, 400, 409}
    only_q.ensure_one_winner()
    assert only_q.held() == 1


@pytest.mark.seeds(2, 20)
def test_two_customers_change_their_requests_at_once(only_q: OnlyQ, seed: int):
    ok_json(only_q.send("2027-06-03"))
    actions = [
        lambda: only_q.send("2027-06-04"),
        lambda: only_q.send("2027-06-04", "bob@example.com"),
        lambda: only_q.send("2027-06-05"),
    ]

    answers = all_together(actions[seed % 3 :] + actions[: seed % 3])

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409], "never the other customer"
    only_q.ensure_one_winner()
    assert only_q.held() == 1


def test_payment_that_is_not_refunded_is_noticed(only_q: OnlyQ):
    """Negative control: the earlier hold is paid, and the jobs that refund it never run."""
    first = ok_json(only_q.send("2027-06-03"))
    only_q.pay(first)
    ok_json(only_q.send("2027-06-04"))

    with pytest.raises(AssertionError):
        only_q.ensure_one_winner()
