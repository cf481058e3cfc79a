"""Splitting the balance due of a booking among several people (S26)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.billing import drain
from tests.support.paying import Customer, notification_titles, sent_emails


class Shares:
    """The shares of a customer's booking and their payers."""

    def __init__(self, customer: Customer) -> None:
        self.customer, self.visitor = customer, customer.visitor
        self.path = f"/api/public/bookings/{customer.token}/shares"

    def add(self, name: str = "Mom", amount: Any = 125) -> httpx.Response:
        return self.visitor.post(self.path, json={"name": name, "amount": amount})

    def token(self, name: str = "Mom", amount: float = 125) -> str:
        """Create a share and return the token of its link."""
        link: str = ok_json(self.add(name, amount))["shares"][-1]["link"]
        return link.rsplit("/s/", 1)[1]

    def states(self) -> dict[str, str]:
        return {one["name"]: one["state"] for one in ok_json(self.visitor.get(self.path))["shares"]}

    def page(self, token: str) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/shares/{token}"))

    def ask(self, token: str, amount: float = 125, **more: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/shares/{token}/pay", json={"amount": amount, **more})

    def pay(self, token: str, amount: float = 125) -> dict[str, Any]:
        secret = ok_json(self.ask(token, amount))["clientSecret"]
        self.customer.provider.pay(secret).raise_for_status()
        intent = secret.split("_secret")[0]
        return ok_json(self.visitor.post(f"/api/public/shares/{token}/pay/look?paymentIntent={intent}"))


@pytest.fixture
def shares(customer: Customer) -> Shares:
    return Shares(customer)


def test_two_people_can_each_pay_half_and_are_listed_as_payers(shares: Shares):
    customer = shares.customer
    mom, dad = shares.token(), shares.token("Dad")
    shown = shares.page(mom)
    assert (shown["name"], shown["amount"], shown["state"], shown["message"]) == ("Mom", 125, "open", "LOVE")
    assert ok_json(shares.visitor.get(shares.path))["left"] == 0

    looked = shares.pay(mom)

    assert (looked["state"], looked["amount"], looked["lookedAt"]) == ("paid", 125, {"state": "paid", "amount": 125})
    assert shares.states() == {"Mom": "paid", "Dad": "open"}
    page = customer.page()
    assert (page["balanceDue"], page["paying"]["shares"]) == (125, 2)
    assert [(one["payer"], one["amount"]) for one in page["payments"]] == [("Mom", 125)]
    shares.pay(dad)
    money = customer.money()
    assert (money["state"], money["balanceDue"]) == ("paid", 0)
    assert [(one["payer"], one["amount"]) for one in money["entries"]] == [("Dad", 125), ("Mom", 125)]
    again = shares.ask(mom)
    assert (again.status_code, again.json()["code"]) == (409, "already_paid")


def test_emails_and_notifications_name_the_payer_of_a_share(shares: Shares, with_keys: FastAPI):
    customer = shares.customer
    shares.pay(shares.token())
    drain(with_keys)

    business = customer.business
    (receipt,) = sent_emails(with_keys, business, "payment-received")
    assert "Mom has paid $125.00 for your booking. $125.00 is still due." in receipt
    (arrived,) = sent_emails(with_keys, business, "payment-arrived")
    assert "Mom paid $125.00" in arrived
    assert "$125.00 was paid for Ada Lovelace's booking." in arrived
    assert "Mom has paid $125.00" in notification_titles(business)

    customer.pay("balance", 125)
    assert (
        "We have received your payment of $125.00. Thank you!"
        in sent_emails(with_keys, business, "payment-received")[1]
    )
    ok_json(customer.post("cancel", fee=0))
    drain(with_keys)
    refunds = " ".join(sent_emails(with_keys, business, "payment-refunded"))
    assert "We refunded $125.00 to Mom's card. Their bank" in refunds
    assert "We refunded $125.00 to your card. Your bank" in refunds


def test_receipt_of_a_share_goes_to_the_last_email_entered(shares: Shares):
    provider, mom, dad = shares.customer.provider, shares.token(), shares.token("Dad")
    first = ok_json(shares.ask(mom, email="mom@exmaple.com"))["clientSecret"]
    ok_json(shares.ask(dad))

    again = ok_json(shares.ask(mom, email="mom@example.com"))["clientSecret"]
    refused = shares.ask(mom, email="mom")

    assert again == first, "it is the same payment"
    emails = [intent["receipt_email"] for intent in provider.objects("payment_intent")]
    assert emails == ["mom@example.com", None]
    payers = {one["name"]: one["email"] for one in provider.objects("customer")}
    assert (payers["Mom"], payers["Dad"]) == ("mom@example.com", None)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["email"])


def test_two_shares_can_have_open_card_forms_at_the_same_time(shares: Shares):
    mom, dad = shares.token(), shares.token("Dad")
    first = ok_json(shares.ask(mom))["clientSecret"]
    second = ok_json(shares.ask(dad))["clientSecret"]
    assert ok_json(shares.ask(mom))["clientSecret"] == first, "a second request returns the same payment"
    for secret in (first, second):
        shares.customer.provider.pay(secret).raise_for_status()
    shares.customer.check_payment()
    assert shares.customer.money()["balanceDue"] == 0


