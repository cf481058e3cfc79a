"""STOP, START and HELP, and quiet hours where the customer is (T4, T5)."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from marqueedesk.conversations.inbound import FROM_ONE_NUMBER, InboundText, receive
from marqueedesk.conversations.keywords import keyword_of
from marqueedesk.conversations.quiet_hours import quiet_until, zones_of_state
from marqueedesk.kit import clock
from marqueedesk.sms.gateway import SmsAccount
from tests.conversations.conftest import OWN_NUMBER, PHONE, Phones
from tests.conversations.test_conversations import entries, say
from tests.support import rows
from tests.support.api import Api, ok_json

NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    "text",
    ["STOP", "stop", "Stop.", " stop! ", "STOPALL", "Stop all", "unsubscribe", "CANCEL", "End", "QUIT", "«stop»"],
)
def test_stop_family_is_recognized_in_any_case_and_with_punctuation(text: str):
    assert keyword_of(text) == "stop"


@pytest.mark.parametrize(
    "text, keyword",
    [
        ("Start", "start"),
        ("HELP?", "help"),
        ("info", "help"),
        ("Please stop", None),
        ("The end", None),
        ("Yes", None),
        ("", None),
        ("stop" * 30, None),
    ],
)
def test_other_keywords(text: str, keyword: str | None):
    assert keyword_of(text) == keyword


def test_stop_is_answered_once_and_obeyed(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    say(business, ana, "Hello")
    phones.run()
    phones.text("STOP")
    phones.text("Stop!")
    answers = phones.run()

    assert len(answers) == 1
    assert "START" in answers[0]
    refused = say(business, ana, "Are you there?")
    assert (refused["state"], refused["reason"]) == ("failed", "This customer replied STOP and gets no texts.")
    assert phones.run() == []
    consent = ok_json(business.get(f"/api/customers/{ana}"))["textConsent"]
    assert (consent["given"], consent["wording"], consent["source"]) == (False, "STOP", "text")


def test_stop_cancels_the_texts_that_wait(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    noon.move_to(datetime(2027, 6, 2, 3, tzinfo=UTC))
    assert {say(business, ana, f"Reminder {number}")["state"] for number in range(10)} == {"held"}
    phones.text("Stop")
    noon.move_to(datetime(2027, 6, 2, 16, tzinfo=UTC))
    sent = phones.run()

    assert len(sent) == 1, "only the answer to STOP"
    reminders = [row for row in entries(business, ana) if row["text"].find("Reminder") >= 0]
    assert {row["state"] for row in reminders} == {"failed"}


def test_start_allows_texts_again(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    say(business, ana, "Hello")
    phones.run()
    phones.text("STOP")
    phones.run()
    phones.text("start")
    assert len(phones.run()) == 1

    assert say(business, ana, "Welcome back")["state"] == "waiting"
    assert len(phones.run()) == 1
    assert ok_json(business.get(f"/api/customers/{ana}"))["textConsent"]["wording"] == "START"


def test_help_names_the_business_once_an_hour(business: Api, phones: Phones, customer: Callable[..., int]):
    customer()
    phones.text("HELP")
    phones.text("help")

    (answer,) = phones.run()
    assert "STOP" in answer


def test_stop_to_a_shared_number_stops_all_its_businesses(
    business: Api, phones: Phones, customer: Callable[..., int], caller_of: Callable[..., Api]
):
    ana = customer()
    other = caller_of(phones.app).register()
    cleo = ok_json(other.post("/api/customers", json={"name": "Cleo", "phones": [PHONE]}))["id"]
    say(business, ana, "Hello")
    phones.run()
    phones.text("STOP")
    assert len(phones.run()) == 1

    assert "STOP" in say(other, cleo, "Hello")["reason"]


def test_stop_to_an_own_number_concerns_its_business_alone(
    business: Api, phones: Phones, customer: Callable[..., int], caller_of: Callable[..., Api]
):
    ana = customer()
    other = caller_of(phones.app).register()
    ok_json(other.patch("/api/sms-settings", json={"number": OWN_NUMBER}))
    phones.text("STOP", to=OWN_NUMBER)
    assert len(phones.run()) == 1

    assert say(business, ana, "Hello")["state"] == "waiting"


def at(text: str, zone: ZoneInfo = NEW_YORK) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    "now, until",
    [
        ("2027-06-01T20:59", None),
        ("2027-06-01T21:00", "2027-06-02T08:00"),
        ("2027-06-02T07:59", "2027-06-02T08:00"),
        ("2027-06-02T08:00", None),
        # The nights in which the clocks change.
        ("2027-03-13T20:59", None),
        ("2027-03-13T21:00", "2027-03-14T08:00"),
        ("2027-03-14T01:30", "2027-03-14T08:00"),
        ("2027-03-14T20:59", None),
        ("2027-03-14T21:00", "2027-03-15T08:00"),
        ("2027-11-06T21:00", "2027-11-07T08:00"),
        ("2027-11-07T07:59", "2027-11-07T08:00"),
    ],
)
def test_texts_wait_from_nine_in_the_evening_until_eight(now: str, until: str | None):
    assert quiet_until(at(now), [NEW_YORK]) == (at(until) if until else None)


def test_text_to_a_state_with_two_zones_waits_for_both():
    zones = [ZoneInfo(name) for name in zones_of_state("Texas", None)]

    assert len(zones) == 2
    # 8:30 AM in Houston is 7:30 AM in El Paso.
    assert quiet_until(datetime(2027, 6, 1, 13, 30, tzinfo=UTC), zones) == datetime(2027, 6, 1, 14, tzinfo=UTC)
    # 8:30 PM in El Paso is 9:30 PM in Houston.
    assert quiet_until(datetime(2027, 6, 2, 2, 30, tzinfo=UTC), zones) == datetime(2027, 6, 2, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    "state, zip_code, zones",
    [
        ("CA", None, {"America/Los_Angeles"}),
        ("California", None, {"America/Los_Angeles"}),
        (None, "10001", {"America/New_York"}),
        ("", "85001", {"America/Phoenix"}),
        ("Somewhere", None, set()),
        (None, None, set()),
    ],
)
def test_zones_of_states(state: str | None, zip_code: str | None, zones: set[str]):
    assert zones_of_state(state, zip_code) == zones


def test_quiet_hours_are_those_of_the_booking_address(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    business.add_letters("LOVE")
    address = {"street": "1 Main Street", "city": "Los Angeles", "state": "CA"}
    business.book(customerId=ana, address=address, venueId=None)
    # 9:30 PM in New York, 6:30 PM in Los Angeles.
    noon.move_to(datetime(2027, 6, 2, 1, 30, tzinfo=UTC))
    assert say(business, ana, "See you tomorrow")["state"] == "waiting"
    # 9:30 AM in New York, 6:30 AM in Los Angeles.
    noon.move_to(datetime(2027, 6, 2, 13, 30, tzinfo=UTC))
    held = say(business, ana, "Good morning")

    assert held["state"] == "held"
    assert datetime.fromisoformat(held["heldUntil"]) == datetime(2027, 6, 2, 15, tzinfo=UTC)


def test_held_text_is_sent_in_the_morning(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    noon.move_to(datetime(2027, 6, 2, 1, 0, tzinfo=UTC))
    assert say(business, ana, "Good night")["state"] == "held"
    assert phones.run() == []
    noon.move_to(datetime(2027, 6, 2, 12, 0, 1, tzinfo=UTC))

    assert len(phones.run()) == 1
    assert entries(business, ana)[0]["state"] == "sent"


def test_answer_within_fifteen_minutes_is_sent_at_night(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    noon.move_to(datetime(2027, 6, 2, 3, tzinfo=UTC))
    phones.text("Where is the key?")
    noon.shift(14 * 60)
    assert say(business, ana, "Under the mat")["state"] == "waiting"
    noon.shift(2 * 60)

    assert say(business, ana, "Found it?")["state"] == "held"


def test_ten_thousand_texts_of_one_number_cost_bounded_work(
    lasting_app_with: Callable[..., Any], caller_of: Callable[..., Api], noon: Any
):
    app = lasting_app_with(sms_account="ACstandin", sms_token="secret-token", sms_from=OWN_NUMBER, rate_limits="on")
    caller_of(app).register()
    account = SmsAccount("ACstandin", "secret-token", OWN_NUMBER, None)
    for number in range(FROM_ONE_NUMBER.times + 40):
        text = InboundText(f"SMflood{number}", PHONE, OWN_NUMBER, "Hello")
        receive(app.state.database, account, text, clock.now(), limits_on=True)

    stored = rows.rows(app.state.database, "conversation_entries")
    assert len(stored) == FROM_ONE_NUMBER.times
    receive(app.state.database, account, InboundText("SMstop", PHONE, OWN_NUMBER, "STOP"), clock.now(), limits_on=True)
    assert len(rows.rows(app.state.database, "shared_text_opt_outs")) == 1
