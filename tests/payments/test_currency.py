"""A business can change its currency until it has bookings or quotes."""

from typing import Any

import pytest

from tests.support.api import Api, ok_json


def test_new_business_can_change_currency_without_converting_prices(operator: Api, visitor: Api):
    operator.add_letters("LOVE")
    before = ok_json(operator.get("/api/price-list"))
    assert ok_json(operator.get("/api/currency"))["fixedBy"] is None

    changed = ok_json(operator.put("/api/currency", json={"currency": "EUR"}))

    assert (changed["currency"], changed["fixedBy"]) == ("EUR", None)
    assert ok_json(operator.get("/api/user"))["currency"] == "EUR"
    assert ok_json(visitor.get("/api/booking-form", params={"userId": operator.id}))["currency"] == "EUR"
    assert ok_json(operator.get("/api/price-list")) == before
    entry = ok_json(operator.get("/api/activity"))["items"][0]
    assert (entry["action"], entry["subject"]) == ("settings.changed", "currency")


def a_booking(operator: Api) -> None:
    operator.add_letters("LOVE")
    operator.book()


def a_quote(operator: Api) -> None:
    operator.quote()


@pytest.mark.parametrize("make, named", [(a_booking, "bookings"), (a_quote, "quotes")])
def test_currency_cannot_change_once_bookings_or_quotes_exist(operator: Api, make: Any, named: str):
    make(operator)
    assert ok_json(operator.get("/api/currency"))["fixedBy"] == named

    refused = operator.put("/api/currency", json={"currency": "EUR"})

    assert refused.status_code == 409
    told = refused.json()["error"] if "error" in refused.json() else refused.json()
    assert told["fields"] == {"currency": f"You have {named} in USD, and amounts can't be converted."}
    assert ok_json(operator.get("/api/user"))["currency"] == "USD"
    assert ok_json(operator.put("/api/currency", json={"currency": "USD"}))["currency"] == "USD"


@pytest.mark.parametrize("given", [{}, {"currency": "XXX"}, {"currency": None}, {"currency": "eur"}])
def test_unknown_currency_is_refused(operator: Api, given: dict[str, Any]):
    refused = operator.put("/api/currency", json=given)
    assert refused.status_code == 422
    assert "currency" in refused.text
