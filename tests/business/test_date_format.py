"""A business's date format applies everywhere: forms, customer pages, emails, documents, CSV (G1).

So does its 12-hour or 24-hour time format.
"""

import re
from datetime import date, time
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.delivery.install_windows import InstallWindow, PickupHours
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.text.formats import DateFormat, clock_time, day, short_day, weekday
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

ON = date(2027, 6, 5)


@pytest.mark.parametrize(
    "order, words, figures",
    [
        ("MM/DD/YYYY", "June 5, 2027", "06/05/2027"),
        ("DD/MM/YYYY", "5 June 2027", "05/06/2027"),
        ("DD.MM.YYYY", "5 June 2027", "05.06.2027"),
        ("YYYY-MM-DD", "2027-06-05", "2027-06-05"),
    ],
)
def test_date_format_determines_dates_in_words_and_digits(order: DateFormat, words: str, figures: str):
    assert (day(ON, order), weekday(ON, order), short_day(ON, order)) == (words, f"Saturday, {words}", figures)


@pytest.fixture
def mailer() -> RecordingMailer:
    return RecordingMailer()


@pytest.fixture
def worker(operator: Api, app: FastAPI, database: Database, mailer: RecordingMailer) -> Worker:
    """A worker with all earlier jobs done; its mailer records only new emails."""
    worker = Worker(database, app.state.settings, mailer=mailer)
    worker.all_due()
    mailer.sent = []
    return worker


def customers_see(
    visitor: Api, operator: Api, booking: dict[str, Any], quote: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the form, a booking's page and a quote's page as customers see them."""
    return (
        ok_json(visitor.get("/api/booking-form", params={"userId": operator.id})),
        ok_json(visitor.get(f"/api/public/bookings/{operator.booking_token(booking['id'])}")),
        ok_json(visitor.get(f"/api/public/quotes/{quote['token']}")),
    )


def test_date_format_of_the_business_applies_everywhere(
    operator: Api, visitor: Api, worker: Worker, mailer: RecordingMailer
):
    assert operator.patch("/api/booking-rules", json={"dateFormat": "DD MMM YYYY"}).status_code == 422
    operator.set_rules(dateFormat="DD/MM/YYYY", timeZone="Europe/London")
    operator.add_letters("LOVE", quantity=9)
    booking = operator.book(deliveryDate="2027-06-05", pickupDate="2027-06-06")
    ok_json(operator.set_status(booking["id"], "confirmed"))
    quote = operator.sent_quote(
        deliveryDate="2027-06-05", pickupDate="2027-06-06", customerEmail="ada@example.com", note="Soon"
    )
    worker.all_due()

    assert ok_json(operator.get("/api/user"))["dateFormat"] == "DD/MM/YYYY"
    form, page, offer = customers_see(visitor, operator, booking, quote)
    assert {found["dateFormat"] for found in (form, page, offer)} == {"DD/MM/YYYY"}
    assert "Delivery: Saturday, 5 June 2027. Pickup: Sunday, 6 June 2027." in offer["terms"]
    confirmed = next(mail for mail in mailer.sent if mail.subject.startswith("Booked"))
    assert confirmed.subject == "Booked: LOVE on Saturday, 5 June 2027"
    assert "Pickup: Sunday, 6 June 2027" in confirmed.text
    sent = next(mail for mail in mailer.sent if mail.subject.startswith("Your quote"))
    assert "June 5" not in sent.text + sent.html
    csv = operator.get("/api/reports/bookings.csv", params={"from": "2027-01-01", "to": "2027-12-31"}).text
    assert "05/06/2027 08:00" in csv


def test_times_are_formatted_in_12_or_24_hours():
    early, late = time(0, 5), time(14, 30)
    assert [clock_time(at) for at in (early, late)] == ["12:05 AM", "2:30 PM"]
    assert [clock_time(at, "24h") for at in (early, late)] == ["00:05", "14:30"]
    assert InstallWindow("Early", time(9), late).words("24h") == "Early (09:00-14:30)"
    assert PickupHours(time(18), time(1)).words("24h") == "18:00-01:00"
    assert PickupHours(latest=late).words("24h") == "until 14:30"


def test_time_format_of_the_business_applies_everywhere(
    operator: Api, visitor: Api, worker: Worker, mailer: RecordingMailer
):
    assert operator.patch("/api/booking-rules", json={"timeFormat": "military"}).status_code == 422
    operator.set_rules(timeFormat="24h", measures="metric", earliestPickup="18:00")
    operator.add_letters("LOVE", quantity=9)
    timed = operator.book(deliveryDate="2027-06-05T14:30", pickupDate="2027-06-06T21:15")
    ok_json(operator.set_status(timed["id"], "confirmed"))
    window = {"deliveryDate": "2027-06-05", "pickupDate": "2027-06-06", "preferredInstallTime": "afternoon"}
    ok_json(operator.set_status(operator.book(**window)["id"], "confirmed"))
    quote = operator.sent_quote(**window, customerEmail="ada@example.com")
    worker.all_due()

    assert ok_json(operator.get("/api/user"))["timeFormat"] == "24h"
    form, page, offer = customers_see(visitor, operator, timed, quote)
    assert {found["timeFormat"] for found in (form, page, offer)} == {"24h"}
    assert {found["measures"] for found in (form, page, offer)} == {"metric"}
    assert form["installWindows"][0]["words"] == "Morning (08:00-12:00)"
    assert form["pickupHours"] == "from 18:00"
    told = " ".join(mail.text for mail in mailer.sent)
    assert "14:30" in told
    assert "21:15" in told
    assert "Afternoon (12:00-16:00)" in told
    assert not re.search(r"[0-9] ?[ap]m\b", told, re.IGNORECASE)
    late = visitor.try_to_book(userId=operator.id, deliveryDate="2027-06-05", pickupDate="2027-06-06T10:00")
    assert "Pickups are from 18:00" in late.text
