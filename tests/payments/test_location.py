"""A business sets its country's time zone, currency, formats and units together."""

from typing import Any

import pytest

from marqueedesk.instance_settings.schemas import CURRENCIES
from marqueedesk.kit.clock import is_time_zone
from marqueedesk.kit.text.countries import all_countries, country_of
from tests.support.api import Api, ok_json

COLOGNE = {
    "timeZone": "Europe/Berlin",
    "currency": "EUR",
    "dateFormat": "DD.MM.YYYY",
    "timeFormat": "24h",
    "measures": "metric",
}


def test_country_is_guessed_from_the_browser_and_nothing_else_changes_before_saving(new_caller: Any):
    business = new_caller().register(timeZone="Europe/Berlin")
    found = ok_json(business.get("/api/location"))
    assert (found["country"], found["confirmed"], found["currency"]) == ("DE", False, "USD")
    assert found["dateFormat"] == "MM/DD/YYYY"
    germany = next(row for row in found["countries"] if row["code"] == "DE")
    assert germany == {**{name: COLOGNE[name] for name in COLOGNE if name != "timeZone"}, "code": "DE"} | {
        "timeZones": ["Europe/Berlin", "Europe/Busingen"]
    }


def test_location_is_saved_at_once_and_applies_to_the_form(new_caller: Any, visitor: Api):
    business = new_caller().register(timeZone="America/New_York")
    saved = ok_json(business.put("/api/location", json=COLOGNE))
    assert saved["confirmed"]
    assert {name: saved[name] for name in COLOGNE} == COLOGNE
    user = ok_json(business.get("/api/user"))
    assert (user["country"], user["hasStates"], user["usualVolts"]) == ("DE", False, 230)
    form = ok_json(visitor.get("/api/booking-form", params={"userId": business.id}))
    assert (form["currency"], form["dateFormat"], form["hasStates"]) == ("EUR", "DD.MM.YYYY", False)
    assert form["taxName"] == "VAT"
    assert ok_json(business.get("/api/dashboard"))["checklist"]["timeZone"]
    entry = ok_json(business.get("/api/activity"))["items"][0]
    assert (entry["action"], entry["subject"]) == ("settings.changed", "location")


def test_rejected_currency_saves_nothing(operator: Api):
    operator.add_letters("LOVE")
    operator.book()
    before = ok_json(operator.get("/api/location"))
    refused = operator.put("/api/location", json=COLOGNE)
    assert (refused.status_code, list(refused.json()["fields"])) == (409, ["currency"])
    assert ok_json(operator.get("/api/location")) == before
    assert before["currencyFixedBy"] == "bookings"
    assert ok_json(operator.put("/api/location", json=COLOGNE | {"currency": "USD"}))["country"] == "DE"


@pytest.mark.parametrize("field, value", [("timeZone", "Mars/Olympus"), ("currency", "XXX"), ("dateFormat", "D.M.Y")])
def test_invalid_location_field_is_rejected_and_nothing_saved(field: str, value: str, operator: Api):
    before = ok_json(operator.get("/api/location"))
    refused = operator.put("/api/location", json=COLOGNE | {field: value})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert ok_json(operator.get("/api/location")) == before


def test_every_country_has_known_time_zones_and_an_available_currency_or_none():
    for country in all_countries():
        assert country.time_zones
        assert all(is_time_zone(zone) and country_of(zone) == country.code for zone in country.time_zones)
        assert country.currency is None or country.currency in CURRENCIES


@pytest.mark.parametrize(
    "code, usual",
    [
        ("US", ("USD", "MM/DD/YYYY", "12h", "us")),
        ("CA", ("CAD", "YYYY-MM-DD", "12h", "metric")),
        ("GB", ("GBP", "DD/MM/YYYY", "24h", "metric")),
        ("CH", ("CHF", "DD.MM.YYYY", "24h", "metric")),
        ("SE", ("SEK", "YYYY-MM-DD", "24h", "metric")),
        ("JP", ("JPY", "YYYY-MM-DD", "24h", "metric")),
        ("VN", (None, "DD/MM/YYYY", "24h", "metric")),
    ],
)
def test_usual_formats_of_a_country(code: str, usual: tuple[str | None, str, str, str]):
    found = next(country for country in all_countries() if country.code == code)
    assert (found.currency, found.date_format, found.time_format, found.measures) == usual
