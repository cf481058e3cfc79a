"""An application with an account at the text provider, and a worker that records texts instead of sending them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, ClassVar

import httpx
import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import WORDING, give
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import own, set_operator
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.sms.gateway import RecordingGateway
from marqueedesk.sms.signatures import HEADER, signature_of
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json

ACCOUNT, TOKEN, NUMBER, OWN_NUMBER = "ACstandin", "secret-token", "+15185550100", "+15185550199"
PHONE = "+15185550123"
SITE = "http://localhost:8000"


class Phones:
    """Runs due jobs on demand, and plays the provider and the customers' phones."""

    sent_ids: ClassVar[list[str]] = []
    """IDs of texts from phones, which are unique across tests."""

    def __init__(self, app: FastAPI, caller: Api, gateway: RecordingGateway, mailer: RecordingMailer) -> None:
        self.app, self.caller, self.gateway, self.mailer = app, caller, gateway, mailer
        self.database: Database = app.state.database
        self._worker = Worker(self.database, app.state.settings, mailer=mailer, texts=gateway)
        self.received = 0

    def run(self) -> list[str]:
        """Run due jobs and return the texts sent since the last call."""
        self._worker.all_due()
        bodies = [text.body for text in self.gateway.sent[self.received :]]
        self.received = len(self.gateway.sent)
        return bodies

    def post(self, path: str, fields: dict[str, str], *, signature: str | None = None) -> httpx.Response:
        """Make a signed call of the provider."""
        signed = signature_of(TOKEN, f"{SITE}{path}", fields) if signature is None else signature
        return self.caller.post(path, data=fields, headers={HEADER: signed})

    def status(self, sid: str, status: str, error_code: str = "") -> None:
        """Report a delivery status."""
        fields = {"MessageSid": sid, "MessageStatus": status} | ({"ErrorCode": error_code} if error_code else {})
        assert self.post("/api/sms/status", fields).status_code == 204

    def text(
        self, body: str, *, phone: str = PHONE, to: str = NUMBER, sid: str | None = None, pictures: int = 0
    ) -> None:
        """Send a text from a phone."""
        sid = sid or f"SMin{len(self.sent_ids):028d}"
        self.sent_ids.append(sid)
        fields = {"MessageSid": sid, "From": phone, "To": to, "Body": body, "NumMedia": str(pictures)}
        assert self.post("/api/sms/inbound", fields).status_code == 204


@pytest.fixture
def noon(present: time_machine.Traveller) -> time_machine.Traveller:
    """Noon in New York, outside the quiet hours."""
    present.move_to(datetime(2027, 6, 1, 16, tzinfo=UTC))
    return present


@pytest.fixture
def texting_app(lasting_app_with: Callable[..., FastAPI], noon: time_machine.Traveller) -> FastAPI:
    """The application with an account at the text provider."""
    return lasting_app_with(sms_account=ACCOUNT, sms_token=TOKEN, sms_from=NUMBER)


@pytest.fixture
def business(texting_app: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A newly registered operator of that application."""
    return caller_of(texting_app).register()


@pytest.fixture
def phones(texting_app: FastAPI, caller_of: Callable[..., Api]) -> Phones:
    return Phones(texting_app, caller_of(texting_app), RecordingGateway(), RecordingMailer())


@pytest.fixture
def customer(business: Api, phones: Phones) -> Callable[..., int]:
    """Add a customer, with consent to texts unless told otherwise; returns the ID."""

    def add(name: str = "Ana", phone: str = PHONE, *, consent: bool = True, **fields: Any) -> int:
        row = ok_json(business.post("/api/customers", json={"name": name, "phones": [phone], **fields}))
        if consent:
            with phones.database.write() as db:
                set_operator(db, business.id)
                give(own(db, Customer, row["id"]), clock.now(), wording=WORDING, source="booking form")
        return row["id"]

    return add
