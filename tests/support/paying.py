"""A customer with a booking to pay, and the results: recorded payments, emails, notifications and balances."""

from dataclasses import replace
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.messages.models import OutboxMail
from marqueedesk.pricing.models import StoredPaymentPolicy
from marqueedesk.pricing.payment_terms import Collect, PaymentTerms
from marqueedesk.stripe.models import ProviderEvent
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.standin import StandIn


def policy(business: Api, **fields: Any) -> dict[str, Any]:
    """Update a business's payment policy and return all of it."""
    return ok_json(business.patch("/api/payment-policy", json=fields))


def collect_without_cards(database: Database, business: Api, what: Collect) -> None:
    """Store a policy that collects at booking, as of a business whose account was disconnected since."""
    with database.write() as db:
        set_operator(db, business.id)
        stored = db.scalars(select(StoredPaymentPolicy)).one_or_none() or StoredPaymentPolicy(data={})
        stored.data = replace(PaymentTerms.from_json(stored.data), collect=what).to_json()
        db.add(stored)


class Customer:
    """The customer of a confirmed booking of $250 with a deposit of $50."""

    def __init__(self, business: Api, visitor: Api, provider: StandIn, **fields: Any) -> None:
        self.business, self.visitor, self.provider = business, visitor, provider
        if not ok_json(business.get("/api/inventory")):
            business.add_letters("LOVE", quantity=50)
            business.set_prices(depositFlat=50)
        rental = {"addOns": {"lighting": True, "stand": False}, **fields}
        self.id: int = visitor.book(userId=business.id, **rental)["id"]
        ok_json(business.set_status(self.id, "confirmed"))
        self.token = business.booking_token(self.id)

    def another(self, **fields: Any) -> "Customer":
        """The customer of another booking of the same business."""
        return Customer(self.business, self.visitor, self.provider, **fields)

    def page(self) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/bookings/{self.token}"))

    def post(self, verb: str, **body: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{self.token}/{verb}", json=body)

    def open_form(self, part: str = "deposit", amount: float = 50) -> str:
        return ok_json(self.post("pay", part=part, amount=amount))["clientSecret"]

    def pay(self, part: str = "deposit", amount: float = 50) -> str:
        secret = self.open_form(part, amount)
        self.provider.pay(secret).raise_for_status()
        self.check_payment()
        return secret

    def check_payment(self, intent: str = "") -> dict[str, Any]:
        return ok_json(self.post(f"pay/look?paymentIntent={intent}" if intent else "pay/look"))

    def money(self) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{self.id}/payments"))

    def refund(
        self, amount: float, headers: dict[str, str] | None = None, *, kind: str | None = None, **more: Any
    ) -> httpx.Response:
        payment = next(
            row for row in self.money()["entries"] if row["entry"] == "payment" and kind in {None, row["kind"]}
        )
        path = f"/api/bookings/{self.id}/payments/{payment['id']}/refund"
        return self.business.post(path, json={"amount": amount, **more}, headers=headers)


def recorded_payment_events(app: FastAPI) -> list[str]:
    """Payment events recorded as jobs, in order."""
    database: Database = app.state.database
    with database.read() as db:
        kinds = [job.kind for job in db.scalars(select(Job).order_by(Job.id))]
    followed = ("payment.received", "payment.refunded", "payment.failed", "payment.refund_failed", "payment.disputed")
    return [kind for kind in kinds if kind in followed]


def outcomes(app: FastAPI) -> set[str | None]:
    """Outcomes of the provider's events."""
    database: Database = app.state.database
    with database.read() as db:
        return {row.outcome for row in db.scalars(select(ProviderEvent))}


def sent_emails(app: FastAPI, operator: Api, kind: str) -> list[str]:
    """Emails of a kind to a business's customers or its owner."""
    Worker(app.state.database, app.state.settings).all_due()
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, operator.id)
        return [
            str(mail.content)
            for mail in db.scalars(select(OutboxMail).where(OutboxMail.kind == kind).order_by(OutboxMail.id))
        ]


def notification_titles(business: Api) -> list[str]:
    """Titles of a business's notifications."""
    return [row["title"] for row in ok_json(business.get("/api/notifications"))["items"]]


def balance(provider: StandIn) -> int:
    """The balance at the provider."""
    return sum(provider.balance(account["id"]) for account in provider.objects("account"))
