"""Discount codes: amounts, valid days, number of uses and minimum order, on the form and for the business."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response
from sqlalchemy.exc import IntegrityError

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.booking_form.form_callers import CODE_TRIES
from marqueedesk.bookings.charges.discount_codes import CodeNotValid
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock
from tests.support.together import all_together


@pytest.fixture
def business(operator: Api) -> Api:
    operator.add_letters("LOVE", quantity=99)
    return operator


def code(business: Api, **fields: Any) -> dict[str, Any]:
    return ok_json(business.post("/api/discount-codes", json={"code": "Summer", "percent": 10} | fields))


def test_code_takes_off_a_percentage_or_an_amount(business: Api, visitor: Api):
    plain = visitor.book(userId=business.id)["totalPrice"]
    code(business)
    code(business, code="FLAT", percent=None, amount=25.5)
    code(business, code="ALL", percent=None, amount=9999)

    booked = visitor.book(userId=business.id, discountCode=" SUMMER ", totalPrice=plain * 0.9)

    assert (booked["totalPrice"], booked["discountCode"]) == (plain * 0.9, "summer")
    assert booked["breakdown"]["discountPercent"] == 10
    estimated = visitor.estimate(userId=business.id, discountCode="flat")
    assert estimated["breakdown"]["total"] == plain - 25.5
    assert visitor.estimate(userId=business.id, discountCode="all")["breakdown"]["total"] == 0, "never below zero"
    own = business.book(discountCode="flat", asRequest=False)
    assert (own["totalPrice"], own["discountCode"]) == (plain - 25.5, "flat")
    assert [row["used"] for row in ok_json(business.get("/api/discount-codes"))] == [1, 1, 0]


def test_error_for_an_unusable_code_states_the_reason(business: Api, visitor: Api):
    code(business, code="soon", **{"from": "2027-05-01"})
    code(business, code="over", to="2026-10-31")
    code(business, code="big", minimum=5000)
    code(business, code="once", uses=1)
    first = visitor.book(userId=business.id, discountCode="once", key="form-one-abc")
    again = visitor.book(userId=business.id, discountCode="once", key="form-one-abc")
    assert again["id"] == first["id"], "a retry is the same booking"

    for name, reason in (("over", "days"), ("big", "minimum"), ("once", "uses")):
        for answer in (
            visitor.try_to_book(userId=business.id, discountCode=name),
            visitor.post("/api/estimate", json={"userId": business.id, **ESTIMATE, "discountCode": name}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "code_not_valid"), name
            assert answer.json()["reason"] == reason
    unknown = visitor.try_to_book(userId=business.id, discountCode="nothing")
    assert (unknown.status_code, list(unknown.json()["fields"])) == (422, ["discountCode"])

    ok_json(business.set_status(first["id"], "canceled"))
    assert visitor.book(userId=business.id, discountCode="once")["discountCode"] == "once", "given back"


def test_reason_is_in_the_currency_and_date_order_of_the_business(business: Api, visitor: Api):
    code(business, code="over", to="2026-10-31")
    code(business, code="big", minimum=5000)
    ok_json(business.put("/api/currency", json={"currency": "EUR"}))
    business.set_rules(dateFormat="DD/MM/YYYY")
    for name, sentence in (
        ("over", "This code expired on 31 October 2026."),
        ("big", "This code requires an order of at least €5,000.00."),
    ):
        assert visitor.try_to_book(userId=business.id, discountCode=name).json()["message"] == sentence


def test_future_code_is_unknown_to_visitors(business: Api, visitor: Api, new_caller: Callable[[], Api]):
    code(business, code="soon", **{"from": "2027-05-01"})
    estimate = {"userId": business.id, **ESTIMATE}
    for caller in (visitor, new_caller().register()):
        for door in (
            lambda name, caller=caller: caller.try_to_book(userId=business.id, discountCode=name),
            lambda name, caller=caller: caller.post("/api/estimate", json=estimate | {"discountCode": name}),
        ):
            early, unknown = door("soon"), door("nothing")
            assert early.status_code == unknown.status_code == 422
            assert early.json() == unknown.json()
            assert early.json()["fields"] == {"discountCode": "Unknown discount code"}
    own = business.try_to_book(discountCode="soon")
    assert (own.status_code, own.json()["reason"]) == (409, "days"), "the business knows its codes"


def test_network_may_try_twenty_codes_per_hour(
    business: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    code(business, code="summer")
    app = app_with(rate_limits="on")
    guesser, other = caller_of(app, address="203.0.113.9"), caller_of(app, address="198.51.100.7")

    def enter(caller: Api, name: str) -> int:
        body = {"userId": business.id, **ESTIMATE, "discountCode": name}
        return caller.post("/api/estimate", json=body).status_code

    assert [enter(guesser, "SUMMER") for _ in range(30)] == [200] * 30, "a good code does not count"
    assert [enter(guesser, "typo") for _ in range(30)] == [422] * 30, "the same one counts once"
    guesses = [enter(guesser, f"guess{number}") for number in range(CODE_TRIES.times)]
    assert guesses == [422] * (CODE_TRIES.times - 1) + [429]
    booked = guesser.try_to_book(userId=business.id, discountCode="another")
    assert booked.status_code == 429, "through the other door as well"
    assert enter(guesser, "summer") == 200, "who has entered a good code goes on"
    assert enter(other, "guess1") == 422
    clock.pass_by(hours=1)
    assert enter(guesser, "guess99") == 422


ESTIMATE = {"message": "LOVE", "size": "4ft", "deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}


def test_last_use_is_granted_once(business: Api, visitor: Api):
    code(business, uses=1)

    answers = all_together(
        [lambda: visitor.try_to_book(userId=business.id, discountCode="summer").status_code for _ in range(32)]
    )

    assert sorted(answers) == [201] + [409] * 31


def test_without_the_lock_the_last_use_is_granted_several_times(database: Database, new_caller: Callable[[], Api]):
    """Negative control: with autocommit, the lock is released as soon as it is taken."""
    now = datetime.now(UTC)

    def ask(own: Api) -> bool:
        request = BookingInput.model_validate(booking_body(userId=own.id, discountCode="summer"))
        try:
            with database.autocommit_connection() as connection:
                submit_booking(connection, lock_operator(connection, own.id), request, now)
        except (CodeNotValid, IntegrityError):
            return False
        return True

    for _ in range(40):
        own = new_caller().register()
        own.add_letters("LOVE", quantity=99)
        code(own, uses=1)
        answers = all_together([lambda own=own: ask(own) for _ in range(8)])
        if sum(answers) > 1:
            return
    pytest.fail("forty races without a lock gave one use to one booking each: the race above proves nothing")


def test_lapsed_request_releases_its_use(business: Api, visitor: Api, clock: Clock):
    clock.set("2027-03-01T12:00:00+00:00")
    code(business, uses=1)
    visitor.book(userId=business.id, discountCode="summer")
    assert visitor.try_to_book(userId=business.id, discountCode="summer").status_code == 409

    clock.pass_by(days=30)

    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 0
    assert visitor.book(userId=business.id, discountCode="summer")["discountCode"] == "summer"


def test_quote_accepts_a_code_and_keeps_its_discount(business: Api, visitor: Api):
    """The quote keeps the discount it offers; the code's last use goes to whichever booking comes first (P12)."""
    row = code(business, uses=1, minimum=150)
    small = business.post("/api/quotes", json=booking_body(message="L", discountCode="summer"))
    assert (small.status_code, small.json()["reason"]) == (409, "minimum")
    unknown = business.post("/api/quotes", json=booking_body(discountCode="winter"))
    assert (unknown.status_code, list(unknown.json()["fields"])) == (422, ["discountCode"])

    quote = business.sent_quote(discountCode="Summer")
    assert (quote["totalPrice"], quote["discountCode"], quote["discount"]) == (
        180,
        "summer",
        {"kind": "percent", "percent": 10},
    )
    visitor.book(userId=business.id, discountCode="summer")
    path = f"/api/quotes/{quote['id']}"
    read = ok_json(business.get(path))
    assert ok_json(business.patch(path, json=read))["version"] == 1, "as read"
    for refused in (visitor.accept(quote["token"]), business.post(f"{path}/book", json={})):
        assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == used_up()
    assert ok_json(business.get(path))["status"] in {"sent", "seen"}, "still open"
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 1

    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"uses": 2}))
    assert ok_json(visitor.accept(quote["token"]))
    booked = ok_json(business.get("/api/bookings"))
    assert [(row["totalPrice"], row["discountCode"]) for row in booked] == [(180, "summer"), (180, "summer")]
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 2

    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"uses": None}))
    other = business.quote(discountCode="SUMMER")
    plain = ok_json(business.patch(f"/api/quotes/{other['id']}", json={"discountCode": None}))
    assert (plain["totalPrice"], plain["discount"], plain["discountCode"]) == (200, None, None)


