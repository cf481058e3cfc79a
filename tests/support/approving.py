"""A business that approves every request and collects at booking, and its customer."""

from typing import Any

import httpx
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer


class Approval:
    """The form of a business that approves every request and collects a deposit of $50 at booking."""

    def __init__(self, customer: Customer) -> None:
        self.business, self.visitor, self.provider = customer.business, customer.visitor, customer.provider
        ok_json(self.business.set_status(customer.id, "canceled", notify=False))
        self.business.add_letter("Q", 1)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))

    def book(self, **fields: Any) -> dict[str, Any]:
        return ok_json(self.visitor.try_to_book(userId=self.business.id, **{"message": "Q", **fields}))

    def authorize(self, deliver: Deliverer, **fields: Any) -> dict[str, Any]:
        """Book and authorize the card."""
        placed = self.book(**fields)
        assert self.pay(placed).status_code == 200
        deliver()
        return placed

    def pay(self, placed: dict[str, Any], card: str = "4242424242424242") -> httpx.Response:
        return self.provider.pay(placed["payment"]["clientSecret"], card)

    def read(self, placed: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{placed['id']}"))

    def page(self, placed: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/bookings/{token_of(placed)}"))

    def cancel(self, placed: dict[str, Any]) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{token_of(placed)}/cancel", json={"fee": 0})

    def confirm(self, placed: dict[str, Any], **more: Any) -> httpx.Response:
        return self.business.set_status(placed["id"], "confirmed", **more)

    def entries(self, placed: dict[str, Any]) -> list[tuple[str, float]]:
        money = ok_json(self.business.get(f"/api/bookings/{placed['id']}/payments"))
        return [(row["state"], row["amount"]) for row in money["entries"]]

    def intent(self, placed: dict[str, Any]) -> dict[str, Any]:
        ident = placed["payment"]["clientSecret"].split("_secret_")[0]
        return self.provider.app.state.world.objects["payment_intent"][ident]

    def capture_elsewhere(self, placed: dict[str, Any]) -> None:
        """Charge the card at the provider, as a request that was not recorded yet."""
        ident = self.intent(placed)["id"]
        headers = {"Stripe-Account": str(self.provider.app.state.world.owner(ident))}
        self.provider.ask("POST", f"/v1/payment_intents/{ident}/capture", headers=headers).raise_for_status()

    def is_free(self) -> bool:
        """Whether the only Q can be booked."""
        return self.business.try_to_book(message="Q", asRequest=True).status_code == 201


def token_of(placed: dict[str, Any]) -> str:
    return placed["pageUrl"].rpartition("/")[2]


def finish(app: FastAPI) -> None:
    """Run the jobs that are due: those of events, then those that call the provider."""
    Worker(app.state.database, app.state.settings).all_due()
    drain(app)
