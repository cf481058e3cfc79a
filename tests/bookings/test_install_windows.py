"""Custom install windows and pickup hours (B3, B14). It is March 3, 2027, in New York."""

from typing import Any

import pytest

from tests.support.api import Api, ok_json

EARLY = {"label": "Early", "from": "07:30", "to": "09:00"}
EARLY_CODE = "07:30-09:00 Early"


def refused_fields(api: Api, operator: Api, **fields: Any) -> dict[str, str]:
    answer = api.try_to_book(userId=operator.id, **fields)
    assert answer.status_code == 422
    return answer.json()["fields"]


def test_new_business_has_three_default_windows(operator: Api, visitor: Api):
    rules = operator.get("/api/booking-rules").json()
    assert rules["installWindows"] == [
        {"code": "morning", "label": "Morning", "from": "08:00", "to": "12:00"},
        {"code": "afternoon", "label": "Afternoon", "from": "12:00", "to": "16:00"},
        {"code": "evening", "label": "Evening", "from": "16:00", "to": "20:00"},
    ]
    assert (rules["earliestPickup"], rules["latestPickup"]) == (None, None)
    form = visitor.get("/api/booking-form", params={"userId": operator.key}).json()
    assert form["installWindows"][0] == {"code": "morning", "words": "Morning (8am-12pm)"}
    assert form["pickupHours"] is None


def test_customers_choose_from_custom_windows(operator: Api, visitor: Api):
    unnamed = {"label": None, "from": "20:00", "to": "22:30"}
    operator.set_rules(installWindows=[EARLY, unnamed])
    form = visitor.get("/api/booking-form", params={"userId": operator.key}).json()
    assert form["installTimes"] == [EARLY_CODE, "20:00-22:30"]
    assert [window["words"] for window in form["installWindows"]] == ["Early (7:30am-9am)", "8pm-10:30pm"]

    booking = visitor.book(userId=operator.id, preferredInstallTime=EARLY_CODE)
    assert booking["preferredInstallTime"] == EARLY_CODE
    # If no time was given, the window determines the order within a day.
    assert booking["deliveryDate"] == "2027-06-01T07:30:00-04:00"
    found = refused_fields(visitor, operator, preferredInstallTime="morning")
    assert found == {"preferredInstallTime": "Preferred install time must be one of: Early (7:30am-9am), 8pm-10:30pm"}


def test_booking_keeps_a_removed_window(operator: Api):
    operator.set_rules(installWindows=[EARLY], timeZone="UTC")
    booking = operator.book(deliveryDate="2027-06-01", pickupDate="2027-06-01", preferredInstallTime=EARLY_CODE)
    ok_json(operator.set_status(booking["id"], "confirmed"))
    operator.set_rules(installWindows=[])

    path = f"/api/bookings/{booking['id']}"
    sent_back = ok_json(operator.patch(path, json={"preferredInstallTime": EARLY_CODE, "notes": "Gate 7"}))
    assert sent_back["preferredInstallTime"] == EARLY_CODE
    stops = ok_json(operator.get("/api/day", params={"date": "2027-06-01"}))["stops"]
    assert [stop["window"] for stop in stops] == ["Early (7:30am-9am)", None]
    page = ok_json(operator.get(f"/api/public/bookings/{operator.booking_token(booking['id'])}"))
    assert page["preferredInstallTime"] == EARLY_CODE


@pytest.mark.parametrize(
    "rules, fault",
    [
        ({"installWindows": [EARLY | {"to": "07:30"}]}, "installWindows[0].to"),
        ({"installWindows": [EARLY, EARLY]}, "installWindows[1].from"),
        ({"installWindows": [EARLY | {"from": "7:30"}]}, "installWindows[0].from"),
        ({"installWindows": [EARLY | {"label": "x" * 41}]}, "installWindows[0].label"),
        ({"installWindows": [EARLY | {"to": f"{hour}:59"} for hour in range(10, 23)]}, "installWindows"),
        ({"installWindows": [], "requiredFields": ["preferredInstallTime"]}, "installWindows"),
        ({"earliestPickup": "24:00"}, "earliestPickup"),
        ({"latestPickup": 9}, "latestPickup"),
    ],
)
def test_invalid_windows_are_rejected(operator: Api, rules: dict[str, Any], fault: str):
    before = operator.get("/api/booking-rules").json()
    answer = operator.patch("/api/booking-rules", json=rules)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [fault])
    assert operator.get("/api/booking-rules").json() == before


@pytest.mark.parametrize(
    "earliest, latest, clock, taken",
    [
        (None, None, "03:00", True),
        ("09:00", None, "08:59", False),
        ("09:00", None, "09:00", True),
        (None, "21:00", "21:00", True),
        (None, "21:00", "21:01", False),
        ("09:00", "21:00", "12:00", True),
        ("18:00", "01:00", "00:30", True),
        ("18:00", "01:00", "19:00", True),
        ("18:00", "01:00", "12:00", False),
    ],
)
def test_visitors_pickup_must_be_within_pickup_hours(
    operator: Api, visitor: Api, earliest: str | None, latest: str | None, clock: str, *, taken: bool
):
    operator.set_rules(earliestPickup=earliest, latestPickup=latest)
    pickup = f"2027-06-03T{clock}"
    assert visitor.try_to_book(userId=operator.id, pickupDate=pickup).status_code == (201 if taken else 422)
    # Operators may override it, and a date without a time is always accepted.
    assert operator.book(pickupDate=pickup)["pickupDate"].startswith(pickup)
    assert visitor.book(userId=operator.id, pickupDate="2027-06-03")


def test_pickup_hours_are_shown_without_a_pickup_time(operator: Api, visitor: Api):
    operator.set_rules(earliestPickup="09:00", latestPickup="20:30", timeZone="UTC")
    assert visitor.get("/api/booking-form", params={"userId": operator.key}).json()["pickupHours"] == "9am-8:30pm"
    found = refused_fields(visitor, operator, pickupDate="2027-06-03T22:00")
    assert found == {"pickupDate": "Pickups are 9am-8:30pm. Please choose another time"}
    plain = operator.book(deliveryDate="2027-06-01", pickupDate="2027-06-01")
    timed = operator.book(deliveryDate="2027-06-01", pickupDate="2027-06-01T22:00")
    for booking in (plain, timed):
        ok_json(operator.set_status(booking["id"], "confirmed"))
    stops = ok_json(operator.get("/api/day", params={"date": "2027-06-01"}))["stops"]
    assert [stop["window"] for stop in stops if stop["kind"] == "pickup"] == ["9am-8:30pm", "10:00 PM"]
    page = ok_json(operator.get(f"/api/public/bookings/{operator.booking_token(plain['id'])}"))
    assert page["pickupHours"] == "9am-8:30pm"
