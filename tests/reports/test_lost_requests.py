"""GET /api/reports/lost: why requests and quotes were lost, and the share won."""

from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.checked import clock, new_caller
from tests.support.clock import Clock

__all__ = ["clock", "new_caller"]

YEAR = {"from": "2027-01-01", "to": "2027-12-31"}
"""The clock of the tests begins on 2027-03-03."""


@pytest.fixture
def business(operator: Api) -> Api:
    """A business with five of each letter of LOVE; a letter costs $25."""
    operator.add_letters("LOVE")
    return operator


def report(business: Api, **span: str) -> dict[str, Any]:
    return ok_json(business.get("/api/reports/lost", params=YEAR | span))


def request_from(visitor: Api, business: Api, number: int = 1, **fields: Any) -> int:
    """Send a request from the form, and return its booking."""
    day = f"2027-06-{number:02d}"
    return visitor.book(
        userId=business.id, customerEmail=f"{number}@example.com", deliveryDate=day, pickupDate=day, **fields
    )["id"]


def cancel(business: Api, booking: int, reason: str | None = None) -> dict[str, Any]:
    return ok_json(business.set_status(booking, "canceled", lostReason=reason))


def test_reasons_add_up_with_their_value(business: Api, visitor: Api):
    for number, reason in enumerate(("price", "price", "silent", None), start=1):
        cancel(business, request_from(visitor, business, number), reason)
    ok_json(business.set_status(request_from(visitor, business, 5), "confirmed"))
    request_from(visitor, business, 6)

    found = report(business)

    assert found["reasons"] == [
        {"reason": "price", "count": 2, "value": 200},
        {"reason": "silent", "count": 1, "value": 100},
    ]
    assert (found["won"], found["lost"], found["open"], found["unexplained"]) == (1, 4, 1, 1)
    assert (found["wonValue"], found["lostValue"], found["shareWonPercent"]) == (100, 400, 20)
    assert found["months"] == [{"month": "2027-03", "won": 1, "lost": 4, "open": 1, "value": 400}]
    assert found["letters"] == [{"letter": letter, "count": 4, "value": 400} for letter in "ELOV"]


def test_reason_can_be_added_after_the_cancellation(business: Api, visitor: Api):
    booking = request_from(visitor, business)
    assert cancel(business, booking)["lostReason"] is None

    assert cancel(business, booking, "far")["lostReason"] == "far"

    assert [row["reason"] for row in report(business)["reasons"]] == ["far"]


def test_reopening_a_booking_removes_its_reason(business: Api, visitor: Api):
    booking = request_from(visitor, business)
    cancel(business, booking, "date")

    reopened = ok_json(business.set_status(booking, "confirmed", reopen=True))

    assert reopened["lostReason"] is None
    assert (report(business)["won"], report(business)["lost"]) == (1, 0)


def test_reason_without_a_cancellation_is_refused(business: Api, visitor: Api):
    booking = request_from(visitor, business)

    refused = business.set_status(booking, "confirmed", lostReason="price")
    unknown = business.set_status(booking, "canceled", lostReason="weather")

    assert (refused.status_code, refused.json()["fields"]) == (
        422,
        {"lostReason": "A lost reason is only stored with a cancellation"},
    )
    assert (unknown.status_code, unknown.json()["fields"]) == (
        422,
        {"lostReason": "Lost reason must be one of: price, date, letters, far, silent, other"},
    )
    assert ok_json(business.get(f"/api/bookings/{booking}"))["status"] == "pending"


def test_several_requests_are_canceled_with_one_reason(business: Api, visitor: Api):
    some = [request_from(visitor, business, number) for number in (1, 2)]
    others = [request_from(visitor, business, number) for number in (3, 4)]

    ok_json(business.post("/api/bookings/cancel", json={"ids": some, "lostReason": "letters"}))
    ok_json(business.post("/api/bookings/bulk", json={"action": "cancel", "ids": others, "lostReason": "other"}))

    assert {row["reason"]: row["count"] for row in report(business)["reasons"]} == {"letters": 2, "other": 2}


def test_own_booking_counts_only_with_a_reason(business: Api):
    days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-01"}
    cancel(business, business.book(**days)["id"])
    assert report(business)["lost"] == 0

    cancel(business, business.book(**days)["id"], "date")

    assert report(business)["lost"] == 1


def test_quote_counts_once_by_its_outcome(business: Api, visitor: Api, clock: Clock):
    declined, accepted, expired, open_one = (business.sent_quote() for _ in range(4))
    url = f"/api/public/quotes/{declined['link'].rpartition('/')[2]}/decline"
    assert visitor.post(url, json={"lostReason": "price"}).status_code == 204
    assert visitor.accept(accepted["link"].rpartition("/")[2]).status_code == 201
    business.send_quote(expired["id"], expiresAt="2027-03-04")
    business.send_quote(open_one["id"], expiresAt="2027-04-20")
    clock.pass_by(hours=72)

    found = report(business)

    assert found["reasons"] == [{"reason": "price", "count": 1, "value": declined["totalPrice"]}]
    assert (found["won"], found["lost"], found["open"], found["unexplained"]) == (1, 2, 1, 1)


def test_expired_quote_takes_a_reason_until_it_is_sent_again(business: Api, clock: Clock):
    quote = business.sent_quote(expiresAt="2027-03-04")
    path = f"/api/quotes/{quote['id']}/lost-reason"
    early = business.put(path, json={"lostReason": "silent"})
    assert (early.status_code, early.json()["code"]) == (409, "quote_open")
    clock.pass_by(hours=72)

    assert ok_json(business.put(path, json={"lostReason": "silent"}))["lostReason"] == "silent"
    assert [row["reason"] for row in report(business)["reasons"]] == ["silent"]

    assert business.send_quote(quote["id"], expiresAt="2027-04-20")["lostReason"] is None


def test_withdrawn_quote_is_lost_only_with_a_reason(business: Api):
    quote = business.sent_quote()
    ok_json(business.post(f"/api/quotes/{quote['id']}/withdraw"))
    assert report(business)["lost"] == 0

    ok_json(business.put(f"/api/quotes/{quote['id']}/lost-reason", json={"lostReason": "other"}))

    assert report(business)["lost"] == 1


def test_answers_of_the_business_have_a_median_time(business: Api, visitor: Api, clock: Clock):
    bookings = [request_from(visitor, business, number) for number in (1, 2, 3)]
    assert report(business)["medianDaysToAnswer"] is None
    for booking in bookings[:2]:
        clock.pass_by(hours=12)
        ok_json(business.set_status(booking, "confirmed"))
    clock.pass_by(hours=24)
    cancel(business, bookings[2], "silent")

    assert report(business)["medianDaysToAnswer"] == 1


def test_only_the_period_and_the_own_business_count(business: Api, visitor: Api, other_operator: Api):
    cancel(business, request_from(visitor, business), "price")

    assert report(business, to="2027-02-28")["lost"] == 0
    assert report(other_operator)["lost"] == 0
    wrong = business.get("/api/reports/lost", params={"from": "2027-12-01", "to": "2027-11-01"})
    assert (wrong.status_code, wrong.json()["fields"]) == (422, {"to": "The last day must be on or after the first"})
