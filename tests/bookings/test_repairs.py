"""Repairs and losses recorded from anywhere, their photos, and how they end."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.goods import confirmed, on_june, record_handover, set_june_clock


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to the first day of the tests, before any user signs in."""
    set_june_clock(clock, 1, 9)


@pytest.fixture
def staff(operator: Api, new_caller: Callable[[], Api], database: Database) -> Api:
    caller = new_caller().register()
    rows.join_team(database, caller.id, operator.id, "staff")
    return caller


def photo(color: str = "red") -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (40, 40), color).save(content, "PNG")
    return content.getvalue()


def report(caller: Api, letter: str | None = "O", **more: Any) -> Any:
    headers = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    return caller.post("/api/repairs", json={"letter": letter, "size": "4ft"} | more, headers=headers)


def add_photo(caller: Api, repair: dict[str, Any], content: bytes) -> Any:
    path = f"/api/repairs/{repair['id']}/photos"
    return caller.post(path, content=content, headers={"Content-Type": "image/png"})


class TestRecording:
    def test_repair_takes_one_piece_out_of_service_and_lists_bookings_at_risk(
        self, operator: Api, staff: Api, visitor: Api
    ):
        operator.add_letters({"O": 2})
        later, sooner = confirmed(operator, "OO", 20), confirmed(operator, "OO", 5)
        answer = report(staff, reason="Broken bulb")
        assert answer.status_code == 201
        repair = answer.json()
        assert (repair["letter"], repair["size"], repair["count"], repair["kind"], repair["lastDay"]) == (
            "O",
            "4ft",
            1,
            "repair",
            None,
        )
        assert (repair["reason"], repair["reportedBy"], repair["photos"]) == (
            "Broken bulb",
            staff.user["username"],
            [],
        )
        assert [row["bookingId"] for row in repair["atRisk"]] == [sooner["id"], later["id"]]
        assert not repair.keys() & {"cost", "replacementPrice"}
        assert visitor.estimate(userId=operator.id, message="OO", **on_june(28))["available"] is False
        (listed,) = ok_json(staff.get("/api/repairs"))
        assert listed == {name: value for name, value in repair.items() if name != "atRisk"}
        assert [row["id"] for row in ok_json(operator.get("/api/outages"))] == [repair["id"]]

    @pytest.mark.parametrize("field", ["Idempotency-Key", "clientId"])
    def test_retry_records_one_repair(self, operator: Api, field: str):
        operator.add_letters({"O": 3})
        same: dict[str, Any] = {"key": "phone-1"} if field == "Idempotency-Key" else {"clientId": "phone-1"}
        first, again = report(operator, **same), report(operator, **same)
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json() == again.json()
        assert len(ok_json(operator.get("/api/repairs"))) == 1
        assert report(operator, count=2, **same).json()["code"] == "idempotency_key_reused"
        # A retry after the piece is back in service takes nothing out again.
        assert operator.delete(f"/api/repairs/{first.json()['id']}").status_code == 204
        assert report(operator, **same).status_code == 200
        assert ok_json(operator.get("/api/repairs")) == []

    @pytest.mark.parametrize(
        "body, status, field",
        [
            ({"letter": None}, 422, "letter"),
            ({"size": None}, 422, "size"),
            ({"letter": "OO"}, 422, "letter"),
            ({"count": 0}, 422, "count"),
            ({"count": 4}, 409, "count"),
            ({"reason": "x" * 201}, 422, "reason"),
            ({"kind": "gone"}, 422, "kind"),
            ({"letter": "Q"}, 404, None),
            ({"size": "9ft"}, 404, None),
            ({"finish": "gold"}, 404, None),
            ({"bookingId": 999}, 404, None),
            ({"pieceId": 999}, 404, None),
            ({"itemId": 999}, 404, None),
        ],
    )
    def test_invalid_repair_is_rejected_and_names_the_field(
        self, operator: Api, body: dict[str, Any], status: int, field: str | None
    ):
        operator.add_letters({"O": 3})
        refused = report(operator, **body)
        assert refused.status_code == status
        assert list(refused.json().get("fields") or {}) == ([field] if field else [])
        assert ok_json(operator.get("/api/repairs")) == []

    def test_more_pieces_than_owned_are_rejected(self, operator: Api):
        operator.add_letters({"O": 2})
        ok_json(report(operator, count=2))
        refused = report(operator)
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_out")
        assert "there are only 2" in refused.json()["message"]

    def test_another_business_has_its_own_repairs(self, operator: Api, other_operator: Api):
        operator.add_letters({"O": 2})
        other_operator.add_letters({"O": 2})
        booking = confirmed(operator, "O", 1)
        repair = ok_json(report(operator))
        path = f"/api/repairs/{repair['id']}"
        answers = [
            report(other_operator, bookingId=booking["id"]),
            other_operator.patch(path, json={"kind": "missing"}),
            other_operator.delete(path),
            other_operator.post(f"{path}/reopen"),
            add_photo(other_operator, repair, photo()),
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert ok_json(other_operator.get("/api/repairs")) == []

    def test_item_can_be_reported(self, operator: Api):
        body = {"name": "Heart", "kind": "counted", "quantity": 1, "price": 5, "per": "day", "public": True}
        item = ok_json(operator.post("/api/items", json=body))
        repair = ok_json(operator.post("/api/repairs", json={"itemId": item["id"], "kind": "missing"}))
        assert (repair["itemId"], repair["name"], repair["letter"], repair["size"]) == (item["id"], "Heart", None, None)

    def test_tagged_piece_is_out_of_service_until_the_repair_ends(self, operator: Api):
        operator.add_letters({"O": 2, "L": 2})
        piece = ok_json(operator.post("/api/pieces", json={"letter": "O", "size": "4ft", "tag": "O-1"}))
        wrong = report(operator, "L", pieceId=piece["id"])
        assert (wrong.status_code, list(wrong.json()["fields"])) == (422, ["pieceId"])
        several = report(operator, pieceId=piece["id"], count=2)
        assert list(several.json()["fields"]) == ["count"]
        repair = ok_json(report(operator, letter=None, size=None, pieceId=piece["id"]))
        assert (repair["tag"], repair["letter"]) == ("O-1", "O")
        assert ok_json(operator.get("/api/pieces"))[0]["state"] == "damaged"
        assert report(operator, pieceId=piece["id"]).json()["code"] == "already_reported"
        assert operator.delete(f"/api/repairs/{repair['id']}").status_code == 204
        assert ok_json(operator.get("/api/pieces"))[0]["state"] == "ok"

    @pytest.mark.parametrize("was_out", [True, False])
    def test_only_damage_from_the_customer_is_proposed_as_a_charge(self, operator: Api, was_out: bool):
        operator.add_letters({"O": 2, "L": 2})
        booking = confirmed(operator, "O", 1)
        if was_out:
            ok_json(record_handover(operator, booking, "out", "O"))
        repair = ok_json(report(operator, bookingId=booking["id"]))
        assert (repair["bookingNumber"], repair["customerName"]) == (booking["number"], booking["customerName"])
        charges = ok_json(operator.get(f"/api/bookings/{booking['id']}/charges"))["charges"]
        assert [row["state"] for row in charges] == (["proposed"] if was_out else [])
        refused = report(operator, "L", bookingId=booking["id"])
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["bookingId"])


