"""Cases 43 to 55: repeated and concurrent requests, and conflicts with existing data."""

from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, booking_body
from tests.support.clock import Clock
from tests.support.together import all_together, together


def test_case_43_concurrent_requests_with_one_key_create_one_booking(visitor: Api, operator: Api, database: Database):
    answers = together(*[lambda: visitor.try_to_book(userId=operator.id, key="form-0001")] * 6)

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert rows.number(database, "bookings") == 1
    assert rows.number(database, "letter_holds") == 4
    assert [job["kind"] for job in rows.rows(database, "jobs")].count("booking.placed") == 1


def test_case_43_retry_returns_the_first_booking_in_its_current_state(visitor: Api, operator: Api, clock: Clock):
    operator.add_letters("LOVE", quantity=1)
    operator.set_rules(minimumNoticeHours=0)
    first = visitor.book(userId=operator.id, key="form-0001", deliveryDate="2027-03-03", pickupDate="2027-03-04")
    operator.set_status(first["id"], "confirmed")

    # By now its letters are taken (by the booking itself), the delivery is in the past, and the price has changed.
    operator.set_prices(minimumOrder=900)
    clock.pass_by(hours=23)
    again = visitor.book(userId=operator.id, key="form-0001", deliveryDate="2027-03-03", pickupDate="2027-03-04")

    assert again == {**first, "status": "confirmed", "state": "confirmed", "heldUntil": None}


def test_case_43_keys_are_scoped_to_the_operator(visitor: Api, operator: Api, other_operator: Api, database: Database):
    first = visitor.book(userId=operator.id, key="form-0001")
    second = visitor.book(userId=other_operator.id, key="form-0001")

    assert first["id"] != second["id"]
    assert rows.number(database, "bookings") == 2


def test_case_43_rejected_request_does_not_use_up_its_key(visitor: Api, operator: Api):
    item = operator.add_letter("A", quantity=0)
    assert visitor.try_to_book(userId=operator.id, message="A", key="form-0001").status_code == 409
    operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 1})

    assert visitor.try_to_book(userId=operator.id, message="A", key="form-0001").status_code == 201


@pytest.mark.parametrize(
    "change",
    [{"message": "HATE"}, {"customerEmail": "b@example.com"}, {"totalPrice": 200}, {"pickupDate": "2027-06-04"}],
)
def test_case_44_key_with_another_body_is_rejected(
    change: dict[str, Any], visitor: Api, operator: Api, database: Database
):
    visitor.book(userId=operator.id, key="form-0001")
    before = rows.content(database)

    answer = visitor.try_to_book(userId=operator.id, key="form-0001", **change)

    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")
    assert rows.content(database) == before


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 121, "\x7f"])
def test_case_44_neighbor_invalid_key_is_rejected(key: str, visitor: Api, operator: Api):
    body = booking_body(userId=operator.id)
    answer = visitor.post("/api/bookings", json=body, headers={b"Idempotency-Key": key.encode()})

    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["Idempotency-Key"])


def test_case_45_equal_bookings_without_a_key_are_marked_as_duplicates(visitor: Api, operator: Api, clock: Clock):
    visitor.book(userId=operator.id)
    clock.pass_by(seconds=2)
    visitor.book(userId=operator.id)
    visitor.book(userId=operator.id, message="HATE")

    found = operator.get("/api/bookings").json()
    assert [row["possibleDuplicate"] for row in found] == [False, True, False]


def test_case_45_neighbor_canceled_booking_is_not_a_duplicate(visitor: Api, operator: Api):
    first = visitor.book(userId=operator.id)
    operator.set_status(first["id"], "canceled")

    second = visitor.book(userId=operator.id)
    assert operator.get(f"/api/bookings/{second['id']}").json()["possibleDuplicate"] is False


def test_case_46_concurrent_confirmations_of_the_last_letter_confirm_one(operator: Api, database: Database):
    booking = operator.book()

    answers = together(*[lambda: operator.set_status(booking["id"], "confirmed")] * 5)

    assert {answer.status_code for answer in answers} == {200}
    history = operator.get(f"/api/bookings/{booking['id']}").json()["history"]
    assert [entry["toStatus"] for entry in history if entry["kind"] == "status"] == ["confirmed"]
    kinds = [job["kind"] for job in rows.rows(database, "jobs")]
    assert kinds.count("booking.confirmed") == 1


