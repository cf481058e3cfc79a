"""Merging, undoing a merge, and splitting: nothing is lost, and sums of money never change."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.worker import update_customers
from tests.support import rows
from tests.support.api import Api, ok_json

PASSING = ("events", "audit_entries", "customer_merges", "customer_updates", "sign_ins")
"""Tables that are not a customer's data: notifications of pages, the audit log, and the merges themselves."""


def book(operator: Api, name: str, email: str, **fields: Any) -> dict[str, Any]:
    return operator.book(customerName=name, customerEmail=email, **fields)


def merge(operator: Api, customer_id: int, other: int) -> dict[str, Any]:
    return ok_json(operator.post(f"/api/customers/{customer_id}/merge", json={"other": other}))


def undo(operator: Api, merge_id: int) -> dict[str, Any]:
    return ok_json(operator.post(f"/api/customers/merges/{merge_id}/undo"))


def get(operator: Api, customer_id: int) -> dict[str, Any]:
    return ok_json(operator.get(f"/api/customers/{customer_id}"))


def test_merge_keeps_everything_and_undo_returns_every_row_to_what_it_was(operator: Api, database: Database):
    ana = book(operator, "Ana", "ana@x.example", totalPrice=100)["customerId"]
    sister = book(operator, "Ana Smith", "ana@x.example", customerPhone="914 555 0100 x2", totalPrice=50)["customerId"]
    quote = {"message": "LOVE", "size": "4ft", "customerId": sister}
    ok_json(operator.post("/api/quotes", json=quote))
    ok_json(operator.patch(f"/api/customers/{sister}", json={"tags": ["vip"], "notes": "Calls", "address": "1 Oak St"}))
    third = ok_json(operator.post("/api/customers", json={"name": "Bob", "referredBy": {"customerId": sister}}))["id"]
    update_customers(database, clock.now())
    before = rows.content(database, but=PASSING)

    merged = merge(operator, ana, sister)

    assert (merged["bookings"], merged["quotes"], merged["totals"]["booked"]) == (2, 1, 150)
    assert (merged["tags"], merged["notes"], merged["address"]) == (["vip"], "Calls", "1 Oak St")
    assert merged["phones"][0]["e164"] == "+19145550100"
    assert operator.get(f"/api/customers/{sister}").status_code == 404
    assert get(operator, third)["referredBy"] == {"customerId": ana}

    restored = undo(operator, merged["mergeId"])

    assert rows.content(database, but=PASSING) == before
    assert restored["bookings"] == 1
    assert get(operator, sister)["totals"]["booked"] == 50


def test_former_name_still_finds_the_merged_customer(operator: Api):
    ana = book(operator, "Ana", "ana@x.example")["customerId"]
    sister = book(operator, "Ana Smith", "smith@x.example")["customerId"]

    merge(operator, ana, sister)

    assert book(operator, "Ana Smith", "smith@x.example")["customerId"] == ana
    assert book(operator, "Ana", "smith@x.example")["customerId"] == ana


def test_edit_after_a_merge_survives_its_undo(operator: Api):
    ana = book(operator, "Ana", "ana@x.example")["customerId"]
    sister = book(operator, "Ana Smith", "smith@x.example")["customerId"]
    merged = merge(operator, ana, sister)
    ok_json(operator.patch(f"/api/customers/{ana}", json={"emails": [*merged["emails"], "new@x.example"]}))

    assert undo(operator, merged["mergeId"])["emails"] == ["ana@x.example", "new@x.example"]