class TestPhotos:
    def test_photos_are_added_after_the_repair_and_count_once(self, operator: Api, staff: Api):
        operator.add_letters({"O": 2})
        repair = ok_json(report(staff))
        first = ok_json(add_photo(staff, repair, photo("red")))
        assert add_photo(staff, repair, photo("red")).json() == first
        second = ok_json(add_photo(staff, repair, photo("blue")))
        assert second["photos"] == [first["photo"], second["photo"]]
        (listed,) = ok_json(staff.get("/api/repairs"))
        assert (listed["photos"], listed["photo"]) == (second["photos"], first["photo"])
        assert staff.get(f"/api/photos/{second['photo']}").status_code == 200

    def test_a_repair_has_at_most_ten_photos(self, operator: Api):
        operator.add_letters({"O": 2})
        repair = ok_json(report(operator))
        colors = [f"#{shade:02x}0000" for shade in range(0, 250, 25)]
        assert {add_photo(operator, repair, photo(color)).status_code for color in colors} == {201}
        assert add_photo(operator, repair, photo("blue")).json()["code"] == "too_many_photos"

    @pytest.mark.parametrize("content, status", [(b"no picture", 422), (b"\xff\xd8" + b"\0" * 13_000_000, 413)])
    def test_invalid_photo_leaves_the_repair(self, operator: Api, content: bytes, status: int):
        operator.add_letters({"O": 2})
        repair = ok_json(report(operator))
        assert add_photo(operator, repair, content).status_code == status
        assert ok_json(operator.get("/api/repairs"))[0]["photos"] == []


