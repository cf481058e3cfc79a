"""Concurrent replies to a quote make at most one booking and never oversell letters (Q7).

As in test_legal_orders: each race runs against a real server, then in the worst interleaving, where it has to pass with
the lock and fail without it.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, Race, codes, held_back, with_letters_for_one_love, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.together import all_together


def acceptance_of(api: Api, quote: dict[str, Any]) -> Callable[[], httpx.Response]:
    # The operator's session stands in for the customer: only the token in the link matters.
    return lambda: api.accept(quote["token"])


def state(operator: Api, quote: dict[str, Any]) -> tuple[str, int]:
    """The quote's status and the number of bookings. Checks that quote and booking refer to each other."""
    found = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    bookings = ok_json(operator.get("/api/bookings"))
    assert [booking["quoteId"] for booking in bookings if booking["quoteId"]] == (
        [quote["id"]] if found["bookingId"] else []
    )
    return found["status"], len(bookings)


ATTEMPTS = 8


# --- The races ------------------------------------------------------------------------------------------------------


def several_acceptances(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()

    answers = at_once([acceptance_of(operator, quote)] * 16)

    assert Counter(codes(*answers)) == {201: 1, 200: 15}
    assert len({answer.json()["booking"]["id"] for answer in answers}) == 1
    assert state(operator, quote) == ("accepted", 1)


def accepting_and_declining(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()

    yes, no = codes(
        *at_once(
            [
                acceptance_of(operator, quote),
                lambda: operator.post(f"/api/public/quotes/{quote['token']}/decline", json={}),
            ]
        )
    )

    assert (yes, no, *state(operator, quote)) in [(201, 409, "accepted", 1), (409, 204, "declined", 0)]


def accepting_and_withdrawing(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()

    yes, back = codes(
        *at_once([acceptance_of(operator, quote), lambda: operator.post(f"/api/quotes/{quote['id']}/withdraw")])
    )

    assert (yes, back, *state(operator, quote)) in [(201, 409, "accepted", 1), (409, 200, "draft", 0)]


def accepting_and_resending(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"discount": {"kind": "percent", "percent": 50}}))

    yes, sent = at_once(
        [acceptance_of(operator, quote), lambda: operator.post(f"/api/quotes/{quote['id']}/send", json={})]
    )

    found = codes(yes, sent), *state(operator, quote)
    assert found in [((201, 409), "accepted", 1), ((409, 200), "sent", 0)]
    if yes.status_code == 409:
        assert (yes.json()["code"], yes.json()["version"]) == ("quote_changed", 2)
    else:
        assert yes.json()["booking"]["totalPrice"] == 200


def accepting_and_booking_manually(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()

    yes, book = codes(
        *at_once([acceptance_of(operator, quote), lambda: operator.post(f"/api/quotes/{quote['id']}/book", json={})])
    )

    assert (yes, book) in [(201, 409), (200, 201)]
    assert state(operator, quote) == ("accepted", 1)


def accepting_and_a_booking_for_the_last_letters(operator: Api, at_once: AtOnce) -> None:
    quote = operator.sent_quote()

    yes, book = codes(*at_once([acceptance_of(operator, quote), lambda: operator.try_to_book(userId=operator.id)]))

    assert (yes, book, *state(operator, quote)) in [(201, 409, "accepted", 1), (409, 201, "sent", 1)]


def two_quotes_for_the_last_letters(operator: Api, at_once: AtOnce) -> None:
    quotes = [operator.sent_quote(customerName=name) for name in ("Ada", "Grace")]

    found = codes(*at_once([acceptance_of(operator, quote) for quote in quotes]))

    assert sorted(found) == [201, 409]
    assert sorted(state_of["status"] for state_of in ok_json(operator.get("/api/quotes"))) == ["accepted", "sent"]


def holding_and_a_booking_for_the_last_letters(operator: Api, at_once: AtOnce) -> None:
    quote = operator.quote()

    sent, book = codes(
        *at_once(
            [
                lambda: operator.post(f"/api/quotes/{quote['id']}/send", json={"holdLetters": True}),
                lambda: operator.try_to_book(userId=operator.id),
            ]
        )
    )

    assert (sent, book, *state(operator, quote)) in [(200, 409, "sent", 0), (409, 201, "draft", 1)]


RACES = [
    several_acceptances,
    accepting_and_declining,
    accepting_and_withdrawing,
    accepting_and_resending,
    accepting_and_booking_manually,
    accepting_and_a_booking_for_the_last_letters,
    two_quotes_for_the_last_letters,
    holding_and_a_booking_for_the_last_letters,
]


@pytest.mark.seeds(3, 100)
@pytest.mark.parametrize("race", RACES)
def test_concurrent_replies_to_a_quote_make_at_most_one_booking(caller: Callable[[], Api], race: Race, seed: int):
    race(with_letters_for_one_love(caller()), all_together)


@pytest.mark.parametrize("race", RACES)
def test_lock_serializes_quote_replies_in_the_worst_interleaving(
    new_caller: Callable[[], Api], database: Database, race: Race
):
    race(with_letters_for_one_love(new_caller()), held_back(database))


@pytest.mark.parametrize("race", RACES)
def test_without_the_lock_quote_replies_conflict(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], race: Race
):
    app = app_with()
    with without_the_lock(app) as at_once:
        # On a busy machine one racer may finish before the other has read anything; then they race again.
        for _ in range(ATTEMPTS):
            owner = with_letters_for_one_love(caller_of(app))
            try:
                race(owner, at_once)
            except AssertionError:
                return
    pytest.fail(f"{ATTEMPTS} races without a lock ended well: this test would not notice a missing lock")