def test_merge_into_a_merged_customer_and_with_itself_or_foreign_ones_is_refused(operator: Api, visitor: Api):
    ids = [ok_json(operator.post("/api/customers", json={"name": name}))["id"] for name in "ABC"]
    foreign = ok_json(visitor.register().post("/api/customers", json={"name": "A"}))["id"]
    first = merge(operator, ids[0], ids[2])

    def status(customer_id: int, other: int) -> int:
        return operator.post(f"/api/customers/{customer_id}/merge", json={"other": other}).status_code

    assert status(ids[0], ids[0]) == 422
    assert status(ids[0], foreign) == 404
    assert status(ids[2], ids[1]) == 404
    assert status(ids[1], ids[2]) == 404
    second = merge(operator, ids[1], ids[0])
    refused = operator.post(f"/api/customers/merges/{first['mergeId']}/undo")
    assert (refused.status_code, refused.json()["code"]) == (409, "merged_since")
    undo(operator, second["mergeId"])
    undo(operator, first["mergeId"])
    assert [get(operator, each)["name"] for each in ids] == ["A", "B", "C"]


def test_merge_can_be_undone_for_thirty_days_and_once(operator: Api, present: time_machine.Traveller):
    ana = book(operator, "Ana", "ana@x.example")["customerId"]
    sister = book(operator, "Ana Smith", "ana@x.example")["customerId"]
    merged = merge(operator, ana, sister)
    assert undo(operator, merged["mergeId"]) == undo(operator, merged["mergeId"])
    again = merge(operator, ana, sister)

    present.shift(timedelta(days=31))
    login = {"email": operator.user["email"], "password": "correct horse"}
    operator.post("/api/login", json=login)
    late = operator.post(f"/api/customers/merges/{again['mergeId']}/undo")

    assert (late.status_code, late.json()["code"]) == (409, "too_late")


def test_split_moves_bookings_to_a_customer_of_their_own(operator: Api):
    ana = book(operator, "Ana", "ana@x.example", totalPrice=100)
    other = book(operator, "Ana", "ana@x.example", customerPhone="914 555 0100", totalPrice=30)
    path = f"/api/customers/{ana['customerId']}/split"

    new = ok_json(operator.post(path, json={"bookingIds": [other["id"]]}))

    assert (new["name"], new["emails"], new["bookings"]) == ("Ana", ["ana@x.example"], 1)
    assert new["phones"][0]["number"] == "914 555 0100"
    assert new["totals"]["booked"] == 30
    assert get(operator, ana["customerId"])["totals"]["booked"] == 100
    assert operator.post(path, json={"bookingIds": [other["id"]]}).status_code == 404
    assert operator.post(path, json={"bookingIds": []}).status_code == 422


@pytest.mark.parametrize(
    "first, second, because",
    [
        ({"emails": ["a@x.example"]}, {"emails": ["A+1@x.example"]}, ["email"]),
        ({"phones": ["914 555 0100"]}, {"phones": ["+1 (914) 555-0100"]}, ["phone"]),
        (
            {"emails": ["a@x.example"], "phones": ["914 555 0100"]},
            {"emails": ["a@x.example"], "phones": ["914 555 0100"]},
            ["phone", "email"],
        ),
        ({"address": "1 Oak St, Springfield"}, {"address": "1 Oak St. Springfield"}, ["name"]),
        ({"emails": ["a@x.example"]}, {"emails": ["b@x.example"]}, None),
    ],
)
def test_duplicates_share_a_detail_or_a_near_name_at_one_address(
    operator: Api, first: dict[str, Any], second: dict[str, Any], because: list[str] | None
):
    ids = [
        ok_json(operator.post("/api/customers", json={"name": name} | fields))["id"]
        for name, fields in (("Ana Smith", first), ("Anna Smith", second))
    ]

    expected = [] if because is None else [{"customerIds": ids, "because": because}]
    assert ok_json(operator.get("/api/customers/duplicates")) == expected


NAMES = st.sampled_from(["Ana", "Bob", "Cid"])
PICK = st.integers(0, 10)


