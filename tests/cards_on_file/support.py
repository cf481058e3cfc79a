"""Keeping and charging cards in tests."""

from typing import Any

import httpx

from marqueedesk.stripe.client import Stripe
from tests.support.api import ok_json
from tests.support.paying import Customer

VISA, MASTERCARD = "4242424242424242", "5555555555554444"
DECLINED_LATER, ASKS_LATER = "4000000000000341", "4000002760003184"
CHECKING = "000123456789"


def keep(customer: Customer, card: str = VISA) -> dict[str, Any]:
    """Keep a card on the booking's page, and return what the page shows of it."""
    form = ok_json(customer.post("card"))
    customer.provider.give_card(form["clientSecret"], card).raise_for_status()
    customer.provider.pass_challenge(form["clientSecret"])
    return ok_json(customer.post("card/look"))["cardOnFile"]


def charge(customer: Customer, amount: float, key: str | None = None, **more: Any) -> httpx.Response:
    """Charge the booking's card."""
    headers = {"Idempotency-Key": key} if key else None
    body = {"amount": amount, "reason": "Balance", **more}
    return customer.business.post(f"/api/bookings/{customer.id}/charge", json=body, headers=headers)


class Killed(BaseException):
    """The process ends at this moment."""


class Mortal:
    """A process that is killed after ``left`` more steps: before or after a call to the provider, or a transaction."""

    def __init__(self, left: int | None = None) -> None:
        self.left = left

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Killed

    def killable(self, gateway: Stripe) -> Stripe:
        """A gateway whose calls are steps of the process."""
        process = self

        class Killable(type(gateway)):
            def _ask(self, call: Any, currency: str | None = None) -> Any:
                process.step()
                result = super()._ask(call, currency)
                process.step()
                return result

        gateway.__class__ = Killable
        return gateway
