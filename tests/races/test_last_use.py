"""The last use of a discount code goes to one booking, however the bookings are made (P12).

As in test_quotes: each race runs against a real server, then in the worst interleaving with and without the lock.
"""

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, Race, codes, held_back, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.together import all_together

ATTEMPTS = 8


def business(owner: Api) -> Api:
    owner.register().add_letters("LOVE", quantity=99)
    ok_json(owner.post("/api/discount-codes", json={"code": "Summer", "percent": 10, "uses": 1}))
    return owner


def booked(owner: Api) -> Callable[[], httpx.Response]:
    return lambda: owner.try_to_book(userId=owner.id, discountCode="summer")


def uses_of_the_code(owner: Api) -> int:
    return ok_json(owner.get("/api/discount-codes"))[0]["used"]


def accepting_and_booking(owner: Api, at_once: AtOnce) -> None:
    quote = owner.sent_quote(discountCode="summer")

    found = codes(*at_once([lambda: owner.accept(quote["token"]), booked(owner)]))

    assert (sorted(found), uses_of_the_code(owner)) == ([201, 409], 1)


def accepting_two_quotes(owner: Api, at_once: AtOnce) -> None:
    quotes = [owner.sent_quote(discountCode="summer", customerName=name) for name in ("Ada", "Grace")]

    found = codes(*at_once([lambda token=quote["token"]: owner.accept(token) for quote in quotes]))

    assert (sorted(found), uses_of_the_code(owner)) == ([201, 409], 1)


def booking_two_quotes_by_hand(owner: Api, at_once: AtOnce) -> None:
    quotes = [owner.quote(discountCode="summer", customerName=name) for name in ("Ada", "Grace")]

    found = codes(
        *at_once([lambda number=quote["id"]: owner.post(f"/api/quotes/{number}/book", json={}) for quote in quotes])
    )

    assert (sorted(found), uses_of_the_code(owner)) == ([201, 409], 1)


def reopening_and_booking(owner: Api, at_once: AtOnce) -> None:
    canceled = owner.book(discountCode="summer")
    ok_json(owner.set_status(canceled["id"], "canceled"))

    reopened, other = codes(*at_once([lambda: owner.set_status(canceled["id"], "pending", reopen=True), booked(owner)]))

    assert (reopened, other, uses_of_the_code(owner)) in [(200, 409, 1), (409, 201, 1)]


RACES = [accepting_and_booking, accepting_two_quotes, booking_two_quotes_by_hand, reopening_and_booking]


@pytest.mark.seeds(3, 100)
@pytest.mark.parametrize("race", RACES)
def test_last_use_of_a_discount_code_is_granted_once(caller: Callable[[], Api], race: Race, seed: int):
    race(business(caller()), all_together)


@pytest.mark.parametrize("race", RACES)
def test_lock_protects_the_last_discount_use_in_the_worst_interleaving(
    new_caller: Callable[[], Api], database: Database, race: Race
):
    race(business(new_caller()), held_back(database))


@pytest.mark.parametrize("race", RACES)
def test_without_the_lock_a_discount_code_is_overused(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], race: Race
):
    app = app_with()
    with without_the_lock(app) as at_once:
        # On a busy machine one racer may finish before the other has read anything; then they race again.
        for _ in range(ATTEMPTS):
            owner = business(caller_of(app))
            try:
                race(owner, at_once)
            except AssertionError:
                return
    pytest.fail(f"{ATTEMPTS} races without a lock ended well: this test would not notice a missing lock")