def used_up() -> tuple[int, str, str]:
    return 409, "code_not_valid", "uses"


def refusal(answer: Response) -> tuple[int, str, str]:
    return answer.status_code, answer.json().get("code", ""), answer.json().get("reason", "")


@pytest.mark.parametrize("status", ["confirmed", "pending"])
def test_reopening_a_canceled_booking_requires_a_free_use(business: Api, visitor: Api, status: str):
    row = code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")
    ok_json(business.set_status(first["id"], "canceled"))
    second = visitor.book(userId=business.id, discountCode="summer")

    assert refusal(business.set_status(first["id"], status, reopen=True)) == used_up()
    several = ok_json(business.post("/api/bookings/bulk", json={"action": "reopen", "ids": [first["id"]]}))
    assert (several["outcomes"][0]["done"], several["outcomes"][0]["code"]) == (False, "code_not_valid")
    assert ok_json(business.get(f"/api/bookings/{first['id']}"))["status"] == "canceled"

    ok_json(business.set_status(second["id"], "canceled"))
    assert ok_json(business.set_status(first["id"], status, reopen=True))["status"] == status
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 1
    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"uses": 2}))
    assert ok_json(business.set_status(second["id"], status, reopen=True))["status"] == status


def test_reopening_a_completed_booking_keeps_its_use(business: Api):
    row = code(business, uses=2)
    own = business.book(discountCode="summer", asRequest=False)
    business.book(discountCode="summer", asRequest=False)
    ok_json(business.complete(own["id"]))
    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"uses": 1}))

    assert ok_json(business.set_status(own["id"], "confirmed", reopen=True))["status"] == "confirmed"


