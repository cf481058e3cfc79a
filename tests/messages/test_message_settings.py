"""Custom email texts of a business (N5)."""

from datetime import date
from typing import Any

import pytest

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.text import formats
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

CONFIRMED = "/api/message-settings/confirmed"


def confirmation_settings(operator: Api) -> dict[str, Any]:
    """Settings of the booking confirmation email."""
    messages = ok_json(operator.get("/api/message-settings"))["messages"]
    (found,) = [row for row in messages if row["kind"] == "confirmed"]
    return found


def test_custom_email_texts_apply_until_reset(operator: Api, other_operator: Api, letterbox: Letterbox):
    own = {"subject": "Yes, {customer}: {message}", "greeting": "Dear <b>{customer}</b>,", "signOff": "{company}\nxoxo"}
    ok_json(operator.patch(CONFIRMED, json=own))
    assert (confirmation_settings(operator)["texts"], confirmation_settings(operator)["changed"]) == (
        confirmation_settings(operator)["usual"] | own,
        True,
    )
    assert confirmation_settings(other_operator)["changed"] is False
    letterbox.send_due()

    # Placeholders in inserted values are not replaced.
    ok_json(operator.set_status(operator.book(customerName="{company}")["id"], "confirmed"))
    (mail,) = letterbox.send_due()
    assert mail.subject == "Yes, {company}: LOVE"
    assert "Dear <b>{company}</b>," in mail.text
    assert "Dear &lt;b&gt;{company}&lt;/b&gt;," in mail.html

    ok_json(operator.patch(CONFIRMED, json=dict.fromkeys(own)))
    assert confirmation_settings(operator)["changed"] is False
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


REFUSED: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"subject": "For {nobody} and {total}"}, {"subject": "{nobody}"}),
    ({"greeting": "{ customer }", "signOff": "{expires}"}, {"greeting": "{ customer }", "signOff": "{expires}"}),
    ({"body": " "}, {"body": "required"}),
    ({"body": "Hi {nobody}"}, {"body": "{nobody}"}),
    ({"greeting": "Hi {customer"}, {"greeting": "{customer. Use both braces, as in {number}"}),
    ({"signOff": "customer} team"}, {"signOff": "customer}. Use both"}),
    ({"body": "It costs {price}"}, {"body": "its own line"}),
    ({"body": "{price: Costs}"}, {"body": "its own line"}),
    ({"heading": "{button}"}, {"heading": "{button}"}),
    ({"subject": " "}, {"subject": "required"}),
    ({"subject": "Hi\r\nBcc: everybody@example.com"}, {"subject": ""}),
    ({"subject": "x" * 151}, {"subject": "150"}),
    ({"signOff": "x" * 1001}, {"signOff": "1000"}),
    ({"greeting": 5}, {"greeting": ""}),
]


def test_invalid_email_texts_are_reported_and_not_saved(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    for body, named in REFUSED:
        for refused in (operator.patch(CONFIRMED, json=body), operator.post(f"{CONFIRMED}/preview", json=body)):
            assert refused.status_code == 422, body
            fields = refused.json()["fields"]
            assert set(fields) == set(named)
            assert all(part in fields[field] for field, part in named.items()), fields
    assert confirmation_settings(operator)["changed"] is False

    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


def test_huge_templates_and_changes_to_system_emails_are_refused(operator: Api):
    assert operator.patch(CONFIRMED, json={"signOff": "x" * 10_000_000}).status_code == 413
    assert confirmation_settings(operator)["changed"] is False
    assert operator.patch("/api/message-settings/run-sheet", json={"subject": "Mine"}).status_code == 409
    # Account emails cannot be customized by a business.
    for unknown in ("nothing", "password-reset"):
        assert operator.patch(f"/api/message-settings/{unknown}", json={"subject": "Mine"}).status_code == 404


def test_every_email_can_be_previewed_without_saving(operator: Api):
    for row in ok_json(operator.get("/api/message-settings"))["messages"]:
        shown = ok_json(operator.post(f"/api/message-settings/{row['kind']}/preview", json={}))
        assert shown["subject"], row["kind"]
        assert "{" not in shown["text"], f"{row['kind']} is filled in"
        assert "<script" not in shown["html"]
    shown = ok_json(operator.post(f"{CONFIRMED}/preview", json={"greeting": "Ahoy {customer}!"}))
    assert "Ahoy Ada Lovelace!" in shown["text"]
    assert confirmation_settings(operator)["changed"] is False


def test_reminder_days_and_run_sheet_hour_are_validated(operator: Api):
    for body in (
        {"reminderDays": 31},
        {"reminderDays": -1},
        {"paymentReminderDays": 15},
        {"runSheetHour": 24},
        {"runSheetHour": "x"},
    ):
        refused = operator.patch("/api/message-settings", json=body)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, list(body))


