"""Delivery days of a business (B13), and the fields its form requires (B14). It is 10:00 AM on March 3, 2027, in New
York.
"""

from typing import Any

import pytest

from tests.support.api import Api
from tests.support.clock import Clock

JUNE_1 = "2027-06-01"


@pytest.fixture
def request_days(operator: Api, visitor: Api) -> Any:
    """Request some days as a visitor; the returned function returns the status, or the reason and day of a
    rejection.
    """

    def asked(delivery: str, pickup: str | None = None, **fields: Any) -> Any:
        answer = visitor.try_to_book(
            userId=operator.id, deliveryDate=delivery, pickupDate=pickup or delivery[:10], **fields
        )
        if answer.status_code == 409:
            body = answer.json()
            assert body["code"] == "closed_day"
            assert body["message"]
            return body["reason"], body["day"]
        return answer.status_code

    return asked


def closed_days(api: Api, operator: Api, delivery: str, pickup: str, **fields: Any) -> Any:
    return api.estimate(userId=operator.id, deliveryDate=delivery, pickupDate=pickup, **fields)["closed"]


class TestClosedDays:
    def test_closed_days_apply_to_delivery_and_pickup_only(self, operator: Api, request_days: Any):
        operator.set_rules(closedDays=[{"from": "2027-06-05", "to": "2027-06-06", "reason": "Fair"}])

        assert request_days("2027-06-05", "2027-06-08") == ("closed", "2027-06-05")
        assert request_days("2027-06-03", "2027-06-06") == ("closed", "2027-06-06")
        assert request_days("2027-06-04", "2027-06-07") == 201

    def test_closed_days_repeat_by_year_and_weekday(self, operator: Api, request_days: Any):
        operator.set_rules(closedDays=[{"from": "2020-07-04", "yearly": True}], closedWeekdays=[6])

        assert request_days("2027-07-04", "2027-07-06") == ("closed", "2027-07-04")
        assert request_days("2028-07-04", "2028-07-06") == ("closed", "2028-07-04")
        assert request_days("2027-06-04", "2027-06-06") == ("closed", "2027-06-06")
        assert request_days("2027-06-05", "2027-06-07") == 201

    def test_operators_are_only_warned_about_a_closed_day(self, operator: Api, visitor: Api):
        operator.set_rules(closedWeekdays=[1])

        assert operator.book(deliveryDate=JUNE_1, pickupDate="2027-06-02")["status"] == "pending"
        expected = {"day": JUNE_1, "reason": "closed"}
        for api in (operator, visitor):
            assert closed_days(api, operator, JUNE_1, "2027-06-02") == expected
            assert closed_days(api, operator, JUNE_1, "2027-06-02", message=None) == expected
            assert closed_days(api, operator, "2027-06-02", "2027-06-03") is None

    def test_delivery_and_pickup_each_report_why_they_are_closed(self, operator: Api, visitor: Api):
        operator.set_rules(
            closedDays=[{"from": "2027-06-01"}, {"from": "2027-06-03"}], maxPickupsPerDay=1, minimumNoticeHours=90 * 24
        )
        operator.book(deliveryDate="2027-06-04", pickupDate="2027-06-05")

        def stops(delivery: str, pickup: str) -> Any:
            found = visitor.estimate(userId=operator.id, deliveryDate=delivery, pickupDate=pickup)
            rows = found.get("closedStops", [])
            # The first one is the reason a visitor is rejected for.
            assert found["closed"] == ({name: rows[0][name] for name in ("day", "reason")} if rows else None)
            return [(row["stop"], row["day"], row["reason"]) for row in rows]

        assert stops("2027-06-01", "2027-06-03") == [
            ("delivery", "2027-06-01", "closed"),
            ("pickup", "2027-06-03", "closed"),
        ]
        assert stops("2027-06-01", "2027-06-05") == [
            ("delivery", "2027-06-01", "closed"),
            ("pickup", "2027-06-05", "full"),
        ]
        assert stops("2027-05-30", "2027-06-03") == [
            ("pickup", "2027-06-03", "closed"),
            ("delivery", "2027-05-30", "notice"),
        ]
        assert stops("2027-06-05", "2027-06-05") == [("pickup", "2027-06-05", "full")]
        assert stops("2027-06-02", "2027-06-04") == []


