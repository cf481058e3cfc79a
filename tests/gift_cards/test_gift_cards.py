"""Sales of gift cards, payments with them, refunds to them, and their ledger account."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.api import Api, booking_body, ok_json
from tests.support.together import together

Card = dict[str, Any]


def sell(business: Api, amount: float, **fields: Any) -> Card:
    return ok_json(business.post("/api/gift-cards", json={"amount": amount, **fields}))


def balance(business: Api, card: Card) -> float:
    (row,) = [row for row in ok_json(business.get("/api/gift-cards")) if row["id"] == card["id"]]
    return row["balance"]


def ledger_balance(business: Api) -> float:
    """Balance of the ledger's gift card account."""
    accounts = ok_json(business.get("/api/trial-balance"))["accounts"]
    return sum(row["credit"] - row["debit"] for row in accounts if row["account"] == "gift_cards")


def book(visitor: Api, business: Api, card: Card, **fields: Any) -> httpx.Response:
    return visitor.try_to_book(userId=business.id, giftCard=card["code"], **fields)


def total(business: Api) -> float:
    return ok_json(business.post("/api/estimate", json=booking_body(userId=business.id)))["breakdown"]["total"]


def test_code_is_only_returned_by_the_sale(business: Api):
    card = sell(business, 50, to="Ana", methodName="Cash")
    assert len(card["code"].replace("-", "")) == 16
    (row,) = ok_json(business.get("/api/gift-cards"))
    assert "code" not in row
    assert (row["to"], row["amount"], row["balance"], row["state"]) == ("Ana", 50, 50, "open")
    assert card["code"].endswith(row["ending"])


def test_sale_is_a_liability_until_the_card_is_used(business: Api, visitor: Api):
    card = sell(business, 50, methodName="Cash")
    accounts = {row["account"]: row for row in ok_json(business.get("/api/trial-balance"))["accounts"]}
    assert (accounts["cash"]["debit"], accounts["gift_cards"]["credit"]) == (50, 50)
    ok_json(book(visitor, business, card))
    accounts = {row["account"]: row for row in ok_json(business.get("/api/trial-balance"))["accounts"]}
    assert accounts["customer_deposits"]["credit"] == 50
    assert ledger_balance(business) == 0 == ok_json(business.get("/api/reports/liability"))["total"]


def test_estimate_shows_amount_covered_by_card(business: Api, visitor: Api):
    card = sell(business, 50)
    body = booking_body(userId=business.id, giftCard=card["code"].lower().replace("-", " "))
    shown = ok_json(visitor.post("/api/estimate", json=body))
    assert shown["giftCard"] == {"balance": 50, "covers": 50, "left": 0}
    large = sell(business, 5000)
    shown = ok_json(visitor.post("/api/estimate", json=body | {"giftCard": large["code"]}))
    price = shown["breakdown"]["total"]
    assert shown["giftCard"] == {"balance": 5000, "covers": price, "left": 5000 - price}


def test_remainder_stays_due_after_partial_payment_with_card(business: Api, visitor: Api):
    card = sell(business, 50)
    placed = ok_json(book(visitor, business, card))
    assert placed["giftCard"] == {"balance": 50, "covers": 50, "left": 0}
    read = ok_json(business.get(f"/api/bookings/{placed['id']}"))
    assert (read["received"], read["balanceDue"]) == (50, read["totalPrice"] - 50)
    (payment,) = ok_json(business.get(f"/api/bookings/{placed['id']}/payments"))["entries"]
    assert (payment["kind"], payment["methodName"]) == ("other", "Gift card")
    assert balance(business, card) == 0


def test_card_can_pay_several_bookings(business: Api, visitor: Api):
    price = total(business)
    card = sell(business, price + 10)
    ok_json(book(visitor, business, card))
    assert balance(business, card) == 10
    second = ok_json(book(visitor, business, card, giftCardAmount=10, customerEmail="bo@example.com"))
    assert second["giftCard"]["covers"] == 10
    third = book(visitor, business, card, customerEmail="cy@example.com")
    assert (third.status_code, third.json()["code"], third.json()["left"]) == (409, "gift_card_short", 0)


def test_card_that_covers_less_than_shown_is_rejected(business: Api, visitor: Api):
    price = total(business)
    card = sell(business, price + 10)
    ok_json(book(visitor, business, card, giftCardAmount=price))
    refused = book(visitor, business, card, giftCardAmount=price, customerEmail="bo@example.com")
    assert (refused.status_code, refused.json()["code"], refused.json()["left"]) == (409, "gift_card_short", 10)
    assert len(ok_json(business.get("/api/bookings"))) == 1, "no booking without its payment"
    ok_json(book(visitor, business, card, giftCardAmount=10, customerEmail="bo@example.com"))