def test_custom_body_places_buttons_and_fields_in_the_email(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    body = "Hola {customer}!\n\n{button: Ver su reserva}\n\nSon {total}, y faltan {balance}."
    own = {"heading": "Su letrero", "greeting": "", "body": body, "signOff": "{company}"}
    ok_json(operator.patch(CONFIRMED, json=own))

    ok_json(operator.set_status(operator.book(customerName="<b>Eva</b>")["id"], "confirmed"))
    (mail,) = letterbox.send_due()

    link = mail.text.partition("Ver su reserva:\n")[2].partition("\n")[0]
    company = operator.user["companyName"]
    assert mail.text == (
        f"Su letrero\n\nHola <b>Eva</b>!\n\nVer su reserva:\n{link}\n\nSon $200.00, y faltan $200.00.\n\n{company}\n\n"
        f"-- \n{company}\n{operator.user['email']}\nSent with MarqueeDesk.\n"
    )
    assert "/b/" in link
    assert "Hola &lt;b&gt;Eva&lt;/b&gt;!" in mail.html
    assert "marquee letters" not in mail.html, "no sign unless the text contains one"

    ok_json(operator.patch(CONFIRMED, json=dict.fromkeys(own)))
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    assert "Good news: your booking is confirmed." in letterbox.one("Booked").text


def test_every_customer_email_can_be_customized_and_reset(operator: Api):
    for row in ok_json(operator.get("/api/message-settings"))["messages"]:
        if row["audience"] != "customer":
            continue
        path = f"/api/message-settings/{row['kind']}"
        every = " ".join(f"{{{field['name']}}}" for field in row["fields"])
        blocks = "\n".join(f"{{{block['name']}}}" for block in row["blocks"])
        ok_json(operator.patch(path, json={"heading": "Mine", "body": f"Mine: {every}\n{blocks}"}))
        shown = ok_json(operator.post(f"{path}/preview", json={}))
        assert shown["text"].startswith("Mine\n"), row["kind"]
        assert "{" not in shown["text"], row["kind"]
        back = ok_json(operator.patch(path, json={"heading": None, "body": None}))
        assert next(one for one in back["messages"] if one["kind"] == row["kind"])["texts"] == row["usual"]


def test_customized_quote_email_always_contains_the_link(operator: Api, letterbox: Letterbox):
    ok_json(operator.patch("/api/message-settings/quote-sent", json={"body": "Here it is."}))
    letterbox.send_due()
    quote = operator.sent_quote(customerEmail="ada@example.com")
    assert quote["link"] in letterbox.one("Your quote").text


def test_emails_to_the_business_can_be_turned_off_individually(operator: Api, visitor: Api, letterbox: Letterbox):
    shown = ok_json(operator.patch("/api/message-settings/change-asked", json={"enabled": False}))["messages"]
    assert [row["kind"] for row in shown if not row["enabled"]] == ["change-asked"]
    token = operator.booking_token(operator.book()["id"])
    letterbox.send_due()

    ok_json(visitor.post(f"/api/public/bookings/{token}/change-request", json={"text": "An hour later"}))
    ok_json(visitor.post(f"/api/public/bookings/{token}/crew-notes", json={"power": "Left of the stage"}))
    assert letterbox.subjects() == ["Notes for your crew: LOVE, Tuesday, June 1, 2027"]

    ok_json(operator.patch("/api/message-settings/change-asked", json={"enabled": True}))
    ok_json(visitor.post(f"/api/public/bookings/{token}/change-request", json={"text": "Two hours later"}))
    asked = letterbox.one("Change requested")
    assert (asked.to, asked.reply_to) == (operator.user["email"], "ada@example.com")
    assert "Two hours later" in asked.text
    for kind in ("confirmed", "run-sheet"):
        refused = operator.patch(f"/api/message-settings/{kind}", json={"enabled": False})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_switchable")
    assert operator.patch("/api/message-settings/change-asked", json={"enabled": "no"}).status_code == 422


def test_booking_at_risk_is_reported_once_per_shortage(operator: Api, letterbox: Letterbox):
    letter = operator.add_letter("E", 2)
    booking = operator.book(message="EE", asRequest=False)
    letterbox.send_due()
    path = f"/api/inventory/{letter['id']}/outages"
    outage = {"count": 1, "firstDay": booking["deliveryDate"][:10], "lastDay": None}
    ok_json(operator.post(path, json=outage))
    told = letterbox.one("At risk: EE")
    assert told.to == operator.user["email"]
    assert "2 × E (1 free)" in told.text
    first = formats.day(date.fromisoformat(booking["deliveryDate"][:10]))
    for way in (f"Borrow 1 × E (4ft), {first} to ", "Contact the customer: ada@example.com."):
        assert way in told.text, told.text
    note = ok_json(operator.get("/api/notifications"))["items"][0]
    assert (note["kind"], note["title"]) == ("at_risk", "The booking of Ada Lovelace is at risk")
    # Another broken letter sends no second email.
    other = operator.add_letter("F", 2)
    ok_json(operator.post(f"/api/inventory/{other['id']}/outages", json=outage))
    assert letterbox.subjects() == []


def test_business_is_emailed_about_payments_failures_and_disputes(
    operator: Api, letterbox: Letterbox, database: Database
):
    booking = operator.book()["id"]
    letterbox.send_due()
    payload = {"operatorId": operator.id, "bookingId": booking, "paymentId": 0, "amountCents": 5000}
    with database.write() as db:
        for kind, more in (
            ("payment.received", {}),
            ("payment.received", {"by": "Sam"}),
            ("payment.failed", {}),
            ("payment.refund_failed", {}),
            ("payment.disputed", {"dispute": "disputed"}),
            ("payment.disputed", {"dispute": "lost"}),
        ):
            jobs.enqueue(db, kind, payload | more, clock.now())

    mails = [mail for mail in letterbox.send_due() if mail.to == operator.user["email"]]
    assert [mail.subject.partition(":")[0] for mail in mails] == [
        "Payment received",
        "Payment failed",
        "Refund failed",
        "Disputed payment",
        "Disputed payment",
    ], "what the business has entered itself is no news to it"
    assert "The money was returned to them." in mails[-1].text
