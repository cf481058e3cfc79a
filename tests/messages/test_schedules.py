"""Scheduled emails: reminders to customers, and the business's run sheet (N6)."""

from collections.abc import Callable
from datetime import datetime

import pytest
import time_machine
from sqlalchemy import select

from marqueedesk.bookings.models import Booking
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.mail.mail import Mail
from marqueedesk.payments.models import BookingPayment
from marqueedesk.worker import Worker
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

Morning = Callable[[str], list[Mail]]


@pytest.fixture
def at(letterbox: Letterbox, present: time_machine.Traveller) -> Morning:
    """Move to a local time of the business, stopping an hour earlier, and return the emails sent on the way."""
    letterbox.begin()

    def go(moment: str) -> list[Mail]:
        local = datetime.fromisoformat(f"{moment}-05:00")
        present.move_to(local.replace(hour=local.hour - 1))
        earlier = letterbox.send_due()
        present.move_to(local)
        return [*earlier, *letterbox.send_due()]

    return go


def confirmed(operator: Api, message: str, delivery: str, pickup: str, **fields: object) -> int:
    booking: int = operator.book(message=message, deliveryDate=delivery, pickupDate=pickup, **fields)["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    return booking


def subjects(mails: list[Mail]) -> list[str]:
    return [mail.subject for mail in mails]


def test_delivery_reminder_is_sent_once_and_again_if_the_delivery_moves(
    operator: Api, other_operator: Api, at: Morning, letterbox: Letterbox
):
    booking = confirmed(operator, "LOVE", "2026-12-08", "2026-12-09")
    later = confirmed(operator, "HOPE", "2026-12-18", "2026-12-19")
    gone = confirmed(operator, "GONE", "2026-12-08", "2026-12-09")
    operator.book(message="ASKED", deliveryDate="2026-12-08", pickupDate="2026-12-09")
    confirmed(other_operator, "THEIRS", "2026-12-08", "2026-12-09")
    ok_json(other_operator.patch("/api/message-settings", json={"reminderDays": 0, "runSheetHour": None}))
    ok_json(operator.patch("/api/message-settings", json={"runSheetHour": None}))
    ok_json(operator.set_status(gone, "canceled"))
    letterbox.send_due()

    assert at("2026-12-04T09:05:00") == []
    assert at("2026-12-05T08:55:00") == [], "not before 9 AM"
    (reminded,) = at("2026-12-05T09:05:00")
    assert (reminded.to, reminded.subject) == ("ada@example.com", "Coming up: LOVE on Tuesday, December 8, 2026")
    assert f"/b/{operator.booking_token(booking)}" in reminded.text
    assert at("2026-12-05T12:00:00") == at("2026-12-06T09:05:00") == [], "once"

    ok_json(
        operator.patch(
            f"/api/bookings/{booking}", json={"deliveryDate": "2026-12-12", "pickupDate": "2026-12-13", "notify": True}
        )
    )
    assert subjects(at("2026-12-08T09:05:00")) == ["Rescheduled: LOVE, Saturday, December 12, 2026"]
    assert subjects(at("2026-12-09T09:05:00")) == ["Coming up: LOVE on Saturday, December 12, 2026"]

    ok_json(operator.patch("/api/message-settings", json={"reminderDays": 7}))
    assert subjects(at("2026-12-11T14:30:00")) == ["Coming up: HOPE on Friday, December 18, 2026"], (
        "missed reminders are sent later"
    )
    ok_json(operator.set_status(later, "canceled"))
    letterbox.send_due()
    assert at("2026-12-15T09:05:00") == []


def test_payment_reminders_are_sent_before_the_due_day_and_once_when_overdue(
    operator: Api, at: Morning, letterbox: Letterbox
):
    policy = {"depositPercent": 50, "balanceDueDays": 14, "howToPay": "By check to Glow Co."}
    ok_json(operator.patch("/api/payment-policy", json=policy))
    ok_json(operator.patch("/api/message-settings", json={"reminderDays": 0, "runSheetHour": None}))
    love = confirmed(operator, "LOVE", "2026-12-28", "2026-12-29")
    paid = confirmed(operator, "HOPE", "2026-12-28", "2026-12-29")
    gone = confirmed(operator, "GONE", "2026-12-28", "2026-12-29")
    operator.book(message="ASKED", deliveryDate="2026-12-28", pickupDate="2026-12-29")
    ok_json(operator.post(f"/api/bookings/{paid}/payments", json={"amount": 100, "kind": "cash"}))
    ok_json(operator.set_status(gone, "canceled"))
    letterbox.send_due()
    assert at("2026-12-04T09:05:00") == [], "payment reminders are off by default"

    ok_json(operator.patch("/api/message-settings", json={"paymentReminderDays": 3}))
    (late,) = at("2026-12-05T09:05:00")
    assert (late.to, late.subject) == ("ada@example.com", "Overdue: $50.00 for LOVE")
    assert f"/b/{operator.booking_token(love)}?pay=50.00&of=100.00" in late.text
    assert "By check to Glow Co." in late.text
    assert at("2026-12-06T09:05:00") == [], "once"

    assert at("2026-12-10T09:05:00") == []
    (soon,) = at("2026-12-11T09:05:00")
    assert soon.subject == "$100.00 for LOVE is due on Monday, December 14, 2026"
    assert at("2026-12-12T09:05:00") == at("2026-12-14T09:05:00") == at("2026-12-15T09:05:00") == [], "once"
    (late,) = at("2026-12-16T09:05:00")
    assert late.subject == "Overdue: $100.00 for LOVE"

    moved = {"deliveryDate": "2027-01-07", "pickupDate": "2027-01-08", "notify": False}
    ok_json(operator.patch(f"/api/bookings/{love}", json=moved))
    assert subjects(at("2026-12-21T09:05:00")) == ["$100.00 for LOVE is due on Thursday, December 24, 2026"]
    ok_json(operator.post(f"/api/bookings/{love}/payments", json={"amount": 100, "kind": "cash"}))
    letterbox.send_due()
    assert at("2026-12-26T09:05:00") == [], "it is paid"


def test_imported_bookings_get_reminders_only_if_the_import_asks_for_them(operator: Api, at: Morning):
    ok_json(operator.patch("/api/message-settings", json={"paymentReminderDays": 3, "runSheetHour": None}))

    def imported(name: str, **fields: bool) -> None:
        row = f"{name},{name}@example.com,12/08/2026,12/09/2026,LOVE,4ft,450"
        file = f"Name,Email,Delivery date,Pickup date,Text,Size,Total\n{row}\n"
        ok_json(operator.post("/api/imports/bookings", json={"csv": file, "apply": True, **fields}))

    imported("ada")
    imported("grace", remind=True)

    mails = at("2026-12-07T09:05:00")

    assert {mail.to for mail in mails} == {"grace@example.com"}
    assert [subject.split(":")[0].split(" is ")[0] for subject in subjects(mails)] == [
        "Coming up",
        "$450.00 for LOVE",
    ]


@pytest.mark.parametrize(
    "payment, figures, is_asked",
    [
        ({"state": "processing"}, {"processing_cents": 5000}, True),
        ({"state": "received", "dispute": "won"}, {"received_cents": 5000}, True),
        ({"state": "received", "dispute": "disputed", "disputed_cents": 5000}, {"received_cents": 5000}, False),
    ],
)
def test_no_payment_reminder_while_a_payment_is_processing_or_disputed(
    operator: Api,
    database: Database,
    at: Morning,
    letterbox: Letterbox,
    payment: dict[str, object],
    figures: dict[str, int],
    is_asked: bool,
):
    ok_json(operator.patch("/api/payment-policy", json={"depositPercent": 50, "balanceDueDays": 0}))
    ok_json(operator.patch("/api/message-settings", json={"reminderDays": 0, "runSheetHour": None}))
    love = confirmed(operator, "LOVE", "2026-12-28", "2026-12-29")
    letterbox.send_due()
    with database.write() as db:
        set_operator(db, operator.id)
        booking = db.scalars(select(Booking).where(Booking.id == love)).one()
        for name, value in figures.items():
            setattr(booking, name, value)
        deposit = {"entry": "payment", "kind": "card", "amount_cents": 5000, "currency": "USD"}
        db.add(BookingPayment(booking_id=love, created_at=clock.now(), **deposit, **payment))
    ok_json(operator.patch("/api/message-settings", json={"paymentReminderDays": 3}))

    assert at("2026-12-05T09:05:00") == [], "the deposit is paid or processing"
    asked = ["$50.00 for LOVE is due on Monday, December 28, 2026"] if is_asked else []
    assert subjects(at("2026-12-26T09:05:00")) == asked


def test_turning_on_payment_reminders_skips_payments_long_overdue(operator: Api, at: Morning, letterbox: Letterbox):
    ok_json(operator.patch("/api/message-settings", json={"reminderDays": 0, "runSheetHour": None}))
    ok_json(operator.patch("/api/payment-policy", json={"depositPercent": 50, "balanceDueDays": 0}))
    confirmed(operator, "LOVE", "2027-01-08", "2027-01-09")
    letterbox.send_due()
    at("2026-12-16T09:05:00")
    ok_json(operator.patch("/api/message-settings", json={"paymentReminderDays": 14}))

    assert at("2026-12-17T09:05:00") == []
    assert subjects(at("2026-12-25T09:05:00")) == ["$100.00 for LOVE is due on Friday, January 8, 2027"]


def test_run_sheet_lists_the_day_and_is_sent_at_the_chosen_hour(
    operator: Api, visitor: Api, at: Morning, letterbox: Letterbox
):
    venue = operator.add_venue(loadInInstructions="Ramp at the back")
    out = confirmed(operator, "OUT", "2026-12-08T16:30:00", "2026-12-10", venueId=venue["id"], notes="Ring <twice>")
    confirmed(operator, "FIRST", "2026-12-08", "2026-12-09", preferredInstallTime="morning")
    confirmed(operator, "BACK", "2026-12-06", "2026-12-08")
    operator.book(message="ASKED", deliveryDate="2026-12-08", pickupDate="2026-12-09")
    lender = {"lender": "Neon Nights", "firstDay": "2026-12-08", "lastDay": "2026-12-10"}
    pieces = [{"letter": "U", "size": "4ft", "count": 1}]
    ok_json(operator.post(f"/api/bookings/{out}/borrowed", json={**lender, "pieces": pieces}))
    crew = {"power": "By the stage", "contactName": "Grace", "contactPhone": "555 0199"}
    ok_json(visitor.post(f"/api/public/bookings/{operator.booking_token(out)}/crew-notes", json=crew))
    ok_json(operator.patch("/api/message-settings", json={"reminderDays": 0}))
    letterbox.send_due()

    assert at("2026-12-05T07:05:00") == [], "no run sheet on a day without deliveries or pickups"
    assert at("2026-12-08T06:55:00") == []
    (sheet,) = at("2026-12-08T07:05:00")
    assert (sheet.to, sheet.subject) == (operator.user["email"], "Run sheet for Tuesday, December 8, 2026")
    assert sheet.unsubscribe == "http://localhost:8000/settings?tab=messages"
    text = sheet.text
    assert text.index("FIRST") < text.index("OUT") < text.index("BACK"), "by time, deliveries first"
    for told in ("Morning", "4:30 PM", "Ramp at the back", "Ring <twice>", "On site: Grace, 555 0199", "By the stage"):
        assert told in text
    assert "Borrowed: 1 × U (4ft) from Neon Nights" in text
    assert "Ring &lt;twice&gt;" in sheet.html
    assert "1 request is waiting for your reply" in text
    assert "ASKED" not in text

    ok_json(operator.patch("/api/message-settings", json={"runSheetHour": 9}))
    assert letterbox.send_due() == [], "today's run sheet was already sent"
    assert at("2026-12-09T07:05:00") == []
    assert subjects(at("2026-12-09T09:05:00")) == ["Run sheet for Wednesday, December 9, 2026"]
    ok_json(operator.patch("/api/message-settings", json={"runSheetHour": None}))
    assert at("2026-12-10T09:05:00") == []


def test_two_workers_send_a_reminder_once(operator: Api, at: Morning, letterbox: Letterbox, other_worker: Worker):
    confirmed(operator, "LOVE", "2026-12-08", "2026-12-09")
    ok_json(operator.patch("/api/message-settings", json={"runSheetHour": None}))
    letterbox.send_due()
    at("2026-12-05T08:30:00")
    other_worker.begin()

    other_worker.all_due()
    reminded = at("2026-12-05T09:05:00")
    other_worker.all_due()

    assert subjects(reminded) == ["Coming up: LOVE on Tuesday, December 8, 2026"]
    assert [row["kind"] for row in letterbox.outbox()].count("reminder") == 1
