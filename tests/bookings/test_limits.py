"""Limits that keep programs from filling an operator's calendar, without affecting real customers (W9)."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.booking_form.public_api import QUICKEST
from marqueedesk.bookings.new_booking import OPEN_REQUESTS, REQUESTS, REQUESTS_A_DAY, REQUESTS_UNSEEN
from tests.support.api import Api
from tests.support.clock import Clock

Caller = Callable[..., Api]


@pytest.fixture
def limited(app_with: Callable[..., FastAPI], caller_of: Caller) -> Callable[[str], Api]:
    """Create visitors from an address, in an application with limits on."""
    app = app_with(rate_limits="on")
    return lambda address: caller_of(app, address=address)


def token_of(visitor: Api, operator: Api) -> str:
    answer = visitor.get("/api/booking-form", params={"userId": operator.id})
    assert answer.status_code == 200, answer.text
    return answer.json()["formToken"]


class Guests:
    """Generates the fields of requests, each from another customer."""

    def __init__(self, operator: Api, **fields: Any) -> None:
        self._fields = {"userId": operator.id, **fields}
        self._number = 0

    def next(self, **fields: Any) -> dict[str, Any]:
        self._number += 1
        return {**self._fields, "customerEmail": f"guest{self._number}@example.com", **fields}


def guests_with_open_form(visitor: Api, operator: Api, clock: Clock, **fields: Any) -> Guests:
    """Return guests who have had the form open for long enough."""
    token = token_of(visitor, operator)
    clock.pass_by(seconds=QUICKEST.total_seconds())
    return Guests(operator, formToken=token, **fields)


def test_requests_by_operator_id_and_public_key_share_a_limit(
    limited: Callable[[str], Api], operator: Api, other_operator: Api, clock: Clock
):
    visitor, neighbour = limited("192.0.2.7"), limited("192.0.2.8")
    guests = guests_with_open_form(visitor, operator, clock)
    names = (operator.id, operator.key)

    for number in range(REQUESTS.times - 2):
        assert visitor.try_to_book(**guests.next(userId=names[number % 2])).status_code == 201
    # Rejected requests count as attempts too.
    assert visitor.try_to_book(**guests.next(size="3ft")).status_code == 422
    operator.add_letters({"L": 1})
    assert visitor.try_to_book(**guests.next()).status_code == 409

    wish = {"message": "L", "deliveryDate": "2027-09-01", "pickupDate": "2027-09-01"}
    for name in names:
        refused = visitor.try_to_book(**guests.next(userId=name, **wish))
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
    assert visitor.try_to_book(userId=other_operator.id).status_code == 201
    assert neighbour.try_to_book(**guests.next(**wish)).status_code == 201


def test_senders_without_a_form_token_have_a_lower_limit(limited: Callable[[str], Api], operator: Api, clock: Clock):
    program = limited("192.0.2.7")
    strangers = Guests(operator)

    for number in range(REQUESTS_UNSEEN):
        token = (None, "1.forged", "ä", f"{token_of(program, operator)}0")[number % 4]
        assert program.try_to_book(**strangers.next(formToken=token)).status_code == 201
    assert program.try_to_book(**strangers.next()).status_code == 429

    # A person using the form behind the same address can still book.
    assert program.try_to_book(**guests_with_open_form(program, operator, clock).next()).status_code == 201


def test_form_token_older_than_a_day_does_not_count(limited: Callable[[str], Api], operator: Api, clock: Clock):
    visitor = limited("192.0.2.7")
    guests = guests_with_open_form(visitor, operator, clock)
    clock.pass_by(days=1)

    answers = [visitor.try_to_book(**guests.next()).status_code for _ in range(REQUESTS_UNSEEN + 1)]

    assert answers == [201] * REQUESTS_UNSEEN + [429]


def test_too_fast_request_is_rejected_and_may_be_resent(limited: Callable[[str], Api], operator: Api, clock: Clock):
    visitor = limited("192.0.2.7")
    wish = Guests(operator, formToken=token_of(visitor, operator)).next()
    clock.pass_by(seconds=1)

    early = visitor.try_to_book(key="form-1", **wish)
    assert (early.status_code, early.json()["code"]) == (429, "too_quick")
    assert early.headers["retry-after"] == "2"
    assert operator.get("/api/bookings").json() == []

    clock.pass_by(seconds=2)
    assert visitor.try_to_book(key="form-1", **wish).status_code == 201


def test_filled_honeypot_field_is_rejected(limited: Callable[[str], Api], operator: Api, clock: Clock):
    visitor = limited("192.0.2.7")
    wish = guests_with_open_form(visitor, operator, clock).next()

    refused = visitor.try_to_book(**wish, website="https://spam.example")
    assert (refused.status_code, refused.json()["code"]) == (422, "looks_automated")
    assert "send it again" in refused.json()["message"]
    assert operator.get("/api/bookings").json() == []

    assert visitor.try_to_book(**wish, website="").status_code == 201


def test_retry_with_another_form_token_is_the_same_request(limited: Callable[[str], Api], operator: Api, clock: Clock):
    visitor = limited("192.0.2.7")
    wish = guests_with_open_form(visitor, operator, clock).next()
    first = visitor.try_to_book(key="form-1", **wish)

    again = guests_with_open_form(visitor, operator, clock).next()
    second = visitor.try_to_book(key="form-1", **wish | {"formToken": again["formToken"]})

    assert second.status_code == 201
    assert second.json()["id"] == first.json()["id"]


def test_open_requests_per_email_address_are_limited(
    limited: Callable[[str], Api], operator: Api, other_operator: Api, clock: Clock
):
    visitor = limited("192.0.2.7")
    guests = guests_with_open_form(visitor, operator, clock, customerEmail="ada@example.com")
    ada = {"customerEmail": "ada@example.com"}
    placed = [visitor.book(**guests.next(**ada)) for _ in range(OPEN_REQUESTS)]

    refused = visitor.try_to_book(**guests.next(**ada))
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_open")
    assert "contact the business" in refused.json()["message"]

    # The limit does not apply to another customer, to another business, or to the operator booking for this customer.
    assert visitor.try_to_book(**guests.next()).status_code == 201
    assert visitor.try_to_book(**guests.next(**ada, userId=other_operator.id)).status_code == 201
    assert operator.try_to_book(**ada).status_code == 201
    operator.set_status(placed[0]["id"], "confirmed")
    assert visitor.try_to_book(**guests.next(**ada)).status_code == 201


def test_lapsed_requests_do_not_count_as_open(limited: Callable[[str], Api], operator: Api, clock: Clock):
    visitor = limited("192.0.2.7")
    for _ in range(OPEN_REQUESTS):
        visitor.book(**guests_with_open_form(visitor, operator, clock).next(customerEmail="ada@example.com"))
    clock.pass_by(days=8)

    again = guests_with_open_form(visitor, operator, clock).next(customerEmail="ada@example.com")
    assert visitor.try_to_book(**again).status_code == 201


def test_network_has_a_daily_limit_with_ipv6_by_prefix(limited: Callable[[str], Api], operator: Api, clock: Clock):
    household = [limited(f"2001:db8:1:2::{number}") for number in range(1, 3)]
    sent = 0
    while sent < REQUESTS_A_DAY:
        guests = guests_with_open_form(household[0], operator, clock)
        for number in range(REQUESTS.times):
            name = f"guest{sent}@example.com"
            assert household[number % 2].try_to_book(**guests.next(customerEmail=name)).status_code == 201
            sent += 1
        clock.pass_by(hours=1)

    over = household[1].try_to_book(
        **guests_with_open_form(household[1], operator, clock).next(customerEmail="x@example.com")
    )
    assert over.status_code == 429
    assert "tomorrow" in over.json()["message"]
    neighbours = limited("2001:db8:1:3::1")
    assert neighbours.try_to_book(**guests_with_open_form(neighbours, operator, clock).next()).status_code == 201

    clock.pass_by(days=1)
    assert household[1].try_to_book(**guests_with_open_form(household[1], operator, clock).next()).status_code == 201


def test_operators_bookings_are_not_limited(app_with: Callable[..., FastAPI], caller_of: Caller):
    operator = caller_of(app_with(rate_limits="on"), address="192.0.2.7").register()
    for _ in range(REQUESTS_UNSEEN + 1):
        assert operator.try_to_book(customerEmail="ada@example.com", website="https://example.com").status_code == 201


def test_limits_can_be_switched_off(visitor: Api, operator: Api):
    token = token_of(visitor, operator)
    for _ in range(REQUESTS_UNSEEN + 1):
        assert visitor.try_to_book(userId=operator.id, formToken=token, website="x").status_code == 201