class TestFullDays:
    def test_deliveries_and_pickups_have_separate_limits(self, operator: Api, request_days: Any):
        operator.set_rules(maxDeliveriesPerDay=2, maxPickupsPerDay=1)
        assert request_days("2027-06-01", "2027-06-03") == 201
        assert request_days("2027-06-01", "2027-06-03") == ("full", "2027-06-03")
        assert request_days("2027-06-01", "2027-06-04") == 201
        assert request_days("2027-06-01", "2027-06-05") == ("full", "2027-06-01")
        assert request_days("2027-06-03", "2027-06-06") == 201

    def test_canceled_and_lapsed_bookings_do_not_fill_a_day(self, operator: Api, request_days: Any, clock: Clock):
        operator.set_rules(maxDeliveriesPerDay=1, holdDays=7)
        own = operator.book(deliveryDate=JUNE_1, pickupDate="2027-06-02", asRequest=False)
        assert request_days(JUNE_1, "2027-06-03") == ("full", JUNE_1)
        assert operator.set_status(own["id"], "canceled").status_code == 200
        assert request_days(JUNE_1, "2027-06-03") == 201
        assert request_days(JUNE_1, "2027-06-04") == ("full", JUNE_1)
        clock.pass_by(days=8)
        assert request_days(JUNE_1, "2027-06-05") == 201

    def test_booking_does_not_count_against_itself(self, operator: Api):
        operator.set_rules(maxDeliveriesPerDay=1)
        own = operator.book(deliveryDate=JUNE_1, pickupDate="2027-06-02")
        assert closed_days(operator, operator, JUNE_1, "2027-06-02", bookingId=own["id"]) is None
        assert closed_days(operator, operator, JUNE_1, "2027-06-02") == {"day": JUNE_1, "reason": "full"}

    def test_edit_moves_a_stop_from_one_day_to_another(self, operator: Api, request_days: Any):
        operator.set_rules(maxDeliveriesPerDay=1)
        moved = operator.book(deliveryDate=JUNE_1, pickupDate="2027-06-05")
        assert request_days(JUNE_1, "2027-06-05") == ("full", JUNE_1)
        path = f"/api/bookings/{moved['id']}"
        assert operator.patch(path, json={"deliveryDate": "2027-06-02"}).status_code == 200
        assert request_days("2027-06-02", "2027-06-05") == ("full", "2027-06-02")
        assert request_days(JUNE_1, "2027-06-05") == 201
        # Operators see that the day is full, and may exceed the limit.
        assert closed_days(operator, operator, JUNE_1, "2027-06-05", bookingId=moved["id"]) == {
            "day": JUNE_1,
            "reason": "full",
        }
        assert operator.patch(path, json={"deliveryDate": JUNE_1}).status_code == 200
        assert request_days("2027-06-02", "2027-06-05") == 201

    def test_repeated_request_does_not_fill_a_day_twice(self, operator: Api, visitor: Api):
        operator.set_rules(maxDeliveriesPerDay=1)
        twice = [visitor.try_to_book(userId=operator.id, deliveryDate=JUNE_1, key="form-1") for _ in range(2)]
        assert [answer.status_code for answer in twice] == [201, 201]
        assert len({answer.json()["id"] for answer in twice}) == 1


class TestNotice:
    @pytest.mark.parametrize(
        "hours, delivery, found",
        [
            (0, "2027-03-03", 201),
            (24, "2027-03-04", ("notice", "2027-03-04")),
            (24, "2027-03-05", 201),
            # Up to the given time: 23:59 hours, and 24 hours.
            (24, "2027-03-04T09:59", ("notice", "2027-03-04")),
            (24, "2027-03-04T10:00", 201),
            # Up to the beginning of the day, even if a window was chosen: 38 hours.
            (39, "2027-03-05", ("notice", "2027-03-05")),
            (38, "2027-03-05", 201),
            # The clocks go forward on March 14, so there is one hour less until the day begins.
            (24 * 12 - 10, "2027-03-15", ("notice", "2027-03-15")),
            (24 * 12 - 11, "2027-03-15", 201),
        ],
    )
    def test_notice_counts_to_the_delivery_time_or_start_of_day(
        self, hours: int, delivery: str, found: Any, operator: Api, request_days: Any
    ):
        operator.set_rules(minimumNoticeHours=hours)
        assert request_days(delivery, "2027-03-16", preferredInstallTime="evening") == found

    def test_short_notice_is_reported_only_if_the_day_is_neither_closed_nor_full(
        self, operator: Api, request_days: Any
    ):
        operator.set_rules(minimumNoticeHours=1000, maxDeliveriesPerDay=1, closedDays=[{"from": "2027-03-10"}])
        operator.book(deliveryDate="2027-03-09", pickupDate="2027-03-09")
        assert request_days("2027-03-08", "2027-03-08") == ("notice", "2027-03-08")
        assert request_days("2027-03-09", "2027-03-11") == ("full", "2027-03-09")
        assert request_days("2027-03-09", "2027-03-10") == ("closed", "2027-03-10")


