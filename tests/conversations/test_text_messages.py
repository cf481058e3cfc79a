"""Booking messages by text: channels, consent on the form and the customer's page, and on the way (T3, T7)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conversations.conftest import PHONE, Phones
from tests.conversations.test_conversations import entries, say
from tests.support.api import Api, booking_body, ok_json

CONTACT = {"customerName": "Ana", "customerPhone": PHONE, "customerEmail": "ana@x.example"}


def choose(business: Api, kind: str, channel: str) -> None:
    ok_json(business.patch(f"/api/message-settings/{kind}", json={"channel": channel}))


def confirm_request(business: Api, **fields: Any) -> dict[str, Any]:
    """Confirm a new request, so that the customer gets the confirmation."""
    business.add_letters("LOVE")
    booking = business.book(**CONTACT, asRequest=True, **fields)
    ok_json(business.set_status(booking["id"], "confirmed"))
    return booking


def emails(phones: Phones) -> list[str]:
    return [mail.subject for mail in phones.mailer.sent if mail.to == "ana@x.example"]


def test_messages_go_by_email_unless_chosen_otherwise(business: Api, phones: Phones):
    confirm_request(business, textConsent=True)

    assert phones.run() == []
    assert len(emails(phones)) == 1


@pytest.mark.parametrize("channel, with_email", [("text", 0), ("both", 1)])
def test_confirmation_goes_by_the_chosen_channel(business: Api, phones: Phones, channel: str, with_email: int):
    choose(business, "confirmed", channel)
    booking = confirm_request(business, textConsent=True)
    (text,) = phones.run()

    assert "is confirmed" in text
    assert "http://localhost:8000/b/" in text
    assert len(emails(phones)) == with_email
    entry = entries(business, booking["customerId"])[0]
    assert "/b/" not in entry["text"], "the link opens the booking's page, so it is not shown"


@pytest.mark.parametrize("channel", ["text", "both"])
def test_customer_without_consent_gets_an_email_and_the_conversation_says_why(
    business: Api, phones: Phones, channel: str
):
    choose(business, "confirmed", channel)
    booking = confirm_request(business)

    assert phones.run() == []
    assert len(emails(phones)) == 1
    text = next(row for row in entries(business, booking["customerId"]) if row["kind"] == "text")
    assert (text["state"], text["reason"]) == ("failed", "This customer has not agreed to get texts.")


def test_confirmed_booking_after_stop_sends_an_email_alone(business: Api, phones: Phones):
    choose(business, "confirmed", "text")
    business.add_letters("LOVE")
    booking = business.book(**CONTACT, asRequest=True, textConsent=True)
    phones.text("STOP")
    phones.run()
    ok_json(business.set_status(booking["id"], "confirmed"))

    assert phones.run() == []
    assert len(emails(phones)) == 1
    reasons = [row["reason"] for row in entries(business, booking["customerId"]) if row["kind"] == "text"]
    assert "This customer replied STOP and gets no texts." in reasons


def test_emails_to_the_customer_are_in_the_conversation(business: Api, phones: Phones):
    booking = confirm_request(business)
    phones.run()

    (entry,) = entries(business, booking["customerId"])
    assert (entry["kind"], entry["state"], entry["bookingId"]) == ("email", "sent", booking["id"])


def test_question_on_the_quote_page_is_in_the_conversation(business: Api, phones: Phones, visitor: Api):
    business.add_letters("LOVE")
    quote = business.sent_quote(customerName="Ana", customerPhone=PHONE)
    phones.caller.post(f"/api/public/quotes/{quote['token']}/question", json={"text": "Is setup included?"})
    phones.run()

    (row,) = ok_json(business.get("/api/conversations", params={"unread": "true"}))["items"]
    assert (row["last"]["kind"], row["last"]["text"]) == ("question", "Is setup included?")


def test_message_that_has_no_wording_as_a_text_stays_an_email(business: Api):
    answer = business.patch("/api/message-settings/run-sheet", json={"channel": "text"})

    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["channel"])


def test_channel_is_shown_with_the_message(business: Api):
    choose(business, "reminder", "both")
    settings = ok_json(business.get("/api/message-settings"))
    reminder = next(row for row in settings["messages"] if row["kind"] == "reminder")

    assert (reminder["channel"], reminder["textable"], reminder["changed"]) == ("both", True, False)
    company = ok_json(business.get("/api/user"))["companyName"]
    assert reminder["textVersion"]["text"].startswith(f"{company}: We deliver your sign on ")
    assert reminder["textVersion"]["text"].endswith("(link)")
    assert reminder["textVersion"]["segments"] == 1
    sheet = next(row for row in settings["messages"] if row["kind"] == "run-sheet")
    assert (sheet["textable"], sheet["textVersion"]) == (False, None)


def test_consent_on_the_form_is_stored_with_wording_and_source(business: Api, phones: Phones):
    business.add_letters("LOVE")
    business.set_rules(minimumNoticeHours=0)
    form = ok_json(phones.caller.get("/api/booking-form", params={"userId": business.id}))
    body = booking_body(**CONTACT, userId=business.id, venueId=business.add_venue()["id"], textConsent=True)
    placed = ok_json(phones.caller.post("/api/bookings", json=body))
    booking = ok_json(business.get(f"/api/bookings/{placed['id']}"))
    consent = ok_json(business.get(f"/api/customers/{booking['customerId']}"))["textConsent"]

    assert (consent["given"], consent["source"]) == (True, "booking form")
    assert consent["wording"] == form["textConsentWording"]


def test_phone_number_alone_is_no_consent(business: Api):
    business.add_letters("LOVE")
    booking = business.book(**CONTACT)

    assert ok_json(business.get(f"/api/customers/{booking['customerId']}"))["textConsent"] is None


def test_customer_gives_and_withdraws_consent_on_their_page(business: Api, phones: Phones):
    business.add_letters("LOVE")
    booking = business.book(**CONTACT)
    path = f"/api/public/bookings/{business.booking_token(booking['id'])}"
    for agrees in (True, False):
        page = ok_json(phones.caller.patch(path, json={"textConsent": agrees}))
        consent = ok_json(business.get(f"/api/customers/{booking['customerId']}"))["textConsent"]
        assert (page["textConsent"], consent["given"], consent["source"]) == (agrees, agrees, "customer page")


def test_customers_page_names_a_stop_until_start(business: Api, phones: Phones):
    business.add_letters("LOVE")
    booking = business.book(**CONTACT, textConsent=True)
    path = f"/api/public/bookings/{business.booking_token(booking['id'])}"
    assert ok_json(phones.caller.get(path))["textsStopped"] is False
    for keyword, is_stopped in (("STOP", True), ("START", False)):
        phones.text(keyword)
        assert ok_json(phones.caller.get(path))["textsStopped"] is is_stopped
        assert ok_json(phones.caller.patch(path, json={"textConsent": True}))["textsStopped"] is is_stopped


def test_on_the_way_is_texted_once_with_the_time(business: Api, phones: Phones):
    business.add_letters("LOVE")
    booking = business.book(**CONTACT, preferredInstallTime="morning", textConsent=True)
    path = f"/api/bookings/{booking['id']}/on-the-way"
    first, second = (ok_json(business.post(path, json={"window": "2-3 PM"})) for _ in range(2))

    assert first["id"] == second["id"]
    (text,) = phones.run()
    assert "We are on our way with your sign. Expected time: 2-3 PM." in text


def test_on_the_way_names_the_install_window(business: Api, phones: Phones):
    business.add_letters("LOVE")
    booking = business.book(**CONTACT, preferredInstallTime="morning", textConsent=True)
    ok_json(business.post(f"/api/bookings/{booking['id']}/on-the-way"))

    (text,) = phones.run()
    assert "Morning (8am-12pm)" in text


def test_texts_work_by_email_without_an_account(operator: Api, app: Any, caller_of: Callable[..., Api]):
    row = ok_json(operator.post("/api/customers", json={"name": "Ana", "phones": [PHONE]}))
    settings = ok_json(operator.get("/api/sms-settings"))
    entry = say(operator, row["id"], "Hello")

    assert (settings["available"], settings["setUp"]) == (False, False)
    assert (entry["state"], entry["reason"]) == ("failed", "Texts are not set up on this site.")
