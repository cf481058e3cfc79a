"""The waiting list: offers in order of arrival, each as a whole and for some hours, and never a letter twice."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marqueedesk.kit import clock as product
from marqueedesk.kit.db import Database
from marqueedesk.worker import offer_what_came_free
from tests.support.api import Api, booking_body, made
from tests.support.clock import Clock
from tests.support.together import together

JUNE_1 = "2027-06-01"
DAYS = {"deliveryDate": JUNE_1, "pickupDate": JUNE_1}
LIST = "/api/waiting-list"
JOIN = "/api/public/waiting-list"


def wait_for(visitor: Api, operator: Api, message: str, **fields: Any) -> str:
    """The token of somebody who waits for a message."""
    email = f"{message.lower()}@example.com"
    body = booking_body(userId=operator.id, message=message, customerEmail=email, consent=True, **{**DAYS, **fields})
    answer = visitor.post(JOIN, json=body)
    assert answer.status_code == 201
    return answer.json()["token"]


def states(operator: Api) -> dict[str, str]:
    return {row["message"]: row["state"] for row in made(operator.get(LIST))}


def set_quantity(operator: Api, letter: str, quantity: int) -> None:
    (row,) = [row for row in made(operator.get("/api/inventory")) if row["letter"] == letter]
    made(operator.patch(f"/api/inventory/{row['id']}", json={"quantity": quantity}))


@pytest.fixture
def look(app: FastAPI) -> Callable[[], int]:
    """Look for what came free, as the worker does every few seconds."""
    database: Database = app.state.database
    return lambda: offer_what_came_free(database, product.now())


@pytest.fixture
def without(operator: Api) -> Api:
    """A business that has neither E nor V, yet."""
    operator.add_letters({"E": 0, "V": 0, "X": 1})
    return operator


def test_who_came_first_is_offered_what_fits_as_a_whole(without: Api, visitor: Api, look: Callable[[], int]):
    for message in ("EV", "E", "V"):
        wait_for(visitor, without, message)
    assert look() == 0

    set_quantity(without, "E", 1)
    assert look() == 1
    assert states(without) == {"EV": "waiting", "E": "offered", "V": "waiting"}

    set_quantity(without, "V", 1)
    assert look() == 1
    assert states(without) == {"EV": "waiting", "E": "offered", "V": "offered"}
    assert look() == 0


def test_an_offer_holds_its_letters_and_is_booked_once(without: Api, visitor: Api, look: Callable[[], int]):
    token = wait_for(visitor, without, "E")
    before = visitor.post(f"{JOIN}/{token}", json={"action": "book"})
    assert (before.status_code, before.json()["code"]) == (409, "not_offered")
    set_quantity(without, "E", 1)
    look()
    shown = made(visitor.get(f"{JOIN}/{token}"))
    assert (shown["state"], shown["message"], shown["deliveryDate"]) == ("offered", "E", JUNE_1)
    assert visitor.try_to_book(userId=without.id, message="E", **DAYS).status_code == 409

    booked = made(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))
    assert booked["state"] == "booked"
    assert (booked["booking"]["message"], booked["booking"]["held"]) == ("E", True)
    assert booked["pageUrl"].startswith("http")
    again = made(visitor.post(f"{JOIN}/{token}", json={"action": "book"}))
    assert again["booking"]["id"] == booked["booking"]["id"]
    assert len(made(without.get("/api/bookings"))) == 1
    assert visitor.try_to_book(userId=without.id, message="E", **DAYS).status_code == 409
    assert visitor.post(f"{JOIN}/{token}", json={"action": "withdraw"}).status_code == 409


def test_an_offer_that_nobody_answers_goes_to_the_next(
    without: Api, visitor: Api, look: Callable[[], int], clock: Clock
):
    without.set_rules(waitingOfferHours=2)
    first, second = wait_for(visitor, without, "E"), wait_for(visitor, without, "EX")
    set_quantity(without, "E", 1)
    look()
    clock.pass_by(hours=2, minutes=1)
    assert made(visitor.get(f"{JOIN}/{first}"))["state"] == "lapsed"
    assert visitor.post(f"{JOIN}/{first}", json={"action": "book"}).status_code == 409
    assert look() == 1
    assert states(without) == {"E": "lapsed", "EX": "offered"}
    assert made(visitor.post(f"{JOIN}/{second}", json={"action": "book"}))["state"] == "booked"


def test_who_withdraws_makes_room(without: Api, visitor: Api, look: Callable[[], int]):
    first = wait_for(visitor, without, "E")
    wait_for(visitor, without, "EX")
    set_quantity(without, "E", 1)
    look()
    assert made(visitor.post(f"{JOIN}/{first}", json={"action": "withdraw"}))["state"] == "withdrawn"
    assert look() == 1
    assert states(without) == {"E": "withdrawn", "EX": "offered"}


def test_a_cancellation_is_a_release(without: Api, visitor: Api, look: Callable[[], int]):
    set_quantity(without, "E", 1)
    booked = without.book(message="E", asRequest=False, **DAYS)
    wait_for(visitor, without, "E")
    assert look() == 0
    made(without.set_status(booked["id"], "canceled"))
    assert look() == 1


def test_a_closed_day_is_not_offered(without: Api, visitor: Api, look: Callable[[], int]):
    without.set_rules(closedWeekdays=[1])
    wait_for(visitor, without, "X")
    assert look() == 0
    without.set_rules(closedWeekdays=[])
    assert look() == 1


def test_two_who_look_at_once_make_one_offer(without: Api, visitor: Api, look: Callable[[], int]):
    wait_for(visitor, without, "E")
    wait_for(visitor, without, "EX")
    set_quantity(without, "E", 1)
    made_by = together(look, look, look, look)
    assert sum(made_by) == 1
    assert states(without) == {"E": "offered", "EX": "waiting"}


def test_the_same_again_is_one_place(without: Api, visitor: Api):
    assert wait_for(visitor, without, "E") == wait_for(visitor, without, "E")
    assert len(made(without.get(LIST))) == 1


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
def test_what_is_wrong_is_named(change: dict[str, Any], field: str, without: Api, visitor: Api):
    body = booking_body(**{"userId": without.id, "consent": True, **DAYS, **change})
    answer = visitor.post(JOIN, json=body)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]


def test_a_link_that_is_none_leads_nowhere(visitor: Api):
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
def test_whatever_happens_no_letter_is_promised_twice(
    steps: list[tuple[str, Any]], new_caller: Callable[[], Api], look: Callable[[], int], clock: Clock
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
        look()
        rows = made(operator.get(LIST))
        promised = "".join(row["message"] for row in rows if row["state"] in {"offered", "booked"})
        assert all(promised.count(letter) <= count for letter, count in owned.items())
        left = {letter: count - promised.count(letter) for letter, count in owned.items()}
        for row in rows:
            # Nobody waits for what is there.
            assert row["state"] != "waiting" or any(row["message"].count(one) > left[one] for one in "EV")
