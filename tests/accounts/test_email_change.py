"""Email changes: password required, confirmed from the new address, reversible from the old one (A15)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

NEW = "new@example.com"


class Desk:
    """A caller on an installation with a mail server, who can read the links in sent emails."""

    def __init__(self, caller: Api, worker: Worker, mailer: RecordingMailer) -> None:
        self.caller, self._worker, self._mailer = caller, worker, mailer
        self.send_due()

    def send_due(self) -> dict[str, str]:
        """Return the texts of the emails sent since the last call, by address."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return {mail.to: mail.text for mail in sent}

    def ask(self, email: str = NEW, **fields: Any) -> Any:
        return self.caller.patch(f"/api/user/{self.caller.id}", json={"email": email, **fields})

    def links(self, email: str = NEW) -> tuple[str, str]:
        """Request an email change and return the tokens of its two links."""
        ok_json(self.ask(email, currentPassword=PASSWORD))
        texts = self.send_due()
        (confirm,) = re.findall(r"/confirm-email\?token=([a-z2-7]{39})", texts[email])
        (keep,) = re.findall(
            r"/keep-email\?token=([a-z2-7]{39})", texts[ok_json(self.caller.get("/api/user"))["email"]]
        )
        return confirm, keep

    def open(self, which: str, token: str) -> Any:
        return self.caller.post(f"/api/email/{which}", json={"token": token})


@pytest.fixture
def desk(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], database: Database) -> Desk:
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none")
    mailer = RecordingMailer()
    return Desk(caller_of(app).register(), Worker(database, app.state.settings, mailer=mailer), mailer)


def test_email_change_needs_password_and_takes_effect_on_confirmation(desk: Desk, visitor: Api):
    before = desk.caller.user["email"]
    refused = desk.ask()
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthenticate")
    wrong = desk.ask(currentPassword="not this")
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["currentPassword"])
    assert desk.send_due() == {}

    confirm, _ = desk.links()
    waiting = ok_json(desk.caller.get("/api/user"))
    assert (waiting["email"], waiting["pendingEmail"]) == (before, NEW)
    assert visitor.post("/api/login", json={"email": NEW, "password": PASSWORD}).status_code == 401
    assert ok_json(desk.open("confirm", confirm)) == {"email": NEW}
    after = ok_json(desk.caller.get("/api/user"))
    assert (after["email"], after["pendingEmail"]) == (NEW, None)
    assert desk.open("confirm", confirm).status_code == 404
    assert visitor.login(NEW).id == desk.caller.id


def test_email_change_needs_no_password_after_recent_reauthentication(desk: Desk, clock: Clock):
    ok_json(desk.caller.post("/api/reauthenticate", json={"password": PASSWORD}))
    assert ok_json(desk.ask(username="Ada"))["pendingEmail"] == NEW
    clock.pass_by(minutes=11)
    assert desk.ask("other@example.com").status_code == 403


def test_old_address_can_undo_email_change_within_seven_days(desk: Desk, visitor: Api, clock: Clock):
    before = desk.caller.user["email"]
    confirm, keep = desk.links()
    ok_json(desk.open("confirm", confirm))
    ok_json(desk.caller.post("/api/second-factor/totp"))
    clock.pass_by(days=6, hours=23)

    kept = ok_json(desk.open("undo", keep))

    assert kept["email"] == before
    assert desk.caller.get("/api/user").status_code == 401
    for email in (before, NEW):
        assert visitor.post("/api/login", json={"email": email, "password": PASSWORD}).status_code == 401
    body = {"token": kept["resetToken"], "newPassword": "a new horse", "confirmPassword": "a new horse"}
    ok_json(visitor.post("/api/password/reset", json=body))
    assert visitor.login(before, "a new horse").id == desk.caller.id
    assert desk.open("undo", keep).status_code == 404


def test_email_change_links_expire(desk: Desk, clock: Clock):
    first, keep = desk.links()
    second, _ = desk.links("second@example.com")
    assert desk.open("confirm", first).status_code == 404, "a newer request replaces the link"
    clock.pass_by(hours=25)
    assert desk.open("confirm", second).status_code == 404
    clock.pass_by(days=8)
    assert desk.open("undo", keep).status_code == 404
    for token in ("", "a" * 39, "\0"):
        assert desk.open("confirm", token).status_code in {404, 422}


def test_undoing_pending_email_change_cancels_it(desk: Desk):
    confirm, keep = desk.links()
    ok_json(desk.open("undo", keep))
    assert desk.open("confirm", confirm).status_code == 404


def test_email_registered_before_confirmation_is_refused(desk: Desk, new_caller: Callable[[], Api]):
    confirm, _ = desk.links()
    new_caller().register(NEW)
    refused = desk.open("confirm", confirm)
    assert (refused.status_code, refused.json()["code"]) == (409, "email_taken")
    assert desk.ask(NEW.upper(), currentPassword=PASSWORD).json()["code"] == "email_taken"


def test_email_changes_immediately_without_mail_server(operator: Api):
    body = {"email": NEW, "currentPassword": PASSWORD}
    answer = ok_json(operator.patch(f"/api/user/{operator.id}", json=body))
    assert (answer["email"], answer["pendingEmail"]) == (NEW, None)
