"""Account recovery without email: reset links from an administrator or the command line, and unsent emails (A8)."""

import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from marqueedesk import cli
from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import NotSent, RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database


def reset(caller: Api, token: str) -> int:
    """Set a new password with a reset token and return the status code."""
    body = {"token": token, "newPassword": "a new horse", "confirmPassword": "a new horse"}
    return caller.post("/api/password/reset", json=body).status_code


def test_administrator_reset_link_works_once_and_is_audited(admin: Api, operator: Api, visitor: Api):
    path = f"/api/admin/users/{operator.id}/reset-link"
    first, second = (ok_json(admin.post(path))["link"].rpartition("token=")[2] for _ in range(2))

    assert reset(visitor, first) == 404, "the second link invalidates the first"
    assert reset(visitor, second) == 204
    visitor.login(operator.user["email"], "a new horse")
    (line, *_) = ok_json(admin.get("/api/admin/audit", params={"action": "user.reset_link"}))["items"]
    assert (line["actor"], line["subject"]) == ("admin@example.com", operator.user["email"])
    assert second not in str(line)

    ok_json(admin.patch(f"/api/admin/users/{operator.id}/status", json={"isActive": False}))
    assert admin.post(path).json()["code"] == "inactive"


def test_administrator_reset_link_replaces_emailed_links_but_not_vice_versa(
    admin: Api, operator: Api, visitor: Api, app: FastAPI, database: Database
):
    def request_link() -> str:
        ok_json(visitor.post("/api/password/forgot", json={"email": operator.user["email"]}))
        Worker(database, app.state.settings).all_due()
        (listed, *_) = ok_json(admin.get("/api/admin/emails", params={"state": "unsent"}))["items"]
        return re.findall(r"token=([a-z2-7]{39})", ok_json(admin.get(f"/api/admin/emails/{listed['id']}"))["text"])[0]

    emailed = request_link()
    by_hand = ok_json(admin.post(f"/api/admin/users/{operator.id}/reset-link"))["link"].rpartition("token=")[2]
    request_link()

    assert reset(visitor, emailed) == 404
    assert reset(visitor, by_hand) == 204


def test_reset_link_command_prints_working_link(
    operator: Api, visitor: Api, database: Database, app: FastAPI, monkeypatch: pytest.MonkeyPatch
):
    settings = app.state.settings
    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", database.url)
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(settings.data_dir))
    if settings.secret_key:
        monkeypatch.setenv("MARQUEEDESK_SECRET_KEY", settings.secret_key)
    runner = CliRunner()

    printed = [runner.invoke(cli.app, ["reset-link", "--email", operator.user["email"].upper()]) for _ in range(2)]
    nobody = runner.invoke(cli.app, ["reset-link", "--email", "no@one.example"])

    assert [result.exit_code for result in printed] == [0, 0], printed[0].output
    first, second = (re.findall(r"reset-password\?token=([a-z2-7]{39})", result.output)[0] for result in printed)
    assert (reset(visitor, first), reset(visitor, second)) == (404, 204)
    assert (nobody.exit_code, "No account has the email" in nobody.output) == (1, True)


def test_administrator_can_read_unsent_account_emails_and_is_audited(
    admin: Api, operator: Api, visitor: Api, app: FastAPI, database: Database
):
    assert ok_json(visitor.get("/api/site"))["emailWorks"] is False
    ok_json(visitor.post("/api/password/forgot", json={"email": operator.user["email"]}))
    Worker(database, app.state.settings).all_due()

    (listed, *_) = ok_json(admin.get("/api/admin/emails", params={"state": "unsent"}))["items"]
    assert (listed["name"], listed["to"], listed["readable"]) == ("Password reset", operator.user["email"], True)
    read = ok_json(admin.get(f"/api/admin/emails/{listed['id']}"))
    assert reset(visitor, re.findall(r"token=([a-z2-7]{39})", read["text"])[0]) == 204
    assert (
        ok_json(admin.get("/api/admin/audit", params={"action": "email.read"}))["items"][0]["subject"] == listed["to"]
    )

    # Administrators cannot read an email that was sent.
    ok_json(admin.post(f"/api/admin/emails/{listed['id']}/send-again"))
    Worker(database, app.state.settings, mailer=RecordingMailer()).all_due()
    (sent, *_) = ok_json(admin.get("/api/admin/emails", params={"state": "sent"}))["items"]
    assert (sent["readable"], admin.get(f"/api/admin/emails/{sent['id']}").json()["code"]) == (False, "was_sent")


def test_email_status_shows_each_business_its_delivery_problems(
    operator: Api,
    other_operator: Api,
    database: Database,
    app_with: Callable[..., FastAPI],
    caller_of: Callable[..., Api],
):
    assert ok_json(operator.get("/api/email-status"))["state"] == "off"
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none")
    Worker(database, app.state.settings, mailer=RecordingMailer()).all_due()
    with_server = caller_of(app).login(operator.user["email"])
    assert ok_json(with_server.get("/api/email-status"))["state"] == "works"

    ok_json(with_server.set_status(with_server.book()["id"], "confirmed"))
    Worker(
        database, app.state.settings, mailer=RecordingMailer([NotSent("The mail server closed the connection.")])
    ).all_due()
    said = ok_json(with_server.get("/api/email-status"))
    assert (said["state"], said["problem"], said["waiting"]) == ("trouble", "The mail server closed the connection.", 1)
    assert ok_json(caller_of(app).login(other_operator.user["email"]).get("/api/email-status"))["state"] == "works"
