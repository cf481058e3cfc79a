"""N11 and the table in docs/security.md: limits of a new account in its first hour, first day, and after a month.

The tests set counters and move the clock to reach the limits quickly.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.http.rate_limit import Limit, count_row
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.messages.allowance import TOGETHER
from marqueedesk.teams.api import MAILS
from marqueedesk.worker import Worker
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.authenticator import passkey_of
from tests.support.checked import clock
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

EMAIL = "ada@example.com"
STRANGER = "stranger@example.org"
CONFIRMING = Limit("emails-confirming", 20, timedelta(days=1))
BY_MEMBERS = Limit("emails-to-others", 20, timedelta(days=1))
COMPANY = "Cheap Pills"
OWN_SUBJECT = "You have won"


class Newcomer:
    """A newly registered account, with email delivery and rate limits turned on."""

    def __init__(self, caller: Api, worker: Worker, mailer: RecordingMailer, database: Database, clock: Clock) -> None:
        self.caller, self._worker, self._mailer = caller, worker, mailer
        self._database, self._clock = database, clock

    def send_due(self) -> list[Mail]:
        """Emails sent since the last call."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent

    def to_others(self) -> list[Mail]:
        return [mail for mail in self.send_due() if mail.to != EMAIL]

    def links(self) -> list[str]:
        """Recipients of email confirmation links since the last call."""
        return [mail.to for mail in self.send_due() if "/confirm-email?token=" in mail.text]

    def confirm_address(self, came: list[Mail]) -> None:
        """Open the confirmation link that was sent at registration."""
        (token,) = {found for mail in came for found in re.findall(r"/confirm-email\?token=([a-z2-7]+)", mail.text)}
        ok_json(self.caller.post("/api/email/confirm", json={"token": token}))

    def write_to_a_stranger(self) -> None:
        """Confirm a booking for a stranger, which emails them."""
        booking = self.caller.book(message="X", customerEmail=STRANGER)
        ok_json(self.caller.set_status(booking["id"], "confirmed"))

    def used(self, limit: Limit, times: int, *of: object) -> None:
        """Set the count of a limit in its current window."""
        with self._database.write() as db:
            db.merge(Counter(**count_row(limit, limit.key(*of), self._clock.now) | {"count": times}))

    def email(self) -> tuple[str, int, int]:
        """The email state, the daily limit and the number of emails sent today."""
        status = ok_json(self.caller.get("/api/email-status"))
        return status["state"], status["dailyLimit"], status["sentToday"]


@pytest.fixture
def newcomer(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], database: Database, clock: Clock
) -> Newcomer:
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none", rate_limits="on")
    mailer = RecordingMailer()
    caller = caller_of(app).register(EMAIL, companyName=COMPANY)
    caller.add_letter("X", quantity=99)
    ok_json(caller.patch("/api/message-settings/confirmed", json={"subject": OWN_SUBJECT}))
    return Newcomer(caller, Worker(database, app.state.settings, mailer=mailer), mailer, database, clock)


