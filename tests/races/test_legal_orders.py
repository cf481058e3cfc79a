"""Two things at once end as if one had come before the other (B1, B4, B5, L5, L8), and never with a fault."""

from collections import Counter
from collections.abc import Callable

import httpx
import pytest

from tests.support.api import Api
from tests.support.together import all_together, together

NEVER_FAULTS = {200, 201, 204, 404, 409, 422}


def codes(*answers: httpx.Response) -> tuple[int, ...]:
    found = tuple(answer.status_code for answer in answers)
    assert set(found) <= NEVER_FAULTS, [answer.text for answer in answers]
    return found


def status_changes(operator: Api, booking_id: int) -> list[str]:
    history = operator.get(f"/api/bookings/{booking_id}").json()["history"]
    return [entry["toStatus"] for entry in history if entry["kind"] == "status"]


@pytest.fixture
def operator(caller: Callable[[], Api]) -> Api:
    """An operator of the running server, with letters for one LOVE."""
    owner = caller().register()
    owner.add_letters("LOVE", quantity=1)
    return owner


@pytest.mark.seeds(8, 100)
def test_confirm_and_confirm(operator: Api, seed: int):
    booking_id = operator.book()["id"]

    found = codes(*together(*[lambda: operator.set_status(booking_id, "confirmed")] * 4))

    assert found == (200, 200, 200, 200)
    assert status_changes(operator, booking_id) == ["confirmed"]


@pytest.mark.seeds(8, 100)
def test_confirm_and_cancel(operator: Api, seed: int):
    booking_id = operator.book()["id"]

    confirm, cancel = codes(
        *together(
            lambda: operator.set_status(booking_id, "confirmed"), lambda: operator.set_status(booking_id, "canceled")
        )
    )

    assert cancel == 200
    changes = status_changes(operator, booking_id)
    assert (confirm, changes) in [(200, ["confirmed", "canceled"]), (409, ["canceled"])]
    assert operator.get(f"/api/bookings/{booking_id}").json()["status"] == "canceled"


@pytest.mark.seeds(8, 100)
def test_fewer_letters_and_a_booking(operator: Api, seed: int):
    row = next(item for item in operator.get("/api/inventory").json() if item["letter"] == "V")

    lower, book = codes(
        *together(lambda: operator.patch(f"/api/inventory/{row['id']}", json={"quantity": 0}), operator.try_to_book)
    )

    quantity = next(item for item in operator.get("/api/inventory").json() if item["id"] == row["id"])["quantity"]
    bookings = operator.get("/api/bookings").json()
    assert (lower, book, quantity, len(bookings)) in [(200, 409, 0, 0), (409, 201, 1, 1)]


@pytest.mark.seeds(8, 100)
def test_deleting_a_venue_and_booking_it(operator: Api, seed: int):
    venue = operator.add_venue()

    deleted, book = codes(
        *together(
            lambda: operator.delete(f"/api/venues/{venue['id']}"), lambda: operator.try_to_book(venueId=venue["id"])
        )
    )

    venues = [found["id"] for found in operator.get("/api/venues").json()]
    booked = [found["venueId"] for found in operator.get("/api/bookings").json()]
    gone = venues == [] and booked == [] and deleted in {200, 204} and book in {409, 422}
    kept = venues == [venue["id"]] and booked == [venue["id"]] and deleted == 409 and book == 201
    assert gone or kept, (deleted, book, venues, booked)


@pytest.mark.seeds(4, 100)
def test_the_same_form_sent_often_is_one_booking(operator: Api, seed: int):
    answers = all_together([lambda: operator.try_to_book(key=f"form-{seed}")] * 8)

    codes(*answers)
    ids = {answer.json()["id"] for answer in answers if answer.is_success}
    assert [booking["id"] for booking in operator.get("/api/bookings").json()] == [*ids]
    assert len(ids) == 1


@pytest.mark.seeds(3, 20)
def test_the_same_letter_entered_often_is_one_row(operator: Api, seed: int):
    body = {"letter": "Q", "size": "4ft", "quantity": 1, "pricePerDay": 25}

    found = codes(*all_together([lambda: operator.post("/api/inventory", json=body)] * 10))

    assert Counter(found) == {201: 1, 409: 9}


@pytest.mark.seeds(2, 20)
def test_the_same_address_registered_often_is_one_person(caller: Callable[[], Api], seed: int):
    body = {"email": f"same{seed}@example.com", "password": "correct horse", "companyName": "Same"}

    found = codes(*all_together([lambda: caller().post("/api/register", json=body)] * 10))

    assert Counter(found) == {201: 1, 409: 9}