@pytest.mark.parametrize("attempt", range(3))
def test_case_47_concurrent_confirm_and_cancel_end_in_a_valid_state(attempt: int, operator: Api):
    booking = operator.book()

    confirm, cancel = together(
        lambda: operator.set_status(booking["id"], "confirmed"), lambda: operator.set_status(booking["id"], "canceled")
    )

    found = operator.get(f"/api/bookings/{booking['id']}").json()
    changes = [entry["toStatus"] for entry in found["history"] if entry["kind"] == "status"]
    assert (confirm.status_code, cancel.status_code, changes) in [
        (200, 200, ["confirmed", "canceled"]),
        (409, 200, ["canceled"]),
    ]
    assert found["status"] == "canceled"


def test_case_48_invalid_status_changes_are_rejected(operator: Api, other_operator: Api):
    canceled, completed, pending = [operator.book()["id"] for _ in range(3)]
    operator.set_status(canceled, "canceled")
    operator.set_status(completed, "confirmed")
    operator.complete(completed)

    for booking, status in ((canceled, "confirmed"), (completed, "canceled"), (pending, "completed")):
        answer = operator.set_status(booking, status)
        assert (answer.status_code, answer.json()["code"]) == (409, "invalid_transition")
    assert other_operator.set_status(pending, "confirmed").status_code == 404
    assert operator.get(f"/api/bookings/{pending}").json()["status"] == "pending"


def test_case_49_quantity_below_bookings_is_rejected(visitor: Api, operator: Api):
    item = operator.add_letter("A", quantity=3)
    booking = visitor.book(userId=operator.id, message="AA")
    other = visitor.book(userId=operator.id, message="A", deliveryDate="2027-06-02", pickupDate="2027-06-05")

    answer = operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 2})

    assert answer.status_code == 409
    assert answer.json()["message"] == "3 × A are taken on June 2, 2027, 1 more than the 2 you would own."
    assert answer.json()["bookings"] == [
        {name: row[name] for name in ("id", "number", "customerName", "deliveryDate")} for row in (booking, other)
    ]
    assert operator.get("/api/inventory").json()[0]["quantity"] == 3
    operator.set_status(other["id"], "canceled")
    assert operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 2}).status_code == 200
    assert operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 1}).status_code == 409
    assert operator.delete(f"/api/inventory/{item['id']}").status_code == 409


@pytest.mark.parametrize("quantity", [-1, 1.5, 1.0, "5", True, None, 2147483648, 10**18, 10**400, [], {}], ids=repr)
def test_case_50_invalid_quantity_is_rejected(quantity: Any, operator: Api, database: Database):
    item = operator.add_letter("A", quantity=3)
    before = rows.content(database)

    body = {"letter": "B", "size": "4ft", "pricePerDay": 25, "quantity": quantity}
    for answer in (
        operator.post("/api/inventory", json=body),
        operator.patch(f"/api/inventory/{item['id']}", json={"quantity": quantity}),
    ):
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["quantity"])
    if quantity == -1:
        assert answer.json()["message"] == "Quantity cannot be negative"
    assert rows.content(database) == before


@pytest.mark.parametrize("letter", ["AB", "", " ", "\u200b", "A B", None, 5, "A\u202e", "\x00", "E" * 501], ids=repr)
def test_case_51_invalid_letter_is_rejected(letter: Any, operator: Api):
    body = {"letter": letter, "size": "4ft", "pricePerDay": 25, "quantity": 1}

    answer = operator.post("/api/inventory", json=body)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["letter"])
    assert operator.get("/api/inventory").json() == []


