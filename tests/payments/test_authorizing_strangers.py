"""Approve and pay and the limits for strangers: an authorized card costs nothing, so its letters count as confirmed."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.booking_form.public_api import QUICKEST
from tests.support.api import Api, ok_json
from tests.support.approving import token_of
from tests.support.paying import Customer
from tests.support.standin import StandIn
from tests.support.strangers import SMTP, days_from

JUNE = date(2027, 6, 1)
"""A Tuesday."""


class AuthorizingForm:
    """The form of a business that approves every request and collects a deposit, with limits and email turned on.

    Strangers may hold a letter on two days of a month, and on six once their card is authorized.
    """

    def __init__(self, customer: Customer, limited: FastAPI, caller_of: Callable[..., Api], present: Any) -> None:
        self.business, self.provider, self.limited = customer.business, customer.provider, limited
        self._caller_of, self._present = caller_of, present
        self.business.add_letters("X", 2)
        self.business.set_rules(strangersSharePercent=100, strangersLetterDays=2, approvalRequired=True)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))

    def book(self, address: str, day: date, email: str, **fields: Any) -> dict[str, Any]:
        visitor = self._caller_of(self.limited, address=address)
        token = ok_json(visitor.get("/api/booking-form", params={"userId": self.business.id}))["formToken"]
        self._present.shift(QUICKEST)
        wish = {"message": "X", "deliveryDate": str(day), "pickupDate": str(day), "customerEmail": email, **fields}
        return ok_json(visitor.try_to_book(userId=self.business.id, formToken=token, **wish))

    def authorize(self, address: str, day: date, email: str, **fields: Any) -> bool:
        """Book and authorize the card. Returns false if the letters are not held, so that nothing can be paid."""
        placed = self.book(address, day, email, **fields)
        if "payment" not in placed:
            assert (placed["held"], placed["confirmAddress"]) == (False, True)
            return False
        self.pay(placed)
        assert self.read(placed)["held"]
        return True

    def pay(self, placed: dict[str, Any]) -> None:
        assert self.provider.pay(placed["payment"]["clientSecret"]).status_code == 200
        ok_json(self.business.post(f"/api/public/bookings/{token_of(placed)}/pay/look"))

    def read(self, placed: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{placed['id']}"))


@pytest.fixture
def form(
    customer: Customer,
    app_with: Callable[..., FastAPI],
    provider: StandIn,
    caller_of: Callable[..., Api],
    present: Any,
) -> AuthorizingForm:
    limited = app_with(**provider.settings(), smtp_url=SMTP, rate_limits="on")
    return AuthorizingForm(customer, limited, caller_of, present)


def test_network_with_valid_cards_holds_a_letter_on_a_limited_number_of_days(form: AuthorizingForm):
    held = [form.authorize("192.0.2.1", day, f"guest{n}@gmail.com") for n, day in enumerate(days_from(JUNE, 10))]

    assert held == [True] * 8 + [False] * 2, "six days with an authorized card, and two as for any request"
    assert form.authorize("192.0.2.2", JUNE + timedelta(days=9), "other@gmail.com"), "another network"
    assert form.authorize("192.0.2.1", date(2027, 7, 6), "guest@gmail.com"), "another month"


def test_cards_of_one_mail_domain_count_like_a_network(form: AuthorizingForm):
    held = [
        form.authorize(f"198.51.100.{n}", day, f"guest{n}@catchall.example") for n, day in enumerate(days_from(JUNE, 7))
    ]

    assert held == [True] * 7
    form.business.set_rules(strangersSharePercent=50)
    assert form.authorize("203.0.113.1", JUNE, "ada@gmail.com"), "confirmed holds don't count towards the share"
    assert not form.authorize("203.0.113.2", JUNE + timedelta(days=6), "bob@gmail.com"), "the seventh one does"


def test_cards_of_all_strangers_hold_the_last_piece_on_a_limited_number_of_days(form: AuthorizingForm):
    form.business.add_letters("Q", 1)
    held = [
        form.authorize(f"198.51.100.{n}", day, f"guest{n}@gmail.com", message="Q")
        for n, day in enumerate(days_from(JUNE, 10))
    ]

    assert held == [True] * 8 + [False] * 2


def test_requests_of_a_planner_with_five_signs_are_held(form: AuthorizingForm):
    form.business.set_rules(strangersLetterDays=10)
    saturdays = [date(2027, 5, 29), *(date(2027, 6, day) for day in (5, 12, 19, 26))]

    held = [
        form.authorize("192.0.2.1", day, "planner@weddings.example", pickupDate=str(day + timedelta(days=1)))
        for day in saturdays
    ]

    assert held == [True] * 5


def test_fifteen_guests_on_one_network_are_held(form: AuthorizingForm):
    form.business.add_letters("HI", 20)
    form.business.set_rules(strangersLetterDays=10)

    held = [
        form.authorize("192.0.2.1", JUNE + timedelta(days=2 * n), f"guest{n}@gmail.com", message="HI")
        for n in range(15)
    ]

    assert held == [True] * 15


def test_confirmed_requests_no_longer_count_towards_the_limits(form: AuthorizingForm):
    for n, day in enumerate(days_from(JUNE, 8)):
        placed = form.book("192.0.2.1", day, f"guest{n}@gmail.com")
        form.pay(placed)
        ok_json(form.business.set_status(placed["id"], "confirmed"))

    assert form.authorize("192.0.2.1", JUNE + timedelta(days=9), "guest@gmail.com")


def test_card_authorized_too_late_is_released_at_the_limit(form: AuthorizingForm, present: Any):
    late = [form.book("192.0.2.1", day, f"late{n}@gmail.com") for n, day in enumerate(days_from(JUNE, 2))]
    present.shift(timedelta(minutes=31))
    for n, day in enumerate(days_from(JUNE + timedelta(days=10), 8)):
        assert form.authorize("192.0.2.1", day, f"guest{n}@gmail.com")

    for placed in late:
        form.pay(placed)

    assert [form.read(placed)["status"] for placed in late] == ["canceled"] * 2
    reason = form.read(late[0])["history"][-1]["changes"]["reason"][1]
    assert reason.startswith("The card was authorized after the time to pay had ended")
