"""The outbox: each email is sent once despite crashes, and failures are listed and retried."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.jobs import jobs
from marqueedesk.mail.mail import Mail, MaybeSent, NotSent, RecordingMailer
from marqueedesk.messages.models import OutboxMail
from marqueedesk.messages.outbox import GIVE_UP_AFTER
from marqueedesk.worker import Worker
from tests.messages.conftest import Letterbox
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.mail_server import MailServer
from tests.support.server import PROGRAM, LiveServer
from tests.support.together import all_together

CUSTOMER = "ada@example.com"


@pytest.fixture(scope="module")
def mail_server() -> Generator[MailServer]:
    with MailServer() as running:
        yield running


@pytest.fixture
def server(mail_server: MailServer) -> MailServer:
    mail_server.reset()
    return mail_server


def confirm(operator: Api, **fields: Any) -> int:
    booking = operator.book(**fields)["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    return booking


def make_due(database: Database) -> None:
    with database.write() as db:
        db.execute(update(Job).where(Job.state == "waiting").values(run_at=clock.now()))


def test_emails_are_sent_once_after_a_mail_server_outage(
    operator: Api, database: Database, app_with: Callable[..., FastAPI], server: MailServer, present: Any
):
    operator.add_letters("LOVE", quantity=500)
    worker = Worker(database, app_with(smtp_url=server.url).state.settings)
    worker.all_due()
    server.reset()
    server.stop()
    for number in range(3):
        confirm(operator, customerEmail=f"customer{number}@example.com")
    for _ in range(12):
        worker.all_due()
        present.shift(timedelta(minutes=5))
    assert server.recipients == []
    assert {row["state"] for row in rows.rows(database, "outbox") if row["kind"] == "confirmed"} == {"waiting"}

    server.come_back()
    present.shift(timedelta(minutes=6))
    worker.all_due()

    assert sorted(server.recipients) == sorted(f"customer{number}@example.com" for number in range(3))
    assert {row["state"] for row in rows.rows(database, "outbox") if row["kind"] == "confirmed"} == {"sent"}


def test_concurrent_workers_send_each_email_once(
    operator: Api, database: Database, app_with: Callable[..., FastAPI], server: MailServer
):
    settings = app_with(smtp_url=server.url).state.settings
    for number in range(10):
        confirm(operator, customerEmail=f"customer{number}@example.com")

    all_together([Worker(database, settings).all_due for _ in range(3)])
    Worker(database, settings).all_due()

    customers = [address for address in server.recipients if address.startswith("customer")]
    assert sorted(customers) == sorted(f"customer{number}@example.com" for number in range(10))


def test_possibly_sent_email_is_resent_only_manually(
    operator: Api, database: Database, app_with: Callable[..., FastAPI], server: MailServer, present: Any
):
    worker = Worker(database, app_with(smtp_url=server.url).state.settings)
    worker.all_due()
    server.reset()
    booking = confirm(operator)
    server.hang_up_after_data = 1

    for _ in range(4):
        worker.all_due()
        present.shift(timedelta(hours=1))
        make_due(database)

    assert server.recipients == [CUSTOMER]
    (listed,) = ok_json(operator.get("/api/messages", params={"bookingId": booking}))["items"]
    assert (listed["state"], listed["problem"]) == (
        "uncertain",
        "The mail server received the email but closed the connection before confirming it.",
    )
    assert "may not have arrived" in ok_json(operator.get("/api/notifications"))["items"][0]["title"]

    ok_json(operator.post(f"/api/messages/{listed['id']}/send-again"))
    worker.all_due()

    assert server.recipients == [CUSTOMER, CUSTOMER]
    assert len({str(mail["Message-ID"]) for mail in server.emails}) == 1, "email clients show both copies as one"
    (listed,) = ok_json(operator.get("/api/messages", params={"bookingId": booking}))["items"]
    assert (listed["state"], listed["problem"]) == ("sent", None)


def test_slow_mail_server_reply_neither_duplicates_nor_delays_other_emails(
    operator: Api, database: Database, app_with: Callable[..., FastAPI], server: MailServer
):
    worker = Worker(database, app_with(smtp_url=server.url).state.settings)
    worker.all_due()
    server.reset()
    slow = [f"slow{number}@example.com" for number in range(3)]
    server.late = dict.fromkeys(slow, 60.0)
    for address in (*slow, "quick@example.com"):
        confirm(operator, customerEmail=address)
    stop, begun = threading.Event(), time.monotonic()
    threads = worker.threads(stop)
    for thread in threads:
        thread.start()
    while "quick@example.com" not in server.recipients and time.monotonic() < begun + 60:
        time.sleep(0.05)
    answered = list(server.answered)
    stop.set()
    server.answer_at_once()
    for thread in threads:
        thread.join(20)

    assert set(slow).isdisjoint(answered), "none of the slow ones was answered by then"
    assert sorted(server.recipients) == sorted([*slow, "quick@example.com"])
    assert {row["state"] for row in rows.rows(database, "outbox") if row["kind"] == "confirmed"} == {"sent"}


def test_email_of_a_worker_that_died_while_sending_is_marked_uncertain(
    operator: Api, database: Database, letterbox: Letterbox
):
    letterbox.send_due()
    confirm(operator)
    letterbox.mailer.failures = [MaybeSent("never heard")]
    assert letterbox.send_due() == []
    (row,) = [row for row in letterbox.outbox() if row["kind"] == "confirmed"]
    with database.write() as db, all_tenants(db, "the test stands in for a worker that died"):
        db.execute(update(OutboxMail).where(OutboxMail.id == row["id"]).values(state="waiting"))
        jobs.enqueue(db, "mail.send", {"mailId": row["id"], "operatorId": row["operator_id"]}, clock.now())

    assert letterbox.send_due() == []
    (row,) = [row for row in letterbox.outbox() if row["kind"] == "confirmed"]
    assert (row["state"], row["last_error"]) == (
        "uncertain",
        "MarqueeDesk was stopped before the mail server confirmed the email.",
    )


def test_worker_that_lost_its_lease_does_not_send_the_email(operator: Api, database: Database, app: FastAPI):
    worker = Worker(database, app.state.settings, mailer=RecordingMailer())
    worker.all_due()
    confirm(operator)

    class Slow(RecordingMailer):
        def send(self, mail: Mail, *, before_end: Callable[[], None] = lambda: None) -> None:
            with database.write() as db:
                db.execute(update(Job).where(Job.kind == "mail.send").values(leased_by="another"))
            super().send(mail, before_end=before_end)

    mailer = Slow()
    Worker(database, app.state.settings, mailer=mailer).all_due()
    assert mailer.sent == []
    assert {row["state"] for row in rows.rows(database, "outbox") if row["kind"] == "confirmed"} == {"waiting"}


def test_worker_killed_while_sending_causes_at_most_one_duplicate(
    live_server: LiveServer, live_caller: Callable[[LiveServer], Api], server: MailServer
):
    operator = live_caller(live_server).register()
    booking = confirm(operator)
    environment = {
        **live_server._environment,
        "MARQUEEDESK_SMTP_URL": server.url,
        "MARQUEEDESK_LOG_LEVEL": "error",
    }
    # The server's own worker has no mail server, so stop it before it takes these emails.
    live_server.stop()

    def worker() -> "subprocess.Popen[bytes]":
        return subprocess.Popen([PROGRAM, "worker"], env=environment, start_new_session=True)

    database = Database(environment["MARQUEEDESK_DATABASE_URL"])
    with database.write() as db:
        db.execute(update(Job).where(Job.kind.in_(["booking.confirmed", "mail.send"])).values(state="waiting"))
    with database.write_connection() as connection:
        connection.exec_driver_sql("UPDATE outbox SET state = 'waiting'")
    expected = {row["message_id"] for row in rows.rows(database, "outbox") if row["booking_id"] == booking}
    first = worker()
    server.on_mail = lambda: os.killpg(first.pid, signal.SIGKILL)
    first.wait(60)
    assert first.returncode == -signal.SIGKILL
    server.on_mail = lambda: None
    # Expire the dead worker's leases instead of waiting.
    with database.write() as db:
        db.execute(update(Job).where(Job.state == "leased").values(lease_until=clock.now() - timedelta(seconds=1)))

    second = worker()
    deadline = time.monotonic() + 60
    while any(row["state"] == "waiting" for row in rows.rows(database, "outbox")) and time.monotonic() < deadline:
        time.sleep(0.1)
    second.terminate()
    assert second.wait(30) == 0, "the worker stops gracefully"
    database.close()

    ids = [str(mail["Message-ID"]).strip("<>") for mail in server.emails]
    assert expected <= set(ids)
    assert len(ids) - len(set(ids)) <= 1


def test_unsent_emails_can_be_read_without_a_mail_server(operator: Api, database: Database, app: FastAPI):
    booking = confirm(operator, message="MARRY ME")
    Worker(database, app.state.settings).all_due()

    (listed,) = ok_json(operator.get("/api/messages", params={"bookingId": booking}))["items"]

    assert (listed["state"], listed["to"], listed["name"]) == ("unsent", CUSTOMER, "Booking confirmed")
    read = ok_json(operator.get(f"/api/messages/{listed['id']}"))
    assert "✦ MARRY ME ✦" in read["text"]
    assert 'aria-label="MARRY ME in marquee letters"' in read["html"]
    # Sending it again creates a copy.
    copy = ok_json(operator.post(f"/api/messages/{listed['id']}/send-again"))
    assert copy["id"] != listed["id"]


def test_rejected_email_is_listed_and_can_be_resent(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    booking = confirm(operator)
    letterbox.mailer.failures = [NotSent("The address was refused: No such user (550)", for_good=True)]
    assert letterbox.send_due() == []

    (failed,) = ok_json(operator.get("/api/messages", params={"state": "failed"}))["items"]
    assert (failed["bookingId"], failed["problem"]) == (booking, "The address was refused: No such user (550)")
    assert ok_json(operator.get("/readyz"))["jobs"]["failedMails"] == 1
    assert "marqueedesk_mails_failed 1" in operator.get("/metrics").text

    again = ok_json(operator.post(f"/api/messages/{failed['id']}/send-again"))
    assert (again["id"], again["state"], again["problem"]) == (failed["id"], "waiting", None)
    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]
    assert ok_json(operator.get("/api/messages", params={"state": "failed"}))["items"] == []


def test_bounced_email_is_resent_to_the_corrected_address(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    booking = confirm(operator, customerEmail="ada@gmial.com")
    bounce = NotSent("The address was refused: No such user (550)", for_good=True, cause="address")
    letterbox.mailer.failures = [bounce]
    letterbox.send_due()
    (bounced,) = ok_json(operator.get("/api/messages", params={"bookingId": booking}))["items"]
    assert (bounced["state"], bounced["bounced"]) == ("failed", True)

    ok_json(operator.patch(f"/api/bookings/{booking}", json={"customerEmail": "ada@gmail.com"}))
    ok_json(operator.post(f"/api/messages/{bounced['id']}/send-again"))
    assert [mail.to for mail in letterbox.send_due()] == ["ada@gmail.com"]
    states = [row["state"] for row in ok_json(operator.get("/api/messages", params={"bookingId": booking}))["items"]]
    assert states == ["sent", "failed"]


def test_invoice_is_attached_to_its_own_email_and_to_receipts(operator: Api, letterbox: Letterbox):
    booking = confirm(operator)
    letterbox.send_due()
    path = f"/api/bookings/{booking}"
    assert operator.post(f"{path}/invoice/send").json()["code"] == "no_invoice"
    number = ok_json(operator.post(f"{path}/invoice"))["number"]

    ok_json(operator.post(f"{path}/invoice/send"))
    sent = letterbox.one(f"Invoice {number}")
    assert (sent.to, [file.name for file in sent.attachments]) == (CUSTOMER, [f"{number}.pdf"])
    assert sent.attachments[0].content.startswith(b"%PDF")
    (row,) = ok_json(operator.get("/api/messages", params={"bookingId": booking, "kind": "invoice-sent"}))["items"]
    assert ok_json(operator.get(f"/api/messages/{row['id']}"))["files"] == [f"{number}.pdf"]

    ok_json(operator.post(f"{path}/payments", json={"kind": "cash", "amount": 50, "sendReceipt": True}))
    receipt = letterbox.one("Payment received")
    assert [file.name for file in receipt.attachments] == [f"{number}.pdf"]


def test_email_is_marked_failed_after_two_days_of_retries(operator: Api, letterbox: Letterbox, present: Any):
    letterbox.send_due()
    confirm(operator)
    letterbox.mailer.failures = [NotSent("The mail server could not be reached.")] * 1000
    letterbox.send_due()
    (waiting,) = ok_json(operator.get("/api/messages"))["items"]
    assert (waiting["state"], waiting["problem"]) == ("waiting", "The mail server could not be reached.")

    present.shift(GIVE_UP_AFTER + timedelta(hours=1))
    letterbox.send_due()
    assert ok_json(operator.get("/api/messages"))["items"][0]["state"] == "failed"


def test_message_log_is_paginated_and_limited_to_the_business(operator: Api, other_operator: Api, letterbox: Letterbox):
    for _ in range(3):
        confirm(operator)
    letterbox.send_due()

    first = ok_json(operator.get("/api/messages", params={"limit": 2}))
    rest = ok_json(operator.get("/api/messages", params={"limit": 2, "cursor": first["nextCursor"]}))
    assert [len(first["items"]), len(rest["items"]), rest["nextCursor"]] == [2, 1, None]
    assert ok_json(other_operator.get("/api/messages"))["items"] == []
    assert other_operator.get(f"/api/messages/{first['items'][0]['id']}").status_code == 404
    # Account emails are not in the log.
    assert all(item["kind"] == "confirmed" for item in first["items"] + rest["items"])
