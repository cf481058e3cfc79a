"""A21: new businesses need an administrator's approval if the installation requires it."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail
from tests.support.api import Api, booking_body, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.inbox import Inbox
from tests.support.rows import rows

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

LIST = "/api/admin/new-businesses"
ADA, STRANGER = "ada@example.com", "customer@example.org"


@pytest.fixture
def strict_admin(admin: Api) -> Api:
    """An administrator who reviews new businesses."""
    settings = {"siteName": "Letters", "siteUrl": "https://letters.example", "reviewNewBusinesses": True}
    ok_json(admin.patch("/api/admin/settings/general", json=settings))
    return admin


@pytest.fixture
def new_emails(app_with: Callable[..., FastAPI], database: Database) -> Callable[[], list[Mail]]:
    """Return the emails sent since the last call."""
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none")
    return Inbox(database, app.state.settings).send_due


def _ask(visitor: Api, business: Api) -> tuple[int, str]:
    answer = visitor.post("/api/bookings", json=booking_body(userId=business.key))
    return answer.status_code, "" if answer.is_success else answer.json()["code"]


def test_new_business_is_closed_to_customers_until_approved(
    strict_admin: Api, new_caller: Callable[[], Api], visitor: Api, new_emails: Callable[[], list[Mail]], clock: Clock
):
    ada = new_caller().register(ADA, companyName="Bright Nights")
    ada.add_letters("LOVE")
    booking = ada.book(customerEmail=STRANGER)
    ok_json(ada.set_status(booking["id"], "confirmed"))

    assert STRANGER not in {mail.to for mail in new_emails()}
    assert _ask(visitor, ada) == (404, "not_open_yet")
    form = visitor.get(f"/api/booking-form?userId={ada.key}")
    assert (form.status_code, form.json()["code"]) == (404, "not_open_yet")
    place = visitor.post("/api/public/waiting-list", json=booking_body(userId=ada.key, consent=True))
    assert (place.status_code, place.json()["code"]) == (404, "not_open_yet")
    assert ada.get("/api/booking-form").status_code == 200, "the business sees its own form"
    assert ok_json(ada.get("/api/email-status"))["state"] == "held"
    (row,) = ok_json(strict_admin.get(LIST))
    assert (row["operatorId"], row["name"], row["email"], row["refusedAt"]) == (ada.id, "Bright Nights", ADA, None)
    assert "businesses_to_review" in ok_json(strict_admin.get("/api/admin/overview"))["attention"]

    ok_json(strict_admin.patch(f"{LIST}/{ada.id}", json={"approved": True}))
    clock.pass_by(hours=2)
    came = new_emails()
    assert [mail.to for mail in came if "is approved" in mail.subject] == [ADA]
    assert STRANGER in {mail.to for mail in came}, "held emails are sent"
    assert _ask(visitor, ada)[0] == 201
    assert ok_json(strict_admin.get(LIST)) == []
    assert ok_json(ada.get("/api/email-status"))["state"] != "held"


def test_refused_business_can_be_approved_later(
    strict_admin: Api,
    new_caller: Callable[[], Api],
    visitor: Api,
    database: Database,
    new_emails: Callable[[], list[Mail]],
):
    ada = new_caller().register(ADA)
    path = f"{LIST}/{ada.id}"
    for _ in range(2):
        ok_json(strict_admin.patch(path, json={"approved": False}))

    assert [mail.to for mail in new_emails() if "was not approved" in mail.subject] == [ADA], "one email"
    assert _ask(visitor, ada) == (404, "not_open_yet")
    assert ok_json(ada.get("/api/email-status"))["state"] == "refused"
    assert ok_json(strict_admin.get(LIST))[0]["refusedAt"] is not None
    assert "businesses_to_review" not in ok_json(strict_admin.get("/api/admin/overview"))["attention"]

    ok_json(strict_admin.patch(path, json={"approved": True}))
    ok_json(strict_admin.patch(path, json={"approved": False}))
    assert visitor.get(f"/api/booking-form?userId={ada.key}").status_code == 200, "approval cannot be withdrawn"
    noted = [row["action"] for row in rows(database, "audit_entries") if str(row["action"]).startswith("business.")]
    assert noted == ["business.refused", "business.approved"]


def test_new_businesses_open_immediately_without_review_setting(
    admin: Api, new_caller: Callable[[], Api], visitor: Api
):
    ada = new_caller().register(ADA)
    assert ok_json(admin.get(LIST)) == []
    assert visitor.get(f"/api/booking-form?userId={ada.key}").status_code == 200
    assert admin.patch(f"{LIST}/987654321", json={"approved": True}).status_code == 404
    assert admin.patch(f"{LIST}/{ada.id}", json={"approved": "perhaps"}).status_code == 422
