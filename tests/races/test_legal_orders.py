"""Concurrent changes are serializable (B1, B4, B5, L5, L8) and never cause a server error.

Each race is a function that raises if the result could not come from running the changes one after the other. It runs
many times against a real server. It also runs in this process in the worst interleaving (every racer waits until all
have read): with the lock it has to pass, and without the lock it has to fail.
"""

from collections import Counter
from collections.abc import Callable, Generator

import psycopg
import pytest
from fastapi import FastAPI

from marqueedesk.app import create_app
from marqueedesk.kit.db.database import Database
from marqueedesk.settings import Settings
from tests.races.racing import AtOnce, Race, codes, held_back, with_letters_for_one_love, without_the_lock
from tests.support.api import Api
from tests.support.together import all_together


def status_changes(operator: Api, booking_id: int) -> list[str]:
    """Statuses of a booking in order. Checks that each change starts from the status of the one before it."""
    history = operator.get(f"/api/bookings/{booking_id}").json()["history"]
    changes = [entry for entry in history if entry["kind"] == "status"]
    states = ["pending", *[entry["toStatus"] for entry in changes]]
    assert [entry["fromStatus"] for entry in changes] == states[:-1]
    return states[1:]


# --- The races ------------------------------------------------------------------------------------------------------


def confirm_and_confirm(operator: Api, at_once: AtOnce) -> None:
    booking_id = operator.book()["id"]

    found = codes(*at_once([lambda: operator.set_status(booking_id, "confirmed")] * 2))

    assert found == (200, 200)
    assert status_changes(operator, booking_id) == ["confirmed"]


def confirm_and_cancel(operator: Api, at_once: AtOnce) -> None:
    booking_id = operator.book()["id"]

    confirm, cancel = codes(
        *at_once(
            [lambda: operator.set_status(booking_id, "confirmed"), lambda: operator.set_status(booking_id, "canceled")]
        )
    )

    assert cancel == 200
    changes = status_changes(operator, booking_id)
    assert (confirm, changes) in [(200, ["confirmed", "canceled"]), (409, ["canceled"])]
    assert operator.get(f"/api/bookings/{booking_id}").json()["status"] == "canceled"
    assert operator.estimate()["available"], "a canceled booking still holds its letters"


def fewer_letters_and_a_booking(operator: Api, at_once: AtOnce) -> None:
    row = next(item for item in operator.get("/api/inventory").json() if item["letter"] == "V")

    lower, book = codes(
        *at_once([lambda: operator.patch(f"/api/inventory/{row['id']}", json={"quantity": 0}), operator.try_to_book])
    )

    quantity = next(item for item in operator.get("/api/inventory").json() if item["id"] == row["id"])["quantity"]
    bookings = operator.get("/api/bookings").json()
    assert (lower, book, quantity, len(bookings)) in [(200, 409, 0, 0), (409, 201, 1, 1)]


def deleting_a_venue_and_booking_it(operator: Api, at_once: AtOnce) -> None:
    venue = operator.add_venue()

    deleted, book = codes(
        *at_once(
            [lambda: operator.delete(f"/api/venues/{venue['id']}"), lambda: operator.try_to_book(venueId=venue["id"])]
        )
    )

    venues = [found["id"] for found in operator.get("/api/venues").json()]
    booked = [found["venueId"] for found in operator.get("/api/bookings").json()]
    gone = venues == [] and booked == [] and deleted in {200, 204} and book in {409, 422}
    kept = venues == [venue["id"]] and booked == [venue["id"]] and deleted == 409 and book == 201
    assert gone or kept, (deleted, book, venues, booked)


def the_same_form_sent_often(operator: Api, at_once: AtOnce) -> None:
    answers = at_once([lambda: operator.try_to_book(key="one-form")] * 8)

    codes(*answers)
    ids = {answer.json()["id"] for answer in answers if answer.is_success}
    assert [booking["id"] for booking in operator.get("/api/bookings").json()] == [*ids]
    assert len(ids) == 1


def the_same_letter_entered_often(operator: Api) -> None:
    body = {"letter": "Q", "size": "4ft", "quantity": 1, "pricePerDay": 25}

    found = codes(*all_together([lambda: operator.post("/api/inventory", json=body)] * 10))

    assert Counter(found) == {201: 1, 409: 9}


def the_same_address_registered_often(caller: Callable[[], Api], email: str) -> None:
    body = {"email": email, "password": "correct horse", "companyName": "Same"}

    found = codes(*all_together([lambda: caller().post("/api/register", json=body)] * 10))

    assert Counter(found) == {201: 1, 409: 9}


LOCKED_RACES = [
    confirm_and_confirm,
    confirm_and_cancel,
    fewer_letters_and_a_booking,
    deleting_a_venue_and_booking_it,
    the_same_form_sent_often,
]


# --- Against a running server ---------------------------------------------------------------------------------------


@pytest.mark.seeds(8, 100)
@pytest.mark.parametrize("race", LOCKED_RACES)
def test_concurrent_changes_end_as_if_run_one_after_the_other(caller: Callable[[], Api], race: Race, seed: int):
    race(with_letters_for_one_love(caller()), all_together)


@pytest.mark.seeds(3, 20)
def test_adding_the_same_letter_concurrently_creates_one_row(caller: Callable[[], Api], seed: int):
    the_same_letter_entered_often(caller().register())


@pytest.mark.seeds(2, 20)
def test_registering_the_same_email_concurrently_creates_one_account(caller: Callable[[], Api], seed: int):
    the_same_address_registered_often(caller, f"same{seed}@example.com")


# --- The worst interleaving, with and without the lock --------------------------------------------------------------


@pytest.mark.parametrize("race", LOCKED_RACES)
def test_lock_serializes_changes_in_the_worst_interleaving(
    new_caller: Callable[[], Api], database: Database, race: Race
):
    race(with_letters_for_one_love(new_caller()), held_back(database))


@pytest.mark.parametrize("race", LOCKED_RACES)
def test_without_the_lock_changes_conflict(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], race: Race):
    app = app_with()
    owner = with_letters_for_one_love(caller_of(app))

    with without_the_lock(app) as at_once, pytest.raises(AssertionError):
        race(owner, at_once)


@pytest.fixture
def app_without(new_database: Callable[[], str]) -> Generator[Callable[[str, str], FastAPI]]:
    """Create an application whose database lacks a constraint: `app_without("users", "uq_users_email_key")`."""
    made: list[FastAPI] = []

    def make(table: str, constraint: str) -> FastAPI:
        url = new_database()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}".encode())
        made.append(create_app(Settings(database_url=url, rate_limits="off", worker="off")))
        return made[-1]

    yield make
    for app in made:
        app.state.database.close()


@pytest.mark.postgres_only  # SQLite cannot drop a constraint.
def test_without_the_unique_constraint_a_letter_is_added_twice(
    app_without: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_without("letter_inventory", "uq_letter_inventory_operator_id_size_letter_finish")
    operator = caller_of(app).register()

    with pytest.raises(AssertionError):
        the_same_letter_entered_often(operator)


@pytest.mark.postgres_only  # SQLite cannot drop a constraint.
def test_without_the_unique_constraint_an_account_is_created_twice(
    app_without: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_without("users", "uq_users_email_key")

    with pytest.raises(AssertionError):
        the_same_address_registered_often(lambda: caller_of(app), "same@example.com")
