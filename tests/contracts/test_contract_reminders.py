"""Reminders to signers, missed signing deadlines, and bounced emails with the link (K10)."""

import io
from collections.abc import Callable
from datetime import datetime

import pytest
from fastapi import FastAPI
from pypdf import PdfReader

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.messages import feedback
from marqueedesk.worker import Worker
from tests.contracts.conftest import BRIDE, Signing
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

MOTHER = {"name": "Annabella Milbanke", "email": "mother@example.com", "role": "mother"}
Morning = Callable[[str], list[str]]


class SignerMail:
    """A worker, and the emails about contracts that it sends."""

    def __init__(self, app: FastAPI) -> None:
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self._worker.begin()

    def new(self) -> list[Mail]:
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return [mail for mail in sent if "contract" in mail.subject.lower()]


@pytest.fixture
def mails(app: FastAPI) -> SignerMail:
    return SignerMail(app)


@pytest.fixture
def morning(mails: SignerMail, clock: Clock) -> Morning:
    """Move to 9 AM of a day at the business; return the emails about contracts as "recipient: start of subject"."""

    def go(day: str) -> list[str]:
        nine = datetime.fromisoformat(f"{day}T09:00-04:00")
        clock.set(nine.replace(hour=8).isoformat())
        sent = mails.new()
        clock.set(nine.isoformat())
        return [f"{mail.to}: {mail.subject[:8]}" for mail in [*sent, *mails.new()]]

    return go


def bounce(database: Database, business: Api, mail: Mail, at: datetime) -> None:
    report = feedback.Report("bounce", mail.message_id, "The email bounced: unknown user")
    with database.write() as db:
        set_operator(db, business.id)
        feedback.record(db, report, at)


def titles(business: Api) -> list[str]:
    return [item["title"] for item in ok_json(business.get("/api/notifications"))["items"]]


def test_next_signer_is_reminded_three_times(signing: Signing, mails: SignerMail, morning: Morning):
    morning("2027-04-01")
    signing.send(BRIDE, MOTHER)
    mails.new()
    sent = {day: morning(f"2027-04-{day:02}") for day in range(2, 20)}

    reminded = [day for day, rows in sent.items() if rows == ["ada@example.com: Reminder"]]
    assert reminded == [4, 7, 10]
    assert sum(map(len, sent.values())) == 3


def test_reminders_start_over_with_the_next_signer(signing: Signing, morning: Morning):
    morning("2027-04-01")
    signing.send(BRIDE, MOTHER)
    morning("2027-04-04")
    first, _ = signing.tokens()
    signing.consent(first)
    ok_json(signing.sign(first))

    assert morning("2027-04-05") == ["mother@example.com: Your con"]
    assert morning("2027-04-08") == ["mother@example.com: Reminder"]


@pytest.mark.parametrize("days, reminded", [(None, []), (1, [2, 3, 4]), (7, [8])])
def test_template_sets_the_days_between_reminders(
    signing: Signing, mails: SignerMail, morning: Morning, days: int | None, reminded: list[int]
):
    ok_json(signing.business.patch("/api/contract-template", json={"reminderDays": days}))
    morning("2027-04-01")
    signing.send()
    mails.new()

    assert [day for day in range(2, 10) if "ada@example.com: Reminder" in morning(f"2027-04-{day:02}")] == reminded


@pytest.mark.parametrize("days", [0, 31, 1.5, "often"])
def test_invalid_reminder_days_are_refused(operator: Api, days: object):
    answer = operator.patch("/api/contract-template", json={"reminderDays": days})

    assert answer.status_code == 422
    assert "reminderDays" in answer.json()["fields"]


@pytest.mark.parametrize("end", ["signed", "declined", "canceled"])
def test_reminders_end_with_the_contract(signing: Signing, morning: Morning, end: str):
    morning("2027-04-01")
    signing.send()
    (token,) = signing.tokens()
    if end == "signed":
        signing.sign_all()
    elif end == "declined":
        signing.open(token)
        ok_json(signing.visitor.post(f"/api/public/contracts/{token}/decline", json={"reason": "No"}))
    else:
        ok_json(signing.business.set_status(signing.booking, "canceled"))

    assert not [row for day in (2, 5, 8) for row in morning(f"2027-04-{day:02}") if "Reminder" in row]


def test_missed_signing_deadline_is_announced_once(signing: Signing, morning: Morning):
    morning("2027-04-01")
    signing.send(expiresAt="2027-04-02")
    morning("2027-04-02")

    assert morning("2027-04-03") == ["ada@example.com: The dead"]
    assert morning("2027-04-04") == []
    assert titles(signing.business).count("Contract not signed in time: Ada Lovelace") == 1
    assert signing.contract()["state"] == "expired"


def test_signer_of_a_past_delivery_gets_no_email_about_a_missed_deadline(signing: Signing, morning: Morning):
    ok_json(signing.business.patch("/api/contract-template", json={"reminderDays": None}))
    signing.edit(deliveryDate="2027-04-02", pickupDate="2027-04-03", notify=False)
    morning("2027-04-01")
    signing.send()
    morning("2027-04-02")

    assert morning("2027-04-03") == []
    assert "Contract not signed in time: Ada Lovelace" in titles(signing.business)


@pytest.mark.parametrize("signer", [BRIDE, BRIDE | {"phone": "(518) 555-0123"}])
def test_bounced_email_is_shown_on_the_signer_and_stops_reminders(
    signing: Signing,
    mails: SignerMail,
    morning: Morning,
    database: Database,
    clock: Clock,
    signer: dict[str, str],
):
    morning("2027-04-01")
    signing.send(signer)
    (mail,) = mails.new()
    bounce(database, signing.business, mail, clock.now)
    mails.new()
    bounced = signing.contract()["signers"][0]

    assert bounced["emailFailed"] is True
    assert "The email to Ada Lovelace was not sent" in titles(signing.business)
    assert morning("2027-04-04") == []

    ok_json(signing.business.post(f"{signing.path}/remind"))
    mails.new()
    assert signing.contract()["signers"][0]["emailFailed"] is False


def test_certificate_names_the_bounced_email(signing: Signing, mails: SignerMail, database: Database, clock: Clock):
    signing.send()
    (mail,) = mails.new()
    bounce(database, signing.business, mail, clock.now)
    mails.new()
    signing.sign_all()
    text = " ".join(PdfReader(io.BytesIO(signing.pdf("certificate.pdf"))).pages[0].extract_text().split())

    assert "Email to ada@example.com" in text
    assert "(not delivered)" in text
