"""Conversations: texts in both directions, notes, calls, unread entries and who may see them (T1, T2, T9)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conversations.conftest import NUMBER, OWN_NUMBER, PHONE, Phones
from tests.support.api import Api, ok_json


def say(business: Api, customer_id: int, text: str, by: str = "text") -> dict[str, Any]:
    answer = business.post(f"/api/conversations/{customer_id}", json={"by": by, "text": text})
    assert answer.status_code == 201, answer.text
    return answer.json()


def entries(business: Api, customer_id: int) -> list[dict[str, Any]]:
    return ok_json(business.get(f"/api/conversations/{customer_id}"))["entries"]


def test_first_text_begins_with_the_name_of_the_business(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    say(business, ana, "We have a question.")
    say(business, ana, "Which door?")

    first, second = phones.run()
    assert first.endswith(": We have a question.")
    assert second == "Which door?"


def test_states_follow_the_callbacks(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    assert say(business, ana, "Hello")["state"] == "waiting"
    phones.run()
    assert entries(business, ana)[0]["state"] == "sent"
    phones.status("SM" + "0" * 31 + "1", "delivered")

    assert entries(business, ana)[0]["state"] == "delivered"


def test_callbacks_are_taken_in_any_order_twice_and_late(business: Api, phones: Phones, customer: Callable[..., int]):
    ana, sid = customer(), "SM" + "0" * 31 + "1"
    say(business, ana, "Hello")
    # Before the text was even sent: the provider may be faster than our own transaction.
    phones.status(sid, "delivered")
    phones.run()
    for status in ("sent", "queued", "delivered", "failed", "sent", "delivered"):
        phones.status(sid, status)

    assert entries(business, ana)[0]["state"] == "delivered"


def test_failed_delivery_names_the_carriers_code(business: Api, phones: Phones, customer: Callable[..., int]):
    ana, sid = customer(), "SM" + "0" * 31 + "1"
    say(business, ana, "Hello")
    phones.run()
    phones.status(sid, "undelivered", "30003")
    phones.status(sid, "delivered")

    (entry,) = entries(business, ana)
    assert (entry["state"], entry["reason"]) == ("failed", "The carrier did not deliver the text (30003).")


def test_callback_for_an_unknown_text_changes_nothing(phones: Phones):
    phones.status("SMunknown", "delivered")


@pytest.mark.parametrize("path", ["/api/sms/status", "/api/sms/inbound"])
def test_wrong_signature_is_refused(phones: Phones, path: str):
    fields = {"MessageSid": "SM1", "MessageStatus": "sent", "From": PHONE, "To": NUMBER, "Body": "Hi"}

    assert phones.post(path, fields, signature="wrong").status_code == 403
    assert phones.post(path, fields, signature="").status_code == 403
    assert phones.caller.post(path, data=fields).status_code == 403


def test_text_from_an_unknown_number_makes_a_customer(business: Api, phones: Phones):
    phones.text("Do you have the letter Q?", phone="+15185550142")

    page = ok_json(business.get("/api/conversations", params={"unread": "true"}))
    (row,) = page["items"]
    assert (row["customerName"], row["unread"], page["unread"]) == ("+15185550142", 1, 1)
    assert row["last"]["text"] == "Do you have the letter Q?"


def test_later_booking_names_the_customer_of_an_unknown_number(business: Api, phones: Phones):
    phones.text("Hello", phone="+15185550142")
    (row,) = ok_json(business.get("/api/conversations"))["items"]
    business.add_letters("LOVE")
    booking = business.book(customerName="Bea", customerPhone="(518) 555-0142", customerEmail="bea@x.example")

    assert booking["customerId"] == row["customerId"]
    assert ok_json(business.get(f"/api/customers/{row['customerId']}"))["name"] == "Bea"


def test_number_of_two_customers_leads_to_the_one_last_texted(
    business: Api, phones: Phones, customer: Callable[..., int]
):
    ana, bea = customer("Ana"), customer("Bea")
    say(business, bea, "Hello Bea")
    say(business, ana, "Hello Ana")
    phones.run()
    say(business, bea, "Hello again, Bea")
    phones.run()
    phones.text("Hi")

    assert entries(business, bea)[-1]["text"] == "Hi"
    assert all(entry["direction"] == "out" for entry in entries(business, ana))


def test_inbound_text_is_stored_once(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    for _ in range(3):
        phones.text("Hi", sid="SMtwice")

    assert len(entries(business, ana)) == 1


def test_picture_and_empty_text_are_shown(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    phones.text("", pictures=2)
    phones.text("")

    picture, empty = entries(business, ana)
    assert (picture["text"], picture["pictures"]) == ("(picture)", 2)
    assert empty["text"] == ""


def test_own_number_receives_the_texts_of_its_business(business: Api, phones: Phones, caller_of: Callable[..., Api]):
    other = caller_of(phones.app).register()
    ok_json(other.patch("/api/sms-settings", json={"number": OWN_NUMBER}))
    phones.text("Hello", to=OWN_NUMBER, phone="+15185550142")

    assert ok_json(other.get("/api/conversations"))["unread"] == 1
    assert ok_json(business.get("/api/conversations"))["items"] == []


def test_reading_resets_unread(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    phones.text("Hi")
    assert business.post(f"/api/conversations/{ana}/read").status_code == 204

    assert ok_json(business.get("/api/conversations", params={"unread": "true"}))["items"] == []


def test_notes_and_calls_are_entries_without_a_state(business: Api, customer: Callable[..., int]):
    ana = customer()
    say(business, ana, "Prefers mornings", by="note")
    say(business, ana, "Called about the venue", by="call")

    assert [(row["kind"], row["direction"], row["state"]) for row in entries(business, ana)] == [
        ("note", "out", None),
        ("call", "in", None),
    ]


def test_email_is_sent_and_shown_in_the_conversation(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer(emails=["ana@x.example"])
    assert say(business, ana, "See you at ten.", by="email")["state"] == "waiting"
    phones.run()

    (mail,) = [mail for mail in phones.mailer.sent if mail.to == "ana@x.example"]
    assert "See you at ten." in mail.text
    (entry,) = entries(business, ana)
    assert (entry["kind"], entry["state"], entry["text"]) == ("email", "sent", "See you at ten.")


def test_email_to_a_customer_without_an_address_fails_with_a_reason(business: Api, customer: Callable[..., int]):
    entry = say(business, customer(), "Hello", by="email")

    assert (entry["state"], entry["reason"]) == ("failed", "This customer has no email address.")


def test_preview_counts_segments(business: Api, customer: Callable[..., int]):
    ana = customer()
    preview = ok_json(business.post(f"/api/conversations/{ana}/preview", json={"text": "a" * 159 + "€"}))

    assert (preview["segments"], preview["encoding"], preview["cost"]) == (2, "GSM-7", 0.02)


def test_too_long_text_is_refused(business: Api, customer: Callable[..., int]):
    ana = customer()
    answer = business.post(f"/api/conversations/{ana}", json={"by": "text", "text": "a" * 1601})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["text"])
    assert say(business, ana, "a" * 1600)["state"] == "waiting"


def test_text_without_consent_fails_with_a_reason(business: Api, phones: Phones, customer: Callable[..., int]):
    entry = say(business, customer(consent=False), "Hello")

    assert (entry["state"], entry["reason"]) == ("failed", "This customer has not agreed to get texts.")
    assert phones.run() == []


def test_customer_who_texted_first_can_be_answered(
    business: Api, phones: Phones, customer: Callable[..., int], noon: Any
):
    ana = customer(consent=False)
    phones.text("What does HELLO cost?")
    assert say(business, ana, "$540")["state"] == "waiting"
    noon.shift(25 * 3600)

    assert say(business, ana, "Still interested?")["state"] == "failed"


def test_conversation_of_another_business_does_not_exist(
    phones: Phones, customer: Callable[..., int], caller_of: Callable[..., Api]
):
    ana = customer()
    other = caller_of(phones.app).register()

    assert other.get(f"/api/conversations/{ana}").status_code == 404
    assert other.post(f"/api/conversations/{ana}", json={"by": "note", "text": "x"}).status_code == 404
    assert other.post(f"/api/conversations/{ana}/read").status_code == 404


def test_settings_keep_omitted_fields(business: Api):
    ok_json(business.patch("/api/sms-settings", json={"monthlyCap": 20, "staffSee": True}))
    changed = ok_json(business.patch("/api/sms-settings", json={"messagingServiceSid": "MG0123"}))

    assert (changed["monthlyCap"], changed["staffSee"], changed["sender"]) == (20, True, "MG0123")
    assert changed["shared"] is False


def test_settings_have_the_answers_to_keywords(business: Api):
    settings = ok_json(business.get("/api/sms-settings"))

    assert (settings["setUp"], settings["available"], settings["sender"]) == (True, True, NUMBER)
    assert {name: word in settings["answers"][name] for name, word in (("stop", "START"), ("start", "STOP"))} == {
        "stop": True,
        "start": True,
    }
    assert "STOP" in settings["answers"]["help"]


def test_monthly_cap_stops_texts(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    ok_json(business.patch("/api/sms-settings", json={"monthlyCap": 0.02}))
    states = [say(business, ana, f"Text {number}")["state"] for number in range(3)]

    assert states == ["waiting", "waiting", "failed"]
    assert len(phones.run()) == 2
    assert ok_json(business.get("/api/sms-settings"))["spentThisMonth"] == 0.02
