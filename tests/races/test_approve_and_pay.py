"""Confirming a request with an authorized card while something else happens: the card is charged exactly if the sign is
booked.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.values import IntentState
from tests.support.api import Api, ok_json
from tests.support.approving import Approval, finish
from tests.support.billing import Deliverer, drain
from tests.support.billing_fixtures import deliver, with_keys
from tests.support.paying import Customer, balance
from tests.support.standin import KEYS, StandIn
from tests.support.state import replaced
from tests.support.together import all_together

__all__ = ["deliver", "with_keys"]
Action = Callable[[], object]


def nothing() -> None:
    """Do nothing."""


@contextmanager
def during_capture(
    app: FastAPI, provider: StandIn, *, before: Action = nothing, after: Action = nothing
) -> Generator[None]:
    """Run an action just before the next capture at the provider, or between its response and our recording it."""
    left = [before, after]

    class Interleaved(Stripe):
        def capture_intent(self, intent_id: str, **options: Any) -> IntentState:
            act = left.pop(0) if len(left) == 2 else nothing
            act()
            made = super().capture_intent(intent_id, **options)
            act = left.pop(0) if left else nothing
            act()
            return made

    own = Provider(app.state.settings, lambda _keys: Interleaved(KEYS, api_base=provider.url))
    with replaced(app, "provider", own):
        yield


@pytest.fixture
def approval(with_keys: FastAPI, provider: StandIn, caller_of: Callable[..., Api]) -> Approval:
    business = caller_of(with_keys).register()
    provider.connect(business)
    return Approval(Customer(business, caller_of(with_keys), provider))


def ensure_charged_if_booked(approval: Approval, placed: dict[str, Any]) -> str:
    """Check that the customer was charged exactly if the booking is confirmed. Return its status."""
    read = approval.read(placed)
    booked = read["status"] == "confirmed"
    assert (balance(approval.provider), read["received"]) == ((5000, 50) if booked else (0, 0)), read["status"]
    assert approval.intent(placed)["status"] != "requires_capture"
    return read["status"]


def settle(app: FastAPI, deliver: Deliverer, present: Any) -> None:
    """Run everything that follows: events, jobs, and refunds a minute later."""
    for _ in range(2):
        finish(app)
        deliver()
        present.shift(timedelta(minutes=2))
    finish(app)


@pytest.mark.parametrize("when", ["before", "released before", "after"])
def test_customers_cancellation_while_the_card_is_charged(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, present: Any, when: str
):
    placed = approval.authorize(deliver)

    def cancel() -> None:
        ok_json(approval.cancel(placed))
        if when == "released before":
            finish(with_keys)

    options: dict[str, Action] = {"after": cancel} if when == "after" else {"before": cancel}
    with during_capture(with_keys, approval.provider, **options):
        refused = approval.confirm(placed)
    settle(with_keys, deliver, present)

    assert refused.status_code == 409
    assert ensure_charged_if_booked(approval, placed) == "canceled"
    assert approval.is_free()


@pytest.mark.parametrize("when", ["before", "after"])
def test_second_confirmation_while_the_card_is_charged(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, present: Any, when: str
):
    placed = approval.authorize(deliver)
    answers: list[int] = []
    with during_capture(
        with_keys, approval.provider, **{when: lambda: answers.append(approval.confirm(placed).status_code)}
    ):
        answers.append(approval.confirm(placed).status_code)
    settle(with_keys, deliver, present)

    assert answers == [200, 200]
    assert ensure_charged_if_booked(approval, placed) == "confirmed"
    confirmations = [row for row in approval.read(placed)["history"] if row["toStatus"] == "confirmed"]
    assert len(confirmations) == 1


@pytest.mark.parametrize("when, status", [("before", "pending"), ("after", "confirmed")])
def test_release_of_the_authorization_while_the_card_is_charged(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, present: Any, when: str, status: str
):
    placed = approval.authorize(deliver)
    present.move_to(datetime.fromisoformat(approval.read(placed)["authorizedUntil"]) + timedelta(minutes=1))
    with during_capture(with_keys, approval.provider, **{when: lambda: drain(with_keys)}):
        answer = approval.confirm(placed)
    settle(with_keys, deliver, present)

    assert answer.status_code == (409 if status == "pending" else 200)
    assert ensure_charged_if_booked(approval, placed) == status


def test_events_of_the_capture_before_its_response(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, present: Any
):
    placed = approval.authorize(deliver)
    with during_capture(with_keys, approval.provider, after=deliver):
        ok_json(approval.confirm(placed))
    settle(with_keys, deliver, present)

    assert ensure_charged_if_booked(approval, placed) == "confirmed"


@pytest.mark.seeds(2, 20)
def test_confirmation_and_cancellation_at_once(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, present: Any, seed: int
):
    placed = approval.authorize(deliver)
    actions = [lambda: approval.confirm(placed), lambda: approval.cancel(placed), lambda: approval.confirm(placed)]

    answers = all_together(actions[seed % 3 :] + actions[: seed % 3])
    settle(with_keys, deliver, present)

    assert {answer.status_code for answer in answers} <= {200, 409}
    assert ensure_charged_if_booked(approval, placed) in {"confirmed", "canceled"}


def test_capture_that_is_never_recorded_is_noticed(approval: Approval, deliver: Deliverer):
    """Negative control: a capture between the check and a cancellation that no one records."""
    placed = approval.authorize(deliver)
    approval.capture_elsewhere(placed)
    ok_json(approval.cancel(placed))

    with pytest.raises(AssertionError):
        ensure_charged_if_booked(approval, placed)
