"""Payments without a card: the business's payment methods and payment instructions."""

import csv
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.documents.models import Invoice
from marqueedesk.instance_settings.schemas import CURRENCIES
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.messages.models import OutboxMail
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.paying import Customer, policy

ZELLE = "Zelle to 555-0142, or a check to Glow & Co."


def book(business: Api) -> int:
    business.add_letters("LOVE", quantity=9)
    return business.book(totalPrice=100, asRequest=False)["id"]


def record(business: Api, booking_id: int, **body: Any):
    return business.post(f"/api/bookings/{booking_id}/payments", json={"amount": 10, **body})


def test_payment_keeps_its_method_name_after_the_list_changes(operator: Api, visitor: Api):
    policy(operator, methods=[{"kind": "cash", "name": "Bargeld"}, {"name": " Wise "}])
    booking_id = book(operator)

    listed = ok_json(operator.get(f"/api/bookings/{booking_id}/payments"))["methods"]
    assert listed == [{"kind": "cash", "name": "Bargeld"}, {"kind": "other", "name": "Wise"}]
    ok_json(record(operator, booking_id, methodName="wise"))
    ok_json(record(operator, booking_id, methodName="Bargeld", kind="cash"))
    policy(operator, methods=[{"name": "Venmo"}])
    money = ok_json(record(operator, booking_id, kind="bank_transfer"))

    paid = [(row["kind"], row["methodName"]) for row in money["entries"]]
    assert paid == [("bank_transfer", None), ("cash", "Bargeld"), ("other", "Wise")]
    ok_json(
        operator.post(f"/api/bookings/{booking_id}/payments/{money['entries'][2]['id']}/refund", json={"amount": 4})
    )
    page = ok_json(visitor.get(f"/api/public/bookings/{operator.booking_token(booking_id)}"))
    assert [(row["entry"], row["methodName"]) for row in page["payments"]] == [
        ("payment", "Wise"),
        ("payment", "Bargeld"),
        ("payment", None),
        ("refund", "Wise"),
    ]
    rows = csv.DictReader(operator.get("/api/payments.csv").text.splitlines())
    assert sorted(row["method"] for row in rows) == ["", "Bargeld", "Wise", "Wise"]


@pytest.mark.parametrize("currency", CURRENCIES)
def test_default_payment_methods_depend_on_the_currency(operator: Api, currency: str):
    ok_json(operator.put("/api/currency", json={"currency": currency}))
    methods = ok_json(operator.get("/api/payment-policy"))["methods"]
    names = [row["name"] for row in methods]

    assert names[0] == "Cash"
    assert "Bank transfer" in names
    assert len(set(names)) == len(names)
    assert ("PayPal" in names) == (currency != "USD")
    assert ("Check" in names) == (currency in {"USD", "CAD"})
    assert ("Zelle" in names) == (currency == "USD")
    assert policy(operator, methods=methods)["methods"] == methods, "the default methods can be saved unchanged"


def test_euro_business_has_default_methods_until_it_sets_its_own(operator: Api, visitor: Api):
    usual = [
        {"kind": "cash", "name": "Cash"},
        {"kind": "bank_transfer", "name": "Bank transfer"},
        {"kind": "other", "name": "PayPal"},
    ]
    ok_json(operator.put("/api/currency", json={"currency": "EUR"}))
    policy(operator, howToPay="IBAN DE00 1234", balanceDueDays=7)
    booking_id = book(operator)
    assert ok_json(operator.get("/api/payment-policy"))["methods"] == usual
    assert ok_json(operator.get(f"/api/bookings/{booking_id}/payments"))["methods"] == usual
    refused = record(operator, booking_id, methodName="Check")
    assert refused.json()["fields"] == {
        "methodName": "“Check” is not one of your payment methods. Please choose another one"
    }
    paid = ok_json(record(operator, booking_id, methodName="PayPal"))["entries"][0]
    assert (paid["kind"], paid["methodName"]) == ("other", "PayPal")

    own = [{"kind": "other", "name": "Check"}]
    policy(operator, methods=own)
    assert ok_json(operator.get(f"/api/bookings/{booking_id}/payments"))["methods"] == own
    ok_json(record(operator, booking_id, methodName="check"))
    page = ok_json(visitor.get(f"/api/public/bookings/{operator.booking_token(booking_id)}"))
    assert [row["methodName"] for row in page["payments"]] == ["PayPal", "Check"]
    rows = csv.DictReader(operator.get("/api/payments.csv").text.splitlines())
    assert sorted(row["method"] for row in rows) == ["Check", "PayPal"]


def test_custom_payment_methods_survive_a_currency_change(operator: Api):
    own = [{"kind": "other", "name": "Venmo"}]
    policy(operator, methods=own)
    ok_json(operator.put("/api/currency", json={"currency": "GBP"}))
    assert ok_json(operator.get("/api/payment-policy"))["methods"] == own


@pytest.mark.parametrize("name", ["café card", "CAFÉ CARD ", "Cafe\u0301 card", "Cafe Card"])
def test_method_name_matches_regardless_of_case_and_accents(operator: Api, name: str):
    policy(operator, methods=[{"kind": "other", "name": "Café Card"}])
    assert ok_json(record(operator, book(operator), methodName=name))["entries"][0]["methodName"] == "Café Card"


@pytest.mark.parametrize(
    "body, fields",
    [
        ({}, {"kind": "Please choose a payment method"}),
        (
            {"methodName": "Gold"},
            {"methodName": "“Gold” is not one of your payment methods. Please choose another one"},
        ),
        ({"methodName": "Cash", "kind": "other"}, {"kind": "“Cash” has the kind cash"}),
    ],
)
def test_payment_method_not_on_the_list_is_refused(operator: Api, body: dict[str, str], fields: dict[str, str]):
    refused = record(operator, book(operator), **body)
    assert (refused.status_code, refused.json()["fields"]) == (422, fields)


