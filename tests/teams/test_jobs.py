"""Deliveries and pickups assigned to team members, and the crew page."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.teams.conftest import Invite, join_new

DAY = "2027-06-05"


@pytest.fixture
def crew(operator: Api, invite: Invite, new_caller: Callable[[], Api], clock: Clock) -> Api:
    clock.set(f"{DAY}T09:00:00+00:00")
    operator.login(operator.user["email"])
    operator.set_rules(timeZone="UTC")
    operator.add_letters("LO")
    return join_new(new_caller(), invite(operator, "grace@example.com"))


def job(operator: Api) -> dict[str, Any]:
    return operator.book(message="LO", asRequest=False, deliveryDate=DAY, pickupDate=DAY)


def give(caller: Api, booking: dict[str, Any], user_id: int | None, kind: str = "delivery") -> Any:
    return caller.put(f"/api/bookings/{booking['id']}/crew", json={"kind": kind, "userId": user_id})


def assignees(caller: Api) -> list[tuple[str, Any]]:
    stops = ok_json(caller.get("/api/day", params={"date": DAY}))["stops"]
    return [(stop["kind"], stop["assignee"]) for stop in stops]


def test_job_can_be_assigned_to_member_and_unassigned(operator: Api, crew: Api):
    booking, grace = job(operator), {"id": crew.user["id"], "name": "Grace"}
    day = ok_json(operator.get("/api/day", params={"date": DAY}))
    assert grace in day["team"]
    assert len(day["team"]) == 2
    assert ok_json(give(operator, booking, grace["id"])) == {"kind": "delivery", "assignee": grace}
    ok_json(give(operator, booking, grace["id"]))
    assert assignees(crew) == [("delivery", grace), ("pickup", None)]
    jobs = ok_json(crew.get("/api/crew"))
    assert [stop["assignee"] for stop in jobs["days"][0]["stops"]] == [grace, None]
    ok_json(give(operator, booking, operator.id, "pickup"))
    ok_json(give(operator, booking, None))
    assert [who and who["id"] for _, who in assignees(operator)] == [None, operator.id]


def test_staff_cannot_assign_jobs_and_assignee_must_be_on_the_team(operator: Api, crew: Api, other_operator: Api):
    booking = job(operator)
    assert "team" not in ok_json(crew.get("/api/day"))
    assert give(crew, booking, crew.user["id"]).status_code == 403
    refused = give(operator, booking, other_operator.id)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["userId"])
    assert give(other_operator, booking, None).status_code == 404


def test_removing_member_unassigns_their_jobs(operator: Api, crew: Api):
    booking = job(operator)
    ok_json(give(operator, booking, crew.user["id"]))
    ok_json(operator.delete(f"/api/team/members/{crew.user['id']}"))
    assert assignees(operator) == [("delivery", None), ("pickup", None)]


def test_late_evening_pickup_stays_listed_until_completed(operator: Api, crew: Api, clock: Clock):
    booking = operator.book(message="LO", asRequest=False, deliveryDate=DAY, pickupDate=f"{DAY}T23:30")
    clock.set("2027-06-06T00:20:00+00:00")

    def listed() -> list[tuple[str, list[str]]]:
        days = ok_json(crew.get("/api/crew"))["days"]
        return [(day["date"], [stop["kind"] for stop in day["stops"]]) for day in days]

    kept = [("2027-06-06", []), ("2027-06-07", []), ("2027-06-08", [])]
    assert listed() == [(DAY, ["pickup"]), *kept]
    ok_json(operator.complete(booking["id"]))
    assert listed() == kept


def test_crew_page_shows_custom_size_and_finish_names(operator: Api, crew: Api):
    sizes = [{"code": "4ft", "label": "120 cm", "price": 25}]
    finishes = [{"code": "standard", "label": "Warm White"}]
    ok_json(operator.patch("/api/price-list", json={"sizes": sizes, "finishes": finishes}))
    names = ok_json(crew.get("/api/crew"))["pieceNames"]
    assert names == {
        "sizes": {"4ft": "120 cm"},
        "finishes": {"standard": "Warm White"},
        "usualFinish": "standard",
    }


def test_crew_page_lists_repairs_affecting_its_jobs(operator: Api, crew: Api, clock: Clock):
    letters = {row["letter"]: row["id"] for row in [*ok_json(operator.get("/api/inventory")), operator.add_letter("X")]}

    def out_of_service(letter: str, **changes: object) -> None:
        repair = {"count": 1, "firstDay": DAY, "reason": "One bulb is dead"}
        ok_json(operator.post(f"/api/inventory/{letters[letter]}/outages", json=repair | changes))

    operator.book(message="LO", asRequest=False, deliveryDate=DAY, pickupDate=DAY)
    out_of_service("L")
    out_of_service("O", kind="missing")
    out_of_service("O", firstDay="2027-07-01", lastDay="2027-07-02")
    out_of_service("X")

    jobs = ok_json(crew.get("/api/crew"))
    assert [(row["name"], row["size"], row["count"], row["reason"], row["reportedBy"]) for row in jobs["repairs"]] == [
        ("L", "4ft", 1, "One bulb is dead", operator.user["username"])
    ]
    clock.set("2027-06-09T12:00:00+00:00")
    assert ok_json(crew.get("/api/crew"))["repairs"] == []
