"""Pieces borrowed from another business: what they cover, where they are shown, and how they are undone."""

from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.bookings.test_resolving import JUNE, break_letter, details
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

NEON = {"lender": "Neon Nights", "firstDay": "2027-06-01", "lastDay": "2027-06-03", "cost": 40}
AN_O = {"letter": "O", "size": "4ft", "count": 1}


@pytest.fixture
def at_risk(operator: Api) -> Any:
    """A confirmed booking of LOVE whose only O broke."""
    operator.add_letters({"L": 1, "O": 1, "V": 1, "E": 1})
    booking = operator.book(message="LOVE", **JUNE)
    operator.set_status(booking["id"], "confirmed")
    break_letter(operator, "O", "standard")
    return booking


def borrow(owner: Api, booking: Any, *pieces: Any, **more: Any) -> Any:
    body = {**NEON, "pieces": list(pieces) or [AN_O], **more}
    return owner.post(f"/api/bookings/{booking['id']}/borrowed", json=body)


def free(owner: Api, letter: str, day: str) -> int:
    body = {"message": letter * 4, "size": "4ft", "deliveryDate": day, "pickupDate": day}
    shortages = ok_json(owner.post("/api/estimate", json={"userId": owner.id, **body}))["shortages"]
    return next((row["free"] for row in shortages if row["letter"] == letter), 4)


def test_borrowed_piece_closes_the_shortage_and_is_shown_everywhere(operator: Api, at_risk: Any):
    option = next(row for row in details(operator, at_risk)["risk"]["options"] if row["kind"] == "borrow")
    proposed = {**AN_O, "finish": "standard", "itemId": None, "name": None}
    assert option["borrow"] == {"pieces": [proposed], "firstDay": "2027-06-01", "lastDay": "2027-06-03"}

    answer = borrow(operator, at_risk)

    assert answer.status_code == 201, answer.text
    assert answer.json()["risk"] is None
    (row,) = details(operator, at_risk)["borrowed"]
    assert row == {
        "id": row["id"],
        "lender": "Neon Nights",
        "pieces": [{"letter": "O", "size": "4ft", "finish": "standard", "itemId": None, "name": None, "count": 1}],
        "text": "1 × O (4ft)",
        "firstDay": "2027-06-01",
        "lastDay": "2027-06-03",
        "covers": True,
        "givenBack": False,
        "cost": 40,
    }
    last = details(operator, at_risk)["history"][-1]
    assert last["changes"]["borrowed"] == [None, "1 × O (4ft) from Neon Nights, June 1, 2027 to June 3, 2027"]
    day = operator.get("/api/day", params={"date": "2027-06-01"}).json()
    assert [(one["lender"], one["text"]) for one in day["stops"][0]["borrowed"]] == [("Neon Nights", "1 × O (4ft)")]
    packed = {one["letter"]: (one["short"], one["borrowed"]) for one in day["packing"]}
    assert packed["O"] == (0, [{"lender": "Neon Nights", "count": 1}])
    assert packed["L"] == (0, [])
    assert day["giveBack"] == []
    back = operator.get("/api/day", params={"date": "2027-06-03"}).json()["giveBack"]
    assert [(one["lender"], one["number"], one["canceled"]) for one in back] == [
        ("Neon Nights", at_risk["number"], False)
    ]
    assert operator.get("/api/at-risk").json() == []


def test_borrowed_piece_covers_only_its_days(operator: Api, at_risk: Any):
    borrow(operator, at_risk, lastDay="2027-06-02")

    (short,) = details(operator, at_risk)["risk"]["short"]
    assert (short["letter"], short["missing"]) == ("O", 1)
    assert details(operator, at_risk)["borrowed"][0]["covers"] is False
    assert borrow(operator, at_risk, firstDay="2027-06-03", lender="Glow Co.").json()["risk"] is None