def test_concurrent_requests_never_overdraw_the_card(business: Api, new_caller: Callable[[], Api]):
    price = total(business)
    card = sell(business, price + 10)
    forms = [new_caller(), new_caller()]
    answers = together(
        *(
            lambda form=form, n=n: book(form, business, card, giftCardAmount=price, customerEmail=f"guest{n}@x.example")
            for n, form in enumerate(forms)
        )
    )
    refused = next(answer for answer in answers if answer.status_code != 201)
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert (refused.json()["code"], refused.json()["left"]) == ("gift_card_short", 10)
    assert balance(business, card) == 10


def test_request_is_rejected_once_if_the_shown_balance_was_higher(business: Api, visitor: Api):
    price = total(business)
    card = sell(business, price + 10)
    ok_json(book(visitor, business, card))
    second = {"customerEmail": "bo@example.com"}
    refused = book(visitor, business, card, **second)
    assert (refused.status_code, refused.json()["code"], refused.json()["left"]) == (409, "gift_card_short", 10)
    assert ok_json(book(visitor, business, card, **second))["giftCard"]["covers"] == 10, (
        "the rejection has shown the balance"
    )


def test_code_entered_as_a_discount_code_is_the_gift_card(business: Api, visitor: Api):
    card = sell(business, 50)
    form = ok_json(visitor.get("/api/booking-form", params={"userId": business.key}))
    assert form["discountCodes"] is True, "the form has a field"
    body = booking_body(userId=business.id, discountCode=f" {card['code'].lower()} ")
    assert ok_json(visitor.post("/api/estimate", json=body))["giftCard"]["covers"] == 50
    unknown = visitor.post("/api/estimate", json=body | {"discountCode": "2222-2222-2222-2222"})
    assert (unknown.status_code, list(unknown.json()["fields"])) == (404, ["discountCode"])
    placed = ok_json(visitor.try_to_book(userId=business.id, discountCode=card["code"]))
    assert (placed["giftCard"]["covers"], placed["discountCode"]) == (50, None)


def test_estimate_shows_remaining_balance(business: Api, visitor: Api):
    price = total(business)
    card = sell(business, price + 10)
    ok_json(book(visitor, business, card))
    body = booking_body(userId=business.id, giftCard=card["code"])
    assert ok_json(visitor.post("/api/estimate", json=body))["giftCard"]["balance"] == 10
    assert ok_json(book(visitor, business, card, customerEmail="bo@example.com"))["giftCard"]["covers"] == 10


def test_replayed_request_pays_once(business: Api, visitor: Api):
    card = sell(business, 80)
    body = {"userId": business.id, "giftCard": card["code"]}
    first = ok_json(visitor.try_to_book(key="one-form-abcdef", **body))
    again = ok_json(visitor.try_to_book(key="one-form-abcdef", **body))
    assert first["id"] == again["id"]
    assert ok_json(business.get(f"/api/bookings/{first['id']}"))["received"] == 80


@pytest.mark.parametrize("code", ["unknown", "2222-2222-2222-2222", "🎁"])
def test_unknown_code_is_not_found(business: Api, visitor: Api, code: str):
    for answer in (
        visitor.post("/api/estimate", json=booking_body(userId=business.id, giftCard=code)),
        book(visitor, business, {"code": code}),
    ):
        assert answer.status_code == 404, answer.text
        assert "giftCard" in answer.json()["fields"]


def test_card_of_another_business_is_not_found(business: Api, visitor: Api, new_caller: Callable[[], Api]):
    other = new_caller().register()
    card = sell(other, 50)
    assert book(visitor, business, card).status_code == 404
    assert business.post(f"/api/gift-cards/{card['id']}/void").status_code == 404


def test_expired_card_is_rejected_and_stays_a_liability(business: Api, visitor: Api, present: Any):
    card = sell(business, 50, expiresOn="2026-12-31")
    assert business.post("/api/gift-cards", json={"amount": 5, "expiresOn": "2020-01-01"}).status_code == 422
    present.move_to("2027-01-02T15:00:00Z")
    business.login(business.user["email"])
    refused = book(visitor, business, card)
    assert (refused.status_code, refused.json()["code"]) == (409, "gift_card_expired")
    report = ok_json(business.get("/api/reports/liability"))
    assert (report["expired"], report["total"]) == ({"count": 1, "balance": 50}, 50)


