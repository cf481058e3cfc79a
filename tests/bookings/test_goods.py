"""Goods going out and coming back: handovers, overdue, broken and lost pieces, and bookings at risk."""

import random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.goods import confirmed, on_june, record_handover, set_june_clock


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to the first day of the tests, before any user signs in."""
    set_june_clock(clock, 1, 9)


def goods_state(operator: Api, booking: dict[str, Any]) -> str:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}"))["goods"]


class TestOverdue:
    def test_overdue_pieces_are_unavailable_today_and_tomorrow(self, operator: Api, visitor: Api, clock: Clock):
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"X": 1, "Y": 1, "Z": 1})
        booking = confirmed(operator, "XYZ", 1, 2)
        set_june_clock(clock, 3)
        free = [visitor.estimate(userId=operator.id, message="XYZ", **on_june(day))["available"] for day in (3, 4, 5)]
        assert free == [False, False, True]
        read = ok_json(operator.get(f"/api/bookings/{booking['id']}"))
        assert (read["goods"], read["overdueSince"]) == ("overdue", "2027-06-03T00:00:00+00:00")
        for state, listed in (
            ("overdue", [booking["id"]]),
            ("reserved", []),
            ("back", []),
            ("out,overdue", [booking["id"]]),
        ):
            assert [row["id"] for row in ok_json(operator.get("/api/bookings", params={"goods": state}))] == listed
        ok_json(operator.complete(booking["id"]))
        assert [row["id"] for row in ok_json(operator.get("/api/bookings", params={"goods": "back"}))] == [
            booking["id"]
        ]
        assert visitor.estimate(userId=operator.id, message="XYZ", **on_june(3))["available"] is True
        assert goods_state(operator, booking) == "back"

    def test_late_goods_are_held_until_their_expected_return(self, operator: Api, visitor: Api, clock: Clock):
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"X": 1})
        booking, later = confirmed(operator, "X", 1, 2), confirmed(operator, "X", 5)
        set_june_clock(clock, 3)
        path = f"/api/bookings/{booking['id']}/return"
        said = ok_json(operator.patch(path, json={"expectedBack": "2027-06-06T17:00"}))
        assert (said["expectedBack"], said["goods"]) == ("2027-06-06T17:00:00+00:00", "overdue")
        assert [row["bookingId"] for row in said["atRisk"]] == [later["id"]]
        # An edit of other fields keeps it, but a new pickup doesn't.
        ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"size": "4ft", "colorOption": "standard"}))
        free = [visitor.estimate(userId=operator.id, message="X", **on_june(day))["available"] for day in (4, 6, 7)]
        assert free == [False, False, True]
        for day in ("2027-06-02", "2027-12-30", "9999-12-31", "soon"):
            refused = operator.patch(path, json={"expectedBack": day})
            assert (refused.status_code, list(refused.json()["fields"])) == (422, ["expectedBack"])
        assert ok_json(operator.patch(path, json={"expectedBack": None}))["atRisk"] == []
        ok_json(operator.complete(booking["id"]))
        assert operator.patch(path, json={"expectedBack": "2027-06-06"}).json()["code"] == "nothing_out"

    def test_goods_become_overdue_after_the_grace_hours_of_the_business(
        self, operator: Api, visitor: Api, clock: Clock
    ):
        operator.set_rules(timeZone="UTC", overdueGraceHours=14)
        operator.add_letters({"X": 1})
        confirmed(operator, "X", 1, 2)
        set_june_clock(clock, 3, 13)
        assert visitor.estimate(userId=operator.id, message="X", **on_june(3))["available"] is True
        set_june_clock(clock, 3, 15)
        assert visitor.estimate(userId=operator.id, message="X", **on_june(3))["available"] is False


class TestHandovers:
    def test_handover_counts_goods_out_and_back(self, operator: Api, visitor: Api):
        operator.add_letters({"L": 2, "O": 2})
        booking = confirmed(operator, "LOO", 1, 5)
        seen = [goods_state(operator, booking)]
        for kind, letters in (("pack", "LOO"), ("out", "LOO"), ("in", "L"), ("in", "OO")):
            answer = ok_json(record_handover(operator, booking, kind, letters))
            assert answer["goods"] == goods_state(operator, booking)
            seen.append(answer["goods"])
            assert len(ok_json(operator.get("/api/bookings", params={"goods": answer["goods"]}))) == 1
        assert seen == ["reserved", "packed", "out", "partly_back", "back"]
        shown = ok_json(operator.get(f"/api/bookings/{booking['id']}/goods"))
        assert [(row["name"], row["booked"], row["packed"], row["out"], row["back"]) for row in shown["pieces"]] == [
            ("L", 1, 1, 0, 1),
            ("O", 2, 2, 0, 2),
        ]
        # Returned pieces are available right away, even before the pickup day.
        assert visitor.estimate(userId=operator.id, message="LLOO", **on_june(3))["available"] is True
        kept = ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers"))
        assert [row["kind"] for row in kept] == ["pack", "out", "in", "in"]

    def test_handover_with_the_same_id_counts_once(self, operator: Api):
        operator.add_letters({"L": 1})
        booking = confirmed(operator, "L", 1)
        first, again = record_handover(operator, booking, "out", "L"), record_handover(operator, booking, "out", "L")
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["handover"] == again.json()["handover"]
        other = record_handover(operator, booking, "out", "L", note="Dark", at="2027-06-01T13:00:00Z")
        assert (other.status_code, other.json()["code"]) == (409, "key_reused")

    @pytest.mark.parametrize(
        "kind, letters, code",
        [
            ("in", "LL", "more_than_booked"),
            ("in", "Q", "more_than_booked"),
            ("out", "LL", "more_than_booked"),
            ("out", "Q", "more_than_booked"),
        ],
    )
    def test_invalid_handover_is_rejected_and_stores_nothing(
        self, kind: str, letters: str, code: str, operator: Api, clock: Clock
    ):
        operator.add_letters({"L": 5, "Q": 5})
        booking = confirmed(operator, "L", 1)
        refused = record_handover(operator, booking, kind, letters)
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers")) == []
        if kind == "out":
            ok_json(record_handover(operator, booking, kind, letters, reason="A spare one"))

    def test_piece_out_with_another_booking_names_that_booking(self, operator: Api):
        operator.add_letters({"Y": 1})
        first, second = confirmed(operator, "Y", 1), confirmed(operator, "Y", 2)
        ok_json(record_handover(operator, first, "out", "Y"))
        refused = record_handover(operator, second, "out", "Y")
        assert (refused.status_code, refused.json()["code"]) == (409, "out_elsewhere")
        assert f"#{first['number']}" in refused.json()["message"]

    def test_return_without_a_recorded_delivery_is_taken_up_to_what_is_booked(self, operator: Api, visitor: Api):
        operator.add_letters({"L": 2, "O": 2})
        booking = confirmed(operator, "LOO", 1, 5)
        assert ok_json(record_handover(operator, booking, "in", "LO"))["goods"] == "partly_back"
        shown = ok_json(operator.get(f"/api/bookings/{booking['id']}/goods"))["pieces"]
        assert [(row["name"], row["out"], row["back"]) for row in shown] == [("L", 0, 1), ("O", 1, 1)]
        # The O that isn't back stays unavailable.
        assert visitor.estimate(userId=operator.id, message="OO", **on_june(3))["available"] is False
        refused = record_handover(operator, booking, "in", "OO")
        assert (refused.status_code, refused.json()["code"]) == (409, "more_than_booked")
        assert ok_json(record_handover(operator, booking, "in", "O"))["goods"] == "back"
        assert visitor.estimate(userId=operator.id, message="LLOO", **on_june(3))["available"] is True
        assert record_handover(operator, booking, "in", "L", clientId="again").json()["code"] == "more_than_booked"
        kinds = [row["kind"] for row in ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers"))]
        assert kinds == ["in", "in"]

    def test_return_beyond_a_recorded_delivery_is_rejected(self, operator: Api):
        operator.add_letters({"L": 2, "O": 2})
        booking = confirmed(operator, "LOO", 1, 5)
        ok_json(record_handover(operator, booking, "out", "LO"))
        refused = record_handover(operator, booking, "in", "OO")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_out")

    def test_delivery_recorded_after_its_return_leaves_only_the_rest_out(self, operator: Api):
        operator.add_letters({"L": 2, "O": 2})
        booking = confirmed(operator, "LOO", 1, 5)
        ok_json(record_handover(operator, booking, "in", "LO", at="2027-06-01T12:00:00Z"))
        late = record_handover(operator, booking, "out", "LOO", at="2027-06-01T08:00:00Z")
        assert ok_json(late)["goods"] == "partly_back"
        shown = ok_json(operator.get(f"/api/bookings/{booking['id']}/goods"))["pieces"]
        assert [(row["name"], row["out"], row["back"]) for row in shown] == [("L", 0, 1), ("O", 1, 1)]

    @pytest.mark.parametrize("end", ["canceled", "completed"])
    def test_return_to_an_ended_booking_expects_nothing_more(self, operator: Api, visitor: Api, end: str):
        operator.add_letters({"L": 1, "O": 1})
        booking = confirmed(operator, "LO", 1, 5)
        ok_json(operator.set_status(booking["id"], end, early=True))
        assert ok_json(record_handover(operator, booking, "in", "L"))["goods"] == "back"
        assert visitor.estimate(userId=operator.id, message="LO", **on_june(3))["available"] is True

    def test_missing_piece_is_counted_until_it_is_found(self, operator: Api):
        operator.add_letters({"L": 2})
        booking = confirmed(operator, "LL", 1, 5)
        ok_json(record_handover(operator, booking, "in", "L"))
        ok_json(record_handover(operator, booking, "in", "L", outcome="missing", clientId="lost"))
        goods = f"/api/bookings/{booking['id']}/goods"
        (piece,) = ok_json(operator.get(goods))["pieces"]
        assert (piece["out"], piece["back"], piece["missing"]) == (0, 2, 1)
        crew = ok_json(operator.get("/api/crew"))["pieces"][str(booking["id"])]
        assert [row["missing"] for row in crew] == [1]
        (stop,) = ok_json(operator.get("/api/day", params={"date": booking["pickupDate"][:10]}))["stops"]
        assert stop["booking"]["missing"] == 1
        back = {"goods": "back"}
        assert ok_json(operator.get("/api/bookings", params=back)) == []
        (loss,) = ok_json(operator.get("/api/repairs"))
        assert operator.delete(f"/api/repairs/{loss['id']}").status_code == 204
        (piece,) = ok_json(operator.get(goods))["pieces"]
        assert (piece["back"], piece["missing"]) == (2, 0)
        (stop,) = ok_json(operator.get("/api/day", params={"date": booking["pickupDate"][:10]}))["stops"]
        assert stop["booking"]["missing"] == 0
        assert [row["id"] for row in ok_json(operator.get("/api/bookings", params=back))] == [booking["id"]]

    def test_handover_time_years_off_is_rejected(self, operator: Api):
        operator.add_letters({"Y": 1})
        booking = confirmed(operator, "Y", 1)
        for time in ("2029-06-01T12:00:00Z", "2025-06-01T12:00:00Z", "2027-06-01", "0001-01-01T00:00:00Z"):
            refused = record_handover(operator, booking, "out", "Y", at=time)
            assert (refused.status_code, list(refused.json()["fields"])) == (422, ["at"])

    @pytest.mark.parametrize("said", ["2027-05-28T12:00:00Z", "2027-06-02T08:00:00Z"])
    def test_handover_time_days_off_is_stored_with_the_server_time(self, operator: Api, said: str):
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"Y": 1})
        booking = confirmed(operator, "Y", 1)
        handover = ok_json(record_handover(operator, booking, "out", "Y", at=said))["handover"]
        assert handover["at"].startswith(said[:16])
        assert handover["recordedAt"].startswith("2027-06-01T09:00")

    def test_goods_of_a_canceled_booking_cannot_go_out(self, operator: Api):
        operator.add_letters({"Y": 1})
        booking = confirmed(operator, "Y", 1)
        ok_json(operator.set_status(booking["id"], "canceled"))
        assert record_handover(operator, booking, "out", "Y").json()["code"] == "canceled"

    def test_damaged_piece_opens_a_repair_and_lost_piece_an_outage_without_end(self, operator: Api, visitor: Api):
        letter = operator.add_letter("E", 2)
        booking, later = confirmed(operator, "EE", 1), confirmed(operator, "EE", 20)
        ok_json(record_handover(operator, booking, "out", "EE"))
        ok_json(record_handover(operator, booking, "in", "E", outcome="damaged", note="Two bulbs"))
        lost = ok_json(record_handover(operator, booking, "in", "E", outcome="missing", clientId="lost"))
        assert [row["bookingId"] for row in lost["atRisk"]] == [later["id"]]
        (loss, repair) = ok_json(operator.get("/api/outages"))
        assert (loss["kind"], loss["bookingNumber"], loss["reportedBy"]) == (
            "missing",
            booking["number"],
            operator.user["username"],
        )
        assert (repair["name"], repair["size"], repair["inventoryId"], repair["lastDay"]) == (
            "E",
            "4ft",
            letter["id"],
            None,
        )
        rows = ok_json(operator.get(f"/api/inventory/{letter['id']}/outages"))
        assert [(row["kind"], row["lastDay"], row["reason"], row["bookingId"]) for row in rows] == [
            ("repair", None, "Two bulbs", booking["id"]),
            ("missing", None, f"Booking #{booking['number']}", booking["id"]),
        ]
        assert visitor.estimate(userId=operator.id, message="E", **on_june(25))["available"] is False


class TestFaultsBeforeGoodsGoOut:
    @pytest.mark.parametrize("kind, state", [("pack", "packed"), ("out", "out")])
    def test_faulty_piece_found_before_delivery_opens_a_repair(
        self, operator: Api, visitor: Api, kind: str, state: str
    ):
        letter = operator.add_letter("E", 2)
        booking, later = confirmed(operator, "EE", 1), confirmed(operator, "EE", 20)
        found = ok_json(record_handover(operator, booking, kind, "E", outcome="damaged", note="One bulb is dead"))
        assert found["goods"] == "reserved"
        assert [row["bookingId"] for row in found["atRisk"]] == [booking["id"], later["id"]]
        (repair,) = ok_json(operator.get("/api/outages"))
        assert (repair["kind"], repair["count"], repair["reason"], repair["bookingNumber"], repair["reportedBy"]) == (
            "repair",
            1,
            "One bulb is dead",
            booking["number"],
            operator.user["username"],
        )
        # Nothing has moved, and the customer hasn't damaged anything.
        (piece,) = ok_json(operator.get(f"/api/bookings/{booking['id']}/goods"))["pieces"]
        assert (piece["booked"], piece["packed"], piece["out"], piece["back"]) == (2, 0, 0, 0)
        assert ok_json(operator.get(f"/api/bookings/{booking['id']}/charges"))["charges"] == []
        assert visitor.estimate(userId=operator.id, message="EE", **on_june(25))["available"] is False
        # The others go out, and the booking's history has both.
        assert ok_json(record_handover(operator, booking, kind, "E", clientId="good"))["goods"] == state
        (first, second) = ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers"))
        assert [(row["kind"], row["lines"][0]["outcome"], row["lines"][0]["note"]) for row in (first, second)] == [
            (kind, "damaged", "One bulb is dead"),
            (kind, "ok", None),
        ]
        # Once the piece is back in service, nothing is left of the report.
        outage = f"/api/inventory/{letter['id']}/outages/{repair['id']}"
        assert operator.delete(outage).status_code == 204
        assert ok_json(operator.get("/api/at-risk")) == []

    def test_handover_with_moved_and_faulty_pieces_is_recorded_once(self, operator: Api):
        operator.add_letters({"L": 3})
        heart = {"name": "Heart", "kind": "counted", "quantity": 2, "price": 20, "per": "day"}
        item = ok_json(operator.post("/api/items", json=heart))
        lines = [
            {"kind": "letters", "text": "LL", "size": "4ft"},
            {"kind": "item", "itemId": item["id"], "quantity": 1},
        ]
        booking = operator.book(message=None, size=None, lines=lines, asRequest=False, **on_june(1))
        letters = {"letter": "L", "size": "4ft"}
        given = [
            letters | {"count": 2},
            letters | {"count": 1, "outcome": "damaged"},
            {"itemId": item["id"], "count": 1, "outcome": "missing", "note": "Not on the shelf"},
        ]
        body = {"lines": given, "clientId": "loaded"}
        answers = [record_handover(operator, booking, "pack", "L", **body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 200, 200]
        assert {(row["name"], row["kind"], row["count"]) for row in ok_json(operator.get("/api/outages"))} == {
            ("L", "repair", 1),
            ("Heart", "missing", 1),
        }
        pieces = ok_json(operator.get(f"/api/bookings/{booking['id']}/goods"))["pieces"]
        assert [(row["name"], row["packed"]) for row in pieces] == [("L", 2), ("Heart", 0)]

    def test_fault_can_be_reported_on_a_closed_booking(self, operator: Api):
        operator.add_letters({"L": 1})
        booking = confirmed(operator, "L", 1)
        ok_json(operator.set_status(booking["id"], "canceled"))
        ok_json(record_handover(operator, booking, "out", "L", outcome="damaged"))
        assert len(ok_json(operator.get("/api/outages"))) == 1
        assert record_handover(operator, booking, "out", "L", clientId="good").json()["code"] == "canceled"

    @pytest.mark.parametrize(
        "line, status, field",
        [
            ({"letter": "Q", "size": "4ft", "count": 1}, 422, "lines[0].letter"),
            ({"letter": "L", "size": "2ft", "count": 1}, 422, "lines[0].letter"),
            ({"tag": "Q-1"}, 422, "lines[0].tag"),
            ({"itemId": 10**9, "count": 1}, 404, None),
            ({"letter": "L", "size": "4ft", "count": 0}, 422, "lines[0].count"),
            ({"letter": "L", "size": "4ft", "count": 1, "outcome": "dirty"}, 422, "lines[0].outcome"),
            ({"letter": "L", "size": "4ft", "count": 1, "note": "x" * 201}, 422, "lines[0].note"),
            ({"letter": "L", "size": "4ft", "count": 1, "photo": "0" * 64}, 404, None),
        ],
    )
    def test_invalid_fault_report_is_rejected(
        self, operator: Api, line: dict[str, Any], status: int, field: str | None
    ):
        operator.add_letters({"L": 1, "Q": 1})
        ok_json(operator.post("/api/pieces", json={"letter": "Q", "size": "4ft", "tag": "Q-1"}))
        booking = confirmed(operator, "L", 1)
        refused = record_handover(operator, booking, "pack", "L", lines=[{"outcome": "damaged"} | line])
        assert (refused.status_code, list(refused.json().get("fields", {}))) == (status, [field] if field else [])
        assert ok_json(operator.get("/api/outages")) == []
        assert ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers")) == []

    def test_handover_for_another_business_booking_is_not_found(self, operator: Api, other_operator: Api):
        operator.add_letters({"L": 1})
        booking = confirmed(operator, "L", 1)
        assert record_handover(other_operator, booking, "pack", "L", outcome="damaged").status_code == 404
        assert ok_json(operator.get("/api/outages")) == []


class TestHoldsFollowGoods:
    def test_piece_already_reported_as_faulty_can_come_in_damaged(self, operator: Api):
        operator.add_letters({"Y": 1})
        stock = ok_json(operator.get("/api/inventory"))
        booking = confirmed(operator, "Y", 1)
        ok_json(record_handover(operator, booking, "out", "y"))
        path = f"/api/inventory/{stock[0]['id']}/outages"
        ok_json(operator.post(path, json={"count": 1, "firstDay": "2027-06-01", "lastDay": None}))
        assert ok_json(record_handover(operator, booking, "in", "Y", outcome="damaged"))["goods"] == "back"
        assert [row["count"] for row in ok_json(operator.get(path))] == [1]

    def test_handover_runs_the_same_number_of_statements_for_any_number_of_pieces(
        self, app: FastAPI, operator: Api, database: Database, monkeypatch: pytest.MonkeyPatch
    ):
        # The installation's settings are read every two seconds; here only once, with the first letter.
        monkeypatch.setattr(app.state.cached_settings, "seconds", 3600)
        app.state.cached_settings.forget()
        few, many = "ABC", "DEFGHIJKLMNOPQRSTUVW"
        operator.add_letters(few + many)
        counts: list[int] = []
        seen: list[str] = []
        event.listen(database.engine, "before_cursor_execute", lambda _c, _r, text, *_: seen.append(text))
        for text in (few, many):
            booking = confirmed(operator, text, 1)
            for kind in ("out", "in"):
                seen.clear()
                ok_json(record_handover(operator, booking, kind, text))
                # Leave out the update, once a minute, of when a session was last used.
                counts.append(sum("sign_ins" not in text for text in seen))
        assert counts[:2] == counts[2:]

    def test_edit_after_a_partial_return_holds_only_missing_pieces(self, operator: Api, visitor: Api):
        operator.add_letters({"E": 2})
        booking = confirmed(operator, "EE", 1, 5)
        ok_json(record_handover(operator, booking, "out", "EE"))
        ok_json(record_handover(operator, booking, "in", "E"))
        # The returned letter is promised to another customer.
        confirmed(operator, "E", 3, 4)
        ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"pickupDate": "2027-06-06"}))
        assert visitor.estimate(userId=operator.id, message="E", **on_june(3))["available"] is False
        assert visitor.estimate(userId=operator.id, message="E", **on_june(5))["available"] is True
        assert visitor.estimate(userId=operator.id, message="EE", **on_june(6))["available"] is False

    def test_returned_piece_that_goes_out_again_is_unavailable_again(self, operator: Api, visitor: Api):
        operator.add_letters({"E": 2})
        booking = confirmed(operator, "EE", 1, 5)
        for number, kind in enumerate(("out", "in", "out")):
            ok_json(record_handover(operator, booking, kind, "EE", clientId=f"step {number}"))
            free = visitor.estimate(userId=operator.id, message="E", **on_june(3))["available"]
            assert free is (kind == "in")

    def test_unsent_pieces_stay_reserved_until_the_pickup_day(self, operator: Api, visitor: Api, clock: Clock):
        """The crew took one letter by mistake and brought it back: the rest stays reserved, and the delivery isn't
        done.
        """
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"E": 3})
        booking = confirmed(operator, "EEE", 2, 4)
        ok_json(record_handover(operator, booking, "pack", "EEE"))
        ok_json(record_handover(operator, booking, "out", "E"))
        ok_json(record_handover(operator, booking, "in", "E"))
        assert goods_state(operator, booking) == "packed"
        stops = ok_json(operator.get("/api/day", params={"date": "2027-06-02"}))["stops"]
        assert [row["done"] for row in stops] == [False]
        assert visitor.estimate(userId=operator.id, message="EE", **on_june(3))["available"] is False
        ok_json(record_handover(operator, booking, "out", "E", clientId="at last", at="2027-06-02T09:00:00Z"))
        assert goods_state(operator, booking) == "partly_back"
        # The two letters come in on the pickup day, so the third, which never left, isn't needed anymore.
        set_june_clock(clock, 4, 12)
        ok_json(record_handover(operator, booking, "in", "E", clientId="pickup", at="2027-06-04T11:00:00Z"))
        assert goods_state(operator, booking) == "back"
        assert visitor.estimate(userId=operator.id, message="EEE", **on_june(4))["available"] is True
        set_june_clock(clock, 7)
        assert ok_json(operator.get("/api/bookings", params={"goods": "overdue"})) == []
        assert visitor.estimate(userId=operator.id, message="EEE", **on_june(7))["available"] is True

    def test_canceled_booking_holds_its_goods_until_returned(self, operator: Api, visitor: Api, clock: Clock):
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"Y": 1})
        booking = confirmed(operator, "Y", 1, 2)
        ok_json(record_handover(operator, booking, "out", "Y"))
        ok_json(operator.set_status(booking["id"], "canceled"))
        set_june_clock(clock, 4)
        assert goods_state(operator, booking) == "overdue"
        assert [row["id"] for row in ok_json(operator.get("/api/bookings", params={"goods": "overdue"}))] == [
            booking["id"]
        ]
        assert visitor.estimate(userId=operator.id, message="Y", **on_june(4))["available"] is False
        ok_json(record_handover(operator, booking, "in", "Y"))
        assert goods_state(operator, booking) == "back"
        assert visitor.estimate(userId=operator.id, message="Y", **on_june(4))["available"] is True

    def test_reopening_undoes_the_returns_of_completing(self, operator: Api, visitor: Api):
        operator.add_letters({"Y": 2})
        booking = confirmed(operator, "YY", 1, 2)
        ok_json(record_handover(operator, booking, "out", "YY"))
        ok_json(record_handover(operator, booking, "in", "Y"))
        ok_json(operator.complete(booking["id"]))
        assert goods_state(operator, booking) == "back"
        assert record_handover(operator, booking, "out", "Y").json()["code"] == "completed"
        ok_json(operator.set_status(booking["id"], "confirmed", reopen=True))
        assert goods_state(operator, booking) == "partly_back"
        assert visitor.estimate(userId=operator.id, message="Y", **on_june(1))["available"] is True
        assert visitor.estimate(userId=operator.id, message="YY", **on_june(1))["available"] is False
        ok_json(record_handover(operator, booking, "in", "Y", clientId="the other"))

    def test_reports_count_overdue_goods(self, operator: Api, clock: Clock):
        operator.set_rules(timeZone="UTC")
        operator.add_letters({"X": 3})
        booking = confirmed(operator, "XX", 1, 2)
        set_june_clock(clock, 4)
        (row,) = ok_json(operator.get("/api/reports/stock"))
        assert (row["freeToday"], row["needed"]) == (1, True)
        shown = ok_json(operator.get("/api/reports/letters", params={"days": 3}))
        assert shown["letters"][0]["taken"] == [2, 2, 0]
        assert shown["letters"][0]["bookings"][:2] == [[booking["id"]], [booking["id"]]]

    @pytest.mark.parametrize("seed", range(3))
    def test_pieces_away_are_never_available(self, operator: Api, seed: int):
        """At every step, out - in - missing pieces are away, and no more are available than are owned and neither away
        nor out of service.
        """
        draw = random.Random(seed)
        owned = {"E": 4, "O": 3}
        operator.add_letters(owned)
        bookings = [confirmed(operator, "EO", 1, 3), confirmed(operator, "EEO", 1, 2), confirmed(operator, "E", 2, 5)]
        away = [dict.fromkeys(owned, 0) for _ in bookings]
        lost = dict.fromkeys(owned, 0)
        for step in range(14):
            at_hand = draw.randrange(3)
            letter, kind = draw.choice("EO"), draw.choice(("out", "out", "in"))
            outcome = draw.choice(("ok", "ok", "missing", "damaged")) if kind == "in" else "ok"
            answer = record_handover(
                operator, bookings[at_hand], kind, letter, outcome=outcome, clientId=f"{seed} {step}"
            )
            if draw.random() < 0.15:
                ok_json(operator.set_status(bookings[at_hand]["id"], "canceled"))
            if answer.is_success:
                away[at_hand][letter] += 1 if kind == "out" else -1
                lost[letter] += outcome != "ok"
            else:
                assert answer.json()["code"] in {"not_out", "more_than_booked", "out_elsewhere", "canceled"}
            free = operator.estimate(message="EO", **on_june(2))["free"]
            for one, count in owned.items():
                assert free[one] <= count - lost[one] - sum(rows[one] for rows in away)
        for booking, counts in zip(bookings, away, strict=True):
            sums = dict.fromkeys(owned, 0)
            for row in ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers")):
                for line in row["lines"]:
                    sums[line["letter"]] += line["count"] * {"out": 1, "in": -1}[row["kind"]]
            assert sums == counts

    def test_repeated_handovers_in_any_order_count_once(self, operator: Api):
        operator.add_letters({"E": 100})
        lines = [{"kind": "letters", "text": "E" * 50, "size": "4ft"}] * 2
        booking = operator.book(message=None, size=None, lines=lines, asRequest=False, **on_june(1))
        path = f"/api/bookings/{booking['id']}/handovers"
        bodies = [
            {
                "clientId": f"tap {number}",
                "kind": "out",
                "at": f"2027-06-01T08:{number // 60:02}:{number % 60:02}Z",
                "lines": [{"letter": "E", "size": "4ft", "count": 1}],
            }
            for number in range(100)
        ] * 3
        random.Random(7).shuffle(bodies)
        codes = [operator.post(path, json=body).status_code for body in bodies]
        assert (codes.count(201), codes.count(200)) == (100, 200)
        kept = ok_json(operator.get(path))
        assert [row["clientId"] for row in kept] == [f"tap {number}" for number in range(100)]
        assert goods_state(operator, booking) == "out"


class TestItems:
    def test_items_can_be_damaged_separately_from_letters(self, operator: Api):
        letter = operator.add_letter("E", 2)
        heart = {"name": "Heart", "kind": "counted", "quantity": 2, "price": 20, "per": "day"}
        item = ok_json(operator.post("/api/items", json=heart))
        line = {"kind": "item", "itemId": item["id"], "quantity": 2}
        booking = operator.book(message=None, size=None, lines=[line], asRequest=False, **on_june(3))
        path = f"/api/items/{item['id']}/outages"
        outage = ok_json(operator.post(path, json={"count": 1, "firstDay": "2027-06-02", "lastDay": None}))
        (row,) = outage["atRisk"]
        assert (row["bookingId"], row["shortages"][0]["name"]) == (booking["id"], "Heart")
        assert len(ok_json(operator.get(path))) == 1
        assert ok_json(operator.get(f"/api/inventory/{letter['id']}/outages")) == []
        assert operator.delete(f"/api/inventory/{letter['id']}/outages/{outage['id']}").status_code == 404
        assert ok_json(operator.patch(f"{path}/{outage['id']}", json={"lastDay": "2027-06-02"}))["atRisk"] == []
        assert operator.post(path, json={"count": 3, "firstDay": "2027-06-02"}).status_code == 409
        assert operator.delete(f"{path}/{outage['id']}").status_code == 204
        ok_json(operator.set_status(booking["id"], "canceled"))
        ok_json(operator.post(path, json={"count": 1, "firstDay": "2027-06-02"}))
        assert operator.delete(f"/api/items/{item['id']}").status_code == 204


class TestOutages:
    def test_pieces_held_by_bookings_can_go_out_of_service(self, operator: Api):
        letter = operator.add_letter("E", 4)
        first, second = confirmed(operator, "EE", 3), confirmed(operator, "EE", 4)
        path = f"/api/inventory/{letter['id']}/outages"
        ok_json(operator.post(path, json={"count": 2, "firstDay": "2027-06-02", "lastDay": None}))
        assert ok_json(operator.get("/api/at-risk")) == []
        more = ok_json(operator.post(path, json={"count": 1, "firstDay": "2027-06-02", "lastDay": "2027-06-03"}))
        (row,) = more["atRisk"]
        assert [(way["kind"], way["count"], way["phone"]) for way in row["resolutions"]] == [
            ("borrow", 1, None),
            ("call", None, first["customerPhone"]),
        ]
        assert (row["bookingId"], row["shortages"]) == (
            first["id"],
            [{"letter": "E", "size": "4ft", "finish": "standard", "needed": 2, "day": "2027-06-03", "free": 1}],
        )
        changed = ok_json(operator.patch(f"{path}/{more['id']}", json={"lastDay": None}))
        assert [row["bookingId"] for row in changed["atRisk"]] == [first["id"], second["id"]]
        refused = operator.post(path, json={"count": 2, "firstDay": "2027-06-05", "lastDay": None})
        assert (refused.status_code, list(refused.json()["fields"])) == (409, ["count"])
        assert operator.delete(f"{path}/{more['id']}").status_code == 204
        assert ok_json(operator.get("/api/at-risk")) == []