class TestEnding:
    def test_putting_back_can_be_undone(self, operator: Api, visitor: Api):
        operator.add_letters({"O": 1})
        repair = ok_json(report(operator, reason="Broken bulb"))
        added = ok_json(add_photo(operator, repair, photo()))
        path = f"/api/repairs/{repair['id']}"
        assert [operator.delete(path).status_code for _ in range(2)] == [204, 204]
        assert ok_json(operator.get("/api/repairs")) == []
        assert visitor.estimate(userId=operator.id, message="O", **on_june(9))["available"] is True
        again = ok_json(operator.post(f"{path}/reopen"))
        assert (again["reason"], again["photos"]) == ("Broken bulb", added["photos"])
        assert visitor.estimate(userId=operator.id, message="O", **on_june(9))["available"] is False

    def test_undoing_is_rejected_if_all_pieces_are_out_of_service_by_now(self, operator: Api):
        operator.add_letters({"O": 1})
        repair = ok_json(report(operator))
        path = f"/api/repairs/{repair['id']}"
        assert operator.delete(path).status_code == 204
        ok_json(report(operator))
        assert operator.post(f"{path}/reopen").json()["code"] == "too_many_out"

    def test_repair_becomes_a_loss_and_back(self, operator: Api):
        operator.add_letters({"O": 1})
        booking = confirmed(operator, "O", 1)
        ok_json(record_handover(operator, booking, "out", "O"))
        repair = ok_json(report(operator, bookingId=booking["id"]))
        path, charges = f"/api/repairs/{repair['id']}", f"/api/bookings/{booking['id']}/charges"
        for kind in ("missing", "repair", "missing"):
            assert ok_json(operator.patch(path, json={"kind": kind}))["kind"] == kind
            assert [row["kind"] for row in ok_json(operator.get(charges))["charges"]] == [kind]
        assert operator.delete(path).status_code == 204
        assert ok_json(operator.get(charges))["charges"] == []
        ok_json(operator.post(f"{path}/reopen"))
        assert [row["kind"] for row in ok_json(operator.get(charges))["charges"]] == ["missing"]

    def test_staff_can_withdraw_only_their_own_report_for_ten_minutes(self, operator: Api, staff: Api, clock: Clock):
        operator.add_letters({"O": 3})
        mine, another = ok_json(report(staff)), ok_json(report(operator))
        assert staff.delete(f"/api/repairs/{another['id']}").status_code == 403
        assert staff.delete(f"/api/repairs/{mine['id']}").status_code == 204
        late = ok_json(report(staff))
        clock.set("2027-06-01T09:11:00+00:00")
        assert staff.delete(f"/api/repairs/{late['id']}").status_code == 403

    def test_ended_repair_is_no_longer_listed_anywhere(self, operator: Api):
        letter = operator.add_letter("O", 2)
        repair = ok_json(report(operator))
        ok_json(record_handover(operator, confirmed(operator, "O", 1), "pack", "O"))
        assert operator.delete(f"/api/inventory/{letter['id']}/outages/{repair['id']}").status_code == 204
        assert ok_json(operator.get(f"/api/inventory/{letter['id']}/outages")) == []
        assert ok_json(operator.get("/api/crew"))["repairs"] == []
        assert operator.delete(f"/api/inventory/{letter['id']}/outages/{repair['id']}").status_code == 404
        # The letter can be sold down to what bookings hold.
        ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"quantity": 1}))
