"""Consent to texts that a team member records for a customer (T3)."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from marqueedesk.customers.text_consent import WORDING
from tests.conversations.conftest import NUMBER, OWN_NUMBER, Phones
from tests.conversations.test_conversations import entries, say
from tests.support.api import Api, ok_json

BY_PHONE = {"given": True, "source": "by phone"}
WITHDRAWN = {"given": False, "source": "in person"}


def record(business: Api, customer_id: int, body: dict[str, Any]) -> dict[str, Any]:
    return ok_json(business.put(f"/api/customers/{customer_id}/text-consent", json=body))


def actions(business: Api) -> list[dict[str, Any]]:
    listed = ok_json(business.get("/api/activity"))["items"]
    return [row for row in listed if row["action"] == "customer.text_consent"]


def test_recorded_consent_is_stored_with_wording_time_source_and_author(
    business: Api, phones: Phones, customer: Callable[..., int]
):
    ana = customer(consent=False)
    offered = ok_json(business.get(f"/api/customers/{ana}/text-consent"))
    assert offered == {"textConsent": None, "wording": WORDING, "optedOut": False}
    saved = record(business, ana, BY_PHONE)

    consent = ok_json(business.get(f"/api/customers/{ana}"))["textConsent"]
    assert consent == saved["textConsent"]
    assert (consent["given"], consent["wording"], consent["source"]) == (True, WORDING, "by phone")
    assert consent["at"].startswith("2027-06-01T12:")
    (row,) = actions(business)
    assert row["details"] == {"given": True, "source": "by phone"}
    assert say(business, ana, "Hello")["state"] == "waiting"
    assert len(phones.run()) == 1


def test_consent_that_was_given_before_keeps_its_source(business: Api, customer: Callable[..., int]):
    ana = customer()

    assert record(business, ana, BY_PHONE)["textConsent"]["source"] == "booking form"
    assert actions(business) == []


def test_recorded_withdrawal_cancels_the_texts_that_wait(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana, ben = customer(), customer("Ben", "+15185550124")
    noon.move_to(datetime(2027, 6, 2, 3, tzinfo=UTC))
    assert {say(business, one, "Reminder")["state"] for one in (ana, ben)} == {"held"}
    consent = record(business, ana, WITHDRAWN)["textConsent"]
    noon.move_to(datetime(2027, 6, 2, 16, tzinfo=UTC))

    assert (consent["given"], consent["source"]) == (False, "in person")
    assert len(phones.run()) == 1, "only the text to the other customer"
    (reminder,) = entries(business, ana)
    assert (reminder["state"], reminder["reason"]) == ("failed", "This customer no longer wants texts.")
    assert say(business, ana, "Hello")["reason"] == "This customer has not agreed to get texts."


@pytest.mark.parametrize("number", [None, OWN_NUMBER])
def test_recorded_consent_does_not_lift_stop(
    business: Api, phones: Phones, customer: Callable[..., int], number: str | None
):
    ana = customer()
    if number is not None:
        ok_json(business.patch("/api/sms-settings", json={"number": number}))
    say(business, ana, "Hello")
    phones.run()
    phones.text("STOP", to=number or NUMBER)
    phones.run()
    saved = record(business, ana, BY_PHONE)

    assert (saved["textConsent"]["given"], saved["optedOut"]) == (True, True)
    assert say(business, ana, "Hello")["reason"] == "This customer replied STOP and gets no texts."
    assert phones.run() == []


@pytest.mark.parametrize(
    "body, field",
    [({"given": True}, "source"), ({"given": True, "source": "text"}, "source"), ({"source": "by phone"}, "given")],
)
def test_incomplete_consent_is_refused(business: Api, customer: Callable[..., int], body: dict[str, Any], field: str):
    answer = business.put(f"/api/customers/{customer()}/text-consent", json=body)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