def test_new_cards_expire_as_set_in_the_booking_rules(business: Api):
    business.set_rules(giftCardMonths=3)
    assert sell(business, 50)["expiresOn"] == "2027-02-21"
    assert business.patch("/api/booking-rules", json={"giftCardMonths": 0}).status_code == 422


@pytest.mark.parametrize("amount", [0, -5, "five", None, 10**12])
def test_amount_must_be_more_than_zero(business: Api, amount: Any):
    answer = business.post("/api/gift-cards", json={"amount": amount})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["amount"])


def test_cancellation_refunds_to_the_card(business: Api, visitor: Api, work: Callable[[], None]):
    card = sell(business, 50)
    placed = ok_json(book(visitor, business, card))
    ok_json(business.set_status(placed["id"], "canceled"))
    work()
    assert balance(business, card) == 50 == ledger_balance(business)
    read = ok_json(business.get(f"/api/bookings/{placed['id']}"))
    assert read["received"] == 0


def test_cancellation_fee_is_not_refunded_to_the_card(business: Api, visitor: Api, work: Callable[[], None]):
    card = sell(business, 50)
    placed = ok_json(book(visitor, business, card))
    ok_json(business.set_status(placed["id"], "canceled", fee=20, refund=True))
    work()
    assert balance(business, card) == 30


def test_refund_goes_to_the_gift_card_first(business: Api, visitor: Api):
    card = sell(business, 50)
    placed = ok_json(book(visitor, business, card))
    path = f"/api/bookings/{placed['id']}/payments"
    ok_json(business.post(path, json={"kind": "cash", "amount": 100}))
    ok_json(business.set_status(placed["id"], "canceled", fee=120, refund=True))
    entries = ok_json(business.get(path))["entries"]
    assert [(row["methodName"], row["amount"]) for row in entries if row["entry"] == "refund"] == [("Gift card", 30)]
    assert balance(business, card) == 30


def test_voiding_a_payment_restores_the_card_balance(business: Api, visitor: Api):
    card = sell(business, 50)
    placed = ok_json(book(visitor, business, card))
    path = f"/api/bookings/{placed['id']}/payments"
    (payment,) = ok_json(business.get(path))["entries"]
    ok_json(business.post(f"{path}/{payment['id']}/void"))
    assert balance(business, card) == 50 == ledger_balance(business)


def test_business_records_a_payment_with_a_gift_card(business: Api):
    card = sell(business, 50)
    booking = business.book()
    path = f"/api/bookings/{booking['id']}/payments"
    short = business.post(path, json={"giftCard": card["code"], "amount": 60})
    assert (short.status_code, short.json()["code"], short.json()["left"]) == (409, "gift_card_short", 50)
    too_much = business.post(path, json={"giftCard": card["code"], "amount": 99_999})
    assert too_much.json()["code"] == "overpaid"
    money = ok_json(business.post(path, json={"giftCard": card["code"], "amount": 30}))
    assert (money["entries"][0]["amount"], balance(business, card)) == (30, 20)


def test_booking_made_by_the_business_is_paid_with_a_gift_card(business: Api):
    card = sell(business, 50)
    assert business.book(giftCard=card["code"])["received"] == 50


def test_customer_pays_on_the_booking_page(business: Api, visitor: Api):
    booking = business.book()
    ok_json(business.set_status(booking["id"], "confirmed"))
    token = business.booking_token(booking["id"])
    card = sell(business, booking["totalPrice"] + 5)
    body = {"part": "balance", "amount": booking["totalPrice"], "giftCard": card["code"]}
    paid = ok_json(visitor.post(f"/api/public/bookings/{token}/pay", json=body))
    assert (paid["paid"], paid["amount"], paid["giftCard"]["left"]) == (True, 0, 5)
    assert ok_json(business.get(f"/api/bookings/{booking['id']}"))["balanceDue"] == 0
    changed = visitor.post(f"/api/public/bookings/{token}/pay", json=body)
    assert (changed.status_code, changed.json()["code"]) == (409, "amount_changed")


