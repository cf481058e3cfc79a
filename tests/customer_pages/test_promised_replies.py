"""The business's promise to reply to a request in time: a rule, and where its customers see it."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.paying import sent_emails


@pytest.mark.parametrize(
    "hours, words",
    [
        (1, "within an hour"),
        (12, "within 12 hours"),
        (24, "within a day"),
        (36, "within 36 hours"),
        (72, "within 3 days"),
    ],
)
def test_customers_see_how_soon_the_business_replies(
    app: FastAPI, operator: Api, new_caller: Callable[[], Api], hours: int, words: str
):
    operator.set_rules(approvalRequired=True, answerWithinHours=hours)
    visitor = new_caller()

    form = ok_json(visitor.get("/api/booking-form", params={"userId": operator.id}))
    placed = ok_json(visitor.try_to_book(userId=operator.id))
    page = ok_json(visitor.get(f"/api/public/bookings/{placed['pageUrl'].rpartition('/')[2]}"))

    assert (form["answerWithin"], page["answerWithin"]) == (words, words)
    assert placed["heldUntil"] == page["held"]["until"]
    (received,) = sent_emails(app, operator, "request-received")
    assert f"We'll review it and reply {words}." in received
    assert "Your letters are held until " in received


def test_no_promise_by_default(app: FastAPI, operator: Api, new_caller: Callable[[], Api]):
    operator.set_rules(approvalRequired=True)
    visitor = new_caller()
    placed = ok_json(visitor.try_to_book(userId=operator.id))
    path = f"/api/public/bookings/{placed['pageUrl'].rpartition('/')[2]}"

    assert ok_json(operator.get("/api/booking-rules"))["answerWithinHours"] is None
    assert ok_json(visitor.get(path))["answerWithin"] is None
    (received,) = sent_emails(app, operator, "request-received")
    assert "We'll review it and reply soon." in received


def test_confirmed_booking_promises_no_reply(operator: Api, new_caller: Callable[[], Api]):
    operator.set_rules(approvalRequired=True, answerWithinHours=24)
    visitor = new_caller()
    placed = ok_json(visitor.try_to_book(userId=operator.id))
    ok_json(operator.set_status(placed["id"], "confirmed"))

    page = ok_json(visitor.get(f"/api/public/bookings/{placed['pageUrl'].rpartition('/')[2]}"))
    assert page["answerWithin"] is None


@pytest.mark.parametrize("hours", [0, -1, 337, 1.5, "soon"])
def test_promise_out_of_range_is_rejected(operator: Api, hours: Any):
    refused = operator.patch("/api/booking-rules", json={"answerWithinHours": hours})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["answerWithinHours"])
