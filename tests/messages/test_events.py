"""Emails of each event: recipients, content, and no duplicates."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar, Component

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.kit.db.database import Database
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

CUSTOMER = "ada@example.com"


def calendar_file(operator: Api, booking_id: int) -> Component:
    """The calendar file on the page of a booking."""
    token = operator.booking_token(booking_id)
    return Calendar.from_ical(operator.get(f"/api/public/bookings/{token}/calendar.ics").content)


def test_new_request_emails_the_customer_and_the_business(operator: Api, visitor: Api, letterbox: Letterbox):
    letterbox.send_due()
    booking = visitor.book(userId=operator.id, message="MARRY ME", notes="Ring <twice>")

    received, told = letterbox.send_due()

    assert (received.to, received.to_name, received.subject) == (CUSTOMER, "Ada Lovelace", "Your request: MARRY ME")
    assert (received.from_name, received.reply_to) == (operator.user["companyName"], operator.user["email"])
    assert "Nothing is booked until we confirm" in received.text
    assert "Ring &lt;twice&gt;" in received.html
    assert "<twice>" not in received.html
    assert (told.to, told.reply_to) == (operator.user["email"], CUSTOMER)
    assert told.subject == "New request: MARRY ME, Tuesday, June 1, 2027"
    assert f"http://localhost:8000/bookings?id={booking['id']}" in told.text
    assert told.unsubscribe == "http://localhost:8000/settings?tab=messages"
    assert letterbox.send_due() == []


@pytest.mark.postgres_only  # On SQLite all businesses share the one lock of the file.
def test_request_email_does_not_wait_for_the_booking_lock(
    operator: Api, visitor: Api, letterbox: Letterbox, database: Database
):
    letterbox.send_due()
    visitor.book(userId=operator.id)
    with ThreadPoolExecutor(1) as pool, database.write_connection() as connection:
        lock_operator(connection, operator.id)
        received, _told = pool.submit(letterbox.send_due).result(timeout=20)
    assert "/b/" in received.text, "the link was created with the booking"


def test_booking_entered_by_the_operator_is_emailed_only_when_confirmed(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    booking = operator.book()
    assert letterbox.send_due() == []

    ok_json(operator.set_status(booking["id"], "confirmed"))
    ok_json(operator.set_status(booking["id"], "confirmed"))

    (confirmed,) = letterbox.send_due()
    assert (confirmed.to, confirmed.subject) == (CUSTOMER, "Booked: LOVE on Tuesday, June 1, 2027")
    assert f"http://localhost:8000/b/{operator.booking_token(booking['id'])}" in confirmed.text
    calendar, paper = confirmed.attachments
    assert (calendar.name, paper.name) == (f"Booking {booking['number']}.ics", f"Confirmation {booking['number']}.pdf")
    events = Calendar.from_ical(calendar.content).walk("VEVENT")
    # The entries have the same ids as those on the booking page, so a calendar with both files shows them once.
    page = calendar_file(operator, booking["id"])
    assert [str(event["uid"]) for event in events] == [str(event["uid"]) for event in page.walk("VEVENT")]
    link = f"http://localhost:8000/b/{operator.booking_token(booking['id'])}"
    assert all(str(event["url"]) == link and link in str(event["description"]) for event in events)
    assert b"DTSTART;VALUE=DATE:20270601" in calendar.content
    assert paper.content.startswith(b"%PDF")


def test_request_without_approval_is_confirmed_in_one_email(operator: Api, visitor: Api, letterbox: Letterbox):
    letterbox.send_due()
    operator.set_rules(approvalRequired=False)
    visitor.book(userId=operator.id)

    assert letterbox.subjects() == [
        "Booked: LOVE on Tuesday, June 1, 2027",
        "New booking: LOVE, Tuesday, June 1, 2027",
    ]


def test_email_for_a_rental_without_letters_shows_no_sign(operator: Api, visitor: Api, letterbox: Letterbox):
    balloons = ok_json(
        operator.post("/api/items", json={"name": "Balloon", "kind": "counted", "quantity": 9, "price": 4})
    )
    lines = [{"kind": "item", "itemId": balloons["id"], "quantity": 2}]
    ok_json(
        operator.set_status(visitor.book(userId=operator.id, message=None, size=None, lines=lines)["id"], "confirmed")
    )

    confirmed = letterbox.one("Booked")
    assert "✦" not in confirmed.text
    assert "What you rent: 2 × Balloon" in confirmed.text
    (delivery, _) = Calendar.from_ical(confirmed.attachments[0].content).walk("VEVENT")
    assert str(delivery["description"]).startswith("Booking #1: 2 × Balloon. ")


def test_declined_request_and_canceled_booking_have_different_emails(operator: Api, visitor: Api, letterbox: Letterbox):
    request, booking = visitor.book(userId=operator.id), operator.book(message="HOPE")
    ok_json(operator.set_status(booking["id"], "confirmed"))
    known = calendar_file(operator, booking["id"]).walk("VEVENT")
    letterbox.send_due()

    for found in (request, booking):
        ok_json(operator.set_status(found["id"], "canceled"))

    declined, canceled = letterbox.send_due()
    assert (declined.subject, declined.attachments) == ("About your request: LOVE", ())
    assert canceled.subject == "Canceled: HOPE on Tuesday, June 1, 2027"
    (file,) = canceled.attachments
    assert file.parameters == {"method": "CANCEL"}
    calendar = Calendar.from_ical(file.content)
    assert str(calendar["method"]) == "CANCEL"
    for event, before in zip(calendar.walk("VEVENT"), known, strict=True):
        assert (str(event["uid"]), str(event["status"])) == (str(before["uid"]), "CANCELLED")
        assert int(str(event["sequence"])) > int(str(before["sequence"]))


def test_undone_cancellation_sends_no_email(operator: Api, letterbox: Letterbox, present: Any):
    booking = operator.book()["id"]
    ok_json(operator.set_status(booking, "confirmed", notify=False))
    assert letterbox.subjects(CUSTOMER) == []

    ok_json(operator.set_status(booking, "canceled", undoSeconds=15, reason="No truck"))
    assert letterbox.subjects(CUSTOMER) == []
    ok_json(operator.set_status(booking, "confirmed", reopen=True))
    present.shift(20)
    assert letterbox.subjects(CUSTOMER) == []

    # After two cancellations, only the final one is emailed, once.
    ok_json(operator.set_status(booking, "canceled", undoSeconds=15))
    ok_json(operator.set_status(booking, "confirmed", reopen=True))
    present.shift(1)
    ok_json(operator.set_status(booking, "canceled", undoSeconds=15, reason="No truck"))
    assert letterbox.subjects(CUSTOMER) == []
    present.shift(20)
    assert "> No truck" in letterbox.one("Canceled: LOVE").text
    ok_json(operator.set_status(booking, "confirmed", reopen=True, notify=True))
    assert letterbox.subjects(CUSTOMER) == ["Booked: LOVE on Tuesday, June 1, 2027"]


def test_notify_false_sends_the_customer_no_email(operator: Api, visitor: Api, letterbox: Letterbox):
    request = visitor.book(userId=operator.id)["id"]
    letterbox.send_due()

    ok_json(operator.set_status(request, "confirmed", notify=False))
    ok_json(operator.set_status(request, "canceled", notify=False))

    assert letterbox.subjects(CUSTOMER) == []


def test_cancellation_by_the_customer_emails_both_the_fee_and_the_reason(
    operator: Api, visitor: Api, letterbox: Letterbox, present: Any
):
    venue = operator.add_venue(isVerified=False)
    booking = operator.book(venueId=venue["id"])
    ok_json(operator.set_status(booking["id"], "confirmed"))
    token = operator.booking_token(booking["id"])
    present.move_to("2027-05-31T12:00:00+00:00")
    letterbox.send_due()

    ok_json(visitor.post(f"/api/public/bookings/{token}/cancel", json={"fee": 50, "reason": "<Rain>"}))

    canceled, told = letterbox.send_due()
    assert (canceled.to, canceled.subject) == (CUSTOMER, "Canceled: LOVE on Tuesday, June 1, 2027")
    assert "the cancellation fee is $50.00" in canceled.text
    assert told.to == operator.user["email"]
    assert "a cancellation fee of $50.00" in told.text
    assert "> <Rain>" in told.text
    assert "&lt;Rain&gt;" in told.html


def test_change_request_is_answered_by_one_email(operator: Api, visitor: Api, letterbox: Letterbox):
    booking = operator.book()
    page, side = f"/api/bookings/{booking['id']}", f"/api/public/bookings/{operator.booking_token(booking['id'])}"

    def ask(text: str) -> str:
        asked = ok_json(visitor.post(f"{side}/change-request", json={"text": text}))["changeRequests"][-1]
        letterbox.send_due()
        return f"{page}/change-requests/{asked['id']}/answer"

    wish = ask("A day later?")
    declined = {"outcome": "declined", "answer": "We are booked out."}
    for _ in range(2):
        ok_json(operator.post(wish, json=declined))
    told = letterbox.one("Your change to LOVE on Tuesday, June 1, 2027")
    assert "> We are booked out." in told.text
    assert "> A day later?" in told.text
    assert told.attachments == ()

    wish = ask("Two days later?")
    ok_json(operator.patch(page, json={"deliveryDate": "2027-06-02", "pickupDate": "2027-06-03", "notify": True}))
    ok_json(operator.post(wish, json={"outcome": "made"}))
    assert letterbox.subjects() == ["Rescheduled: LOVE, Wednesday, June 2, 2027"], (
        "the reschedule email already answers the request"
    )

    wish = ask("Without lights?")
    ok_json(operator.post(wish, json={"outcome": "made"}))
    assert "We changed your booking as you asked" in letterbox.one("Your change to LOVE").text

    ok_json(operator.set_status(booking["id"], "confirmed"))
    letterbox.send_due()
    wish = ask("At three in the afternoon?")
    ok_json(operator.patch(page, json={"deliveryDate": "2027-06-02T15:00"}))
    ok_json(operator.post(wish, json={"outcome": "made"}))
    calendar, paper = letterbox.one("Your change to LOVE").attachments
    (delivery, _) = Calendar.from_ical(calendar.content).walk("VEVENT")
    # 19:00 UTC is 3 PM in New York.
    assert (delivery.decoded("dtstart").hour, paper.kind) == (19, "application/pdf"), (
        "the calendar file has the new time"
    )


def test_customer_is_asked_to_agree_and_the_business_gets_the_reply(operator: Api, visitor: Api, letterbox: Letterbox):
    booking = operator.book(asRequest=False)
    page, side = f"/api/bookings/{booking['id']}", f"/api/public/bookings/{operator.booking_token(booking['id'])}"
    ask = "let us know if you agree to the change"
    letterbox.send_due()

    change = {"message": "LOVE YOU", "notify": True}
    assert ask not in ok_json(operator.post(f"{page}/edit-preview", json=change))["text"]
    asking = change | {"askAgreement": True}
    assert ask in ok_json(operator.post(f"{page}/edit-preview", json=asking))["text"]
    assert ok_json(visitor.get(side))["agreement"] is None, "a preview sends no request"
    ok_json(operator.patch(page, json=asking))
    assert ask in letterbox.one("Changed: LOVE YOU").text

    ok_json(visitor.post(f"{side}/agreement", json={"number": 1, "agreed": False, "text": "<b>Only LOVE</b>"}))
    told = letterbox.one("Reply to your change: LOVE YOU")
    assert told.to == operator.user["email"]
    assert "did not agree" in told.text
    assert "&lt;b&gt;Only LOVE&lt;/b&gt;" in told.html
    bell = ok_json(operator.get("/api/notifications"))
    assert any("did not agree" in str(row) for row in bell["items"])


def test_request_confirmed_before_its_first_email_sends_only_the_confirmation(
    operator: Api, visitor: Api, letterbox: Letterbox
):
    letterbox.send_due()
    booking = visitor.book(userId=operator.id)
    ok_json(operator.set_status(booking["id"], "confirmed"))

    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


def test_customer_is_emailed_about_new_days_only_if_requested(operator: Api, letterbox: Letterbox):
    booking = operator.book()
    ok_json(operator.set_status(booking["id"], "confirmed"))
    letterbox.send_due()

    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"notes": "Back door"}))
    assert letterbox.send_due() == []
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"pickupDate": "2027-06-04"}))
    assert letterbox.send_due() == [], "no notification without notify"
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"deliveryDate": "2027-06-02", "notify": True}))

    moved = letterbox.one("Rescheduled: LOVE, Wednesday, June 2, 2027")
    assert "What changed:" in moved.text
    assert "Delivery: Tuesday, June 1, 2027 → Wednesday, June 2, 2027" in moved.text
    assert b"SEQUENCE:5" in moved.attachments[0].content


def test_changed_message_and_price_are_previewed_and_emailed(operator: Api, letterbox: Letterbox):
    booking = operator.book(asRequest=False)
    page, change = f"/api/bookings/{booking['id']}", {"message": "LOVE YOU", "notify": True}
    letterbox.send_due()

    shown = ok_json(operator.post(f"{page}/edit-preview", json=change))

    assert (shown["to"], shown["subject"]) == (CUSTOMER, "Changed: LOVE YOU on Tuesday, June 1, 2027")
    assert (shown["totalBefore"], shown["totalAfter"]) == (200, 350)
    assert "Message: LOVE → LOVE YOU" in shown["text"]
    assert "Total: $200.00 → $350.00" in shown["text"]
    assert [(row["label"], row["fromText"], row["toText"]) for row in shown["changed"]] == [
        ("Message", "LOVE", "LOVE YOU"),
        ("Total", "$200.00", "$350.00"),
    ]
    assert {name: shown["changed"][1][name] for name in ("field", "from", "to")} == {
        "field": "totalPrice",
        "from": 200,
        "to": 350,
    }
    assert ok_json(operator.get(page))["message"] == "LOVE", "nothing is saved"
    assert letterbox.send_due() == []
    notes = ok_json(operator.post(f"{page}/edit-preview", json={"notes": "Back door"}))
    assert (notes["subject"], [row["label"] for row in notes["changed"]]) == (None, ["Notes"])

    ok_json(operator.patch(page, json=change))
    told = letterbox.one("Changed: LOVE YOU on Tuesday, June 1, 2027")
    assert "Message: LOVE → LOVE YOU" in told.text


def test_booking_by_the_operator_is_confirmed_by_email_if_requested(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    operator.book(asRequest=False)
    assert letterbox.send_due() == []

    operator.book(asRequest=False, notify=True, key="once")
    operator.book(asRequest=False, notify=True, key="once")
    operator.book(asRequest=True, notify=True)

    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


def test_quote_question_and_acceptance_are_emailed(operator: Api, visitor: Api, letterbox: Letterbox):
    quote = operator.sent_quote()
    letterbox.mailer.sent = []

    sent = letterbox.one(f"Your quote {quote['number']}: LOVE")
    assert quote["link"] in sent.text
    assert f'href="{quote["link"]}"' in sent.html
    assert [(file.name, file.content[:4]) for file in sent.attachments] == [(f"Quote {quote['number']}.pdf", b"%PDF")]
    question = {"text": "Is there a ramp?", "email": "other@example.com"}
    ok_json(visitor.post(f"/api/public/quotes/{quote['token']}/question", json=question))
    asked = letterbox.one("A question about quote")
    assert (asked.to, asked.reply_to) == (operator.user["email"], "other@example.com")
    assert "> Is there a ramp?" in asked.text

    ok_json(visitor.accept(quote["token"]))
    booked, told = letterbox.send_due()
    assert (booked.to, booked.subject) == (CUSTOMER, "Booked: LOVE on Tuesday, June 1, 2027")
    assert [file.kind for file in booked.attachments] == ["text/calendar", "application/pdf"]
    assert (told.to, told.subject) == (operator.user["email"], f"Accepted: quote {quote['number']}, LOVE")


def test_declining_or_manually_booking_a_quote_sends_the_right_email(operator: Api, visitor: Api, letterbox: Letterbox):
    declined, booked = operator.sent_quote(), operator.quote(message="HOPE")
    letterbox.send_due()

    ok_json(visitor.post(f"/api/public/quotes/{declined['token']}/decline", json={"reason": "Too late in the year"}))
    told = letterbox.one("Declined: quote")
    assert "> Too late in the year" in told.text
    assert "available again" not in told.text, "it held no letters"
    held = operator.send_quote(operator.quote()["id"], holdLetters=True)["link"].rpartition("/")[2]
    letterbox.send_due()
    ok_json(visitor.post(f"/api/public/quotes/{held}/decline", json={}))
    assert "The letters held for this quote are available again." in letterbox.one("Declined: quote").text
    ok_json(operator.post(f"/api/quotes/{booked['id']}/book", json={}))
    assert letterbox.subjects() == ["Booked: HOPE on Tuesday, June 1, 2027"]


def test_revised_quote_email_lists_the_changes(operator: Api, letterbox: Letterbox):
    quote = operator.sent_quote(extraLines=[{"text": "Setup", "amount": 20}])
    letterbox.send_due()
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"pickupDate": "2027-06-04", "extraLines": []}))
    operator.send_quote(quote["id"])

    revised = letterbox.one(f"Your revised quote {quote['number']}: LOVE")

    assert "Pickup: Friday, June 4, 2027\n    Before: Thursday, June 3, 2027" in revised.text
    assert "Total: Before: $220.00" in revised.text
    assert "Added to the price: 4 letters in 4ft, 3 days, before: $200.00" in revised.text
    assert "Removed from the price: Setup" in revised.text, "the line for the letters is still in the price"
    assert "Delivery: Tuesday, June 1, 2027\n    Before" not in revised.text, "unchanged values are not listed"
    assert quote["link"] in revised.text

    # A changed time alone is also listed.
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"deliveryDate": "2027-06-01T14:30:00"}))
    operator.send_quote(quote["id"])
    revised = letterbox.one(f"Your revised quote {quote['number']}: LOVE")
    assert "Delivery: Tuesday, June 1, 2027, 2:30 PM\n    Before: Tuesday, June 1, 2027\n" in revised.text
    assert "Delivery: Tuesday, June 1, 2027\n    2:30 PM\n" in revised.text


def test_business_is_reminded_a_day_before_a_hold_expires(
    operator: Api, visitor: Api, letterbox: Letterbox, present: Any
):
    answered, waiting = visitor.book(userId=operator.id), visitor.book(userId=operator.id, message="HOPE")
    letterbox.send_due()
    ok_json(operator.set_status(answered["id"], "confirmed"))
    letterbox.send_due()
    ends = datetime.fromisoformat(ok_json(operator.get(f"/api/bookings/{waiting['id']}"))["holdExpiresAt"])

    present.move_to(ends - timedelta(days=1, minutes=1))
    assert letterbox.send_due() == []
    present.move_to(ends - timedelta(hours=23))
    assert letterbox.subjects() == ["Still waiting: HOPE, Tuesday, June 1, 2027"]
    present.move_to(ends + timedelta(days=1))
    assert letterbox.send_due() == []


def test_changed_days_reschedule_the_hold_expiry_reminder(
    operator: Api, visitor: Api, letterbox: Letterbox, present: Any
):
    booking = visitor.book(userId=operator.id)
    letterbox.send_due()
    present.shift(timedelta(days=3))
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"deliveryDate": "2027-05-31"}))
    letterbox.send_due()

    present.shift(timedelta(days=3, hours=1))
    assert letterbox.send_due() == [], "the original hold expiry no longer applies"
    present.shift(timedelta(days=3))
    assert letterbox.subjects() == ["Still waiting: LOVE, Monday, May 31, 2027"]


def test_no_email_is_sent_for_a_request_from_over_a_week_ago(
    operator: Api, visitor: Api, letterbox: Letterbox, present: Any
):
    letterbox.send_due()
    visitor.book(userId=operator.id)
    present.shift(timedelta(days=8))
    assert [mail for mail in letterbox.send_due() if "request" in mail.subject.lower()] == []


def test_registration_sends_a_welcome_email(letterbox: Letterbox, visitor: Api):
    visitor.register("sam@example.com")
    (welcome,) = letterbox.send_due()
    assert (welcome.to, welcome.subject, welcome.from_name) == (
        "sam@example.com",
        "Welcome to MarqueeDesk",
        "MarqueeDesk",
    )


def test_confirmed_damage_charge_is_emailed_to_the_customer(operator: Api, letterbox: Letterbox):
    letter = operator.add_letter("E", 3)
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"replacementPrice": 180}))
    booking = operator.book(message="EEE", asRequest=False)
    for kind in ("missing", "missing", "repair"):
        lost = {"count": 1, "firstDay": "2027-06-01", "lastDay": None, "kind": kind, "bookingId": booking["id"]}
        ok_json(operator.post(f"/api/inventory/{letter['id']}/outages", json=lost))
    path = f"/api/bookings/{booking['id']}/charges"
    charged, taken_back, quiet = [row["id"] for row in ok_json(operator.get(path))["charges"]]
    letterbox.send_due()
    ok_json(operator.patch(f"{path}/{charged}", json={"state": "charged"}))
    ok_json(operator.patch(f"{path}/{taken_back}", json={"state": "charged"}))
    ok_json(operator.patch(f"{path}/{taken_back}", json={"state": "proposed"}))
    ok_json(operator.patch(f"{path}/{quiet}", json={"state": "charged", "notify": False}))
    (mail,) = letterbox.send_due()
    assert (mail.to, mail.subject) == (CUSTOMER, "Damage charge for EEE")
    for part in ("$180.00", "1 × E (4ft), lost", f"/b/{operator.booking_token(booking['id'])}"):
        assert part in mail.text
    # The business can customize this email.
    kinds = {row["kind"]: row["audience"] for row in ok_json(operator.get("/api/message-settings"))["messages"]}
    assert kinds["damage-charged"] == "customer"