def test_customer_enters_a_code_on_the_booking_page(business: Api, visitor: Api):
    booking = business.book()
    path = f"/api/public/bookings/{business.booking_token(booking['id'])}"
    card = sell(business, 50)
    assert visitor.post(f"{path}/gift-card", json={"code": card["code"]}).json()["code"] == "not_payable", "a request"
    ok_json(business.set_status(booking["id"], "confirmed"))
    assert ok_json(visitor.get(path))["paying"]["giftCards"] is True
    paid = ok_json(visitor.post(f"{path}/gift-card", json={"code": card["code"]}))
    assert paid["giftCard"] == {"balance": 50, "covers": 50, "left": 0}
    assert ok_json(visitor.get(path))["received"] == 50
    empty = visitor.post(f"{path}/gift-card", json={"code": card["code"]})
    assert (empty.status_code, empty.json()["left"]) == (409, 0)
    assert visitor.post(f"{path}/gift-card", json={"code": "nothing"}).status_code == 404


def test_unused_card_can_be_voided(business: Api, visitor: Api):
    card = sell(business, 50)
    voided = ok_json(business.post(f"/api/gift-cards/{card['id']}/void"))
    assert (voided["state"], voided["balance"]) == ("void", 0)
    assert ok_json(business.post(f"/api/gift-cards/{card['id']}/void"))["state"] == "void", "again"
    assert ledger_balance(business) == 0
    assert book(visitor, business, card).status_code == 404
    used = sell(business, 50)
    ok_json(book(visitor, business, used))
    refused = business.post(f"/api/gift-cards/{used['id']}/void")
    assert (refused.status_code, refused.json()["code"]) == (409, "gift_card_used")


def test_canceled_booking_becomes_a_credit(business: Api, visitor: Api):
    booking = business.book()
    path = f"/api/bookings/{booking['id']}"
    ok_json(business.post(f"{path}/payments", json={"kind": "cash", "amount": 100}))
    assert business.post(f"{path}/credit").json()["code"] == "nothing_to_credit", "not canceled"
    ok_json(business.set_status(booking["id"], "canceled", fee=40))
    assert business.post(f"{path}/credit", json={"amount": 61}).json()["code"] == "too_much_back"
    credit = ok_json(business.post(f"{path}/credit"))
    assert (credit["kind"], credit["amount"], credit["balance"], credit["to"]) == ("credit", 60, 60, "Ada Lovelace")
    assert ledger_balance(business) == 60
    report = ok_json(business.get("/api/reports/liability"))
    assert (report["credits"], report["total"]) == ({"count": 1, "balance": 60}, 60)
    assert ok_json(book(visitor, business, credit))["giftCard"]["covers"] == 60
    assert business.post(f"{path}/credit").json()["code"] == "nothing_to_credit", "again"
    assert ledger_balance(business) == 0


def test_trial_balance_equals_the_report_after_many_changes(business: Api, visitor: Api, work: Callable[[], None]):
    cards = [sell(business, amount) for amount in (10, 55, total(business) + 7)]
    placed = [ok_json(book(visitor, business, card, customerEmail=f"c{card['id']}@x.example")) for card in cards]
    ok_json(business.set_status(placed[1]["id"], "canceled", fee=5, refund=True))
    work()
    report = ok_json(business.get("/api/reports/liability"))
    left = sum(row["balance"] for row in ok_json(business.get("/api/gift-cards")))
    assert report["total"] == left == ledger_balance(business) == 57


def test_list_is_paginated_newest_first(business: Api):
    sold = [sell(business, amount)["id"] for amount in (10, 20, 30)]

    first = ok_json(business.get("/api/gift-cards?limit=2"))
    second = ok_json(business.get("/api/gift-cards", params={"limit": 2, "cursor": first["nextCursor"]}))

    assert [[row["id"] for row in page["items"]] for page in (first, second)] == [[sold[2], sold[1]], [sold[0]]]
    assert second["nextCursor"] is None
    assert business.get("/api/gift-cards?limit=2&cursor=x").json()["fields"] == {
        "cursor": "Cursor is not valid for this list"
    }


@pytest.mark.parametrize("path", ["/api/currency", "/api/location"])
def test_currency_is_fixed_once_a_gift_card_was_sold(operator: Api, path: str):
    body = {"currency": "EUR"}
    if path == "/api/location":
        now = ok_json(operator.get(path))
        assert now["currencyFixedBy"] is None
        body |= {name: now[name] for name in ("timeZone", "dateFormat", "timeFormat", "measures")}
    sell(operator, 50)

    refused = operator.put(path, json=body)

    assert (refused.status_code, refused.json()["code"]) == (409, "currency_in_use")
    assert refused.json()["fields"] == {"currency": "You have gift cards in USD, and amounts can't be converted."}
    assert ok_json(operator.get("/api/currency"))["fixedBy"] == "gift cards"
