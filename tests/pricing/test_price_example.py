"""Everything that a customer is charged, with an example computed by the price formula before prices are saved."""

from datetime import date

import pytest

from marqueedesk.booking_form.price_example import price_example
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST
from tests.support.api import Api, ok_json


def test_charges_of_a_new_business_are_the_usual_ones(operator: Api):
    charges = ok_json(operator.get("/api/price-list/charges"))
    assert charges["prices"] == charges["usual"] == ok_json(operator.get("/api/price-list"))
    assert charges["others"] == []


def test_usual_figures_stay_after_charges_are_turned_off(operator: Api):
    standard = {"code": "standard", "label": "Standard", "price": 0}
    change = {"colors": [standard], "addOns": [], "unverifiedVenueDeposit": 0}
    ok_json(operator.patch("/api/price-list", json=change))
    charges = ok_json(operator.get("/api/price-list/charges"))
    assert [row["code"] for row in charges["prices"]["colors"]] == ["standard"]
    assert [row["price"] for row in charges["usual"]["colors"]] == [0, 20, 30]
    assert charges["usual"]["unverifiedVenueDeposit"] == 50


def test_charges_name_those_that_are_set_elsewhere(operator: Api):
    ok_json(operator.put("/api/delivery-zones", json={"zones": [], "other": {"fee": 40}}))
    ok_json(operator.patch("/api/payment-policy", json={"damageWaiver": {"percent": 8}}))
    assert ok_json(operator.get("/api/price-list/charges"))["others"] == ["deliveryZones", "damageWaiver"]


def test_example_is_priced_with_unsaved_changes_and_saves_nothing(operator: Api):
    before = ok_json(operator.post("/api/price-list/example", json={}))
    assert (before["message"], before["size"], before["addOns"]) == ("LOVE", "4ft", ["LED Lighting"])
    assert date.fromisoformat(before["day"]).weekday() == 5
    figures = before["breakdown"]
    assert (figures["basePrice"], figures["addons"], figures["surcharge"], figures["deposit"]) == (100, 25, 25, 50)
    assert figures["total"] == 150

    free = [{**row, "price": 0} for row in ok_json(operator.get("/api/price-list"))["difficulties"]]
    change = {"addOns": [], "difficulties": free, "unverifiedVenueDeposit": 0, "salesTaxPercent": 19}
    after = ok_json(operator.post("/api/price-list/example", json=change))
    assert (after["addOns"], after["breakdown"]["total"], after["breakdown"]["tax"]) == ([], 119, 19)
    assert after["breakdown"]["deposit"] == 0
    assert ok_json(operator.post("/api/price-list/example", json={})) == before


def test_example_agrees_with_the_estimate_of_the_same_rental(operator: Api):
    venue = operator.add_venue(difficulty="moderate", isVerified=False)
    example = ok_json(operator.post("/api/price-list/example", json={}))
    line = {"kind": "letters", "text": "LOVE", "size": "4ft", "addOns": {"lighting": True}}
    days = {"deliveryDate": example["day"], "pickupDate": example["day"], "venueId": venue["id"]}
    estimate = ok_json(operator.post("/api/estimate", json={"lines": [line], **days}))
    assert estimate["breakdown"] == example["breakdown"]


@pytest.mark.parametrize("today, saturday", [("2027-06-04", "2027-06-05"), ("2027-06-05", "2027-06-12")])
def test_example_is_on_the_next_saturday(today: str, saturday: str):
    assert price_example(DEFAULT_PRICE_LIST, date.fromisoformat(today)).day.isoformat() == saturday


def test_inconsistent_change_is_rejected_with_its_field(operator: Api):
    refused = operator.post("/api/price-list/example", json={"sizes": []})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["sizes"])
