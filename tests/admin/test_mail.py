"""Email settings for administrators: templates, the signature, test emails and connection checks (G3)."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.mail_server import PASSWORD, USER, MailServer

pytestmark = pytest.mark.either_database

NOWHERE = {"smtpHost": "mail.example", "smtpUser": "me", "smtpPassword": "x", "emailFrom": "desk@example.com"}
KINDS = ["confirmed", "quote-sent", "password-reset"]


@pytest.fixture(scope="module")
def mail_server() -> Generator[MailServer]:
    with MailServer(login=True) as running:
        yield running


def mail_settings(server: MailServer, **changes: Any) -> dict[str, Any]:
    return {
        "smtpHost": "127.0.0.1",
        "smtpPort": server.port,
        "smtpSecurity": "none",
        "smtpUser": USER,
        "smtpPassword": PASSWORD,
        "emailFrom": "desk@example.com",
        **changes,
    }


def change(admin: Api, kind: str, **words: str | None) -> dict[str, Any]:
    return ok_json(admin.patch(f"/api/admin/mail-templates/{kind}", json=words))


def test_emails_use_installation_texts_unless_business_overrides_them(
    admin: Api, operator: Api, visitor: Api, app: FastAPI, database: Database
):
    mailer = RecordingMailer()
    worker = Worker(database, app.state.settings, mailer=mailer)
    assert [row["kind"] for row in ok_json(admin.get("/api/admin/mail-templates"))] == KINDS

    change(admin, "confirmed", subject="Yes: {message}", body="Hurray, {customer}.\n\nSee you on {delivery}.")
    change(admin, "quote-sent", signOff="Yours,\n{company}")
    changed = change(admin, "password-reset", body="A new one for {email} at {site}?")
    ok_json(admin.patch("/api/admin/settings/email", json=NOWHERE | {"emailSignature": "Lights on!"}))
    contact = {"companyEmail": "help@glow.example", "companyPhone": "555 0199", "companyAddress": "1 Bulb St\nAlbany"}
    ok_json(admin.patch("/api/admin/settings/general", json={"siteName": "MarqueeDesk"} | contact))
    worker.all_due()
    mailer.sent = []
    operator.add_letters("LOVE", quantity=9)
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    operator.sent_quote(customerEmail="ada@example.com")
    ok_json(visitor.post("/api/password/forgot", json={"email": operator.user["email"]}))
    worker.all_due()

    assert (changed["changed"], changed["texts"]["subject"]) == (True, "Choose a new password")
    booked, quote, reset = sorted(mailer.sent, key=lambda mail: ["Yes", "You", "Cho"].index(mail.subject[:3]))
    assert booked.subject == "Yes: LOVE"
    assert "Hurray, Ada Lovelace.\n\nSee you on " in booked.text
    assert "Good news" not in booked.text
    assert f"Yours,\n{operator.user['companyName']}" in quote.text
    assert f"A new one for {operator.user['email']} at MarqueeDesk?" in reset.text
    assert "Sent by MarqueeDesk.\n1 Bulb St, Albany\n555 0199 · help@glow.example\n" in reset.text
    assert not [mail for mail in (booked, quote) if "555 0199" in mail.text], (
        "emails to customers have no installation contact"
    )
    assert all(mail.text.endswith("Lights on!\n") and "Lights on!" in mail.html for mail in mailer.sent)

    # A business's own texts take precedence; the installation's fill in the rest.
    shown = ok_json(operator.patch("/api/message-settings/confirmed", json={"greeting": "Dear {customer},"}))
    mine = next(row for row in shown["messages"] if row["kind"] == "confirmed")
    assert (mine["texts"]["subject"], mine["texts"]["greeting"]) == ("Yes: {message}", "Dear {customer},")
    mailer.sent = []
    ok_json(operator.set_status(operator.book(message="VOLE")["id"], "confirmed"))
    change(admin, "confirmed", subject=None, body=None)
    ok_json(operator.set_status(operator.book(message="OVEL")["id"], "confirmed"))
    worker.all_due()
    assert all("Dear Ada Lovelace,\n\n" in mail.text for mail in mailer.sent)
    assert {mail.subject[:6] for mail in mailer.sent} == {"Booked"}
    assert not ok_json(admin.get("/api/admin/mail-templates"))[0]["changed"]
    noted = ok_json(admin.get("/api/admin/audit", params={"action": "settings.template"}))["items"]
    assert [(line["subject"], line["details"]) for line in noted[:2]] == [
        ("Booking Confirmation", {"changed": ["body", "subject"]}),
        ("Password Reset", {"changed": ["body"]}),
    ]


def test_invalid_email_template_names_the_field_and_is_not_saved(admin: Api):
    before = ok_json(admin.get("/api/admin/mail-templates"))

    for words, field, sentence in [
        (
            {"body": "Costs {price\n\nBye"},
            "body",
            "Body has a field with an unmatched brace: {price. Use both braces, as in {number}",
        ),
        (
            {"subject": "Your sign message}"},
            "subject",
            "Subject has a field with an unmatched brace: message}. Use both braces, as in {number}",
        ),
        ({"body": "Hi {nobody}"}, "body", "Body has unknown fields: {nobody}"),
        ({"subject": "{expires}"}, "subject", "Subject has unknown fields: {expires}"),
        ({"subject": ""}, "subject", "Subject is required"),
        ({"body": ""}, "body", "Body is required"),
        ({"body": "See {price}"}, "body", "Body has {price} in the middle of a line: put it on its own line"),
        ({"heading": "{details}"}, "heading", "Heading has unknown fields: {details}"),
        ({"body": "x" * 4001}, "body", None),
    ]:
        for answer in (
            admin.patch("/api/admin/mail-templates/confirmed", json=words),
            admin.post("/api/admin/mail-templates/confirmed/preview", json=words),
            admin.post("/api/admin/mail-templates/confirmed/test", json=words | {"to": "me@example.com"}),
        ):
            assert answer.status_code == 422
            assert sentence in {None, answer.json()["fields"][field]}
    assert admin.patch("/api/admin/mail-templates/welcome", json={"subject": "Hi"}).status_code == 404
    preview = ok_json(admin.post("/api/admin/mail-templates/confirmed/preview", json={"body": "Hi <b>{customer}</b>"}))
    assert "Hi &lt;b&gt;Ada Lovelace&lt;/b&gt;" in preview["html"]
    assert ok_json(admin.get("/api/admin/mail-templates")) == before


def test_sending_a_test_email_and_checking_the_connection_report_the_result(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], admin: Api, mail_server: MailServer
):
    app = app_with()
    caller = caller_of(app)
    caller.login(admin.user["email"])

    def check(**changes: Any) -> tuple[bool, str]:
        answer = ok_json(caller.post("/api/admin/settings/email/check", json=mail_settings(mail_server) | changes))
        return answer["ok"], answer["sentence"]

    def send(to: str) -> tuple[bool, str]:
        body = {"to": to, "subject": "Look: {message}"}
        answer = ok_json(caller.post("/api/admin/mail-templates/confirmed/test", json=body))
        return answer["ok"], answer["sentence"]

    assert send("me@example.com") == (False, "No mail server is configured, so no email is sent.")
    assert check() == (True, "The mail server responds and accepts the login.")
    assert check(smtpPassword="wrong") == (False, "The mail server rejected the login.")
    assert check(smtpSecurity="starttls") == (False, "The mail server does not offer STARTTLS.")
    assert check(smtpPort=1)[1] == "The mail server could not be reached."
    assert caller.post("/api/admin/settings/email/check", json={}).status_code == 422
    ok_json(caller.patch("/api/admin/settings/email", json=mail_settings(mail_server)))
    # The check uses the stored password if the field is empty.
    assert check(smtpPassword="") == (True, "The mail server responds and accepts the login.")

    mail_server.reset()
    mail_server.refused["gone@example.com"] = "550 5.1.1 No such user"
    assert send("me@example.com") == (True, "The mail server accepted the email to me@example.com.")
    assert send("gone@example.com") == (False, "The address was refused: 5.1.1 No such user (550)")
    (mail,) = mail_server.emails
    assert (mail["To"], mail["Subject"]) == ("me@example.com", "Test: Look: MARRY ME")