@pytest.mark.parametrize(
    "body, fields",
    [
        ({"methods": []}, {"methods": "Keep at least one payment method"}),
        ({"methods": [{"name": "Venmo"}, {"name": "VENMO"}]}, {"methods": "“VENMO” appears twice"}),
        ({"methods": [{"name": "Cafe\u0301"}, {"name": "CAFÉ "}]}, {"methods": "“CAFÉ” appears twice"}),
        (
            {"methods": [{"name": "x" * 41}]},
            {"methods[0].name": "Each payment method needs a name of up to 40 characters"},
        ),
        ({"howToPay": "x" * 1001}, {"howToPay": "Use at most 1,000 characters for how to pay"}),
    ],
)
def test_invalid_list_of_payment_methods_is_refused(operator: Api, body: dict[str, Any], fields: dict[str, str]):
    refused = operator.patch("/api/payment-policy", json=body)
    assert (refused.status_code, refused.json()["fields"]) == (422, fields)


def test_payment_instructions_are_shown_while_a_balance_is_due(app: FastAPI, operator: Api, visitor: Api):
    policy(operator, howToPay=ZELLE)
    booking_id = book(operator)
    token = operator.booking_token(booking_id)

    def shown() -> str | None:
        return ok_json(visitor.get(f"/api/public/bookings/{token}"))["paying"]["howToPay"]

    assert shown() == ZELLE
    ok_json(record(operator, booking_id, methodName="Zelle", sendReceipt=True))
    ok_json(operator.post(f"/api/bookings/{booking_id}/invoice", json={}))
    Worker(app.state.database, app.state.settings).all_due()
    with app.state.database.read() as db:
        set_operator(db, operator.id)
        receipt = db.scalars(select(OutboxMail).where(OutboxMail.kind == "payment-received")).one()
        invoice = db.scalars(select(Invoice)).one()
        assert {"kind": "note", "title": "How to pay", "text": ZELLE} in receipt.content["parts"]
        assert {"title": "How to pay", "text": ZELLE} in invoice.content["notes"]

    ok_json(record(operator, booking_id, methodName="Zelle", amount=90))
    assert shown() is None, "nothing is due any more"


def test_payment_instructions_are_shown_beside_cards_only_if_enabled(customer: Customer):
    policy(customer.business, howToPay=ZELLE)
    assert (customer.page()["paying"]["card"], customer.page()["paying"]["howToPay"]) == (True, None)
    policy(customer.business, howToPayBesideCards=True)
    assert customer.page()["paying"]["howToPay"] == ZELLE


def request_payment(business: Api, booking_id: int, **body: Any):
    return business.post(f"/api/bookings/{booking_id}/payment-request", json=body)


def test_payment_request_email_has_a_button_for_the_amount(customer: Customer, with_keys: FastAPI):
    policy(customer.business, howToPay=ZELLE, howToPayBesideCards=True)
    ok_json(request_payment(customer.business, customer.id, amount=120.5, note="For the flowers."))
    (first,) = mails(with_keys, customer.business)
    assert "Please pay $120.50 for your booking." in str(first)
    assert {"kind": "note", "title": "A note from us", "text": "For the flowers."} in first["parts"]
    assert {"kind": "note", "title": "How to pay", "text": ZELLE} in first["parts"]
    link = next(part["link"] for part in first["parts"] if part["kind"] == "button")
    assert link == {"to": "booking", "id": customer.id, "pay": "120.50", "of": "250.00"}
    listed = ok_json(customer.business.get("/api/messages", params={"kind": "payment-requested"}))["items"]
    shown = ok_json(customer.business.get(f"/api/messages/{listed[0]['id']}"))
    assert f"/b/{customer.token}?pay=120.50&amp;of=250.00" in shown["html"]

    # Without an amount, the whole balance is requested; no email is sent if it was paid meanwhile.
    customer.pay("chosen", 120.5)
    ok_json(request_payment(customer.business, customer.id))
    assert "Please pay $129.50" in str(mails(with_keys, customer.business)[-1])
    ok_json(request_payment(customer.business, customer.id, amount=100))
    ok_json(record(customer.business, customer.id, amount=129.5, methodName="Zelle"))
    assert len(mails(with_keys, customer.business)) == 2


def mails(app: FastAPI, business: Api) -> list[Any]:
    Worker(app.state.database, app.state.settings).all_due()
    with app.state.database.read() as db:
        set_operator(db, business.id)
        wanted = select(OutboxMail).where(OutboxMail.kind == "payment-requested").order_by(OutboxMail.id)
        return [row.content for row in db.scalars(wanted)]


def test_invalid_payment_request_is_refused(operator: Api):
    booking_id = book(operator)
    more = request_payment(operator, booking_id, amount=100.01)
    assert (more.status_code, more.json()["code"], more.json()["due"]) == (409, "overpaid", 100)
    assert "amount" in request_payment(operator, booking_id, amount=0).json()["fields"]
    assert "note" in request_payment(operator, booking_id, note="x" * 1001).json()["fields"]
    pending = operator.book(asRequest=True)["id"]
    assert request_payment(operator, pending).json()["code"] == "not_payable"
    by_phone = operator.book(totalPrice=50, asRequest=False, customerEmail=None, customerPhone="518 555 0142")["id"]
    assert "customerEmail" in request_payment(operator, by_phone).json()["fields"]
