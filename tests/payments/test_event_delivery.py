"""A broken email does not affect other effects of the same event: payments, holds, notifications and emails."""

from datetime import timedelta
from typing import Any

from fastapi import FastAPI
from sqlalchemy import delete

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.messages.models import MessageSettings
from marqueedesk.worker import Worker
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.paying import Customer, notification_titles, sent_emails


def write_texts(database: Database, business: Api, texts: dict[str, Any]) -> None:
    """Store custom email texts without validation."""
    with database.write() as db:
        set_operator(db, business.id)
        db.execute(delete(MessageSettings))
        db.add(MessageSettings(operator_id=business.id, texts=texts, updated_at=clock.now()))


def test_broken_email_text_only_affects_that_email(customer: Customer, with_keys: FastAPI, present: Any):
    database, business = with_keys.state.database, customer.business
    worker = Worker(database, with_keys.state.settings)
    secret = customer.open_form()
    worker.all_due()
    write_texts(database, business, {"canceled": {"subject": 7}, "request-received": {"subject": 7}})

    ok_json(business.set_status(customer.id, "canceled"))
    request = customer.visitor.book(userId=business.id, customerName="Ben")
    worker.all_due()

    assert customer.provider.pay(secret).status_code == 400, "the form is closed"
    holds = [job for job in rows.rows(database, "jobs") if job["kind"].startswith("hold.")]
    assert {job["kind"] for job in holds if job["payload"]["bookingId"] == request["id"]} == {
        "hold.lapsing",
        "hold.lapsed",
    }
    assert notification_titles(business)[0] == "New request from Ben"
    assert "Ben" in sent_emails(with_keys, business, "new-request")[-1]
    assert sent_emails(with_keys, business, "canceled") == []
    assert sent_emails(with_keys, business, "request-received") == []

    write_texts(database, business, {})
    present.shift(timedelta(minutes=1))

    assert len(sent_emails(with_keys, business, "canceled")) == 1
    assert len(sent_emails(with_keys, business, "request-received")) == 1
    assert len(sent_emails(with_keys, business, "new-request")) == 1
    assert notification_titles(business).count("New request from Ben") == 1