def test_email_limits_of_a_new_account_grow_over_its_first_month(newcomer: Newcomer, visitor: Api, clock: Clock):
    caller = newcomer.caller
    newcomer.used(MAILS, 9, caller.id)
    invited = [
        caller.post("/api/team/invitations", json={"email": f"p{n}@example.org", "part": "staff"}).status_code
        for n in range(2)
    ]
    assert invited == [201, 429], "ten invitations a day"
    newcomer.write_to_a_stranger()

    assert newcomer.email() == ("unconfirmed", 20, 0)
    first = newcomer.send_due()
    assert {mail.to for mail in first} == {EMAIL}, "no email to others before the address is confirmed"
    assert visitor.get(f"/api/booking-form?userId={caller.key}").status_code == 200, "the booking form is public anyway"

    newcomer.confirm_address(first)
    clock.pass_by(hours=1)
    newcomer.used(CONFIRMING, 19, caller.id)
    twentieth = next(mail for mail in newcomer.to_others() if mail.to == STRANGER)
    assert newcomer.email() == ("works", 20, 1), "the invitation; confirmations have a separate counter"
    assert OWN_SUBJECT not in twentieth.subject
    assert COMPANY not in twentieth.from_name
    newcomer.write_to_a_stranger()
    assert newcomer.to_others() == [], "twenty confirmations a day to addresses entered by the business"
    clock.pass_by(days=1)
    assert [mail.to for mail in newcomer.to_others()] == [STRANGER], "the other confirmation is sent the next day"

    clock.pass_by(days=29)
    caller.login(EMAIL)
    newcomer.write_to_a_stranger()
    established = newcomer.to_others()
    assert newcomer.email() == ("works", 100, 0), "20, and 20 for each of four weeks; confirmations never wait"
    assert {(mail.subject, mail.from_name) for mail in established} == {(OWN_SUBJECT, COMPANY)}


def test_changing_the_account_email_cannot_be_used_to_spam_strangers(newcomer: Newcomer):
    caller = newcomer.caller
    ok_json(caller.patch(f"/api/user/{caller.id}", json={"username": f"{OWN_SUBJECT}: https://pills.example"}))

    asked = [
        caller.patch(
            f"/api/user/{caller.id}", json={"email": f"stranger{n}@example.org", "currentPassword": PASSWORD}
        ).status_code
        for n in range(12)
    ]

    assert asked == [200] * 10 + [429] * 2
    came = newcomer.send_due()
    assert len([mail for mail in came if mail.to != EMAIL]) == 10
    assert [mail.to for mail in came if "pills" in mail.text or "pills" in (mail.to_name or "")] == []
    assert "Hi stranger3," in next(mail.text for mail in came if mail.to == "stranger3@example.org")


def test_repeated_sign_ins_send_at_most_five_confirmation_links_an_hour(newcomer: Newcomer):
    assert newcomer.links() == [EMAIL]
    for _ in range(8):
        newcomer.caller.login(EMAIL)

    assert newcomer.links() == [EMAIL] * 4


def test_sign_in_with_a_second_factor_also_sends_the_confirmation_link(newcomer: Newcomer):
    _, added = passkey_of(newcomer.caller)
    newcomer.send_due()
    asked = newcomer.caller.post("/api/login", json={"email": EMAIL, "password": PASSWORD}).json()

    given = {"ticket": asked["ticket"], "code": added["recoveryCodes"][0]}
    ok_json(newcomer.caller.post("/api/login/second-factor", json=given))

    assert newcomer.links() == [EMAIL]


def test_second_factor_emails_to_an_unconfirmed_address_are_limited_to_ten_a_day(newcomer: Newcomer):
    passkey_of(newcomer.caller)
    first = newcomer.send_due()
    for _ in range(12):
        ok_json(newcomer.caller.post("/api/second-factor/recovery-codes"))
    assert len(newcomer.send_due()) == 9

    newcomer.confirm_address(first)
    for _ in range(12):
        ok_json(newcomer.caller.post("/api/second-factor/recovery-codes"))
    assert len(newcomer.send_due()) == 12, "no limit once the address is confirmed"


def test_invitations_use_a_fixed_subject_in_the_first_month(newcomer: Newcomer, clock: Clock):
    def subject(email: str) -> str:
        ok_json(newcomer.caller.post("/api/team/invitations", json={"email": email, "part": "staff"}))
        return next(mail.subject for mail in newcomer.send_due() if mail.to == email)

    newcomer.confirm_address(newcomer.send_due())
    assert subject("first@example.org") == "You are invited to join a team at MarqueeDesk"
    clock.pass_by(days=30)
    newcomer.caller.login(EMAIL)
    assert COMPANY in subject("later@example.org")


