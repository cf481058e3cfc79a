"""Who is notified of texts and sees conversations, when a text would wait, and repeated sending (T1, T5, B4)."""

from collections.abc import Callable
from typing import Any

import time_machine

from tests.conversations.conftest import Phones
from tests.support import rows
from tests.support.api import Api, ok_json


def overview(caller: Api) -> dict[str, Any]:
    return ok_json(caller.get("/api/conversations/overview"))


def bell(caller: Api) -> tuple[list[str], int]:
    """Titles of the caller's notifications, and how many are unread."""
    page = ok_json(caller.get("/api/notifications"))
    return [row["title"] for row in page["items"]], page["unread"]


def texted(business: Api, phones: Phones, *customers: int) -> None:
    """Text customers, so that their answers belong to this business."""
    for one in customers:
        ok_json(business.post(f"/api/conversations/{one}", json={"by": "text", "text": "Hello"}))
    phones.run()


def test_staff_see_conversations_and_their_notifications_only_if_the_business_allows_it(
    business: Api, phones: Phones, customer: Callable[..., int], caller_of: Callable[..., Api]
):
    texted(business, phones, customer())
    staff = caller_of(phones.app).register()
    rows.join_team(phones.database, staff.id, business.id, "staff")
    phones.text("Hi")
    assert overview(business) == {"visible": True, "canText": True, "unread": 1}
    assert overview(staff) == {"visible": False, "canText": False, "unread": 0}
    assert (bell(business), bell(staff)) == ((["Ana sent a text"], 1), ([], 0))

    ok_json(business.patch("/api/sms-settings", json={"staffSee": True}))
    phones.text("Hello?")

    assert overview(staff) == {"visible": True, "canText": False, "unread": 1}
    assert bell(staff) == (["Ana sent a text"], 1)


def test_opening_a_conversation_marks_its_notifications_as_read_for_the_reader_alone(
    business: Api, phones: Phones, customer: Callable[..., int], caller_of: Callable[..., Api]
):
    ana, bea = customer(), customer("Bea", "+15185550142")
    texted(business, phones, ana, bea)
    manager = caller_of(phones.app).register()
    rows.join_team(phones.database, manager.id, business.id, "manager")
    phones.text("Hi")
    phones.text("Hello", phone="+15185550142")

    assert business.post(f"/api/conversations/{ana}/read").status_code == 204

    assert (bell(business)[1], bell(manager)[1]) == (1, 2)
    assert overview(business)["unread"] == 1
    assert business.post(f"/api/conversations/{bea}/read").status_code == 204
    assert (bell(business)[1], overview(business)["unread"]) == (0, 0)


def test_repeated_request_with_the_same_key_adds_one_entry(business: Api, phones: Phones, customer: Callable[..., int]):
    path = f"/api/conversations/{customer()}"
    key, body = {"Idempotency-Key": "once"}, {"by": "text", "text": "Hello"}

    first, again = (ok_json(business.post(path, json=body, headers=key)) for _ in range(2))

    assert first == again
    assert len(phones.run()) == 1
    other = business.post(path, json={"by": "text", "text": "Bye"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


def test_conversation_names_the_end_of_the_quiet_hours(
    business: Api, customer: Callable[..., int], noon: time_machine.Traveller
):
    path = f"/api/conversations/{customer()}"
    assert ok_json(business.get(path))["textHeldUntil"] is None

    noon.shift(10 * 3600)

    held = ok_json(business.get(path))["textHeldUntil"]
    assert held.startswith("2027-06-02T08:00:00")
    assert ok_json(business.post(path, json={"by": "text", "text": "Hello"}))["heldUntil"] == held