def test_full_payment_and_share_payment_close_each_others_forms(shares: Shares):
    mom = shares.token()
    of_mom = ok_json(shares.ask(mom))["clientSecret"]
    whole = shares.customer.open_form("balance", 250)
    assert shares.customer.provider.pay(of_mom).status_code >= 400, (
        "the share's form was closed, because both would exceed the balance"
    )
    ok_json(shares.ask(mom))
    assert shares.customer.provider.pay(whole).status_code >= 400


def test_share_is_capped_at_the_balance_due(shares: Shares):
    mom = shares.token("Mom", 200)
    customer = shares.customer
    customer.pay("deposit", 50)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"amount": 50, "kind": "cash"}))

    assert shares.page(mom)["amount"] == 150
    stale = shares.ask(mom, 200)
    assert (stale.status_code, stale.json()["code"], stale.json()["amount"]) == (409, "amount_changed", 150)
    assert shares.pay(mom, 150)["state"] == "paid"
    assert customer.money()["balanceDue"] == 0


def test_cash_payment_closes_open_share_forms(shares: Shares):
    customer = shares.customer
    forms = [ok_json(shares.ask(token))["clientSecret"] for token in (shares.token(), shares.token("Dad"))]
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"amount": 50, "kind": "cash"}))
    assert [customer.provider.pay(secret).is_success for secret in forms] == [False, False]
    assert customer.money()["balanceDue"] == 200


def test_removed_share_cannot_be_paid(shares: Shares):
    mom, dad = shares.token(), shares.token("Dad")
    shares.pay(dad)
    rows = {one["name"]: one["id"] for one in ok_json(shares.visitor.get(shares.path))["shares"]}

    left = ok_json(shares.visitor.delete(f"{shares.path}/{rows['Mom']}"))
    assert ([one["name"] for one in left["shares"]], left["left"]) == (["Dad"], 125)
    assert shares.visitor.get(f"/api/public/shares/{mom}").json()["code"] == "no_share"
    assert shares.ask(mom).status_code == 404
    assert shares.visitor.delete(f"{shares.path}/{rows['Mom']}").is_success, "deleting twice is not an error"
    paid = shares.visitor.delete(f"{shares.path}/{rows['Dad']}")
    assert (paid.status_code, paid.json()["code"]) == (409, "share_is_paid")


@pytest.mark.parametrize(
    "name, amount, field",
    [
        (" ", 10, "name"),
        ("x" * 101, 10, "name"),
        ("Mom", 0, "amount"),
        ("Mom", -5, "amount"),
        ("Mom", "half", "amount"),
        ("Mom", 0.4, "amount"),
        ("Mom", 250.01, "amount"),
        ("Mom", 1e12, "amount"),
    ],
)
def test_invalid_share_is_reported_by_field(shares: Shares, name: str, amount: Any, field: str):
    answer = shares.add(name, amount)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]
    assert shares.states() == {}


def test_shares_are_limited_to_the_balance_due_and_to_twenty(shares: Shares):
    ok_json(shares.add("Mom", 200))
    more = shares.add("Dad", 50.01)
    assert more.json()["fields"] == {"amount": "Only $50.00 is left to split"}
    for number in range(19):
        ok_json(shares.add(f"Guest {number}", 1))
    assert shares.add("One more", 1).json()["code"] == "too_many_shares"


def test_requests_and_canceled_bookings_cannot_be_split(shares: Shares, customer: Customer):
    mom = shares.token()
    pending = customer.visitor.book(userId=customer.business.id)
    link = customer.business.booking_token(pending["id"])
    asked = customer.visitor.post(f"/api/public/bookings/{link}/shares", json={"name": "Mom", "amount": 10})
    assert asked.json()["code"] == "not_payable"

    ok_json(customer.business.set_status(customer.id, "canceled"))
    assert shares.page(mom)["state"] == "closed"
    assert shares.ask(mom).json()["code"] == "not_payable"


def test_business_can_split_a_payment(shares: Shares, caller_of: Callable[..., Api], with_keys: FastAPI):
    business, booking = shares.customer.business, shares.customer.id
    path = f"/api/bookings/{booking}/shares"
    ok_json(business.post(path, json={"name": "Mom", "amount": 100}))
    listed = ok_json(business.get(path))
    assert ([one["name"] for one in listed["shares"]], listed["left"]) == (["Mom"], 150)
    assert shares.states() == {"Mom": "open"}
    ok_json(business.delete(f"{path}/{listed['shares'][0]['id']}"))
    assert shares.states() == {}
    stranger = caller_of(with_keys).register()
    assert stranger.get(path).status_code == 404
    assert stranger.post(path, json={"name": "Mom", "amount": 1}).status_code == 404


def test_concurrent_shares_never_exceed_the_balance_due(shares: Shares):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: shares.add(f"Guest {number}", 200).status_code, range(8)))
    assert sorted(answers) == [200] + [422] * 7


def test_refund_of_a_share_names_its_payer(shares: Shares):
    shares.pay(shares.token())
    ok_json(shares.customer.refund(25))
    entries = shares.customer.money()["entries"]
    assert [(one["entry"], one["payer"], one["amount"]) for one in entries] == [
        ("refund", "Mom", 25),
        ("payment", "Mom", 125),
    ]
