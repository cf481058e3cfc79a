"""Cases 10 to 18: dates. (Cases 19 to 21 are about report figures.)"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.support import effort
from tests.support.api import Api
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database


def booked(visitor: Api, operator: Api, delivery: Any, pickup: Any, **fields: Any) -> Any:
    return visitor.try_to_book(userId=operator.id, deliveryDate=delivery, pickupDate=pickup, **fields)


def estimated(visitor: Api, operator: Api, delivery: Any, pickup: Any, **fields: Any) -> Any:
    body = {"userId": operator.id, "message": "LOVE", "size": "4ft", "deliveryDate": delivery, "pickupDate": pickup}
    return visitor.post("/api/estimate", json={**body, **fields})


def field_errors(answer: Any) -> dict[str, str]:
    assert answer.status_code == 422, answer.text
    return answer.json()["fields"]


@pytest.mark.parametrize(
    "delivery, pickup",
    [
        ("2027-06-03", "2027-06-01"),
        ("2027-06-03T10:00", "2027-06-03T09:59"),
        ("2027-06-03T10:00:00Z", "2027-06-03T09:00:00Z"),
        ("2027-06-03", "2027-06-02T23:59"),
    ],
)
def test_case_10_pickup_before_delivery_is_rejected(delivery: str, pickup: str, visitor: Api, operator: Api):
    for ask in (booked, estimated):
        assert field_errors(ask(visitor, operator, delivery, pickup)) == {
            "pickupDate": "Pickup must be on or after delivery"
        }
    assert operator.get("/api/bookings").json() == []


def test_case_11_same_day_rental_costs_one_day(visitor: Api, operator: Api):
    answer = booked(visitor, operator, "2027-06-03", "2027-06-03")

    assert answer.status_code == 201
    assert (answer.json()["rentalDays"], answer.json()["totalPrice"]) == (1, 100)


@pytest.mark.parametrize(
    "zone, now, yesterday, today",
    [
        ("America/New_York", "2027-06-02T03:59:59", "2027-05-31", "2027-06-01"),
        ("America/New_York", "2027-06-02T04:00:00", "2027-06-01", "2027-06-02"),
        ("Asia/Tokyo", "2027-06-01T15:00:00", "2027-06-01", "2027-06-02"),
        ("Pacific/Kiritimati", "2027-06-01T10:00:00", "2027-06-01", "2027-06-02"),
        ("Pacific/Kiritimati", "2027-06-01T09:59:59", "2027-05-31", "2027-06-01"),
        ("Europe/London", "2027-05-31T23:00:00", "2027-05-31", "2027-06-01"),
    ],
)
def test_case_12_today_is_the_operators_day(
    zone: str, now: str, yesterday: str, today: str, visitor: Api, new_caller: Callable[[], Api], clock: Clock
):
    clock.set(now)
    operator = new_caller().register()
    operator.set_rules(timeZone=zone, minimumNoticeHours=0)

    for ask in (booked, estimated):
        assert field_errors(ask(visitor, operator, yesterday, today)) == {
            "deliveryDate": "Delivery cannot be in the past"
        }
    assert booked(visitor, operator, today, today).status_code == 201
    assert visitor.get("/api/booking-form", params={"userId": operator.id}).json()["today"] == today
    assert operator.book(deliveryDate=yesterday, pickupDate=today)["status"] == "pending"


@pytest.mark.parametrize("delivery, pickup", [("2027-06-01", "2037-06-01"), ("2027-06-01", "2027-08-31")])
def test_case_13_rental_that_is_too_long_is_rejected(delivery: str, pickup: str, visitor: Api, operator: Api):
    for ask in (booked, estimated):
        fields = field_errors(ask(visitor, operator, delivery, pickup))
        assert fields == {"pickupDate": "A rental can last at most 90 days"}
        assert effort.computing(partial(ask, visitor, operator, delivery, pickup), 0.1) < 0.1
    assert "pickupDate" in field_errors(operator.try_to_book(deliveryDate=delivery, pickupDate=pickup))


def test_case_13_limit_is_ninety_days_or_the_operators_lower_one(visitor: Api, operator: Api):
    assert booked(visitor, operator, "2027-06-01", "2027-08-30").json()["rentalDays"] == 90
    operator.set_rules(maxRentalDays=3)
    assert booked(visitor, operator, "2027-06-01", "2027-06-04").status_code == 201
    assert field_errors(booked(visitor, operator, "2027-06-01", "2027-06-05")) == {
        "pickupDate": "A rental can last at most 3 days"
    }


@pytest.mark.parametrize(
    "delivery, pickup",
    [
        ("0001-01-01", "9999-12-31"),
        ("0001-01-02", "0001-01-03"),
        ("9999-12-31", "9999-12-31"),
        ("9999-12-30", "9999-12-31"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59-12:00"),
    ],
)
def test_case_14_dates_outside_the_bookable_calendar_are_rejected(
    delivery: str, pickup: str, visitor: Api, operator: Api
):
    for ask in (booked, estimated):
        assert set(field_errors(ask(visitor, operator, delivery, pickup))) <= {"deliveryDate", "pickupDate"}
        assert effort.computing(partial(ask, visitor, operator, delivery, pickup), 0.1) < 0.1


def test_case_14_neighbor_furthest_allowed_date_is_accepted(visitor: Api, operator: Api):
    assert booked(visitor, operator, "2030-03-03", "2030-03-05").status_code == 201
    assert field_errors(booked(visitor, operator, "2030-03-04", "2030-03-05")) == {
        "deliveryDate": "Delivery can be at most 3 years ahead"
    }
    assert "deliveryDate" in field_errors(operator.try_to_book(deliveryDate="2030-03-04", pickupDate="2030-03-05"))


def test_case_14_neighbor_operator_may_enter_old_dates(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    first = operator.book(deliveryDate="0001-01-05", pickupDate="0001-01-05")
    assert first["deliveryDate"].startswith("0001-01-05T08:00:00")
    # If no date is available, alternatives are searched for in both directions.
    answer = operator.try_to_book(deliveryDate="0001-01-05", pickupDate="0001-01-05")
    assert answer.status_code == 409
    assert operator.estimate(deliveryDate="0001-01-05", pickupDate="0001-01-05")["available"] is False


def test_case_15_leap_days_exist_only_in_leap_years(visitor: Api, operator: Api):
    fields = field_errors(booked(visitor, operator, "2027-02-29", "2027-03-09"))
    assert set(fields) == {"deliveryDate"}
    assert booked(visitor, operator, "2028-02-28", "2028-03-01").json()["rentalDays"] == 2
    assert booked(visitor, operator, "2028-02-29", "2028-02-29").json()["rentalDays"] == 1


@pytest.mark.parametrize(
    "value",
    [
        0,
        1893456000,
        1893456000.5,
        True,
        "tomorrow",
        "",
        " ",
        "1893456000",
        [],
        {},
        None,
        "2027-6-1",
        "06/01/2027",
        "20270601",
        "2027-W22-2",
        "2027-152",
        "2027-06-01T25:00",
        "2027-06-01T10",
        "2027-06-01 10:00 pm",
        "2027-06-31",
        "2027-06-01\x00",
        "２０２７-06-01",
        "2027-06-01" + " " * 50,
        "2027-06-01T10:00+99:99",
        "2027-06-01T10:00:60",
    ],
    ids=repr,
)
@pytest.mark.parametrize("field", ["deliveryDate", "pickupDate"])
def test_case_16_invalid_dates_are_rejected(value: Any, field: str, visitor: Api, operator: Api):
    dates = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02", field: value}

    answer = visitor.post(
        "/api/bookings",
        json={
            "userId": operator.id,
            "message": "LOVE",
            "size": "4ft",
            "customerName": "Ada",
            "customerEmail": "ada@example.com",
            **dates,
        },
    )

    assert list(field_errors(answer)) == [field]
    if value not in {"", None, " "} if isinstance(value, str | int | float) else value is not None:
        assert list(field_errors(estimated(visitor, operator, dates["deliveryDate"], dates["pickupDate"]))) == [field]


@pytest.mark.parametrize(
    "value",
    ["2027-06-01", "2027-06-01T10:00", "2027-06-01T10:00:00", "2027-06-01T10:00:00.000Z", "2027-06-01T10:00:00-04:00"],
)
def test_case_16_valid_date_formats_are_accepted(value: str, visitor: Api, operator: Api):
    answer = booked(visitor, operator, value, "2027-06-04")

    assert answer.status_code == 201
    assert answer.json()["deliveryDate"].startswith("2027-06-01T")
    assert answer.json()["rentalDays"] == 3


@pytest.mark.parametrize(
    "delivery, pickup", [("2027-11-06", "2027-11-08"), ("2027-03-13", "2027-03-15")], ids=["autumn", "spring"]
)
@pytest.mark.parametrize("time_of_day", ["", "T08:00", "T10:30:00"])
def test_case_17_daylight_saving_change_does_not_affect_the_price(
    delivery: str, pickup: str, time_of_day: str, visitor: Api, operator: Api
):
    answer = booked(visitor, operator, delivery + time_of_day, pickup + time_of_day)

    assert (answer.json()["rentalDays"], answer.json()["totalPrice"]) == (2, 200)
    seen = estimated(visitor, operator, delivery + time_of_day, pickup + time_of_day).json()
    assert (seen["breakdown"]["days"], seen["breakdown"]["total"]) == (2, 200)


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Europe/London"])
def test_case_18_dates_are_in_the_operators_time_zone(zone: str, visitor: Api, operator: Api):
    operator.set_rules(timeZone=zone)

    placed = visitor.book(userId=operator.id, deliveryDate="2027-06-01", pickupDate="2027-06-02")

    (listed,) = operator.get("/api/bookings").json()
    one = operator.get(f"/api/bookings/{placed['id']}").json()
    assert {row["deliveryDate"] for row in (placed, listed, one)} == {placed["deliveryDate"]}
    assert placed["deliveryDate"].startswith("2027-06-01T08:00:00")
    for end in ("2027-06-01", "2027-06-02"):
        assert operator.get("/api/bookings", params={"date": end}).json() == [listed]
    for other in ("2027-05-31", "2027-06-03"):
        assert operator.get("/api/bookings", params={"date": other}).json() == []
