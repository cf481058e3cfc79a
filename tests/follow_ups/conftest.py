"""A business that emails prices, and visitors who see one and leave."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, booking_body, ok_json
from tests.support.checked import clock, new_caller
from tests.support.clock import Clock

__all__ = ["clock", "new_caller"]


class PriceWorld:
    """A business with letters that emails prices and past customers, a visitor, and the emails."""

    def __init__(self, app: FastAPI, business: Api, visitor: Api, clock: Clock) -> None:
        self.app, self.business, self.visitor, self.clock = app, business, visitor, clock
        business.add_letters("LOVEHOPE", quantity=2)
        business.set_rules(emailPrices=True, emailYearly=True)
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self._worker.begin()

    def leave(self, email: str = "Ada@Example.com", visitor: Api | None = None, **fields: Any) -> httpx.Response:
        """Agree to an email about a price."""
        body = booking_body(userId=self.business.id, customerEmail=email, consent=True) | fields
        return (visitor or self.visitor).post("/api/public/priced-leads", json=body)

    def leads(self) -> list[dict[str, Any]]:
        return ok_json(self.business.get("/api/leads"))

    def mails(self, kind: str = "Your sign is still here") -> list[Mail]:
        """Emails with these words in the subject, sent since the last call."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return [mail for mail in sent if kind in mail.subject]

    def next_day(self, kind: str = "Your sign is still here") -> list[Mail]:
        self.clock.pass_by(hours=25)
        return self.mails(kind)


@pytest.fixture
def prices(app: FastAPI, operator: Api, visitor: Api, clock: Clock) -> PriceWorld:
    return PriceWorld(app, operator, visitor, clock)
