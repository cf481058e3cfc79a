"""A business in a currency without decimals, or with three: prices, card payments, refunds, papers and files."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.paying import Customer, policy, sent_emails
from tests.support.standin import StandIn

DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}


@pytest.fixture
def tokyo(operator: Api) -> Api:
    """A business in yen: 333 yen a letter and day, 10 % tax, a deposit of a third."""
    ok_json(operator.put("/api/currency", json={"currency": "JPY"}))
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 333}], salesTaxPercent=10, depositPercent=33.33)
    operator.add_letters("LOVE")
    return operator


def test_estimate_in_yen_is_in_whole_yen(tokyo: Api):
    booking = tokyo.book(**DAYS)

    # 4 letters for 333 yen on 2 days are 2,664; the tax of 266.4 is 266, and the deposit a third of 2,930.
    price = booking["breakdown"]
    assert (price["basePrice"], price["tax"], price["total"], price["deposit"]) == (2_664, 266, 2_930, 977)
    assert booking["totalPrice"] == 2_930


def test_installments_and_fees_in_yen_are_whole(tokyo: Api):
    policy(tokyo, instalments=3, cancellation=[{"daysBefore": 30, "keepPercent": 33.33}])
    booking = tokyo.book(**DAYS, asRequest=False)

    schedule = ok_json(tokyo.get(f"/api/bookings/{booking['id']}"))["schedule"]
    assert [row["amount"] for row in schedule] == [978, 976, 976]
    cost = ok_json(tokyo.get(f"/api/bookings/{booking['id']}/cancellation"))
    assert cost["fee"] == 977


@pytest.mark.parametrize(
    "method, path, body, field",
    [
        ("patch", "/api/price-list", {"deliveryFee": 10.5}, "deliveryFee"),
        ("post", "/api/inventory", {"letter": "A", "size": "4ft", "quantity": 1, "pricePerDay": 5.5}, "pricePerDay"),
        ("post", "/api/items", {"name": "Heart", "price": 10.01, "quantity": 1}, "price"),
        ("patch", "/api/payment-policy", {"depositAmount": 0.5}, "depositAmount"),
    ],
)
def test_fraction_of_a_yen_is_refused_at_its_field(
    tokyo: Api, method: str, path: str, body: dict[str, Any], field: str
):
    refused = getattr(tokyo, method)(path, json=body)

    assert refused.status_code == 422
    assert "JPY has no decimals" in refused.json()["fields"][field]


def test_percentages_in_yen_may_have_decimals(tokyo: Api):
    changed = tokyo.set_prices(depositPercent=12.5, venueSurchargePercent=0.75)

    assert (changed["depositPercent"], changed["venueSurchargePercent"]) == (12.5, 0.75)


def test_fraction_of_a_yen_in_a_payment_is_refused(tokyo: Api):
    booking = tokyo.book(**DAYS, asRequest=False)

    refused = tokyo.post(f"/api/bookings/{booking['id']}/payments", json={"amount": 100.5, "method": "cash"})

    assert "amount" in refused.json()["fields"], refused.text


def test_prices_with_cents_keep_a_business_from_changing_to_yen(operator: Api):
    operator.set_prices(deliveryFee=10.5)

    refused = operator.put("/api/currency", json={"currency": "JPY"})

    assert refused.status_code == 409
    assert refused.json()["code"] == "prices_have_fractions"
    assert "Settings > Pricing" in refused.json()["fields"]["currency"]
    operator.set_prices(deliveryFee=10)
    letter = operator.add_letter("A", 1, "4ft")
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"pricePerDay": 12.25}))
    assert "Inventory" in operator.put("/api/currency", json={"currency": "KRW"}).json()["fields"]["currency"]
    ok_json(operator.put("/api/currency", json={"currency": "KWD"}))


@pytest.fixture
def in_currency(arrange_with_keys: Callable[..., Any], provider: StandIn) -> Callable[[str], Customer]:
    """Build the customer of a business in a currency, with a booking of 250 and a deposit of 50."""

    def customer(currency: str) -> Customer:
        def build(_app: FastAPI, new_caller: Callable[[], Api]) -> Customer:
            business = new_caller().register()
            ok_json(business.put("/api/currency", json={"currency": currency}))
            provider.connect(business)
            return Customer(business, new_caller(), provider)

        return arrange_with_keys(f"customer_{currency.lower()}", build)

    return customer


@pytest.mark.parametrize(
    "currency, paid, charged, refunded, returned",
    [("JPY", 250, 250, 51, 51), ("KWD", 100.25, 100_250, 0.01, 10)],
)
def test_card_payment_and_refund_are_in_the_providers_unit(
    in_currency: Callable[[str], Customer],
    provider: StandIn,
    currency: str,
    paid: float,
    charged: int,
    refunded: float,
    returned: int,
):
    customer = in_currency(currency)

    customer.pay("chosen" if currency == "KWD" else "balance", paid)
    ok_json(customer.refund(refunded))

    asked = provider.calls("POST /v1/payment_intents")[0]["params"]
    assert (int(asked["amount"]), asked["currency"]) == (charged, currency.lower())
    assert int(provider.calls("POST /v1/refunds")[0]["params"]["amount"]) == returned
    money = customer.money()
    assert sorted(row["amount"] for row in money["entries"]) == [refunded, paid]
    assert money["received"] == pytest.approx(paid - refunded)
    ledger = ok_json(customer.business.get("/api/ledger", params={"from": "2026-01-01", "to": "2027-12-31"}))
    clearing = [
        line["debit"] - line["credit"]
        for entry in ledger["entries"]
        for line in entry["lines"]
        if line["account"] == "card_clearing"
    ]
    assert sum(clearing) == pytest.approx(paid - refunded)


def test_visitor_cannot_pay_a_fraction_of_a_yen(in_currency: Callable[[str], Customer]):
    refused = in_currency("JPY").post("pay", part="chosen", amount=100.5)

    assert refused.status_code == 422
    assert refused.json()["fields"]["amount"] == "Enter a whole amount: JPY has no decimals"


def test_emails_and_invoices_in_yen_show_no_decimals(in_currency: Callable[[str], Customer], with_keys: FastAPI):
    customer = in_currency("JPY")
    customer.pay("balance", 250)

    received = sent_emails(with_keys, customer.business, "payment-received")
    assert received, "the receipt was sent"
    assert all("¥250" in text and "¥250.00" not in text for text in received)
    invoice = ok_json(customer.business.get(f"/api/bookings/{customer.id}/invoice"))
    assert sum(line["gross"] for line in invoice["lines"]) == 250