def test_calendar_states_why_a_day_is_unavailable(operator: Api, visitor: Api):
    operator.add_letters({"A": 1})
    operator.set_rules(
        minimumNoticeHours=72,
        closedDays=[{"from": "2027-03-20", "to": "2027-03-21"}],
        maxDeliveriesPerDay=1,
    )
    operator.book(message="A", deliveryDate="2027-03-10", pickupDate="2027-03-12")

    def marks(**more: Any) -> dict[str, str]:
        question = {"userId": operator.key, "month": "2027-03", **more}
        days = visitor.get("/api/availability/calendar", params=question).json()["days"]
        assert len(days) == 31
        assert all(day["available"] == ("reason" not in day) for day in days)
        return {day["date"][-2:]: day["reason"] for day in days if not day["available"]}

    usual = {"01": "past", "02": "past", "03": "notice", "04": "notice", "05": "notice", "06": "notice"}
    fair = {"20": "closed", "21": "closed"}
    assert marks(size="4ft", message="A") == usual | {"10": "full", "11": "letters", "12": "letters"} | fair
    assert marks() == usual | {"10": "full"} | fair
    assert marks(stop="delivery") == usual | {"10": "full"} | fair
    assert marks(stop="pickup") == {"01": "past", "02": "past"} | fair
    assert visitor.get("/api/availability/calendar", params={"userId": operator.key, "month": "x"}).status_code == 422


class TestPickupAfterMidnight:
    def test_pickup_after_midnight_adds_no_day_and_no_hold(self, operator: Api, visitor: Api):
        operator.add_letters("LOVE", quantity=1)
        night = visitor.book(userId=operator.id, deliveryDate="2027-06-04T10:00", pickupDate="2027-06-06T00:30")
        assert (night["rentalDays"], night["totalPrice"]) == (1, 100)
        meanwhile = {"deliveryDate": "2027-06-05", "pickupDate": "2027-06-05"}
        assert visitor.try_to_book(userId=operator.id, **meanwhile).status_code == 409
        next_day = visitor.book(userId=operator.id, deliveryDate="2027-06-06", pickupDate="2027-06-07")
        assert next_day["status"] == "pending"

    @pytest.mark.parametrize("kind", ["bookings", "quotes"])
    def test_booking_keeps_its_days_when_grace_hours_change(self, operator: Api, kind: str):
        add = {"bookings": operator.book, "quotes": operator.quote}[kind]
        agreed = add(deliveryDate="2027-06-04T10:00", pickupDate="2027-06-06T00:30")
        assert (agreed["rentalDays"], agreed["totalPrice"]) == (1, 100)
        operator.set_rules(pickupGraceHours=0)
        path = f"/api/{kind}/{agreed['id']}"
        longer = operator.patch(path, json={"message": "LOVER"}).json()
        assert (longer["rentalDays"], longer["totalPrice"]) == (1, 125)
        moved = operator.patch(path, json={"pickupDate": "2027-06-06T00:31"}).json()
        assert (moved["rentalDays"], moved["totalPrice"]) == (2, 250)


