"""Custom driving order of a day's stops."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.clock import Clock

DAY = "2027-06-05"
ORDER = f"/api/day/order?date={DAY}"
Places = list[tuple[int, str]]


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to two days before the tests' day, before any user signs in."""
    clock.set("2027-06-03T09:00:00+00:00")


@pytest.fixture
def stops(operator: Api) -> Places:
    """A delivery at any time, one at 10:00, one at 15:30, and a pickup at any time, in chronological order."""
    operator.set_rules(timeZone="UTC")
    operator.add_letters("LOVE")
    for delivery, pickup in (
        (DAY, "2027-06-07"),
        (f"{DAY}T10:00:00Z", "2027-06-07"),
        (f"{DAY}T15:30:00Z", "2027-06-07"),
        ("2027-06-04", DAY),
    ):
        operator.book(message="LOVE", asRequest=False, deliveryDate=delivery, pickupDate=pickup)
    return shown(operator)


def shown(operator: Api, path: str = f"/api/day?date={DAY}") -> Places:
    return [(row["booking"]["id"], row["kind"]) for row in ok_json(operator.get(path))["stops"]]


def put(operator: Api, stops: Sequence[tuple[int, str]]) -> Any:
    return operator.put(ORDER, json={"stops": [{"bookingId": id_, "kind": kind} for id_, kind in stops]})


def test_stops_are_driven_in_the_saved_order_everywhere(operator: Api, stops: Places):
    anytime, ten, half_past_three, pickup = sorted(stops)
    wanted = [ten, pickup, half_past_three, anytime]

    saved = ok_json(put(operator, wanted))

    assert [(row["bookingId"], row["kind"]) for row in saved["stops"]] == wanted
    assert shown(operator) == wanted
    days = ok_json(operator.get("/api/crew"))["days"]
    assert [(row["booking"]["id"], row["kind"]) for row in days[2]["stops"]] == wanted
    load = ok_json(operator.get("/api/load-list", params={"date": DAY}))
    assert [row["id"] for row in load["stops"]] == [ten[0], half_past_three[0], anytime[0]]
    assert ok_json(operator.get(f"/api/day?date={DAY}"))["reordered"] is True

    assert ok_json(operator.delete(ORDER))["reordered"] is False
    assert shown(operator) == stops


def test_stops_with_a_time_stay_in_chronological_order(operator: Api, stops: Places):
    anytime, ten, half_past_three, pickup = sorted(stops)

    ok_json(put(operator, [half_past_three, pickup, ten, anytime]))

    assert shown(operator) == [ten, pickup, half_past_three, anytime]


def test_new_stop_follows_its_chronological_predecessor(operator: Api, stops: Places):
    anytime, ten, half_past_three, pickup = sorted(stops)
    ok_json(put(operator, [pickup, ten, half_past_three, anytime]))

    noon = operator.book(message="LOVE", asRequest=False, deliveryDate=f"{DAY}T12:00:00Z", pickupDate="2027-06-07")

    assert shown(operator) == [pickup, ten, (noon["id"], "delivery"), half_past_three, anytime]


def test_stop_moved_to_another_day_loses_its_place(operator: Api, stops: Places):
    anytime, ten, half_past_three, pickup = sorted(stops)
    ok_json(put(operator, [pickup, ten, half_past_three, anytime]))

    moved = operator.patch(f"/api/bookings/{anytime[0]}", json={"deliveryDate": "2027-06-06"})

    assert moved.status_code == 200, moved.text
    assert shown(operator) == [pickup, ten, half_past_three]
    assert shown(operator, "/api/day?date=2027-06-06") == [anytime]
    tomorrow = operator.put(
        "/api/day/order?date=2027-06-06", json={"stops": [{"bookingId": anytime[0], "kind": "delivery"}]}
    )
    assert ok_json(tomorrow)["reordered"] is True


@pytest.mark.parametrize("kind, status", [("delivery", 404), ("dance", 422)])
def test_stop_of_another_business_or_day_is_not_found(
    operator: Api, other_operator: Api, stops: Places, kind: str, status: int
):
    other_operator.add_letters("LOVE")
    foreign = other_operator.book(message="LOVE", asRequest=False, deliveryDate=DAY, pickupDate=DAY)

    assert put(operator, [*stops, (foreign["id"], kind)]).status_code == status
    assert shown(operator) == stops


def test_stop_listed_twice_is_rejected(operator: Api, stops: Places):
    answer = put(operator, [stops[0], *stops])

    assert (answer.status_code, answer.json()["fields"]) == (422, {"stops": "Name each stop once"})
