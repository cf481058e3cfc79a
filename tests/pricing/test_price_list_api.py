"""The price list API: specified defaults, then changes by the operator."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.pricing import queries
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST
from tests.support.api import Api

DEFAULTS: dict[str, Any] = {
    "sizes": [
        {"code": "2ft", "label": "2ft", "price": 15, "heightInches": 24},
        {"code": "4ft", "label": "4ft", "price": 25, "heightInches": 48},
    ],
    "finishes": [{"code": "standard", "label": "Standard"}],
    "colors": [
        {"code": "standard", "label": "Standard", "price": 0, "swatch": None},
        {"code": "premium", "label": "Premium", "price": 20, "swatch": None},
        {"code": "custom", "label": "Custom", "price": 30, "swatch": None},
    ],
    "addOns": [
        {"code": "lighting", "label": "LED Lighting", "price": 25, "isStand": False},
        {"code": "stand", "label": "Floor Stand", "price": 15, "isStand": True},
    ],
    "difficulties": [
        {"code": "easy", "label": "Easy", "price": 0},
        {"code": "moderate", "label": "Moderate", "price": 25},
        {"code": "difficult", "label": "Difficult", "price": 50},
        {"code": "very_difficult", "label": "Very Difficult", "price": 100},
    ],
    "unverifiedVenueDeposit": 50,
    "letterPrice": "flat",
    "charge": "day",
    "venueSurchargePercent": 0,
    "minimumOrder": 0,
    "deliveryFee": 0,
    "salesTaxPercent": 0,
    "depositPercent": 0,
    "depositFlat": 0,
}
STANDARD = {"code": "standard", "label": "Standard", "price": 0}


def test_new_operator_has_the_specified_default_prices(operator: Api, database: Database):
    assert operator.get("/api/price-list").json() == DEFAULTS
    with database.read() as db:
        set_operator(db, operator.id)
        assert queries.price_list(db) == DEFAULT_PRICE_LIST


def test_price_list_update_changes_only_the_given_fields(operator: Api, other_operator: Api):
    change = {
        "salesTaxPercent": 8.25,
        "deliveryFee": 49.5,
        "letterPrice": "inventory",
        "charge": "event",
        "sizes": [*DEFAULTS["sizes"], {"code": "3ft", "label": "3 feet", "price": 19.99, "heightInches": 36}],
    }
    answer = operator.patch("/api/price-list", json=change)
    assert answer.status_code == 200
    assert answer.json() == {**DEFAULTS, **change}
    assert operator.patch("/api/price-list", json={"depositPercent": 25}).json() == {
        **DEFAULTS,
        **change,
        "depositPercent": 25,
    }
    assert operator.get("/api/price-list").json() == {**DEFAULTS, **change, "depositPercent": 25}
    assert other_operator.get("/api/price-list").json() == DEFAULTS


def test_pages_history_and_calendar_use_size_labels(operator: Api, visitor: Api):
    code = {"code": "red", "label": "Red Bulbs"}
    sizes = [{"code": "2ft", "label": "Sixty", "price": 15}, {"code": "4ft", "label": "One Twenty", "price": 25}]
    assert operator.patch("/api/price-list", json={"sizes": sizes, "finishes": [code]}).status_code == 200
    names = operator.get("/api/user").json()["pieceNames"]
    assert names == {
        "sizes": {"2ft": "Sixty", "4ft": "One Twenty"},
        "finishes": {"red": "Red Bulbs"},
        "usualFinish": "red",
    }
    booking = operator.book(size="4ft")
    edited = operator.patch(f"/api/bookings/{booking['id']}", json={"size": "2ft", "colorOption": "premium"})
    assert edited.status_code == 200
    changes = edited.json()["history"][-1]["changes"]
    assert changes["size"] == ["One Twenty", "Sixty"]
    assert changes["colorOption"] == ["Standard", "Premium"]
    feed = httpx.URL(operator.post("/api/calendar-feed").json()["url"]).path
    assert "(Sixty)" in visitor.get(feed).text.replace("\r\n ", "")


def test_price_list_can_be_sent_back_unchanged(operator: Api):
    operator.set_prices(minimumOrder=100, addOns=[])
    read = operator.get("/api/price-list").json()
    assert operator.patch("/api/price-list", json=read).json() == read
    assert read["addOns"] == []


def test_percentages_and_amounts_are_stored_exactly(operator: Api, database: Database):
    operator.set_prices(venueSurchargePercent=0.07, salesTaxPercent=8.2901, depositFlat=19.99)
    with database.read() as db:
        set_operator(db, operator.id)
        stored = queries.price_list(db)
    found = (stored.venue_surcharge_basis_points, stored.sales_tax_ppm, stored.deposit_flat_cents)
    assert found == (7, 82_901, 1999)


@pytest.mark.parametrize(
    "field, value",
    [
        ("salesTaxPercent", -1),
        ("salesTaxPercent", 100.01),
        ("salesTaxPercent", 8.25555),
        ("salesTaxPercent", "8"),
        ("salesTaxPercent", True),
        ("salesTaxPercent", None),
        ("depositPercent", 101),
        ("deliveryFee", -0.01),
        ("deliveryFee", 1e308),
        ("minimumOrder", 1_000_001),
        ("unverifiedVenueDeposit", "50"),
        ("letterPrice", "each"),
        ("charge", "hour"),
        ("charge", None),
        ("sizes", []),
        ("sizes", None),
        ("sizes", {}),
        ("sizes", [{"code": "", "label": "x", "price": 1}]),
        ("sizes", [{"code": "2ft\n", "label": "x", "price": 1}]),
        ("sizes", [{"code": "x" * 21, "label": "x", "price": 1}]),
        ("sizes", [{"code": "2ft", "label": "", "price": 1}]),
        ("sizes", [{"code": "2ft", "label": "x", "price": -1}]),
        ("sizes", [{"code": "2ft", "label": "x", "price": "1"}]),
        ("sizes", [{"code": "2ft", "label": "x"}]),
        ("sizes", [{"code": "2ft", "label": "a", "price": 1}, {"code": "2ft", "label": "b", "price": 2}]),
        ("sizes", [{"code": f"{n}ft", "label": "x", "price": 1} for n in range(21)]),
        ("colors", []),
        ("colors", [{"code": "premium", "label": "Premium", "price": 20}]),
        ("colors", [STANDARD, STANDARD]),
        ("addOns", [{"code": "l!ght", "label": "x", "price": 1}]),
        ("difficulties", []),
        ("difficulties", DEFAULTS["difficulties"][:3]),
        ("difficulties", [*DEFAULTS["difficulties"], {"code": "absurd", "label": "Absurd", "price": 500}]),
    ],
)
def test_invalid_price_list_field_is_reported_and_nothing_changes(operator: Api, field: str, value: object):
    answer = operator.patch("/api/price-list", json={"deliveryFee": 5, field: value})
    assert answer.status_code == 422
    body = answer.json()
    assert list(body["fields"]) == [field]
    assert body["fields"][field] == body["message"] != ""
    assert operator.get("/api/price-list").json() == DEFAULTS


def test_every_invalid_field_has_its_own_message(operator: Api):
    fields = operator.patch("/api/price-list", json={"salesTaxPercent": 200, "deliveryFee": -1, "sizes": 5}).json()[
        "fields"
    ]
    assert fields == {
        "salesTaxPercent": "A percentage must be between 0 and 100",
        "deliveryFee": "Prices can't be negative",
        "sizes": "Sizes must be a list of at most 20 entries, each with a code (letters, digits, - and _), a label "
        "and a price of 0 or more with at most two decimals",
    }


def test_deposit_is_either_a_percentage_or_an_amount(operator: Api):
    operator.set_prices(depositPercent=25)
    refused = operator.patch("/api/price-list", json={"depositFlat": 100})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["depositFlat"])
    changed = operator.set_prices(depositFlat=100, depositPercent=0)
    assert (changed["depositFlat"], changed["depositPercent"]) == (100, 0)


def test_concurrent_first_changes_are_all_kept(operator: Api):
    changes = [{"deliveryFee": 10}, {"minimumOrder": 20}, {"salesTaxPercent": 5}, {"depositPercent": 30}]
    start = Barrier(len(changes))

    def send(change: dict[str, int]) -> int:
        start.wait()
        return operator.patch("/api/price-list", json=change).status_code

    with ThreadPoolExecutor(len(changes)) as pool:
        assert list(pool.map(send, changes)) == [200] * len(changes)
    assert operator.get("/api/price-list").json() == {
        **DEFAULTS,
        "deliveryFee": 10,
        "minimumOrder": 20,
        "salesTaxPercent": 5,
        "depositPercent": 30,
    }


def test_visitors_can_neither_read_nor_change_the_price_list(operator: Api, visitor: Api):
    assert visitor.get("/api/price-list").status_code == 401
    assert visitor.patch("/api/price-list", json={"deliveryFee": 5}).status_code == 401
    assert operator.get("/api/price-list").json() == DEFAULTS
