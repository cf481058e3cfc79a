"""Numbers that businesses text from: each belongs to one business, the installation's to all (T11)."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine
from fastapi import FastAPI

from tests.conversations.conftest import NUMBER, OWN_NUMBER, PHONE, Phones
from tests.conversations.test_conversations import entries, say
from tests.support.api import Api, ok_json
from tests.support.billing_fixtures import admin_of
from tests.support.together import all_together

__all__ = ["admin_of"]

SETTINGS = "/api/sms-settings"
SERVICE = "MG0123456789abcdef0123456789abcdef"


@pytest.fixture
def other(phones: Phones, caller_of: Callable[..., Api]) -> Api:
    """Another business of the same installation."""
    return caller_of(phones.app).register(companyName="Neighbor Letters")


@pytest.fixture
def admin(texting_app: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Api:
    return admin_of(texting_app)


@pytest.mark.parametrize(
    "field, sender, again", [("number", OWN_NUMBER, OWN_NUMBER), ("messagingServiceSid", SERVICE, SERVICE.upper())]
)
def test_sender_of_another_business_is_refused(business: Api, other: Api, field: str, sender: str, again: str):
    ok_json(other.patch(SETTINGS, json={field: sender, "monthlyCap": 5}))
    refused = business.patch(SETTINGS, json={field: again, "monthlyCap": 7})

    assert refused.status_code == 409
    assert refused.json()["code"] == "number_taken"
    assert list(refused.json()["fields"]) == [field]
    assert "administrator" in refused.json()["message"]
    assert "Neighbor" not in refused.text, "other businesses stay unnamed"
    mine, theirs = ok_json(business.get(SETTINGS)), ok_json(other.get(SETTINGS))
    assert (mine["shared"], mine["sender"], mine["monthlyCap"]) == (True, NUMBER, None)
    assert (theirs["sender"], theirs["shared"]) == (sender, False)


def test_business_keeps_and_changes_its_own_sender(business: Api, other: Api):
    ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER}))
    assert ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER, "staffSee": True}))["number"] == OWN_NUMBER
    changed = ok_json(business.patch(SETTINGS, json={"messagingServiceSid": SERVICE}))
    assert (changed["number"], changed["messagingServiceSid"]) == (None, SERVICE)
    kept = ok_json(business.patch(SETTINGS, json={"number": None}))
    assert kept["messagingServiceSid"] == SERVICE

    assert ok_json(other.patch(SETTINGS, json={"number": OWN_NUMBER}))["number"] == OWN_NUMBER, "it is free again"


@pytest.mark.parametrize("cleared", [{"number": None}, {"number": ""}, {"number": NUMBER}])
def test_business_without_a_number_of_its_own_shares_the_installations(
    business: Api, other: Api, cleared: dict[str, str | None]
):
    ok_json(other.patch(SETTINGS, json={"number": OWN_NUMBER}))
    answers = [ok_json(one.patch(SETTINGS, json=cleared)) for one in (business, other)]

    assert {(row["number"], row["sender"], row["shared"]) for row in answers} == {(None, NUMBER, True)}


@pytest.mark.parametrize(
    "body",
    [
        {"number": "5185550100"},
        {"number": "+05185550100"},
        {"number": "+1 518 555 0100"},
        {"number": "+1٥١٨٥٥٥٠١٠٠"},
        {"number": "12345"},
        {"number": SERVICE},
        {"number": "+1518555010012345"},
        {"messagingServiceSid": "AC0123456789abcdef0123456789abcdef"},
        {"messagingServiceSid": "MG"},
        {"messagingServiceSid": OWN_NUMBER},
    ],
)
def test_malformed_senders_are_rejected(business: Api, body: dict[str, str]):
    refused = business.patch(SETTINGS, json=body)

    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == list(body)


def test_number_and_messaging_service_together_are_rejected(business: Api):
    refused = business.patch(SETTINGS, json={"number": OWN_NUMBER, "messagingServiceSid": SERVICE})

    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == ["messagingServiceSid"]


def test_of_businesses_that_enter_a_number_at_the_same_time_one_gets_it(phones: Phones, caller_of: Callable[..., Api]):
    businesses = [caller_of(phones.app).register() for _ in range(4)]
    answers = all_together([lambda one=one: one.patch(SETTINGS, json={"number": OWN_NUMBER}) for one in businesses])

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert [ok_json(one.get(SETTINGS))["number"] for one in businesses].count(OWN_NUMBER) == 1


def test_replies_to_an_own_messaging_service_reach_its_business(business: Api, other: Api, phones: Phones):
    ok_json(other.patch(SETTINGS, json={"messagingServiceSid": SERVICE}))
    fields = {"MessageSid": "SMservice1", "From": PHONE, "To": "+15185550177", "Body": "Hello", "NumMedia": "0"}
    assert phones.post("/api/sms/inbound", {**fields, "MessagingServiceSid": SERVICE}).status_code == 204

    assert ok_json(other.get("/api/conversations"))["unread"] == 1
    assert ok_json(business.get("/api/conversations"))["items"] == []


def test_administrator_sees_and_frees_the_number_of_a_business(
    admin: Api, business: Api, other: Api, phones: Phones, customer: Callable[..., int]
):
    ok_json(other.patch(SETTINGS, json={"number": OWN_NUMBER, "monthlyCap": 12.5}))
    ana = customer()
    say(business, ana, "Hello")
    phones.run()
    rows = {row["operatorId"]: row for row in ok_json(admin.get("/api/admin/text-usage"))}
    assert (rows[other.id]["number"], rows[other.id]["monthlyCap"], rows[other.id]["texts"]) == (OWN_NUMBER, 12.5, 0)
    assert rows[other.id]["name"] == "Neighbor Letters"
    assert (rows[business.id]["texts"], rows[business.id]["segments"], rows[business.id]["cost"]) == (1, 1, 0.01)
    assert rows[business.id]["number"] is None

    assert admin.delete(f"/api/admin/text-senders/{other.id}").status_code == 204
    assert admin.delete(f"/api/admin/text-senders/{other.id}").status_code == 404
    freed = ok_json(other.get(SETTINGS))
    assert (freed["sender"], freed["shared"], freed["monthlyCap"]) == (NUMBER, True, 12.5)
    (note,) = [row for row in ok_json(other.get("/api/notifications"))["items"] if row["kind"] == "text"]
    assert OWN_NUMBER in note["title"]
    assert ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER}))["shared"] is False


def test_waiting_text_comes_from_the_number_of_the_time_of_sending(
    admin: Api, business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER}))
    ana = customer()
    noon.move_to(datetime(2027, 6, 2, 3, tzinfo=UTC))
    assert say(business, ana, "See you tomorrow")["state"] == "held"
    assert admin.delete(f"/api/admin/text-senders/{business.id}").status_code == 204
    noon.move_to(datetime(2027, 6, 2, 16, tzinfo=UTC))
    phones.run()

    assert [text.sender for text in phones.gateway.sent] == [NUMBER]


def test_installation_cannot_share_the_number_of_a_business(
    lasting_app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], admin_of: Callable[[FastAPI], Api]
):
    app = lasting_app_with()
    admin, business = admin_of(app), caller_of(app).register(companyName="Bright Nights")
    ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER}))
    account = {"smsAccount": "ACstandin", "smsToken": "secret-token", "smsFrom": OWN_NUMBER}
    refused = admin.patch("/api/admin/settings/texts", json=account)

    assert (refused.status_code, refused.json()["code"]) == (409, "number_taken")
    assert refused.json()["fields"]["smsFrom"].startswith("Bright Nights")
    ok_json(admin.patch("/api/admin/settings/texts", json={**account, "smsFrom": NUMBER}))


def test_installations_number_is_shared_even_if_a_business_entered_it_before(
    lasting_app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    business = caller_of(lasting_app_with()).register("before@example.com")
    ok_json(business.patch(SETTINGS, json={"number": OWN_NUMBER}))
    app = lasting_app_with(sms_account="ACstandin", sms_token="secret-token", sms_from=OWN_NUMBER)
    settings = ok_json(caller_of(app).login("before@example.com").get(SETTINGS))

    assert (settings["number"], settings["sender"], settings["shared"]) == (None, OWN_NUMBER, True)


def test_text_to_the_number_of_an_inactive_business_reaches_no_other(
    admin: Api, business: Api, other: Api, phones: Phones, customer: Callable[..., int]
):
    ana = customer()
    say(business, ana, "Hello")
    phones.run()
    ok_json(other.patch(SETTINGS, json={"number": OWN_NUMBER}))
    ok_json(admin.patch(f"/api/admin/users/{other.id}/status", json={"isActive": False}))
    phones.text("For the neighbor", to=OWN_NUMBER)
    phones.text("STOP", to=OWN_NUMBER)

    assert [row["direction"] for row in entries(business, ana)] == ["out"]
    ok_json(admin.patch(f"/api/admin/users/{other.id}/status", json={"isActive": True}))
    other.login(other.user["email"])
    cleo = ok_json(other.post("/api/customers", json={"name": "Cleo", "phones": [PHONE]}))["id"]
    assert "STOP" in say(other, cleo, "Hello")["reason"]


def test_stop_to_the_shared_number_also_cancels_the_texts_of_an_inactive_business(
    admin: Api,
    business: Api,
    other: Api,
    phones: Phones,
    customer: Callable[..., int],
    noon: time_machine.Traveller,
):
    ana = customer()
    noon.move_to(datetime(2027, 6, 2, 3, tzinfo=UTC))
    assert say(business, ana, "See you tomorrow")["state"] == "held"
    ok_json(admin.patch(f"/api/admin/users/{business.id}/status", json={"isActive": False}))
    phones.text("STOP")
    ok_json(admin.patch(f"/api/admin/users/{business.id}/status", json={"isActive": True}))
    business.login(business.user["email"])

    assert entries(business, ana)[0]["state"] == "failed"


def test_test_text_reports_a_missing_account_and_an_unreachable_provider(
    lasting_app_with: Callable[..., FastAPI], admin_of: Callable[[FastAPI], Api], caller_of: Callable[..., Api]
):
    path, body = "/api/admin/settings/texts/test", {"to": PHONE}
    assert ok_json(admin_of(lasting_app_with()).post(path, json=body))["code"] == "not_set_up"
    account = {"sms_account": "ACstandin", "sms_token": "secret-token", "sms_from": NUMBER}
    app = lasting_app_with(**account, sms_api_base="http://127.0.0.1:9")
    admin = caller_of(app).login("admin@example.com")

    outcome = ok_json(admin.post(path, json=body))
    assert (outcome["ok"], outcome["sentence"]) == (False, "The text provider could not be reached.")
    refused = admin.post(path, json={"to": "555"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["to"])