class Customers(RuleBasedStateMachine):
    """Random merges, splits, undos and erasures of bookings' customers."""

    operator: Api

    def __init__(self) -> None:
        super().__init__()
        self.operator.register()
        self.operator.add_letters("LOVE", 200)
        self.total = 0
        self.received = 0
        self.bookings = 0
        self.merges: list[int] = []
        self.erased: list[int] = []

    def customers(self) -> list[dict[str, Any]]:
        return self.operator.every("/api/customers")

    def bookings_of(self, customer_id: int) -> list[dict[str, Any]]:
        return ok_json(self.operator.get("/api/bookings", params={"customerId": customer_id}))

    @rule(name=NAMES, at=NAMES, cents=st.integers(1, 900))
    def book(self, name: str, at: str, cents: int) -> None:
        made = book(self.operator, name, f"{at}@x.example", totalPrice=cents, asRequest=False)
        self.total += cents
        self.bookings += 1
        assert made["customerId"] not in self.erased

    @precondition(lambda self: len(self.customers()) > 1)
    @rule(one=PICK, two=PICK)
    def merge(self, one: int, two: int) -> None:
        known = [row["id"] for row in self.customers()]
        first, second = known[one % len(known)], known[two % len(known)]
        if first != second:
            self.merges.append(merge(self.operator, first, second)["mergeId"])

    @precondition(lambda self: self.merges)
    @rule(which=PICK)
    def undo(self, which: int) -> None:
        merge_id = self.merges[which % len(self.merges)]
        response = self.operator.post(f"/api/customers/merges/{merge_id}/undo")
        # 404 once one of the two was erased.
        assert response.status_code in ({200, 404, 409} if self.erased else {200, 409}), response.text

    @precondition(lambda self: self.bookings)
    @rule(which=PICK)
    def split(self, which: int) -> None:
        bookings = ok_json(self.operator.get("/api/bookings"))
        booking = bookings[which % len(bookings)]
        path = f"/api/customers/{booking['customerId']}/split"
        response = self.operator.post(path, json={"bookingIds": [booking["id"]]})
        assert response.status_code == (409 if booking["customerId"] in self.erased else 201), response.text

    @precondition(lambda self: self.customers())
    @rule(which=PICK)
    def close(self, which: int) -> None:
        """Pay and complete a customer's bookings, so that the customer can be erased."""
        known = self.customers()
        owner = known[which % len(known)]["id"]
        for booking in self.bookings_of(owner):
            path = f"/api/bookings/{booking['id']}"
            if booking["status"] == "completed":
                continue
            self.operator.post(f"{path}/payments", json={"amount": booking["totalPrice"], "kind": "cash"})
            ok_json(self.operator.patch(f"{path}/status", json={"status": "completed", "early": True}))
            self.received += booking["totalPrice"]

    @precondition(lambda self: self.customers())
    @rule(which=PICK)
    def erase(self, which: int) -> None:
        known = self.customers()
        customer = known[which % len(known)]
        own = self.bookings_of(customer["id"])
        is_open = any(booking["status"] != "completed" for booking in own)
        response = self.operator.post(f"/api/customers/{customer['id']}/erase", json={"confirm": customer["name"]})
        assert response.status_code == (409 if is_open else 200), response.text
        if not is_open:
            self.erased.append(customer["id"])

    @precondition(lambda self: self.erased and self.customers())
    @rule(one=PICK, two=PICK)
    def merge_with_an_erased_one(self, one: int, two: int) -> None:
        known = [row["id"] for row in self.customers()]
        pair = [known[one % len(known)], self.erased[two % len(self.erased)]]
        for first, second in (pair, pair[::-1]):
            response = self.operator.post(f"/api/customers/{first}/merge", json={"other": second})
            assert (response.status_code, response.json()["code"]) == (409, "erased")

    @invariant()
    def sums_and_counts_never_change(self) -> None:
        gone = [get(self.operator, each) for each in self.erased]
        assert {row["name"] for row in gone} <= {"Erased"}
        found = [*self.customers(), *gone]
        assert sum(row["totals"]["booked"] for row in found) == self.total
        assert sum(row["totals"]["received"] for row in found) == self.received
        assert sum(row["bookings"] for row in found) == self.bookings


def test_random_merges_splits_undos_and_erasures_change_no_sum(new_caller: Any):
    class Machine(Customers):
        operator = new_caller()

    Machine.TestCase.settings = settings(max_examples=8, stateful_step_count=16, deadline=None)
    Machine.TestCase("runTest").runTest()