def test_confirming_a_lapsed_request_requires_a_free_use(business: Api, visitor: Api, clock: Clock):
    clock.set("2027-03-01T12:00:00+00:00")
    row = code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")
    clock.pass_by(days=30)
    visitor.book(userId=business.id, discountCode="summer")

    assert refusal(business.set_status(first["id"], "confirmed")) == used_up()
    assert refusal(business.patch(f"/api/bookings/{first['id']}", json={"message": "LOV"})) == used_up()
    assert (
        ok_json(business.patch(f"/api/bookings/{first['id']}", json={"notes": "Call first"}))["notes"] == "Call first"
    )

    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"uses": 2}))
    assert ok_json(business.patch(f"/api/bookings/{first['id']}", json={"message": "LOV"}))["message"] == "LOV"
    assert ok_json(business.set_status(first["id"], "confirmed"))["status"] == "confirmed"
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 2


def test_confirming_a_held_request_keeps_its_use(business: Api, visitor: Api):
    code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")

    assert ok_json(business.set_status(first["id"], "confirmed"))["status"] == "confirmed"


def test_duplicate_keeps_the_discount_but_does_not_count_as_a_use(business: Api, visitor: Api):
    code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")

    days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}
    copies = [ok_json(business.post(f"/api/bookings/{first['id']}/duplicate", json=days)) for _ in range(2)]

    assert {(copy["totalPrice"], copy["discountCode"]) for copy in copies} == {(first["totalPrice"], None)}
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 1
    ok_json(business.set_status(copies[0]["id"], "canceled"))
    assert ok_json(business.set_status(copies[0]["id"], "confirmed", reopen=True))["status"] == "confirmed"


def test_code_of_a_canceled_booking_cannot_be_renamed(business: Api, visitor: Api):
    """Otherwise the booking could be reopened next to another use of the renamed code."""
    row = code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")
    ok_json(business.set_status(first["id"], "canceled"))

    renamed = business.patch(f"/api/discount-codes/{row['id']}", json={"code": "winter"})

    assert (renamed.status_code, list(renamed.json()["fields"])) == (422, ["code"])