def test_borrowed_piece_is_for_one_booking_and_never_owned(operator: Api):
    operator.add_letters({"O": 1})
    first = operator.book(message="O", **JUNE)
    second = operator.book(message="O", **JUNE, overbookReason="Borrowed")
    assert ok_json(borrow(operator, second))["risk"] is None

    assert [free(operator, "O", day) for day in ("2027-06-02", "2027-06-04")] == [0, 1]
    assert details(operator, first)["risk"] is None
    assert [row["quantity"] for row in operator.get("/api/inventory").json()] == [1]
    stocktake = ok_json(operator.post("/api/stocktakes", json={}))
    clients = iter("abcdef")
    for booking in (first, second):
        sent = {"clientId": next(clients), "kind": "out", "at": "2026-11-21T10:00:00Z", "lines": [AN_O]}
        if booking is second:
            counts = operator.get(f"/api/stocktakes/{stocktake['id']}").json()["rows"]
            assert [row["expected"] for row in counts] == [0]
        out = operator.post(f"/api/bookings/{booking['id']}/handovers", json=sent)
        assert out.status_code == 201, out.text


def test_borrowing_more_than_missing_or_twice_is_refused(operator: Api, at_risk: Any):
    more = borrow(operator, at_risk, {**AN_O, "count": 2})
    assert (more.status_code, more.json()["fields"]) == (
        422,
        {"pieces[0].count": f"Booking #{at_risk['number']} is short of 1"},
    )
    elsewhere = borrow(operator, at_risk, firstDay="2027-07-01", lastDay="2027-07-02")
    assert (elsewhere.status_code, list(elsewhere.json()["fields"])) == (422, ["firstDay"])
    reversed_days = borrow(operator, at_risk, firstDay="2027-06-02", lastDay="2027-06-01")
    assert (reversed_days.status_code, list(reversed_days.json()["fields"])) == (422, ["lastDay"])
    assert details(operator, at_risk)["borrowed"] == []
    borrow(operator, at_risk)
    again = borrow(operator, at_risk)
    assert (again.status_code, again.json()["code"]) == (409, "not_offered")


def test_undoing_makes_the_booking_short_again(operator: Api, at_risk: Any):
    row = borrow(operator, at_risk).json()["booking"]["borrowed"][0]
    path = f"/api/bookings/{at_risk['id']}/borrowed/{row['id']}"

    undone = ok_json(operator.delete(path))

    assert undone["booking"]["borrowed"] == []
    assert [short["letter"] for short in undone["risk"]["short"]] == ["O"]
    assert operator.delete(path).status_code == 404


def test_moved_rental_is_short_where_the_loan_does_not_reach(operator: Api, at_risk: Any):
    borrow(operator, at_risk)
    path = f"/api/bookings/{at_risk['id']}"

    shorter = ok_json(operator.patch(path, json={"pickupDate": "2027-06-02"}))
    assert shorter["risk"] is None
    longer = operator.patch(path, json={"pickupDate": "2027-06-05"})
    assert (longer.status_code, longer.json()["code"]) == (409, "not_enough_letters")
    taken = ok_json(operator.patch(path, json={"pickupDate": "2027-06-05", "overbookReason": "Asking for longer"}))
    assert [short["letter"] for short in taken["risk"]["short"]] == ["O"]
    assert taken["borrowed"][0]["covers"] is False


def test_canceled_booking_lists_what_it_no_longer_needs(operator: Api, at_risk: Any):
    borrow(operator, at_risk)
    operator.set_status(at_risk["id"], "canceled")

    (back,) = operator.get("/api/day", params={"date": "2027-06-03"}).json()["giveBack"]
    assert (back["canceled"], back["givenBack"]) == (True, False)
    assert free(operator, "L", "2027-06-02") == 1
    # Reopening is an undo: what was borrowed still covers the shortage.
    path = f"/api/bookings/{at_risk['id']}/status"
    reopened = ok_json(operator.patch(path, json={"status": "confirmed", "reopen": True}))
    assert reopened["status"] == "confirmed"
    assert details(operator, at_risk)["risk"] is None


