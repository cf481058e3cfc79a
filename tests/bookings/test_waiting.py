"""The waiting list: offers in order of arrival, each for the full request and some hours, and never a letter twice."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.kit import clock as product
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.waiting_list import waiting
from marqueedesk.worker import offer_what_came_free
from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock
from tests.support.together import together

JUNE_1 = "2027-06-01"
DAYS = {"deliveryDate": JUNE_1, "pickupDate": JUNE_1}
LIST = "/api/waiting-list"
JOIN = "/api/public/waiting-list"


def wait_for(visitor: Api, operator: Api, message: str, **fields: Any) -> str:
    """Join the waiting list for a message and return the entry's token."""
    email = f"{message.lower()}@example.com"
    body = booking_body(userId=operator.id, message=message, customerEmail=email, consent=True, **{**DAYS, **fields})
    answer = visitor.post(JOIN, json=body)
    assert answer.status_code == 201
    return answer.json()["token"]


def states(operator: Api) -> dict[str, str]:
    return {row["message"]: row["state"] for row in ok_json(operator.get(LIST))}


def set_quantity(operator: Api, letter: str, quantity: int) -> None:
    (row,) = [row for row in ok_json(operator.get("/api/inventory")) if row["letter"] == letter]
    ok_json(operator.patch(f"/api/inventory/{row['id']}", json={"quantity": quantity}))


@pytest.fixture
def make_offers(app: FastAPI) -> Callable[[], int]:
    """Return a function that makes offers of available letters, as the worker does every few seconds."""
    database: Database = app.state.database
    return lambda: offer_what_came_free(database, product.now())


@pytest.fixture
def without_e_and_v(operator: Api) -> Api:
    """A business that doesn't have any E or V yet."""
    operator.add_letters({"E": 0, "V": 0, "X": 1})
    return operator


def test_first_customer_is_offered_the_full_request(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    for message in ("EV", "E", "V"):
        wait_for(visitor, without_e_and_v, message)
    assert make_offers() == 0

    set_quantity(without_e_and_v, "E", 1)
    assert make_offers() == 1
    assert states(without_e_and_v) == {"EV": "waiting", "E": "offered", "V": "waiting"}

    set_quantity(without_e_and_v, "V", 1)
    assert make_offers() == 1
    assert states(without_e_and_v) == {"EV": "waiting", "E": "offered", "V": "offered"}
    assert make_offers() == 0


def test_offer_holds_its_letters_and_is_booked_once(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    token = wait_for(visitor, without_e_and_v, "E")
    before = visitor.post(f"{JOIN}/{token}", json={"action": "book"})
    assert (before.status_code, before.json()["code"]) == (409, "not_offered")
    set_quantity(without_e_and_v, "E", 1)
    make_offers()
    shown = ok_json(visitor.get(f"{JOIN}/{token}"))
    assert (shown["state"], shown["message"], shown["deliveryDate"]) == ("offered", "E", JUNE_1)
    assert visitor.try_to_book(userId=without_e_and_v.id, message="E", **DAYS).status_code == 409

    booked = ok_json(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))
    assert booked["state"] == "booked"
    assert (booked["booking"]["message"], booked["booking"]["held"]) == ("E", True)
    assert booked["pageUrl"].startswith("http")
    again = ok_json(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))
    assert again["booking"]["id"] == booked["booking"]["id"]
    assert len(ok_json(without_e_and_v.get("/api/bookings"))) == 1
    assert visitor.try_to_book(userId=without_e_and_v.id, message="E", **DAYS).status_code == 409
    assert visitor.post(f"{JOIN}/{token}", json={"action": "withdraw"}).status_code == 409


def test_unanswered_offer_goes_to_the_next_customer(
    without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int], clock: Clock
):
    without_e_and_v.set_rules(waitingOfferHours=2)
    first, second = wait_for(visitor, without_e_and_v, "E"), wait_for(visitor, without_e_and_v, "EX")
    set_quantity(without_e_and_v, "E", 1)
    make_offers()
    clock.pass_by(hours=2, minutes=1)
    assert ok_json(visitor.get(f"{JOIN}/{first}"))["state"] == "lapsed"
    assert visitor.post(f"{JOIN}/{first}", json={"action": "book"}).status_code == 409
    assert make_offers() == 1
    assert states(without_e_and_v) == {"E": "lapsed", "EX": "offered"}
    assert ok_json(visitor.post(f"{JOIN}/{second}", json={"action": "book"}))["state"] == "booked"


