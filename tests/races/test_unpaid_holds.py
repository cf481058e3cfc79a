"""A booking held until it is paid is begun once, and its letters are taken again by one customer (W14).

As in test_quotes: each race runs in the worst interleaving with and without the lock. The provider is a stand-in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from tests.races.racing import AtOnce, codes, held_back, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.billing import drain
from tests.support.standin import StandIn

ATTEMPTS = 8


@dataclass
class Shop:
    """A business with one set of letters that collects a deposit at booking, and its visitor."""

    app: FastAPI
    owner: Api
    visitor: Api
    present: Any

    def bookings(self) -> list[dict[str, Any]]:
        return ok_json(self.owner.get("/api/bookings"))


def open_shop(app: FastAPI, caller_of: Callable[..., Api], provider: StandIn, present: Any) -> Shop:
    owner = caller_of(app).register()
    owner.add_letters("LOVE", quantity=1)
    owner.set_prices(depositFlat=50)
    provider.connect(owner)
    ok_json(owner.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
    return Shop(app, owner, caller_of(app), present)


def beginning_twice(shop: Shop, at_once: AtOnce) -> None:
    both = codes(*at_once([lambda: shop.visitor.try_to_book(userId=shop.owner.id)] * 2))

    assert (sorted(both), len(shop.bookings())) == ([200, 201], 1)


def retaking_and_booking(shop: Shop, at_once: AtOnce) -> None:
    lapsed = shop.visitor.book(userId=shop.owner.id)
    shop.present.shift(timedelta(minutes=31))
    drain(shop.app)
    token = lapsed["pageUrl"].rpartition("/")[2]

    retaken, booked = codes(
        *at_once(
            [
                lambda: shop.visitor.post(f"/api/public/bookings/{token}/retake"),
                lambda: shop.visitor.try_to_book(userId=shop.owner.id, customerEmail="bob@example.com"),
            ]
        )
    )

    assert (retaken, booked) in [(200, 409), (409, 201)]


ShopRace = Callable[[Shop, AtOnce], None]
RACES: list[ShopRace] = [beginning_twice, retaking_and_booking]


@pytest.mark.parametrize("race", RACES)
def test_lock_protects_unpaid_holds_in_the_worst_interleaving(
    app_with: Callable[..., FastAPI],
    caller_of: Callable[..., Api],
    provider: StandIn,
    present: Any,
    race: ShopRace,
):
    app = app_with(**provider.settings())
    race(open_shop(app, caller_of, provider, present), held_back(app.state.database))


@pytest.mark.parametrize("race", RACES)
def test_without_the_lock_unpaid_holds_collide(
    app_with: Callable[..., FastAPI],
    caller_of: Callable[..., Api],
    provider: StandIn,
    present: Any,
    race: ShopRace,
):
    app = app_with(**provider.settings())
    with without_the_lock(app) as at_once:
        # On a busy machine one racer may finish before the other has read anything; then they race again.
        for _ in range(ATTEMPTS):
            shop = open_shop(app, caller_of, provider, present)
            try:
                race(shop, at_once)
            except AssertionError:
                return
    pytest.fail(f"{ATTEMPTS} races without a lock ended well: this test would not notice a missing lock")
