"""A business that asks for reviews, its customers, and the emails."""

import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.checked import clock, new_caller
from tests.support.clock import Clock

__all__ = ["clock", "new_caller"]
LINK = re.compile(r"/r/([a-z2-7]{39})")


class ReviewWorld:
    """A business with letters that asks for reviews, a visitor, and the emails."""

    def __init__(self, app: FastAPI, business: Api, visitor: Api, clock: Clock) -> None:
        self.app, self.business, self.visitor, self.clock = app, business, visitor, clock
        business.add_letters("LOVEHOPE", quantity=5)
        business.set_rules(askForReviews=True)
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self._worker.begin()

    def rent(self, email: str = "ada@example.com", **fields: Any) -> int:
        """A completed booking whose pickup is on June 3, 2027."""
        booking = self.business.book(asRequest=False, customerEmail=email, **fields)["id"]
        ok_json(self.business.complete(booking))
        return booking

    def mails(self, subject: str = "How was") -> list[Mail]:
        """Emails with these words in the subject, sent since the last call."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return [mail for mail in sent if subject in mail.subject]

    def days(self, count: int) -> list[Mail]:
        """Requests for reviews of some days in a row, with the worker running every six hours."""
        mails: list[Mail] = []
        for _ in range(count * 4):
            self.clock.pass_by(hours=6)
            mails += self.mails()
        return mails

    def until_pickup(self) -> None:
        """Pass the time until the evening of the pickup day."""
        self.mails()
        self.clock.set("2027-06-03T23:00:00")
        self.mails()
        # The session has expired by then.
        self.business.login(self.business.user["email"])

    def next_morning(self) -> list[Mail]:
        """Requests for reviews of the morning after the pickup."""
        self.until_pickup()
        self.clock.set("2027-06-04T13:30:00")
        return self.mails()

    def asked(self, **fields: Any) -> str:
        """The token in the request for a review of a new booking."""
        self.rent(**fields)
        (mail,) = self.next_morning()
        return token_in(mail)

    def write(self, token: str, **fields: Any) -> httpx.Response:
        """Write a review as the customer."""
        body = {"stars": 5, "text": "Lovely", "consent": True} | fields
        return self.visitor.post(f"/api/public/reviews/{token}", json=body)

    def written(self) -> list[dict[str, Any]]:
        """The business's list of reviews."""
        return ok_json(self.business.get("/api/reviews"))["items"]

    def shown(self) -> dict[str, Any]:
        """Reviews that anyone can see."""
        return ok_json(self.visitor.get(f"/api/public/reviews/{self.business.key}"))

    def change(self, **fields: Any) -> httpx.Response:
        """Change the newest review as the business."""
        return self.business.patch(f"/api/reviews/{self.written()[0]['id']}", json=fields)


def token_in(mail: Mail) -> str:
    """The token of a review's link in an email."""
    match = LINK.search(mail.text)
    assert match is not None
    return match[1]


@pytest.fixture
def world(app: FastAPI, operator: Api, visitor: Api, clock: Clock) -> ReviewWorld:
    return ReviewWorld(app, operator, visitor, clock)
