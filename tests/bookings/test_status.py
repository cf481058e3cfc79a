"""B1, B8, B9, L4: statuses of a booking, its history, and requests whose hold lapses."""

from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

ALLOWED = {
    ("pending", "confirmed"),
    ("pending", "canceled"),
    ("confirmed", "completed"),
    ("confirmed", "canceled"),
}
STATUSES = ("pending", "confirmed", "completed", "canceled")
WAY = {
    "pending": [],
    "confirmed": ["confirmed"],
    "completed": ["confirmed", "completed"],
    "canceled": ["canceled"],
}


def book_in_status(operator: Api, status: str, **fields: Any) -> int:
    booking = operator.book(**fields)["id"]
    for step in WAY[status]:
        ok_json(operator.set_status(booking, step, early=True))
    return booking


def status_changes(operator: Api, booking: int) -> list[tuple[str | None, str | None]]:
    history = operator.get(f"/api/bookings/{booking}").json()["history"]
    assert history[0]["kind"] == "created"
    return [(entry["fromStatus"], entry["toStatus"]) for entry in history[1:]]


@pytest.mark.parametrize("before", STATUSES)
def test_only_allowed_status_transitions_succeed(before: str, operator: Api, database: Database):
    for after in STATUSES:
        booking = book_in_status(operator, before)
        told = status_changes(operator, booking)
        jobs = rows.number(database, "jobs")

        answer = operator.set_status(booking, after, early=True)

        if after == before:
            assert (answer.status_code, answer.json()["status"]) == (200, before)
            assert status_changes(operator, booking) == told
        elif (before, after) in ALLOWED:
            assert (answer.status_code, answer.json()["status"]) == (200, after)
            assert status_changes(operator, booking) == [*told, (before, after)]
            assert rows.number(database, "jobs") == jobs + 1
            continue
        else:
            assert (answer.status_code, answer.json()["code"]) == (409, "invalid_transition")
            assert before in answer.json()["message"]
            assert after in answer.json()["message"]
            assert operator.get(f"/api/bookings/{booking}").json()["status"] == before
            assert status_changes(operator, booking) == told
        assert rows.number(database, "jobs") == jobs


@pytest.mark.parametrize("status", ["", "CONFIRMED", "done", None, 1, True, ["confirmed"], "confirmed "], ids=repr)
def test_invalid_status_is_rejected(status: Any, operator: Api):
    booking = operator.book()["id"]

    answer = operator.patch(f"/api/bookings/{booking}/status", json={"status": status})

    assert answer.status_code == 422
    assert answer.json()["fields"] == {"status": "Status must be one of: pending, confirmed, completed, canceled"}


def test_booking_history_has_author_and_time(operator: Api, visitor: Api, clock: Clock):
    booking = visitor.book(userId=operator.id, customerName="Grace")["id"]
    clock.pass_by(hours=1)
    operator.set_status(booking, "confirmed")
    clock.pass_by(days=1)
    operator.patch(f"/api/bookings/{booking}", json={"customerName": "Grace Hopper", "notes": "Back door"})

    history = operator.get(f"/api/bookings/{booking}").json()["history"]

    assert [(entry["at"], entry["who"], entry["kind"]) for entry in history] == [
        ("2027-03-03T10:00:00-05:00", "Grace", "created"),
        ("2027-03-03T11:00:00-05:00", operator.user["username"], "status"),
        ("2027-03-04T11:00:00-05:00", operator.user["username"], "edited"),
    ]
    assert history[2]["changes"] == {"customerName": ["Grace", "Grace Hopper"], "notes": [None, "Back door"]}


@pytest.mark.parametrize("status, held", [("pending", 1), ("confirmed", 1), ("completed", 0), ("canceled", 0)])
def test_only_pending_and_confirmed_bookings_hold_letters(status: str, held: int, operator: Api, visitor: Api):
    operator.add_letters({"A": 1})
    book_in_status(operator, status, message="A")

    answer = visitor.try_to_book(userId=operator.id, message="A")

    assert answer.status_code == (409 if held else 201)


