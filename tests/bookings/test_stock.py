"""L2, L6-L11, B5: reserved letters, who may see counts, and unmet demand."""

import re
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock


def span(first: str, last: str) -> dict[str, str]:
    return {"deliveryDate": f"2027-06-{first}", "pickupDate": f"2027-06-{last}"}


class TestTurnaround:
    """Rule L2."""

    def free_on(self, visitor: Api, operator: Api, *days: str) -> list[bool]:
        return [visitor.estimate(userId=operator.id, message="A", **span(day, day))["available"] for day in days]

    @pytest.mark.parametrize(
        "rules, free",
        [
            ({}, [False, False, True, True]),
            ({"turnaroundDays": 1}, [False, False, False, True]),
            ({"sameDayTurnaround": True}, [False, True, True, True]),
        ],
        ids=str,
    )
    def test_letters_are_unavailable_for_the_turnaround_days_after_pickup(
        self, rules: dict[str, Any], free: list[bool], operator: Api, visitor: Api
    ):
        operator.add_letters({"A": 1})
        operator.set_rules(**rules)
        visitor.book(userId=operator.id, message="A", **span("01", "03"))

        assert self.free_on(visitor, operator, "02", "03", "04", "05") == free

    def test_same_day_turnaround_keeps_the_only_day_of_a_rental(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        operator.set_rules(sameDayTurnaround=True)
        visitor.book(userId=operator.id, message="A", **span("03", "03"))

        assert self.free_on(visitor, operator, "02", "03", "04") == [True, False, True]

    def test_turnaround_applies_before_the_next_rental(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        operator.set_rules(turnaroundDays=2)
        visitor.book(userId=operator.id, message="A", **span("10", "12"))

        assert self.free_on(visitor, operator, "07", "08", "09", "14", "15") == [True, False, False, False, True]

    def test_turnaround_change_applies_to_new_bookings(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        visitor.book(userId=operator.id, message="A", **span("01", "03"))
        operator.set_rules(turnaroundDays=5)
        assert self.free_on(visitor, operator, "04") == [True]
        operator.set_rules(turnaroundDays=0, sameDayTurnaround=True)
        assert self.free_on(visitor, operator, "03") == [False]

    @pytest.mark.parametrize(
        "rules",
        [
            {"turnaroundDays": -1},
            {"turnaroundDays": 15},
            {"turnaroundDays": True},
            {"turnaroundDays": 1, "sameDayTurnaround": True},
            {"holdDays": 0},
            {"holdDays": "7"},
            {"holdDays": None},
            {"maxRentalDays": 91},
            {"maxRentalDays": 0},
            {"timeZone": "Mars/Olympus"},
            {"timeZone": ""},
            {"approvalRequired": "no"},
        ],
        ids=str,
    )
    def test_invalid_turnaround_is_rejected(self, rules: dict[str, Any], operator: Api):
        before = operator.get("/api/booking-rules").json()

        answer = operator.patch("/api/booking-rules", json=rules)

        assert answer.status_code == 422
        assert set(answer.json()["fields"]) <= set(rules)
        assert operator.get("/api/booking-rules").json() == before


class TestNoInventory:
    """Rule L7."""

    def test_stock_is_not_checked_without_letters_and_the_response_says_so(self, operator: Api, visitor: Api):
        seen = operator.estimate(message="QQQ")
        assert (seen["available"], seen["stockChecked"]) == (True, False)
        assert "stockChecked" not in visitor.estimate(userId=operator.id)
        assert visitor.try_to_book(userId=operator.id, message="Q" * 60).status_code == 201

    def test_unlisted_letter_counts_as_zero_once_any_letter_is_entered(self, operator: Api, visitor: Api):
        item = operator.add_letter("A", size="2ft")
        for size in ("2ft", "4ft"):
            assert visitor.try_to_book(userId=operator.id, message="Q", size=size).status_code == 409
        assert operator.estimate(message="Q")["stockChecked"] is True
        assert operator.delete(f"/api/inventory/{item['id']}").status_code == 204
        assert visitor.try_to_book(userId=operator.id, message="Q").status_code == 201


class TestLettersNotOwned:
    def test_letters_not_owned_are_reported_without_dates(self, operator: Api, visitor: Api):
        operator.add_letters({"L": 1, "O": 1})
        wish = {"message": "LOO Ñ", "deliveryDate": None, "pickupDate": None}

        seen = visitor.estimate(userId=operator.id, **wish)
        assert seen["shortages"] == [
            {"letter": "O", "size": "4ft", "finish": "standard", "needed": 2},
            {"letter": "Ñ", "size": "4ft", "finish": "standard", "needed": 1},
        ]
        assert (seen["available"], seen["alternatives"]) == (False, [])
        own = operator.estimate(**wish)["shortages"]
        assert own == [
            {"letter": "O", "size": "4ft", "finish": "standard", "needed": 2, "free": 1},
            {"letter": "Ñ", "size": "4ft", "finish": "standard", "needed": 1, "free": 0},
        ]
        enough = visitor.estimate(userId=operator.id, **wish | {"message": "LO"})
        assert enough["shortages"] == []
        assert enough.get("available") is None

    def test_visitors_see_no_shortage_day_for_letters_not_owned(self, operator: Api, visitor: Api):
        operator.add_letters({"L": 1, "O": 2})
        visitor.book(userId=operator.id, message="O")

        seen = visitor.estimate(userId=operator.id, message="LOOÑ")["shortages"]
        assert [(row["letter"], row.get("day")) for row in seen] == [("O", "2027-06-01"), ("Ñ", None)]
        own = operator.estimate(message="LOOÑ")["shortages"]
        assert [(row["letter"], row.get("day")) for row in own] == [("O", "2027-06-01"), ("Ñ", "2027-06-01")]

    def test_letters_not_owned_are_skipped_without_stock(self, operator: Api, visitor: Api):
        form = visitor.get("/api/booking-form", params={"userId": operator.id}).json()
        assert form["keepsStock"] is False
        seen = visitor.estimate(userId=operator.id, message="Ñ", deliveryDate=None, pickupDate=None)
        assert seen["shortages"] == []
        operator.add_letter("A")
        assert visitor.get("/api/booking-form", params={"userId": operator.id}).json()["keepsStock"] is True


class TestVisibility:
    """Rule L6."""

    def test_only_operators_see_available_counts(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 3, "P": 2, "Q": 1})
        operator.book(message="APQ")
        wish = {"userId": operator.id, "message": "PPQ"}

        assert visitor.try_to_book(**wish).json()["message"] == "Not enough P and Q on June 1, 2027."
        own = operator.try_to_book(**wish).json()["message"]
        assert own == "Only 1 P and no Q are available on June 1, 2027."
        own = operator.try_to_book(message="PP").json()["message"]
        assert own == "Only 1 P is available on June 1, 2027."

    def test_digits_are_told_apart_from_counts(self, operator: Api, visitor: Api):
        operator.add_letters({"1": 0, "2": 1, "A": 1})
        wish = {"message": "2 2 A A"}

        asked = visitor.try_to_book(userId=operator.id, **wish).json()["message"]
        assert asked == "Not enough of the digit 2 and A on June 1, 2027."
        own = operator.try_to_book(**wish).json()["message"]
        assert own == "Only 1 of the digit 2 and only 1 A are available on June 1, 2027."
        assert operator.try_to_book(message="1").json()["message"] == "No digit 1 is available on June 1, 2027."

    def test_shortage_messages_use_the_date_format_of_the_business(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 3, "P": 2})
        letter = next(row["id"] for row in ok_json(operator.get("/api/inventory")) if row["letter"] == "P")
        booking = operator.book(message="AP", asRequest=False)["id"]
        operator.set_rules(dateFormat="DD/MM/YYYY")
        wish = {"userId": operator.id, "message": "PP"}
        assert visitor.try_to_book(**wish).json()["message"] == "Not enough P on 1 June 2027."
        assert operator.try_to_book(message="PP").json()["message"] == "Only 1 P is available on 1 June 2027."
        fewer = operator.patch(f"/api/inventory/{letter}", json={"quantity": 0})
        assert "taken on 1 June 2027" in fewer.json()["message"]
        out = {"count": 3, "firstDay": "2027-06-01", "reason": "Broken"}
        refused = operator.post(f"/api/inventory/{letter}/outages", json=out)
        assert "out of service on 1 June 2027" in refused.json()["message"]
        assert "The pickup is on 3 June 2027." in operator.set_status(booking, "completed").json()["message"]
        late = operator.patch(f"/api/bookings/{booking}/return", json={"expectedBack": "2029-06-01"})
        assert re.search(r"until \d{1,2} [A-Z][a-z]+ 20\d\d\.", late.json()["fields"]["expectedBack"])

    def test_visitors_never_see_counts(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 3})
        visitor.book(userId=operator.id, message="AA", customerName="Secret Customer")
        wish = {"userId": operator.id, "message": "AA"}

        answers = [visitor.try_to_book(**wish), visitor.post("/api/estimate", json=booking_body(**wish))]
        answers.append(
            visitor.get(
                "/api/availability/calendar",
                params={"userId": operator.id, "size": "4ft", "message": "AA", "month": "2027-06"},
            )
        )

        for answer in answers:
            assert '"free"' not in answer.text
            assert "Secret" not in answer.text
        assert answers[0].json()["shortages"] == [
            {"letter": "A", "size": "4ft", "finish": "standard", "needed": 2, "day": "2027-06-01"}
        ]
        own = operator.try_to_book(message="AA").json()["shortages"]
        assert own == [
            {"letter": "A", "size": "4ft", "finish": "standard", "needed": 2, "day": "2027-06-01", "free": 1}
        ]
        assert operator.estimate(message="AA")["free"] == {"A": 1}

    def test_at_most_three_alternatives_are_offered_and_all_can_be_booked(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        operator.add_letters({"A": 1}, size="2ft")
        visitor.book(userId=operator.id, message="A", **span("10", "12"))

        ways = visitor.try_to_book(userId=operator.id, message="A", **span("11", "12")).json()["alternatives"]

        assert [(way["kind"], way["size"], way["deliveryDate"], way["pickupDate"]) for way in ways] == [
            ("size", "2ft", "2027-06-11", "2027-06-12"),
            ("dates", "4ft", "2027-06-13", "2027-06-14"),
            ("dates", "4ft", "2027-06-14", "2027-06-15"),
        ]
        assert [way["total"] for way in ways] == [15, 25, 25]
        for way in ways:
            fields = {name: way[name] for name in ("size", "deliveryDate", "pickupDate")}
            taken = visitor.book(userId=operator.id, message="A", totalPrice=way["total"], **fields)
            operator.set_status(taken["id"], "canceled")

    def test_alternatives_are_never_in_the_past(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        operator.set_rules(minimumNoticeHours=0)
        clock.set("2027-03-10T12:00")
        wish = {"userId": operator.id, "message": "A", "deliveryDate": "2027-03-11", "pickupDate": "2027-03-12"}
        visitor.book(**wish)
        ways = visitor.try_to_book(**wish).json()["alternatives"]
        assert [way["deliveryDate"] for way in ways] == ["2027-03-13", "2027-03-14", "2027-03-15"]

    def test_letter_not_owned_has_no_alternatives(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        assert visitor.try_to_book(userId=operator.id, message="Q").json()["alternatives"] == []

    def test_calendar_shows_availability_by_day(self, operator: Api, visitor: Api, clock: Clock):
        operator.add_letters({"A": 1})
        operator.set_rules(minimumNoticeHours=0)
        visitor.book(userId=operator.id, message="A", deliveryDate="2027-03-09", pickupDate="2027-03-10")
        question = {"userId": operator.key, "size": "4ft", "message": "a", "month": "2027-03"}

        days = visitor.get("/api/availability/calendar", params=question).json()["days"]

        assert [day["date"] for day in days] == [f"2027-03-{day:02}" for day in range(1, 32)]
        assert [day["date"][-2:] for day in days if not day["available"]] == ["01", "02", "09", "10"]
        for month, message in (("2027-13", "A"), ("2027-3", "A"), ("next", "A"), ("2027-03", ""), ("2027-03", "\x00")):
            answer = visitor.get("/api/availability/calendar", params={**question, "month": month, "message": message})
            assert answer.status_code == 422


class TestOverbooking:
    """Rule L10."""

    def test_operator_may_overbook_with_a_reason(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        assert operator.try_to_book(message="AA").status_code == 409
        for empty in ("", "  "):
            assert operator.try_to_book(message="AA", overbookReason=empty).status_code == 409
        marked = operator.book(message="AA", overbookReason="Lent by Jo")
        assert marked["overbookReason"] == "Lent by Jo"
        assert operator.estimate(message="A")["available"] is False
        assert operator.set_status(marked["id"], "confirmed").status_code == 200

    def test_unneeded_overbooking_reason_is_not_stored(self, operator: Api):
        operator.add_letters({"A": 1})
        assert operator.book(message="A", overbookReason="Just in case")["overbookReason"] is None

    def test_visitor_may_not_overbook(self, operator: Api, other_operator: Api, visitor: Api):
        operator.add_letters({"A": 1})
        for caller in (visitor, other_operator):
            answer = caller.try_to_book(userId=operator.id, message="AA", overbookReason="Please")
            assert answer.status_code == 409

    def test_edit_can_overbook_and_later_edit_clears_the_reason(self, operator: Api):
        operator.add_letters({"A": 1})
        booking = operator.book(message="A")
        path = f"/api/bookings/{booking['id']}"
        assert operator.patch(path, json={"message": "AA"}).status_code == 409
        edited = ok_json(operator.patch(path, json={"message": "AA", "overbookReason": "Lent"}))
        assert edited["overbookReason"] == "Lent"
        assert ok_json(operator.patch(path, json={"message": "A"}))["overbookReason"] is None


class TestUnmetDemand:
    """L9: one row per form, deleted once the rental is booked after all."""

    def remembered(self, database: Database) -> list[tuple[str, str, int]]:
        found = rows.rows(database, "unmet_demand")
        return [(row["form_key"], row["message"], row["total_cents"]) for row in found]

    def ask(self, visitor: Api, operator: Api, key: str, **fields: Any) -> Any:
        body = booking_body(userId=operator.id, **fields)
        return ok_json(visitor.post("/api/estimate", json=body, headers={"Idempotency-Key": key}))

    def test_unmet_demand_is_recorded_once_per_form_session(self, operator: Api, visitor: Api, database: Database):
        operator.add_letters({"L": 1})
        for message in ("LO", "LOV", "LOVE"):
            self.ask(visitor, operator, "form-a", message=message)
        self.ask(visitor, operator, "form-b", message="LL", pickupDate="2027-06-02")
        visitor.try_to_book(userId=operator.id, key="form-a", message="LOVE")

        assert sorted(self.remembered(database)) == [("form-a", "LOVE", 20000), ("form-b", "LL", 5000)]
        row = next(row for row in rows.rows(database, "unmet_demand") if row["form_key"] == "form-b")
        assert row["short"] == [{"letter": "L", "size": "4ft", "finish": "", "needed": 2, "free": 1}]
        assert (row["first_day"].isoformat(), row["last_day"].isoformat()) == ("2027-06-01", "2027-06-02")

    def test_rejected_booking_records_only_its_demand(self, operator: Api, visitor: Api, database: Database):
        operator.add_letters({"L": 1})
        before = rows.content(database, but=["unmet_demand"])
        assert visitor.try_to_book(userId=operator.id, key="form-a", message="LL").status_code == 409
        assert self.remembered(database) == [("form-a", "LL", 10000)]
        assert rows.content(database, but=["unmet_demand"]) == before

    def test_unmet_demand_is_removed_when_booked(self, operator: Api, visitor: Api, database: Database):
        operator.add_letters({"L": 1})
        self.ask(visitor, operator, "form-a", message="LL")
        self.ask(visitor, operator, "form-b", message="LL")
        visitor.book(userId=operator.id, key="form-a", message="L")
        assert self.remembered(database) == [("form-b", "LL", 10000)]

    def test_unmet_demand_is_removed_when_the_message_is_corrected(
        self, operator: Api, visitor: Api, database: Database
    ):
        operator.add_letters({"L": 1})
        self.ask(visitor, operator, "form-a", message="LL")
        self.ask(visitor, operator, "form-a", message="L")
        assert self.remembered(database) == []

    def test_unmet_demand_is_kept_when_other_days_are_booked(self, operator: Api, visitor: Api, database: Database):
        operator.add_letters({"L": 1})
        visitor.book(userId=operator.id, message="L", **span("01", "03"))
        self.ask(visitor, operator, "form-a", message="L", **span("01", "02"))
        self.ask(visitor, operator, "form-a", message="L", **span("05", "06"))
        assert [row[0] for row in self.remembered(database)] == ["form-a"]

    def test_unmet_demand_is_not_recorded_for_operators_or_without_a_key(
        self, operator: Api, visitor: Api, database: Database
    ):
        operator.add_letters({"L": 1})
        ok_json(operator.post("/api/estimate", json=booking_body(message="LL"), headers={"Idempotency-Key": "form-a"}))
        operator.try_to_book(message="LL", key="form-a")
        visitor.estimate(userId=operator.id, message="LL")
        assert self.remembered(database) == []


class TestOutOfService:
    """Rule L11."""

    def put_out(self, operator: Api, item: int, count: int, first: str, last: str, **fields: Any) -> Any:
        body = {"count": count, "firstDay": first, "lastDay": last, **fields}
        return operator.post(f"/api/inventory/{item}/outages", json=body)

    def test_letters_in_repair_are_unavailable(self, operator: Api, visitor: Api):
        item = operator.add_letter("A", quantity=2)["id"]
        outage = ok_json(self.put_out(operator, item, 1, "2027-06-02", "2027-06-03", reason="Bulb"))
        assert outage == {
            "id": outage["id"],
            "inventoryId": item,
            "letter": "A",
            "size": "4ft",
            "finish": "standard",
            "count": 1,
            "firstDay": "2027-06-02",
            "lastDay": "2027-06-03",
            "kind": "repair",
            "reason": "Bulb",
            "bookingId": None,
            "reportedBy": operator.user["username"],
            "photo": None,
            "atRisk": [],
        }
        del outage["atRisk"]
        wish = {"userId": operator.id, "message": "AA"}
        assert visitor.try_to_book(**wish, **span("03", "04")).status_code == 409
        assert visitor.try_to_book(**wish, **span("04", "05")).status_code == 201
        assert operator.get(f"/api/inventory/{item}/outages").json() == [outage]
        assert operator.delete(f"/api/inventory/{item}/outages/{outage['id']}").status_code == 204
        assert operator.delete(f"/api/inventory/{item}/outages/{outage['id']}").status_code == 404
        deed = operator.get("/api/activity").json()["items"][0]
        assert (deed["action"], deed["subject"], deed["details"]) == ("outage.deleted", "A (4ft)", {"count": 1})
        assert visitor.try_to_book(**wish, **span("02", "03")).status_code == 201

    def test_held_letters_can_go_out_of_service(self, operator: Api, visitor: Api):
        item = operator.add_letter("A", quantity=2)["id"]
        booking = visitor.book(userId=operator.id, message="A", **span("01", "03"))
        answer = ok_json(self.put_out(operator, item, 2, "2027-06-03", "2027-06-09"))
        assert [row["bookingId"] for row in answer["atRisk"]] == [booking["id"]]
        assert self.put_out(operator, item, 1, "2027-06-03", "2027-06-09").status_code == 409
        assert self.put_out(operator, item, 3, "2027-07-03", "2027-07-09").status_code == 409

    def test_long_outage_takes_the_letters_on_each_of_its_days(self, operator: Api, visitor: Api):
        item = operator.add_letter("A", quantity=1)["id"]
        outage = ok_json(self.put_out(operator, item, 1, "2027-06-01", "2029-12-31"))
        for day in ("2027-06-01", "2027-09-12", "2027-09-13", "2027-09-14", "2028-02-29", "2029-12-31"):
            seen = visitor.estimate(userId=operator.id, message="A", deliveryDate=day, pickupDate=day)
            assert seen["available"] is False, day
        free = visitor.estimate(userId=operator.id, message="A", deliveryDate="2030-01-01", pickupDate="2030-01-01")
        assert free["available"] is True
        assert operator.delete(f"/api/inventory/{item}/outages/{outage['id']}").status_code == 204
        assert visitor.estimate(userId=operator.id, message="A")["available"] is True

    def test_outage_ends_when_its_letter_is_removed(self, operator: Api, database: Database):
        item = operator.add_letter("A", quantity=1)["id"]
        ok_json(self.put_out(operator, item, 1, "2027-06-01", "2027-06-30"))
        assert operator.delete(f"/api/inventory/{item}").status_code == 204
        assert (rows.number(database, "letter_outages"), rows.number(database, "letter_holds")) == (0, 0)

    @pytest.mark.parametrize(
        "change, field",
        [
            ({"count": 0}, "count"),
            ({"count": -1}, "count"),
            ({"count": "1"}, "count"),
            ({"count": 10**6}, "count"),
            ({"count": None}, "count"),
            ({"firstDay": "soon"}, "firstDay"),
            ({"firstDay": "2027-06-01T10:00"}, "firstDay"),
            ({"firstDay": "20270601"}, "firstDay"),
            ({"firstDay": "2027-W22-2"}, "firstDay"),
            ({"firstDay": None}, "firstDay"),
            ({"firstDay": "2027-06-03"}, "lastDay"),
            ({"lastDay": "2031-06-01"}, "lastDay"),
            ({"firstDay": "0001-01-01", "lastDay": "0001-01-02"}, "firstDay"),
            ({"firstDay": "9999-12-30", "lastDay": "9999-12-31"}, "firstDay"),
            ({"reason": 5}, "reason"),
            ({"reason": "x" * 201}, "reason"),
            ({"reason": "a\nb"}, "reason"),
        ],
        ids=str,
    )
    def test_invalid_outage_is_reported(self, change: dict[str, Any], field: str, operator: Api, database: Database):
        item = operator.add_letter("A", quantity=1)["id"]
        before = rows.content(database)
        body = {"count": 1, "firstDay": "2027-06-01", "lastDay": "2027-06-02", **change}

        answer = operator.post(f"/api/inventory/{item}/outages", json=body)

        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
        assert rows.content(database) == before

    @pytest.mark.parametrize("reason", [None, "", "  "])
    def test_outage_can_be_added_without_a_reason(self, reason: Any, operator: Api):
        item = operator.add_letter("A", quantity=1)["id"]
        assert ok_json(self.put_out(operator, item, 1, "2027-06-01", "2027-06-02", reason=reason))["reason"] is None


def test_booking_keeps_the_data_of_its_venue(operator: Api, visitor: Api):
    venue = operator.add_venue(
        name="Barn", address="1 Lane", city="Troy", state="NY", zipCode="12180", difficulty="moderate"
    )
    booking = visitor.book(userId=operator.id, venueId=venue["id"], venueName="Elsewhere", venueAddress="2 Road")
    assert (booking["venueName"], booking["venueAddress"]) == ("Barn", "1 Lane, Troy, NY 12180")
    operator.patch(f"/api/venues/{venue['id']}", json={"name": "New", "city": "Rome", "difficulty": "easy"})

    kept = operator.get(f"/api/bookings/{booking['id']}").json()

    for name in ("venueName", "venueAddress", "venueSurcharge", "totalPrice", "breakdown"):
        assert kept[name] == booking[name]


def test_unknown_venue_is_rejected(operator: Api):
    booking = operator.book(venueName="At home", venueAddress="5 Elm Street")
    assert (booking["venueId"], booking["venueName"], booking["venueAddress"]) == (None, "At home", "5 Elm Street")
    assert (booking["venueSurcharge"], booking["deposit"]) == (0, 0)
