"""Two people record or refund the same payment concurrently: it counts once (S11). See racing.py."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, Race, codes, held_back, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.together import all_together


def money_of(operator: Api, booking_id: int) -> dict[str, Any]:
    return ok_json(operator.get(f"/api/bookings/{booking_id}/payments"))


def the_same_balance_twice(operator: Api, at_once: AtOnce) -> None:
    booking = operator.book()
    path, whole = f"/api/bookings/{booking['id']}/payments", {"kind": "cash", "amount": booking["totalPrice"]}

    found = codes(*at_once([lambda: operator.post(path, json=whole)] * 2))

    assert sorted(found) == [201, 409]
    assert money_of(operator, booking["id"])["received"] == booking["totalPrice"]


def two_refunds_of_more_than_half(operator: Api, at_once: AtOnce) -> None:
    booking = operator.book()["id"]
    path = f"/api/bookings/{booking}/payments"
    paid = ok_json(operator.post(path, json={"kind": "cash", "amount": 100}))["entries"][0]["id"]

    found = codes(*at_once([lambda: operator.post(f"{path}/{paid}/refund", json={"amount": 60})] * 2))

    assert sorted(found) == [200, 409]
    assert money_of(operator, booking)["received"] == 40


def a_refund_and_striking_out(operator: Api, at_once: AtOnce) -> None:
    booking = operator.book()["id"]
    path = f"/api/bookings/{booking}/payments"
    paid = ok_json(operator.post(path, json={"kind": "cash", "amount": 100}))["entries"][0]["id"]

    found = codes(
        *at_once(
            [
                lambda: operator.post(f"{path}/{paid}/refund", json={"amount": 60}),
                lambda: operator.post(f"{path}/{paid}/void"),
            ]
        )
    )

    received = money_of(operator, booking)["received"]
    assert (found, received) in [((200, 409), 40), ((409, 200), 0)]


RACES: list[Race] = [the_same_balance_twice, two_refunds_of_more_than_half, a_refund_and_striking_out]


def in_business(caller: Api) -> Api:
    caller.register().add_letters("LOVE")
    return caller


@pytest.mark.seeds(2, 100)
def test_concurrent_payments_and_refunds_count_once(caller: Callable[[], Api], seed: int):
    operator = in_business(caller())
    for race in RACES:
        race(operator, all_together)


def test_lock_serializes_payments_in_the_worst_interleaving(new_caller: Callable[[], Api], database: Database):
    operator = in_business(new_caller())
    for race in RACES:
        race(operator, held_back(database))


def test_without_the_lock_payments_and_refunds_count_twice(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with()
    operator = in_business(caller_of(app))
    with without_the_lock(app) as at_once:
        for race in RACES:
            with pytest.raises(AssertionError):
                race(operator, at_once)
