"""The conversations of customers that are merged, returned by an undo, or split (T1)."""

from collections.abc import Callable
from typing import Any

from tests.conversations.conftest import Phones
from tests.support import rows
from tests.support.api import Api, ok_json

PASSING = ("events", "audit_entries", "customer_merges", "customer_updates")
PHONE_OF_BEA = "+15185550142"
AddCustomer = Callable[..., int]


def merge(business: Api, customer_id: int, other: int) -> int:
    return ok_json(business.post(f"/api/customers/{customer_id}/merge", json={"other": other}))["mergeId"]


def undo(business: Api, merge_id: int) -> None:
    ok_json(business.post(f"/api/customers/merges/{merge_id}/undo"))


def read(business: Api, customer_id: int) -> None:
    assert business.post(f"/api/conversations/{customer_id}/read").status_code == 204


def write(business: Api, customer_id: int, text: str) -> None:
    assert business.post(f"/api/conversations/{customer_id}", json={"by": "note", "text": text}).status_code == 201


def conversation(business: Api, customer_id: int) -> tuple[list[str], int]:
    """Texts of a customer's entries, and how many are unread."""
    found = ok_json(business.get(f"/api/conversations/{customer_id}"))
    return [entry["text"] for entry in found["entries"]], found["unread"]


def inbox(business: Api, **query: Any) -> tuple[dict[int, int], int]:
    """Unread entries by customer as listed, and the number of unread conversations."""
    page = ok_json(business.get("/api/conversations", params=query))
    return {row["customerId"]: row["unread"] for row in page["items"]}, page["unread"]


def notified(business: Api) -> set[int]:
    """Customers that the notifications link to."""
    return {row["aboutId"] for row in ok_json(business.get("/api/notifications"))["items"]}


def test_merge_combines_conversations_and_undo_returns_every_row(business: Api, phones: Phones, customer: AddCustomer):
    ana, bea = customer("Ana"), customer("Bea", PHONE_OF_BEA)
    phones.text("Hi")
    phones.text("Which door?", phone=PHONE_OF_BEA)
    write(business, ana, "Called")
    before = rows.content(phones.database, but=PASSING)

    merge_id = merge(business, ana, bea)

    assert conversation(business, ana) == (["Hi", "Which door?", "Called"], 2)
    assert inbox(business, unread="true") == ({ana: 2}, 1)
    assert notified(business) == {ana}
    undo(business, merge_id)
    assert rows.content(phones.database, but=PASSING) == before
    assert conversation(business, bea) == (["Which door?"], 1)


def test_customer_without_a_conversation_gets_the_other_ones_until_the_merge_is_undone(
    business: Api, phones: Phones, customer: AddCustomer
):
    ana, bea = customer("Ana"), customer("Bea", PHONE_OF_BEA)
    phones.text("Which door?", phone=PHONE_OF_BEA)

    merge_id = merge(business, ana, bea)

    assert inbox(business) == ({ana: 1}, 1)
    undo(business, merge_id)
    assert inbox(business) == ({bea: 1}, 1)


def test_conversation_read_after_a_merge_stays_read_after_its_undo(
    business: Api, phones: Phones, customer: AddCustomer
):
    ana, bea = customer("Ana"), customer("Bea", PHONE_OF_BEA)
    phones.text("Hi")
    phones.text("Which door?", phone=PHONE_OF_BEA)
    merge_id = merge(business, ana, bea)
    read(business, ana)
    assert inbox(business, unread="true") == ({}, 0)
    phones.text("Thanks")

    undo(business, merge_id)

    assert inbox(business) == ({ana: 1, bea: 0}, 1)


def test_merges_of_merges_are_undone_one_by_one(business: Api, phones: Phones, customer: AddCustomer):
    ana, bea, cid = customer("Ana"), customer("Bea", PHONE_OF_BEA), customer("Cid", "+15185550143")
    phones.text("Which door?", phone=PHONE_OF_BEA)
    phones.text("How wide?", phone="+15185550143")
    first, second = merge(business, bea, cid), merge(business, ana, bea)
    assert inbox(business) == ({ana: 2}, 1)

    undo(business, second)
    assert inbox(business) == ({bea: 2}, 1)
    undo(business, first)
    assert inbox(business) == ({bea: 1, cid: 1}, 2)


def test_split_leaves_the_conversation_with_the_customer(business: Api, phones: Phones, customer: AddCustomer):
    ana = customer("Ana")
    bookings = [business.book(customerId=ana) for _ in range(2)]
    phones.text("Hi")

    split = f"/api/customers/{ana}/split"
    new = ok_json(business.post(split, json={"bookingIds": [bookings[0]["id"]]}))["id"]

    assert (conversation(business, ana)[0][-1], conversation(business, new)) == ("Hi", ([], 0))