def test_withdrawing_releases_the_offer(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    first = wait_for(visitor, without_e_and_v, "E")
    wait_for(visitor, without_e_and_v, "EX")
    set_quantity(without_e_and_v, "E", 1)
    make_offers()
    assert ok_json(visitor.post(f"{JOIN}/{first}", json={"action": "withdraw"}))["state"] == "withdrawn"
    assert make_offers() == 1
    assert states(without_e_and_v) == {"E": "withdrawn", "EX": "offered"}


def test_one_click_unsubscribe_removes_the_entry(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    token = wait_for(visitor, without_e_and_v, "E")
    leave = f"{JOIN}/{token}/unsubscribe"
    # Opening the URL does not remove the customer, because programs that check links open it too.
    opened = visitor.get(leave, follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, f"/w/{token}")
    assert states(without_e_and_v) == {"E": "waiting"}

    for _ in range(2):
        answer = visitor.post(leave, data={"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, answer.content) == (204, b"")
    assert states(without_e_and_v) == {"E": "withdrawn"}
    set_quantity(without_e_and_v, "E", 1)
    assert make_offers() == 0
    assert visitor.post(f"{JOIN}/nobody/unsubscribe").status_code == 404


def test_unsubscribing_after_booking_keeps_the_booking(
    without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]
):
    token = wait_for(visitor, without_e_and_v, "E")
    set_quantity(without_e_and_v, "E", 1)
    make_offers()
    ok_json(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))

    assert visitor.post(f"{JOIN}/{token}/unsubscribe").status_code == 204
    assert states(without_e_and_v) == {"E": "booked"}


def test_cancellation_triggers_an_offer(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    set_quantity(without_e_and_v, "E", 1)
    booked = without_e_and_v.book(message="E", asRequest=False, **DAYS)
    wait_for(visitor, without_e_and_v, "E")
    assert make_offers() == 0
    ok_json(without_e_and_v.set_status(booked["id"], "canceled"))
    assert make_offers() == 1


def test_entry_details_become_part_of_the_booking(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    address = {"street": "12 Oak Street", "city": "Austin", "state": "TX", "zipCode": "78704"}
    more = {"venueName": "Back yard", "address": address, "eventType": "wedding", "notes": "Call first"}
    token = wait_for(visitor, without_e_and_v, "E", preferredInstallTime="morning", **more)
    set_quantity(without_e_and_v, "E", 1)
    make_offers()
    shown = ok_json(visitor.get(f"{JOIN}/{token}"))
    assert (shown["total"], shown["deliveryDay"], shown["letterCount"]) == (25, JUNE_1, 1)
    booked = ok_json(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))["booking"]
    kept = ok_json(without_e_and_v.get(f"/api/bookings/{booked['id']}"))
    assert (kept["venueName"], kept["address"]["zipCode"]) == ("Back yard", "78704")
    assert (kept["eventType"], kept["notes"], kept["preferredInstallTime"]) == ("wedding", "Call first", "morning")


def test_inventory_cannot_drop_below_offered_letters(
    without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]
):
    wait_for(visitor, without_e_and_v, "X")
    make_offers()
    (row,) = [row for row in ok_json(without_e_and_v.get("/api/inventory")) if row["letter"] == "X"]
    refused = without_e_and_v.delete(f"/api/inventory/{row['id']}")
    assert refused.status_code == 409
    assert "offered to waiting customers" in refused.json()["message"]


def test_offers_read_the_stock_once(
    without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int], database: Database
):
    for message in ("E", "EV", "V", "EE"):
        wait_for(visitor, without_e_and_v, message)
    statements: list[str] = []
    event.listen(database.engine, "before_cursor_execute", lambda _c, _r, text, *_: statements.append(text))
    assert make_offers() == 0
    assert len([text for text in statements if "FROM letter_inventory" in text]) == 1


def test_closed_day_is_not_offered(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    without_e_and_v.set_rules(closedWeekdays=[1])
    wait_for(visitor, without_e_and_v, "X")
    assert make_offers() == 0
    without_e_and_v.set_rules(closedWeekdays=[])
    assert make_offers() == 1


def test_concurrent_workers_make_one_offer(without_e_and_v: Api, visitor: Api, make_offers: Callable[[], int]):
    wait_for(visitor, without_e_and_v, "E")
    wait_for(visitor, without_e_and_v, "EX")
    set_quantity(without_e_and_v, "E", 1)
    made_by = together(make_offers, make_offers, make_offers, make_offers)
    assert sum(made_by) == 1
    assert states(without_e_and_v) == {"E": "offered", "EX": "waiting"}


def test_concurrent_offer_and_booking_use_a_letter_once(
    without_e_and_v: Api, new_caller: Callable[[], Api], make_offers: Callable[[], int]
):
    for message in ("E", "EX"):
        wait_for(new_caller(), without_e_and_v, message)
    set_quantity(without_e_and_v, "E", 1)
    visitors = [new_caller() for _ in range(3)]

    def book(visitor: Api) -> int:
        return int(visitor.try_to_book(userId=without_e_and_v.id, message="E", **DAYS).status_code == 201)

    promised = together(make_offers, *(lambda one=one: book(one) for one in visitors), make_offers)
    assert sum(promised) == 1
    assert make_offers() == 0


def test_without_the_lock_two_workers_offer_the_same_letter(
    without_e_and_v: Api, visitor: Api, database: Database, make_offers: Callable[[], int]
):
    """Negative control: without the lock, two workers both find a letter to offer. With the lock, only one does."""
    wait_for(visitor, without_e_and_v, "E")
    wait_for(visitor, without_e_and_v, "EX")
    set_quantity(without_e_and_v, "E", 1)
    with database.read() as one, database.read() as other:
        found = []
        for db in (one, other):
            set_operator(db, without_e_and_v.id)
            found.append(waiting.anything_to_do(db, read_operator(db.connection(), without_e_and_v.id), product.now()))
    assert found == [True, True]
    assert make_offers() + make_offers() == 1


def test_joining_again_keeps_one_entry(without_e_and_v: Api, visitor: Api):
    assert wait_for(visitor, without_e_and_v, "E") == wait_for(visitor, without_e_and_v, "E")
    assert len(ok_json(without_e_and_v.get(LIST))) == 1


@pytest.mark.parametrize(
    "change, field",
    [
        ({"consent": False}, "consent"),
        ({"consent": None}, "consent"),
        ({"customerEmail": "nobody"}, "customerEmail"),
        ({"deliveryDate": "2020-01-01", "pickupDate": "2020-01-02"}, "deliveryDate"),
        ({"size": "9ft"}, "size"),
        ({"message": None}, "message"),
    ],
)
def test_invalid_waiting_list_entry_is_reported(change: dict[str, Any], field: str, without_e_and_v: Api, visitor: Api):
    body = booking_body(**{"userId": without_e_and_v.id, "consent": True, **DAYS, **change})
    answer = visitor.post(JOIN, json=body)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]


def test_invalid_waiting_list_link_is_not_found(visitor: Api):
    for token in ("x", "a" * 39):
        assert visitor.get(f"{JOIN}/{token}").status_code == 404
        assert visitor.post(f"{JOIN}/{token}", json={"action": "book"}).status_code == 404


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.sampled_from(["E", "V", "EV", "EE"])),
        st.tuples(st.just("own"), st.sampled_from(["E", "V"])),
        st.tuples(st.just("book"), st.integers(0, 5)),
        st.tuples(st.just("withdraw"), st.integers(0, 5)),
        st.tuples(st.just("pass"), st.just(0)),
    ),
    max_size=14,
)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_random_actions_never_double_book_a_letter(
    steps: list[tuple[str, Any]], new_caller: Callable[[], Api], make_offers: Callable[[], int], clock: Clock
):
    operator, visitor = new_caller().register(), new_caller()
    operator.add_letters({"E": 0, "V": 0})
    owned = {"E": 0, "V": 0}
    tokens: list[str] = []
    for at, (step, value) in enumerate(steps):
        if step == "wait":
            tokens.append(wait_for(visitor, operator, value, customerPhone=str(at)))
        elif step == "own":
            owned[value] += 1
            set_quantity(operator, value, owned[value])
        elif step == "pass":
            clock.pass_by(hours=25)
        elif tokens:
            visitor.post(f"{JOIN}/{tokens[value % len(tokens)]}", json={"action": step})
        make_offers()
        rows = ok_json(operator.get(LIST))
        promised = "".join(row["message"] for row in rows if row["state"] in {"offered", "booked"})
        assert all(promised.count(letter) <= count for letter, count in owned.items())
        left = {letter: count - promised.count(letter) for letter, count in owned.items()}
        for row in rows:
            # No one waits for letters that are available.
            assert row["state"] != "waiting" or any(row["message"].count(one) > left[one] for one in "EV")
