"""Reports from mail servers: bounces and spam complaints."""

from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marqueedesk.cli import app as cli
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.mail.mail import Mail
from marqueedesk.messages import feedback, queries
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

FAILED = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user here"


def _report(told: str, named: str) -> bytes:
    return (
        "From: mailer-daemon@mx.example.net\nTo: desk@example.com\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; boundary="b"\nMessage-ID: <report@mx.example.net>\n\n'
        f"--b\nContent-Type: text/plain\n\nAbout your email.\n{told}\n{named}\n--b--\n"
    ).encode()


def bounce(message_id: str, fields: str = FAILED, *, whole: bool = False) -> bytes:
    head = f"Message-ID: <{message_id}>\nSubject: Hello\n"
    named = f"message/rfc822\n\n{head}\nHello" if whole else f"text/rfc822-headers\n\n{head}"
    status = f"Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; kim@example.com\n{fields}\n"
    return _report(f"--b\nContent-Type: message/delivery-status\n\n{status}", f"--b\nContent-Type: {named}")


def complaint(message_id: str) -> bytes:
    told = "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: A/1\nVersion: 1\n"
    return _report(told, f"--b\nContent-Type: message/rfc822\n\nMessage-ID: <{message_id}>\nSubject: Hello\n\nHello")


@pytest.mark.parametrize("whole", [True, False])
def test_bounce_and_complaint_reports_identify_the_email(whole: bool):
    found = feedback.read_report(bounce("7@desk", whole=whole))

    assert found == feedback.Report("bounce", "7@desk", "The email bounced: 550 5.1.1 No such user here")
    told = feedback.read_report(complaint("7@desk"))
    assert told is not None
    assert (told.kind, told.message_id) == ("complaint", "7@desk")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\x00" * 50,
        b"Subject: Out of office\n\nBack on Monday.",
        bounce("7@desk", "Action: delayed\nStatus: 4.4.1"),
        bounce("7@desk", "Action: failed\nStatus: 4.2.2"),
        bounce("7@desk", "Action: relayed\nStatus: 2.0.0"),
        bounce("7@desk").replace(b"Message-ID: <7@desk>", b"Message-ID: none"),
    ],
)
def test_other_emails_are_not_parsed_as_reports(raw: bytes):
    assert feedback.read_report(raw) is None


def _sent(operator: Api, letterbox: Letterbox) -> Mail:
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    return letterbox.one("Booked: LOVE")


def test_bounced_email_is_marked_failed_and_notifies_the_business_once(
    operator: Api, letterbox: Letterbox, database: Database
):
    sent = _sent(operator, letterbox)
    for raw in (bounce(sent.message_id), bounce(sent.message_id), complaint(sent.message_id)):
        report = feedback.read_report(raw)
        assert report is not None
        with database.write() as db:
            set_operator(db, operator.id)
            feedback.record(db, report, clock.now())
    letterbox.send_due()

    (row,) = [row for row in letterbox.outbox() if row["message_id"] == sent.message_id]
    assert (row["state"], row["last_error"]) == ("failed", "The email bounced: 550 5.1.1 No such user here")
    told = [note["title"] for note in ok_json(operator.get("/api/notifications"))["items"]]
    assert len([title for title in told if "was not sent" in title]) == 1
    with database.read() as db, all_tenants(db, "an administrator's list"):
        volumes = queries.volumes(db, clock.now() - timedelta(days=7), most=50)
        assert [(one.sent, one.bounced, one.complaints) for one in volumes] == [(0, 1, 1)]


def test_command_reads_a_report_from_standard_input(
    operator: Api,
    letterbox: Letterbox,
    database: Database,
    tmp_path: Path,
):
    sent = _sent(operator, letterbox)
    environment = {"MARQUEEDESK_DATABASE_URL": database.url, "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    def report(raw: bytes) -> str:
        return CliRunner().invoke(cli, ["email-report"], input=raw, env=environment).stdout.strip().splitlines()[-1]

    reports = (complaint(sent.message_id), complaint("unknown@desk"), b"Subject: Hi\n\nHi")
    assert [report(raw) for raw in reports] == [
        "The complaint was recorded.",
        "No email has the id unknown@desk.",
        "This is not a bounce or complaint report. Nothing was recorded.",
    ]
    assert [row["complained_at"] is not None for row in letterbox.outbox() if row["message_id"] == sent.message_id] == [
        True
    ]