def test_send_response_states_whether_and_until_when_the_email_waits(newcomer: Newcomer, clock: Clock):
    caller = newcomer.caller
    newcomer.confirm_address(newcomer.send_due())
    booking = caller.book(message="X", customerEmail=STRANGER)
    ok_json(caller.set_status(booking["id"], "confirmed"))
    invoice = f"/api/bookings/{booking['id']}/invoice"
    ok_json(caller.post(invoice))
    newcomer.send_due()
    quote = caller.quote(message="X", customerEmail=STRANGER)
    sends = (f"/api/quotes/{quote['id']}/send", f"{invoice}/send")

    first = [ok_json(caller.post(path, json={}))["email"]["state"] for path in sends]
    newcomer.send_due()
    again = {
        mail["kind"]: f"/api/messages/{mail['id']}/send-again" for mail in ok_json(caller.get("/api/messages"))["items"]
    }
    newcomer.used(BY_MEMBERS, 20, caller.id)
    waiting = [ok_json(caller.post(path, json={}))["email"] for path in (*sends, again["invoice-sent"])]
    confirmation = ok_json(caller.post(again["confirmed"]))["email"]
    without = ok_json(caller.post(sends[0], json={"email": False}))

    assert first == ["sent"] * 2
    assert [answer["state"] for answer in waiting] == ["waiting"] * 3
    assert confirmation["state"] == "sent", "confirmations have a separate counter"
    next_day = (clock.now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    assert {datetime.fromisoformat(answer["until"]) for answer in waiting} == {next_day}
    assert without["email"] is None
    ok_json(caller.patch(f"/api/bookings/{booking['id']}", json={"customerName": "Grace Hopper"}))
    replaced = ok_json(caller.post(f"{invoice}/replace", json={"send": True}))
    assert replaced["email"] == waiting[0]


def test_send_response_states_that_the_email_waits_for_the_shared_limit(newcomer: Newcomer, clock: Clock):
    caller = newcomer.caller
    newcomer.confirm_address(newcomer.send_due())
    quote = caller.quote(message="X", customerEmail=STRANGER)
    newcomer.used(TOGETHER, TOGETHER.times)

    answer = ok_json(caller.post(f"/api/quotes/{quote['id']}/send", json={}))["email"]

    next_hour = (clock.now + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
    assert (answer["state"], datetime.fromisoformat(answer["until"])) == ("waiting", next_hour)
    assert newcomer.to_others() == []
    clock.pass_by(hours=1)
    assert [mail.to for mail in newcomer.to_others()] == [STRANGER]


def test_resent_confirmation_counts_toward_the_limit_of_confirmations(newcomer: Newcomer):
    caller = newcomer.caller
    newcomer.confirm_address(newcomer.send_due())
    newcomer.write_to_a_stranger()
    newcomer.send_due()
    (mail,) = [one for one in ok_json(caller.get("/api/messages"))["items"] if one["kind"] == "confirmed"]
    again = f"/api/messages/{mail['id']}/send-again"
    newcomer.used(BY_MEMBERS, 20, caller.id)

    assert ok_json(caller.post(again))["email"]["state"] == "sent"
    assert [mail.to for mail in newcomer.to_others()] == [STRANGER]
    newcomer.used(CONFIRMING, 20, caller.id)
    assert ok_json(caller.post(again))["email"]["state"] == "waiting"
    assert newcomer.to_others() == []


def test_links_in_customer_names_and_notes_are_removed_from_emails(newcomer: Newcomer, visitor: Api):
    caller = newcomer.caller
    newcomer.confirm_address(newcomer.send_due())
    booking = caller.book(
        message="X",
        customerName="Win a prize http://evil.example",
        customerEmail=STRANGER,
        notes="Collect it at https://evil.example/prize or evil.example",
    )
    ok_json(caller.set_status(booking["id"], "confirmed"))

    (mail,) = [one for one in newcomer.to_others() if one.to == STRANGER]

    for part in (mail.subject, mail.text, mail.html or "", mail.to_name or "", mail.from_name):
        assert "evil" not in part
