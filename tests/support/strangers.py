"""Strangers at a business's form, with rate limits turned on, and the emails they get."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import httpx
from fastapi import FastAPI

from marqueedesk.booking_form.public_api import QUICKEST
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

SMTP = "smtp://127.0.0.1:9?security=none"
_LINK = re.compile(r"/api/public/bookings/([a-z2-7]+)/confirm-address")


class FormWorld:
    """A business with one of each letter of LOVE, its public form and its emails."""

    def __init__(self, app: FastAPI, caller_of: Callable[..., Api], clock: Clock) -> None:
        self.app, self._caller_of, self.clock = app, caller_of, clock
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self.owner = caller_of(app, address="203.0.113.1").register()
        self._confirm_owner()
        self._numbers = 0

    def _confirm_owner(self) -> None:
        for mail in self.mails():
            for token in re.findall(r"/confirm-email\?token=([a-z2-7]+)", mail.text):
                ok_json(self.owner.post("/api/email/confirm", json={"token": token}))

    def mails(self) -> list[Mail]:
        """Emails sent since the last call."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent

    def links(self) -> dict[str, str]:
        """Email confirmation tokens by recipient, from emails sent since the last call."""
        return {mail.to: found[1] for mail in self.mails() if (found := _LINK.search(mail.text))}

    def at_form(self, address: str) -> "AtForm":
        """A visitor from a network who has had the form open long enough."""
        visitor = self._caller_of(self.app, address=address)
        token = ok_json(visitor.get("/api/booking-form", params={"userId": self.owner.id}))["formToken"]
        self.clock.pass_by(seconds=QUICKEST.total_seconds())
        return AtForm(self, visitor, token)

    def next_email(self) -> str:
        """A new address at a common email provider."""
        self._numbers += 1
        return f"guest{self._numbers}@gmail.com"

    def visit(self, token: str, **headers: str) -> httpx.Response:
        """Open the link in an email, from yet another network."""
        visitor = self._caller_of(self.app, address="203.0.113.99")
        return visitor.get(f"/api/public/bookings/{token}/confirm-address", headers=headers)

    def booking(self, booking_id: int) -> dict[str, Any]:
        """A booking as the business sees it."""
        return ok_json(self.owner.get(f"/api/bookings/{booking_id}"))

    def bookable(self, days: list[date], message: str = "LOVE", *, app: FastAPI | None = None) -> list[date]:
        """Days on which the business can still book a message.

        ``app`` is an application without limits on the same database, for ranges of many days.
        """
        owner = self.owner
        if app is not None:
            owner = self._caller_of(app)
            owner.http.cookies = self.owner.http.cookies
        free: list[date] = []
        for day in days:
            body = {"message": message, "size": "4ft", "deliveryDate": str(day), "pickupDate": str(day)}
            if ok_json(owner.post("/api/estimate", json=body))["available"]:
                free.append(day)
        return free


class AtForm:
    """A visitor from one network at the form."""

    def __init__(self, world: FormWorld, visitor: Api, token: str) -> None:
        self._world, self.visitor, self._token = world, visitor, token

    def send(self, first: date, last: date | None = None, **fields: Any) -> httpx.Response:
        """Send a request for LOVE. Returns any response."""
        body: dict[str, Any] = {
            "userId": self._world.owner.id,
            "formToken": self._token,
            "message": "LOVE",
            "deliveryDate": str(first),
            "pickupDate": str(last or first),
            "customerEmail": fields.pop("customerEmail", None) or self._world.next_email(),
        }
        return self.visitor.try_to_book(**body | fields)

    def request(self, first: date, last: date | None = None, **fields: Any) -> dict[str, Any]:
        """Send a request for LOVE that must succeed, and return it."""
        answer = self.send(first, last, **fields)
        assert answer.status_code == 201, answer.text
        return answer.json()


def days_from(first: date, number: int) -> list[date]:
    """Consecutive days."""
    return [first + timedelta(days=n) for n in range(number)]