def test_overdue_booking_counts_its_own_pieces_once(operator: Api, clock: Clock):
    operator.add_letters({"O": 3})
    first = operator.book(message="O", **JUNE)
    late = operator.book(message="OOO", **JUNE, overbookReason="Borrowed")
    for booking in (first, late):
        operator.set_status(booking["id"], "confirmed")
    # Three of its own on June 1, two on the other days: only those can be overdue.
    assert borrow(operator, late, firstDay="2027-06-02").status_code == 201
    clock.set("2027-06-10T12:00:00+00:00")
    operator.login(operator.user["email"])
    operator.set_status(first["id"], "completed")

    assert free(operator, "O", "2027-06-10") == 1


def test_staff_tick_what_they_gave_back_without_its_cost(
    operator: Api, at_risk: Any, new_caller: Callable[[], Api], database: Database
):
    row = borrow(operator, at_risk).json()["booking"]["borrowed"][0]
    staff = new_caller().register()
    rows.join_team(database, staff.id, operator.id, "staff")
    path = f"/api/bookings/{at_risk['id']}/borrowed/{row['id']}"

    ticked = ok_json(staff.patch(path, json={"givenBack": True}))

    assert (ticked["givenBack"], ticked["cost"]) == (True, None)
    (back,) = staff.get("/api/day", params={"date": "2027-06-03"}).json()["giveBack"]
    assert (back["givenBack"], back["cost"]) == (True, None)
    assert borrow(staff, at_risk).status_code == 403


def test_crew_page_lists_loans_and_what_to_give_back(operator: Api, at_risk: Any, clock: Clock):
    borrow(operator, at_risk)
    clock.set("2027-06-02T12:00:00+00:00")
    operator.login(operator.user["email"])

    days = operator.get("/api/crew").json()["days"]

    assert [(day["date"], [row["text"] for row in day["giveBack"]]) for day in days][:2] == [
        ("2027-06-02", []),
        ("2027-06-03", ["1 × O (4ft)"]),
    ]
    clock.set("2027-06-05T12:00:00+00:00")
    operator.login(operator.user["email"])
    today = operator.get("/api/day").json()
    assert [row["lastDay"] for row in today["giveBack"]] == ["2027-06-03"]


def faulty(owner: Api, booking: Any, **line: Any) -> Any:
    for kind in ("out", "in"):
        lines = [{**AN_O, "count": 2}] if kind == "out" else [{**AN_O, "outcome": "damaged", **line}]
        body = {"clientId": kind, "kind": kind, "at": "2026-11-21T10:00:00Z", "lines": lines}
        answer = owner.post(f"/api/bookings/{booking['id']}/handovers", json=body)
        assert answer.status_code == 201, answer.text
    return answer.json()["handover"]["lines"]


@pytest.mark.parametrize(
    "line, repaired",
    [
        ({"borrowed": True}, 0),
        ({"borrowed": False}, 1),
        ({}, 1),
        # Only one of the two is the business's own.
        ({"count": 2}, 1),
        ({"count": 2, "outcome": "missing"}, 1),
    ],
)
def test_faulty_borrowed_piece_is_charged_and_opens_no_repair_of_own_stock(operator: Api, line: Any, repaired: int):
    operator.add_letters({"O": 2})
    operator.book(message="O", **JUNE)
    booking = operator.book(message="OO", **JUNE, overbookReason="Borrowed")
    assert ok_json(borrow(operator, booking))["risk"] is None

    (shown,) = faulty(operator, booking, **line)

    assert shown.get("borrowed", False) is (repaired < line.get("count", 1))
    assert sum(row["count"] for row in operator.get("/api/outages").json()) == repaired
    (charge,) = operator.get(f"/api/bookings/{booking['id']}/charges").json()["charges"]
    assert charge["count"] == line.get("count", 1)
