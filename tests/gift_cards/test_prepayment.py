"""Gift cards for bookings that require payment with the form."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, sent_emails
from tests.support.standin import StandIn


@pytest.fixture
def customer(arrange_with_keys: Callable[..., Any], provider: StandIn) -> Customer:
    """The customer of a business that collects the deposit of $50 with the booking."""

    def build(_app: FastAPI, new_caller: Callable[[], Api]) -> Customer:
        business = new_caller().register()
        business.add_letters("LOVE", quantity=9)
        business.set_rules(approvalRequired=False)
        business.set_prices(depositFlat=50)
        provider.connect(business)
        ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
        return Customer(business, new_caller(), provider)

    return copy.copy(arrange_with_keys("collecting_customer", build))


def sell(business: Api, amount: float) -> str:
    return ok_json(business.post("/api/gift-cards", json={"amount": amount}))["code"]


def book(customer: Customer, code: str) -> dict[str, Any]:
    placed = customer.visitor.try_to_book(
        userId=customer.business.id, giftCard=code, customerEmail="gift@x.example", message="VELO"
    )
    return ok_json(placed)


def test_card_that_covers_the_deposit_confirms_the_booking(customer: Customer, with_keys: FastAPI):
    before = sent_emails(with_keys, customer.business, "confirmed")
    placed = book(customer, sell(customer.business, 60))
    assert (placed["status"], placed.get("payment")) == ("confirmed", None)
    assert len(sent_emails(with_keys, customer.business, "confirmed")) == len(before) + 1


def test_remaining_deposit_is_paid_by_card(customer: Customer, deliver: Deliverer):
    placed = book(customer, sell(customer.business, 30))
    assert (placed["status"], placed["payment"]["amount"]) == ("pending", 20)
    assert customer.provider.pay(placed["payment"]["clientSecret"], "4000000000000002").status_code == 402
    deliver()
    read = ok_json(customer.business.get(f"/api/bookings/{placed['id']}"))
    assert (read["status"], read["received"]) == ("pending", 30), "a declined card confirms nothing"
    assert customer.provider.pay(placed["payment"]["clientSecret"], "4242424242424242").status_code == 200
    deliver()
    read = ok_json(customer.business.get(f"/api/bookings/{placed['id']}"))
    assert (read["status"], read["received"]) == ("confirmed", 50)


def test_remainder_below_the_card_minimum_is_not_collected(customer: Customer):
    placed = book(customer, sell(customer.business, 49.8))
    assert (placed["status"], placed.get("payment")) == ("confirmed", None)


def test_request_paid_with_a_gift_card_waits_for_approval(customer: Customer, with_keys: FastAPI):
    customer.business.set_rules(approvalRequired=True)
    before = sent_emails(with_keys, customer.business, "new-request")
    placed = book(customer, sell(customer.business, 60))
    assert (placed["status"], placed["state"], placed.get("payment")) == ("pending", "waiting_for_approval", None)
    assert placed["heldUntil"] is not None
    assert len(sent_emails(with_keys, customer.business, "new-request")) == len(before) + 1
    assert ok_json(customer.business.set_status(placed["id"], "confirmed"))["received"] == 60


def test_gift_card_is_refunded_if_the_remainder_is_not_paid(
    customer: Customer, with_keys: FastAPI, deliver: Deliverer, present: Any
):
    code = sell(customer.business, 30)
    placed = book(customer, code)
    present.shift(3600)
    deliver()
    sent_emails(with_keys, customer.business, "none")
    present.shift(3600)
    sent_emails(with_keys, customer.business, "none")
    read = ok_json(customer.business.get(f"/api/bookings/{placed['id']}"))
    assert (read["status"], read["received"]) == ("canceled", 0)
    assert [row["balance"] for row in ok_json(customer.business.get("/api/gift-cards"))] == [30]


def test_remainder_after_gift_card_on_booking_page_is_paid_by_card(customer: Customer, deliver: Deliverer):
    business = customer.business
    booking = ok_json(business.set_status(business.book(customerEmail="page@x.example")["id"], "confirmed"))
    token = business.booking_token(booking["id"])
    body = {"part": "balance", "amount": booking["totalPrice"], "giftCard": sell(business, 30)}
    opened = ok_json(customer.visitor.post(f"/api/public/bookings/{token}/pay", json=body))
    assert (opened["amount"], opened["giftCard"]["covers"]) == (booking["totalPrice"] - 30, 30)
    assert customer.provider.pay(opened["clientSecret"], "4242424242424242").status_code == 200
    deliver()
    assert ok_json(business.get(f"/api/bookings/{booking['id']}"))["balanceDue"] == 0


@pytest.mark.parametrize("worth, rest", [(250, 0), (200, 50)])
def test_card_form_in_another_tab_is_closed_before_the_gift_card_pays(
    customer: Customer, deliver: Deliverer, provider: StandIn, worth: int, rest: int
):
    code, other_tab = sell(customer.business, worth), customer.open_form("balance", 250)

    paid = ok_json(customer.post("pay", part="balance", amount=250, giftCard=code))

    assert (paid["amount"], paid["giftCard"]["covers"]) == (rest, worth)
    assert provider.pay(other_tab).status_code == 400
    if rest:
        provider.pay(paid["clientSecret"]).raise_for_status()
    deliver()
    assert (customer.page()["received"], balance(provider)) == (250, rest * 100)


def test_form_paid_just_before_the_gift_card_is_kept_and_the_gift_card_pays_nothing(
    customer: Customer, provider: StandIn
):
    code, other_tab = sell(customer.business, 200), customer.open_form("balance", 250)
    provider.pay(other_tab).raise_for_status()

    late = customer.post("pay", part="balance", amount=250, giftCard=code)

    assert (late.status_code, late.json()["code"]) == (409, "amount_changed")
    assert (customer.page()["received"], balance(provider)) == (250, 25_000)
    assert ok_json(customer.business.get("/api/gift-cards"))[0]["balance"] == 200


def test_gift_card_that_covers_less_than_shown_leaves_the_form_open(customer: Customer, provider: StandIn):
    code, other = sell(customer.business, 200), customer.another()
    ok_json(other.post("pay", part="chosen", amount=150, giftCard=code))
    form = customer.open_form("balance", 250)

    short = customer.post("pay", part="balance", amount=250, giftCard=code)

    assert (short.status_code, short.json()["code"], short.json()["left"]) == (409, "gift_card_short", 50)
    provider.pay(form).raise_for_status()
