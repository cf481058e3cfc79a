"""Terms agreed with a customer apply to what the business enters: bookings and quotes, not to requests."""

from typing import Any

import pytest

from tests.support.api import Api, booking_body, ok_json

ANA = {"customerName": "Ana", "customerEmail": "ana@x.example"}


@pytest.fixture
def ana(operator: Api) -> int:
    operator.add_letters("LOVE", 9)
    body = {"name": "Ana", "emails": [ANA["customerEmail"]], "discountPercent": 12.5}
    return ok_json(operator.post("/api/customers", json=body))["id"]


def quote(operator: Api, **fields: Any) -> dict[str, Any]:
    return ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft", **fields}))


def discount_of(shown: dict[str, Any]) -> float | None:
    return shown["breakdown"].get("discountPercent")


def test_discount_of_a_customer_applies_to_own_bookings_by_id_and_by_address(operator: Api, ana: int):
    full = operator.book()["totalPrice"]
    chosen = operator.book(customerId=ana, customerName=None, customerEmail=None)
    matched = operator.book(customerName="ANA", customerEmail="Ana+wed@x.example")

    assert [discount_of(chosen), discount_of(matched)] == [12.5, 12.5]
    assert chosen["totalPrice"] == matched["totalPrice"] < full
    assert (chosen["customerId"], matched["customerId"]) == (ana, ana)
    assert discount_of(operator.book(**ANA | {"customerName": "Bob"})) is None, "another name is another customer"


def test_other_discount_code_or_total_replaces_the_discount_of_the_customer(operator: Api, ana: int):
    code = {"code": "SPRING", "percent": 5}
    ok_json(operator.post("/api/discount-codes", json=code))

    assert discount_of(operator.book(**ANA, discount={"kind": "percent", "percent": 20})) == 20
    assert operator.book(**ANA, discount={"kind": "amount", "amount": 15})["breakdown"]["discount"] == 15
    none = booking_body(**ANA, asRequest=True) | {"discount": None}
    assert discount_of(ok_json(operator.post("/api/bookings", json=none))) is None
    assert discount_of(operator.book(**ANA, discountCode="SPRING")) == 5
    agreed = operator.book(**ANA, totalPrice=180)
    assert (agreed["totalPrice"], discount_of(agreed)) == (180, None)
    refused = operator.post("/api/bookings", json={"discount": {"kind": "percent", "percent": 101}})
    assert "discount" in refused.json()["fields"]


def test_request_from_the_form_costs_what_the_form_showed(operator: Api, visitor: Api, ana: int):
    full = operator.book()["totalPrice"]

    asked = visitor.book(userId=operator.id, **ANA, totalPrice=full, discount={"kind": "percent", "percent": 50})

    stored = ok_json(operator.get(f"/api/bookings/{asked['id']}"))
    assert (stored["customerId"], stored["totalPrice"], discount_of(stored)) == (ana, full, None)


def test_discount_of_a_customer_applies_to_new_quotes_unless_another_is_sent(operator: Api, ana: int):
    usual = {"kind": "percent", "percent": 12.5}
    assert quote(operator, customerId=ana)["discount"] == usual
    assert quote(operator, **ANA)["discount"] == usual
    assert quote(operator, customerId=ana, discount=None)["discount"] is None
    assert quote(operator, **ANA, discount={"kind": "amount", "amount": 5})["discount"] == {
        "kind": "amount",
        "amount": 5,
    }
    assert quote(operator, customerName="Bob")["discount"] is None
    made = quote(operator)
    assert ok_json(operator.patch(f"/api/quotes/{made['id']}", json={"customerId": ana}))["discount"] is None


def test_agreed_prices_stay_when_the_discount_of_the_customer_changes(operator: Api, ana: int):
    booked = operator.book(**ANA)
    ok_json(operator.patch(f"/api/customers/{ana}", json={"discountPercent": 50}))

    moved = ok_json(operator.patch(f"/api/bookings/{booked['id']}", json={"notes": "Ramp"}))

    assert (moved["totalPrice"], discount_of(moved)) == (booked["totalPrice"], 12.5)


def test_discount_of_another_business_never_applies(other_operator: Api, ana: int):
    assert discount_of(other_operator.book(**ANA)) is None
    refused = other_operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft", "customerId": ana})
    assert refused.status_code == 404


BY_INVOICE = {"collectAtBooking": "nothing", "balanceDueDays": 3}


@pytest.fixture
def by_invoice(operator: Api, ana: int) -> int:
    ok_json(operator.patch(f"/api/customers/{ana}", json={"paymentPolicy": BY_INVOICE, "discountPercent": None}))
    return ana


def due_days(operator: Api, booking: dict[str, Any]) -> list[str]:
    return [row["due"] for row in ok_json(operator.get(f"/api/bookings/{booking['id']}"))["schedule"]]


def test_payment_policy_of_a_customer_replaces_that_of_the_business_in_own_bookings(operator: Api, by_invoice: int):
    usual = due_days(operator, operator.book())
    matched = due_days(operator, operator.book(**ANA))

    assert matched == ["2027-05-29"] != usual
    assert due_days(operator, operator.book(customerId=by_invoice, customerName=None, customerEmail=None)) == matched
    ok_json(operator.patch(f"/api/customers/{by_invoice}", json={"paymentPolicy": None}))
    assert due_days(operator, operator.book(**ANA)) == usual


def test_request_from_the_form_has_the_terms_that_the_form_showed(operator: Api, visitor: Api, by_invoice: int):
    usual = due_days(operator, operator.book())

    asked = visitor.book(userId=operator.id, **ANA)

    assert due_days(operator, asked) == usual


def test_payment_policy_of_a_customer_is_in_sent_quotes_and_stays_with_their_booking(operator: Api, by_invoice: int):
    days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}
    made = quote(operator, **ANA, **days)
    ok_json(operator.post(f"/api/quotes/{made['id']}/send", json={"email": False}))
    ok_json(operator.patch(f"/api/customers/{by_invoice}", json={"paymentPolicy": None}))

    booked = ok_json(operator.post(f"/api/quotes/{made['id']}/book", json={}))

    assert due_days(operator, booked) == ["2027-05-29"]