class TestCompleting:
    """B1: possible from the pickup day on, by the business's clock; earlier only with the flag."""

    def test_completing_before_the_pickup_day_is_rejected(self, operator: Api, clock: Clock):
        booking = book_in_status(operator, "confirmed", deliveryDate="2027-03-05", pickupDate="2027-03-06")
        clock.set("2027-03-06T04:59:00+00:00")

        answer = operator.set_status(booking, "completed")

        assert (answer.status_code, answer.json()["code"]) == (409, "too_early")
        assert (answer.json()["pickupDay"], "March 6, 2027" in answer.json()["message"]) == ("2027-03-06", True)
        assert status_changes(operator, booking) == [("pending", "confirmed")]
        clock.set("2027-03-06T05:00:00+00:00")
        assert ok_json(operator.set_status(booking, "completed"))["status"] == "completed"

    def test_completing_early_requires_the_early_flag(self, operator: Api):
        booking = book_in_status(operator, "confirmed")
        assert ok_json(operator.set_status(booking, "completed", early=True))["status"] == "completed"


class TestStaff:
    """A5: staff complete finished rentals; completing earlier and reopening require the permission."""

    @pytest.fixture
    def staff(self, operator: Api, new_caller: Callable[[], Api], database: Database) -> Api:
        caller = new_caller().register()
        rows.join_team(database, caller.id, operator.id, "staff")
        return caller

    def test_staff_can_complete_bookings_from_pickup_day(self, operator: Api, staff: Api, clock: Clock):
        booking = book_in_status(operator, "confirmed", deliveryDate="2027-03-05", pickupDate="2027-03-06")
        assert staff.set_status(booking, "completed").json()["code"] == "too_early"
        refused = staff.set_status(booking, "completed", early=True)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        body = {"action": "complete", "ids": [booking], "early": True}
        assert staff.post("/api/bookings/bulk", json=body).status_code == 403
        assert ok_json(staff.get(f"/api/bookings/{booking}"))["status"] == "confirmed"
        clock.set("2027-03-06T12:00:00+00:00")
        assert ok_json(staff.set_status(booking, "completed"))["status"] == "completed"

    @pytest.mark.parametrize("before", ["completed", "canceled"])
    def test_staff_may_not_reopen(self, before: str, operator: Api, staff: Api):
        booking = book_in_status(operator, before)
        for answer in (
            staff.set_status(booking, "confirmed", reopen=True),
            staff.set_status(booking, "pending", reopen=True),
            staff.post("/api/bookings/bulk", json={"action": "reopen", "ids": [booking]}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert ok_json(operator.get(f"/api/bookings/{booking}"))["status"] == before


class TestReopening:
    """B1: a booking completed or canceled by mistake can be reopened if its letters are still available."""

    @pytest.mark.parametrize("before", ["completed", "canceled"])
    def test_reopening_holds_the_letters_again(self, before: str, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        booking = book_in_status(operator, before, message="A")

        reopened = ok_json(operator.set_status(booking, "confirmed", reopen=True))

        assert (reopened["status"], reopened["holdExpiresAt"]) == ("confirmed", None)
        assert status_changes(operator, booking)[-1] == (before, "confirmed")
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 409
        # Repeating it changes nothing, and no other action reopens a booking.
        assert ok_json(operator.set_status(booking, "confirmed", reopen=True))["revision"] == reopened["revision"]

    @pytest.mark.parametrize("before", ["completed", "canceled"])
    def test_reopening_is_rejected_when_letters_are_taken(self, before: str, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        booking = book_in_status(operator, before, message="A")
        visitor.book(userId=operator.id, message="A")

        refused = operator.set_status(booking, "confirmed", reopen=True)

        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
        assert operator.get(f"/api/bookings/{booking}").json()["status"] == before
        over = ok_json(operator.set_status(booking, "confirmed", reopen=True, overbookReason="Lent by Jo"))
        assert (over["status"], over["overbookReason"]) == ("confirmed", "Lent by Jo")

    def test_reopened_declined_request_is_pending_with_its_letters(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        booking = visitor.book(userId=operator.id, message="A")["id"]
        ok_json(operator.set_status(booking, "canceled"))
        clock.pass_by(days=1)

        again = ok_json(operator.set_status(booking, "pending", reopen=True))

        assert (again["status"], again["holdExpiresAt"]) == ("pending", "2027-03-11T10:00:00-05:00")
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 409

    def test_confirmed_booking_cannot_be_reopened_as_pending(self, operator: Api):
        for way in (["confirmed", "canceled"], ["confirmed", "completed"], ["confirmed"]):
            booking = operator.book()["id"]
            for step in way:
                ok_json(operator.set_status(booking, step, early=True))
            answer = operator.set_status(booking, "pending", reopen=True)
            assert (answer.status_code, answer.json()["code"]) == (409, "invalid_transition"), way

    def test_reopening_to_other_statuses_is_rejected(self, operator: Api):
        booking = book_in_status(operator, "canceled")
        answer = operator.set_status(booking, "completed", reopen=True)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["reopen"])

    def test_reopening_removes_the_cancellation_fee(self, operator: Api, visitor: Api, clock: Clock):
        venue = operator.add_venue(isVerified=False)
        booking = operator.book(venueId=venue["id"])
        ok_json(operator.set_status(booking["id"], "confirmed"))
        token = operator.booking_token(booking["id"])
        clock.set("2027-05-31T12:00:00+00:00")
        operator.login(operator.user["email"])
        ok_json(visitor.post(f"/api/public/bookings/{token}/cancel", json={"fee": 50, "reason": "Rain"}))

        reopened = ok_json(operator.set_status(booking["id"], "confirmed", reopen=True))

        assert reopened["balanceDue"] == reopened["totalPrice"]
        assert ok_json(visitor.get(f"/api/public/bookings/{token}"))["cancellation"] is None
        # The customer can cancel again.
        again = ok_json(visitor.post(f"/api/public/bookings/{token}/cancel", json={"fee": 50, "reason": "Snow"}))
        assert again["cancellation"]["reason"] == "Snow"
        assert again["cancelation"] == again["cancellation"]


def test_cancellation_reason_is_in_the_history(operator: Api):
    booking = book_in_status(operator, "confirmed")

    canceled = ok_json(operator.set_status(booking, "canceled", reason="The hall burned down"))

    assert canceled["history"][-1]["changes"] == {"reason": [None, "The hall burned down"]}


class TestPendingRequests:
    """L4: a pending request holds its letters for a while, stays listed after that, and is checked again when
    confirmed.
    """

    def test_pending_request_releases_its_letters_after_seven_days(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        first = visitor.book(userId=operator.id, message="A")
        assert operator.get(f"/api/bookings/{first['id']}").json()["holdExpiresAt"] == "2027-03-10T10:00:00-05:00"

        clock.pass_by(days=7, seconds=-1)
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 409
        clock.pass_by(seconds=1)
        assert visitor.estimate(userId=operator.id, message="A")["available"] is True
        second = visitor.book(userId=operator.id, message="A")

        assert [row["id"] for row in operator.get("/api/bookings?status=pending").json()] == [first["id"], second["id"]]
        refused = operator.set_status(first["id"], "confirmed")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
        assert refused.json()["shortages"] == [
            {"letter": "A", "size": "4ft", "finish": "standard", "needed": 1, "day": "2027-06-01", "free": 0}
        ]
        assert operator.get(f"/api/bookings/{first['id']}").json()["status"] == "pending"
        assert operator.set_status(second["id"], "confirmed").status_code == 200

    def test_lapsed_request_is_confirmed_if_letters_are_available(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        first = visitor.book(userId=operator.id, message="A")
        clock.pass_by(days=20)

        confirmed = ok_json(operator.set_status(first["id"], "confirmed"))

        assert confirmed["holdExpiresAt"] is None
        clock.pass_by(days=9)
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 409

    def test_lapsed_request_can_be_overbooked_with_a_reason(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        first = visitor.book(userId=operator.id, message="A")
        clock.pass_by(days=8)
        visitor.book(userId=operator.id, message="A")

        answer = operator.patch(
            f"/api/bookings/{first['id']}/status", json={"status": "confirmed", "overbookReason": "Lent by Jo"}
        )

        assert (answer.status_code, answer.json()["overbookReason"]) == (200, "Lent by Jo")

    def test_request_is_held_for_the_hold_time_of_the_business(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        operator.set_rules(holdDays=1)
        visitor.book(userId=operator.id, message="A")
        clock.pass_by(days=1)
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 201

    def test_lapsed_request_does_not_block_a_lower_quantity(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        item = operator.get("/api/inventory").json()[0]
        visitor.book(userId=operator.id, message="A")
        assert operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 0}).status_code == 409
        clock.pass_by(days=7)
        assert operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 0}).status_code == 200


class TestApproval:
    """B8: without approval, a request that fits is confirmed right away."""

    def test_available_request_is_confirmed_without_approval(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        operator.set_rules(approvalRequired=False)

        assert visitor.get(f"/api/booking-form?userId={operator.id}").json()["approvalRequired"] is False
        placed = visitor.book(userId=operator.id, message="A", status="pending")
        assert placed["status"] == "confirmed"
        own = operator.get(f"/api/bookings/{placed['id']}").json()
        assert own["holdExpiresAt"] is None
        clock.pass_by(days=20)
        assert visitor.try_to_book(userId=operator.id, message="A").status_code == 409

    def test_operators_booking_ignores_the_approval_rule(self, operator: Api):
        operator.set_rules(approvalRequired=False)
        assert operator.book(asRequest=True)["status"] == "pending"


class TestBulkCancel:
    """Rule B9."""

    def cancel(self, caller: Api, ids: Any) -> Any:
        return caller.post("/api/bookings/cancel", json={"ids": ids})

    def test_bulk_cancel_cancels_all_requests(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 3})
        ids = [visitor.book(userId=operator.id, message="A")["id"] for _ in range(3)]

        answer = self.cancel(operator, [*ids, ids[0]])

        assert (answer.status_code, answer.json()) == (200, {"canceled": ids})
        assert {row["status"] for row in operator.get("/api/bookings").json()} == {"canceled"}
        assert [status_changes(operator, booking) for booking in ids] == [[("pending", "canceled")]] * 3
        assert visitor.try_to_book(userId=operator.id, message="AAA").status_code == 201

    @pytest.mark.parametrize("state", ["confirmed", "completed"])
    def test_bulk_cancel_changes_nothing_if_one_is_not_pending(self, state: str, operator: Api):
        pending, other = operator.book()["id"], book_in_status(operator, state)

        answer = self.cancel(operator, [pending, other])

        assert (answer.status_code, answer.json()["code"]) == (409, "invalid_transition")
        assert answer.json()["message"].startswith("Only pending requests can be canceled together.")
        assert operator.get(f"/api/bookings/{pending}").json()["status"] == "pending"

    def test_bulk_cancel_changes_nothing_if_one_belongs_to_another_business(
        self, operator: Api, other_operator: Api, database: Database
    ):
        ids = [operator.book()["id"], other_operator.book()["id"]]
        before = rows.content(database)

        assert self.cancel(operator, ids).status_code == 404
        assert self.cancel(operator, [ids[0], 999_999]).status_code == 404
        assert rows.content(database) == before

    @pytest.mark.parametrize("ids", [[], None, "1", [0], [-1], ["1"], [True], [1.5], [2**63], {}, [[1]]], ids=repr)
    def test_bulk_cancel_rejects_an_invalid_list_of_bookings(self, ids: Any, operator: Api):
        answer = self.cancel(operator, ids)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["ids"])


def test_visitors_may_not_cancel_in_bulk(operator: Api, new_caller: Callable[[], Api]):
    booking = operator.book()["id"]
    visitor = new_caller()

    assert visitor.get(f"/api/bookings/{booking}").status_code == 401
    assert visitor.get("/api/bookings").status_code == 401
    assert visitor.set_status(booking, "canceled").status_code == 401