def test_quote_sent_with_a_code_that_was_renamed_still_holds(business: Api, visitor: Api):
    row = code(business, uses=1)
    quote = business.sent_quote(discountCode="summer")
    ok_json(business.patch(f"/api/discount-codes/{row['id']}", json={"code": "winter"}))

    ok_json(visitor.accept(quote["token"]))


def test_refusal_names_the_code_and_the_remedy(business: Api, visitor: Api):
    code(business, uses=1)
    quote = business.sent_quote(discountCode="summer")
    first = visitor.book(userId=business.id, discountCode="summer")
    ok_json(business.set_status(first["id"], "canceled"))
    visitor.book(userId=business.id, discountCode="summer")

    used = "The discount code “Summer” has no uses left. "
    for answer, remedy in (
        (visitor.try_to_book(userId=business.id, discountCode="summer"), "Remove the code to continue"),
        (visitor.accept(quote["token"]), "Please contact the business."),
        (business.post(f"/api/quotes/{quote['id']}/book", json={}), "remove the code from the quote."),
        (business.set_status(first["id"], "pending", reopen=True), "Increase its number of uses"),
    ):
        assert refusal(answer) == used_up()
        assert answer.json()["message"].startswith(used)
        assert remedy in answer.json()["message"]


def test_edit_of_a_booking_keeps_its_only_use(business: Api, visitor: Api):
    code(business, uses=1)
    first = visitor.book(userId=business.id, discountCode="summer")

    edited = ok_json(business.patch(f"/api/bookings/{first['id']}", json={"message": "LOV", "discountCode": "other"}))

    assert edited["discountCode"] == "summer"
    assert ok_json(business.get("/api/discount-codes"))[0]["used"] == 1
    assert refusal(visitor.try_to_book(userId=business.id, discountCode="summer")) == used_up()


def test_code_of_a_quote_counts_as_a_use_once_booked_even_if_it_changed(business: Api, visitor: Api):
    code(business, uses=1)
    quote = business.sent_quote()
    path = f"/api/quotes/{quote['id']}"
    ok_json(business.patch(path, json={"discountCode": "summer"}))
    business.send_quote(quote["id"])
    visitor.book(userId=business.id, discountCode="summer")

    assert refusal(visitor.accept(quote["token"], version=2)) == used_up()
    other = business.quote(customerName="Grace")
    assert refusal(business.patch(f"/api/quotes/{other['id']}", json={"discountCode": "summer"})) == used_up()

    plain = ok_json(business.patch(path, json={"discountCode": None}))
    assert plain["totalPrice"] == 200
    assert ok_json(business.post(f"{path}/book", json={}))["totalPrice"] == 200


def test_code_edits_are_validated_by_field(business: Api, other_operator: Api):
    row = code(business, uses=3, to="2027-01-01", minimum=100)
    path = f"/api/discount-codes/{row['id']}"
    assert row == {
        "id": row["id"],
        "code": "Summer",
        "percent": 10,
        "amount": None,
        "from": None,
        "to": "2027-01-01",
        "uses": 3,
        "minimum": 100,
        "used": 0,
    }

    changed = ok_json(business.patch(path, json={"amount": 5, "uses": None}))

    assert (changed["percent"], changed["amount"], changed["uses"], changed["to"]) == (None, 5, None, "2027-01-01")
    assert ok_json(business.patch(path, json=changed)) == changed, "as read"
    for body, field in (
        ({"code": "SUMMER", "percent": 5}, "code"),
        ({"code": "A", "percent": 5, "amount": 5}, "amount"),
        ({"code": "A"}, "percent"),
        ({"code": "A", "percent": 0}, "percent"),
        ({"code": "A", "percent": 5, "uses": 0}, "uses"),
        ({"code": "A", "percent": 5, "from": "2027-02-01", "to": "2027-01-01"}, "to"),
        ({"code": "", "percent": 5}, "code"),
        ({"percent": 5}, "code"),
    ):
        answer = business.post("/api/discount-codes", json=body)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field]), body
    assert ok_json(other_operator.get("/api/discount-codes")) == []
    assert other_operator.patch(path, json={"uses": 1}).status_code == 404