class TestTheForm:
    def test_form_offers_the_event_types_of_the_business(self, operator: Api, visitor: Api):
        first = visitor.book(userId=operator.id, eventType="birthday")
        operator.set_rules(eventTypes=["Prom", "Quinceañera"])

        assert visitor.get("/api/booking-form", params={"userId": operator.id}).json()["eventTypes"] == [
            "Prom",
            "Quinceañera",
        ]
        assert visitor.book(userId=operator.id, eventType="Prom")["eventType"] == "Prom"
        for api in (visitor, operator):
            refused = api.try_to_book(userId=operator.id, eventType="birthday")
            assert refused.json()["fields"] == {"eventType": "Event type must be one of: Prom, Quinceañera"}
        # A booking keeps its event type, which may be sent back.
        path = f"/api/bookings/{first['id']}"
        assert operator.patch(path, json={"eventType": "birthday", "notes": "x"}).json()["eventType"] == "birthday"
        assert operator.patch(path, json={"eventType": "wedding"}).status_code == 422

    def test_required_fields_apply_to_visitors_only(self, operator: Api, visitor: Api):
        operator.set_rules(requiredFields=["customerPhone", "eventType"])

        refused = visitor.try_to_book(userId=operator.id)
        assert refused.json()["fields"] == {
            "customerPhone": "Customer phone is required",
            "eventType": "Event type is required",
        }
        assert visitor.try_to_book(userId=operator.id, customerPhone="555", eventType="other").status_code == 201
        assert operator.try_to_book().status_code == 201


@pytest.mark.parametrize(
    "rules, field",
    [
        ({"minimumNoticeHours": -1}, "minimumNoticeHours"),
        ({"minimumNoticeHours": 1.5}, "minimumNoticeHours"),
        ({"closedDays": [{"from": "2027-06-05", "to": "2027-06-04"}]}, "closedDays[0].to"),
        ({"closedDays": [{"from": "2027-06-05"}, {"to": "2027-06-04"}]}, "closedDays[1].from"),
        ({"closedDays": [{"from": "2027-02-30"}]}, "closedDays[0].from"),
        ({"closedDays": [{"from": 20270601}]}, "closedDays[0].from"),
        ({"closedDays": [{"from": "2027-01-01", "to": "2028-01-01", "yearly": True}]}, "closedDays[0].to"),
        ({"closedDays": [{"from": "2027-06-05", "reason": "x" * 101}]}, "closedDays[0].reason"),
        ({"closedDays": [{"from": "2027-06-05"}] * 201}, "closedDays"),
        ({"closedDays": "sundays"}, "closedDays"),
        ({"closedWeekdays": [7]}, "closedWeekdays"),
        ({"closedWeekdays": [True]}, "closedWeekdays"),
        ({"maxDeliveriesPerDay": 0}, "maxDeliveriesPerDay"),
        ({"maxPickupsPerDay": "3"}, "maxPickupsPerDay"),
        ({"pickupGraceHours": 24}, "pickupGraceHours"),
        ({"overdueGraceHours": -1}, "overdueGraceHours"),
        ({"anyAddress": False, "listedVenues": False}, "anyAddress"),
        ({"eventTypes": []}, "eventTypes"),
        ({"eventTypes": ["Prom", " "]}, "eventTypes[1]"),
        ({"eventTypes": ["Prom", "prom"]}, "eventTypes"),
        ({"eventTypes": ["Quincean\u0303era", "QUINCEAÑERA "]}, "eventTypes"),
        ({"eventTypes": ["x" * 41]}, "eventTypes[0]"),
        ({"requiredFields": ["message"]}, "requiredFields"),
    ],
    ids=str,
)
def test_invalid_delivery_and_form_rules_are_rejected(rules: dict[str, Any], field: str, operator: Api):
    before = operator.get("/api/booking-rules").json()
    answer = operator.patch("/api/booking-rules", json=rules)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]
    assert len(answer.json()["fields"][field]) > 10
    assert operator.get("/api/booking-rules").json() == before


def test_delivery_and_form_rules_are_stored(operator: Api):
    wanted = {
        "minimumNoticeHours": 48,
        "closedDays": [{"from": "2027-12-24", "to": "2028-01-02", "yearly": True, "reason": "Holidays"}],
        "closedWeekdays": [0, 6],
        "maxDeliveriesPerDay": 4,
        "maxPickupsPerDay": None,
        "pickupGraceHours": 0,
        "overdueGraceHours": 12,
        "anyAddress": True,
        "listedVenues": False,
    }
    found = operator.set_rules(**wanted, holdDays=5)
    assert {name: found[name] for name in wanted} == wanted
    assert operator.set_rules(closedWeekdays=[6, 0, 0]) == found
    assert operator.set_rules(**found) == found