@pytest.mark.parametrize("change", [{"letter": "B"}, {"size": "2ft"}, {"letter": "AB"}, {"letter": ""}, {"size": None}])
def test_case_51_letter_and_size_cannot_be_changed(change: dict[str, Any], operator: Api):
    item = operator.add_letter("A")

    answer = operator.patch(f"/api/inventory/{item['id']}", json={**change, "quantity": 9})

    assert (answer.status_code, list(answer.json()["fields"])) == (422, list(change))
    assert operator.get("/api/inventory").json() == [item]
    # Unchanged values may be sent along.
    assert operator.patch(f"/api/inventory/{item['id']}", json={**item, "quantity": 9}).json()["quantity"] == 9


def test_case_52_concurrent_adds_of_one_letter_create_one_row(operator: Api):
    body = {"letter": "A", "size": "4ft", "pricePerDay": 25, "quantity": 1}

    answers = together(*[lambda: operator.post("/api/inventory", json=body)] * 10)

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9
    assert len(operator.get("/api/inventory").json()) == 1
    assert operator.post("/api/inventory", json={**body, "letter": "a"}).status_code == 409
    assert operator.post("/api/inventory", json={**body, "size": "2ft"}).status_code == 201


@pytest.mark.parametrize("price", [0, -1, 0.99, 1e308, 1e15, 10**400, "25", True, None, 1.001], ids=repr)
def test_case_53_invalid_price_is_rejected(price: Any, operator: Api):
    item = operator.add_letter("A")
    body = {"letter": "B", "size": "4ft", "pricePerDay": price, "quantity": 1}

    for answer in (
        operator.post("/api/inventory", json=body),
        operator.patch(f"/api/inventory/{item['id']}", json={"pricePerDay": price}),
    ):
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["pricePerDay"])
        assert len(answer.json()["message"]) < 100
    if price in {0, -1, 0.99}:
        assert answer.json()["message"] == "Price must be at least 1"
    assert operator.get("/api/inventory").json() == [item]


def test_case_54_venue_used_by_upcoming_bookings_cannot_be_deleted(operator: Api, clock: Clock):
    venue = operator.add_venue(name="Old Mill")
    coming = operator.book(venueId=venue["id"])
    past = operator.book(venueId=venue["id"], deliveryDate="2027-02-01", pickupDate="2027-02-02")

    answer = operator.delete(f"/api/venues/{venue['id']}")
    assert answer.status_code == 409
    assert answer.json()["bookings"] == [
        {name: coming[name] for name in ("id", "number", "customerName", "deliveryDate")},
    ]
    operator.set_status(coming["id"], "canceled")
    assert operator.delete(f"/api/venues/{venue['id']}").status_code == 204
    for booking in (past, coming):
        found = operator.get(f"/api/bookings/{booking['id']}").json()
        assert found["venueName"] == "Old Mill"
        assert found["venueAddress"] == booking["venueAddress"] is not None
    # Such a booking can still be read, edited and sent back.
    record = operator.get(f"/api/bookings/{past['id']}").json()
    answer = operator.patch(f"/api/bookings/{past['id']}", json={**record, "notes": "Still fine"})
    assert (answer.status_code, answer.json()["venueName"]) == (200, "Old Mill")


def test_case_54_venue_is_needed_until_the_last_day_has_passed(operator: Api, clock: Clock):
    venue = operator.add_venue()
    operator.book(venueId=venue["id"], deliveryDate="2027-03-01", pickupDate="2027-03-03")

    assert operator.delete(f"/api/venues/{venue['id']}").status_code == 409
    clock.set("2027-03-04T05:00:00")
    assert operator.delete(f"/api/venues/{venue['id']}").status_code == 204


@pytest.mark.parametrize("kind", ["venues", "inventory"])
def test_case_55_deleting_twice_is_not_found(kind: str, operator: Api):
    def add() -> int:
        return (operator.add_venue() if kind == "venues" else operator.add_letter("A"))["id"]

    path = f"/api/{kind}/{add()}"
    assert [operator.delete(path).status_code for _ in range(2)] == [204, 404]
    path = f"/api/{kind}/{add()}"
    answers = all_together([lambda: operator.delete(path)] * 5)
    assert sorted(answer.status_code for answer in answers) == [204] + [404] * 4
