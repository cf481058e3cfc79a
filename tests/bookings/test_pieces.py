"""Tagged pieces, photos of goods, and details of repairs."""

import io
from typing import Any

import pytest
from PIL import Image

from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.goods import confirmed, record_handover, set_june_clock


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    set_june_clock(clock, 1, 9)


def add_tagged_pieces(operator: Api, *tags: str, letter: str = "Y") -> list[dict[str, Any]]:
    body = {"letter": letter, "size": "4ft"}
    return [ok_json(operator.post("/api/pieces", json=body | {"tag": tag})) for tag in tags]


def scan(operator: Api, booking: dict[str, Any], kind: str, *tags: str, client: str = "", **more: Any) -> Any:
    lines = [{"tag": tag} | more for tag in tags]
    body = {"clientId": client or f"{booking['id']} {kind} {tags}", "kind": kind, "at": "2027-06-01T12:00:00Z"}
    return operator.post(f"/api/bookings/{booking['id']}/handovers", json=body | {"lines": lines})


def picture(kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 700), "#c33").save(out, kind)
    return out.getvalue()


class TestPieces:
    def test_tagged_piece_has_its_own_attributes(self, operator: Api):
        letter = operator.add_letter("Y", 2)
        known = {"note": "New bulbs", "boughtOn": "2026-03-01", "cost": 180}
        piece = ok_json(operator.post("/api/pieces", json={"inventoryId": letter["id"], "tag": "y-1"} | known))
        assert {name: piece[name] for name in ("tag", "letter", "size", "state", *known)} == {
            "tag": "Y-1",
            "letter": "Y",
            "size": "4ft",
            "state": "ok",
        } | known
        new = ok_json(operator.post("/api/pieces", json={"letter": "y", "size": "4ft"}))
        assert len(new["tag"]) == 8
        changed = ok_json(operator.patch(f"/api/pieces/{new['id']}", json={"state": "retired", "note": None}))
        assert (changed["state"], changed["tag"]) == ("retired", new["tag"])
        assert {row["tag"] for row in ok_json(operator.get("/api/pieces"))} == {"Y-1", new["tag"]}
        # The quantity owned does not change.
        assert ok_json(operator.get("/api/inventory"))[0]["quantity"] == 2

    @pytest.mark.parametrize(
        "body, status, field",
        [
            ({"tag": "Y-1"}, 409, "tag"),
            ({"tag": "<b>"}, 422, "tag"),
            ({"state": "gone"}, 422, "state"),
            ({"boughtOn": "2027-02-30"}, 422, "boughtOn"),
            ({"cost": -1}, 422, "cost"),
        ],
    )
    def test_invalid_piece_is_rejected(self, operator: Api, body: dict[str, Any], status: int, field: str):
        operator.add_letters({"Y": 2})
        add_tagged_pieces(operator, "Y-1")
        refused = operator.post("/api/pieces", json={"letter": "Y", "size": "4ft"} | body)
        assert (refused.status_code, list(refused.json()["fields"])) == (status, [field])

    def test_piece_requires_an_owned_letter_or_item(self, operator: Api):
        assert operator.post("/api/pieces", json={"letter": "Q", "size": "4ft"}).status_code == 404
        assert list(operator.post("/api/pieces", json={"tag": "Q-1"}).json()["fields"]) == ["inventoryId"]


class TestScanning:
    def test_scanned_tag_counts_once_and_stores_its_location(self, operator: Api):
        operator.add_letters({"Y": 2})
        booking = confirmed(operator, "YY", 1)
        add_tagged_pieces(operator, "Y-1", "Y-2")
        lines = ok_json(scan(operator, booking, "out", "y-1", "Y-1"))["handover"]["lines"]
        assert [(line["tag"], line["letter"], line["count"]) for line in lines] == [("Y-1", "Y", 1)]
        again = ok_json(scan(operator, booking, "out", "Y-1", client="again"))
        assert again["handover"]["lines"] == []
        out = {row["tag"]: (row["out"], row["bookingNumber"]) for row in ok_json(operator.get("/api/pieces"))}
        assert out == {"Y-1": (True, booking["number"]), "Y-2": (False, None)}
        assert scan(operator, booking, "in", "Y-2").json()["code"] == "not_out"
        ok_json(scan(operator, booking, "in", "Y-1", outcome="damaged", note="Two bulbs"))
        (first, _) = ok_json(operator.get("/api/pieces"))
        assert (first["state"], first["out"]) == ("damaged", False)

    def test_tagged_piece_found_faulty_at_the_venue_is_recorded_as_damaged_once(self, operator: Api):
        operator.add_letters({"Y": 2})
        booking = confirmed(operator, "Y", 1)
        add_tagged_pieces(operator, "Y-1", "Y-2")
        ok_json(scan(operator, booking, "pack", "Y-1"))
        # It was packed, and at the venue one bulb doesn't work.
        ok_json(scan(operator, booking, "out", "Y-1", outcome="damaged", note="One bulb"))
        again = ok_json(scan(operator, booking, "out", "Y-1", client="again", outcome="damaged"))
        assert again["handover"]["lines"] == []
        assert [row["count"] for row in ok_json(operator.get("/api/outages"))] == [1]
        ok_json(scan(operator, booking, "out", "Y-2"))
        pieces = {row["tag"]: (row["state"], row["out"]) for row in ok_json(operator.get("/api/pieces"))}
        assert pieces == {"Y-1": ("damaged", False), "Y-2": ("ok", True)}
        # Once it is out with the customer, damage isn't reported as found while loading.
        late = ok_json(scan(operator, booking, "out", "Y-2", client="late", outcome="damaged"))
        assert late["handover"]["lines"] == []

    def test_tag_out_with_another_booking_names_it(self, operator: Api):
        operator.add_letters({"Y": 3})
        first, second = confirmed(operator, "Y", 1), confirmed(operator, "Y", 1)
        add_tagged_pieces(operator, "Y-1")
        ok_json(scan(operator, first, "pack", "Y-1"))
        refused = scan(operator, second, "out", "Y-1")
        assert (refused.status_code, refused.json()["code"]) == (409, "out_elsewhere")
        assert (refused.json()["bookingId"], f"#{first['number']}" in refused.json()["message"]) == (first["id"], True)
        # Once the booking is canceled, the piece no longer has to stay packed for it.
        ok_json(operator.set_status(first["id"], "canceled"))
        ok_json(scan(operator, second, "out", "Y-1"))

    def test_invalid_scan_is_rejected(self, operator: Api, other_operator: Api):
        operator.add_letters({"Y": 2})
        booking = confirmed(operator, "Y", 1)
        (piece,) = add_tagged_pieces(operator, "Y-1")
        other_operator.add_letters({"Y": 1})
        add_tagged_pieces(other_operator, "THEIRS")
        assert scan(operator, booking, "out", "THEIRS").status_code == 404
        ok_json(operator.patch(f"/api/pieces/{piece['id']}", json={"state": "retired"}))
        assert scan(operator, booking, "out", "Y-1").json()["code"] == "retired"
        assert scan(operator, booking, "out", "Y-1", client="two", count=2).status_code == 422
        assert ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers")) == []

    @pytest.mark.parametrize("counts", [True, False])
    def test_unscanned_pieces_are_back_when_none_of_their_kind_is_out(self, operator: Api, counts: bool):
        operator.add_letters({"Y": 1})
        booking = confirmed(operator, "Y", 1)
        add_tagged_pieces(operator, "Y-1")
        ok_json(scan(operator, booking, "out", "Y-1"))
        ok_json(record_handover(operator, booking, "in", "Y") if counts else operator.complete(booking["id"]))
        assert ok_json(operator.get("/api/pieces"))[0]["out"] is False


class TestPhotosAndRepairs:
    def test_repair_has_a_photo_reporter_and_cost(self, operator: Api, other_operator: Api):
        letter = operator.add_letter("Y", 2)
        kept = ok_json(operator.post("/api/photos", content=picture(), headers={"Content-Type": "image/jpeg"}))
        booking = confirmed(operator, "Y", 1)
        ok_json(record_handover(operator, booking, "out", "Y"))
        line = {"letter": "Y", "size": "4ft", "count": 1, "outcome": "damaged", "photo": kept["photo"]}
        body = {"clientId": "back", "kind": "in", "at": "2027-06-01T12:00:00Z", "lines": [line]}
        path = f"/api/bookings/{booking['id']}/handovers"
        assert ok_json(operator.post(path, json=body))["handover"]["lines"][0]["photo"] == kept["photo"]
        (repair,) = ok_json(operator.get("/api/outages"))
        assert (repair["photo"], repair["reportedBy"], repair["cost"]) == (
            kept["photo"],
            operator.user["username"],
            None,
        )
        outage = f"/api/inventory/{letter['id']}/outages/{repair['id']}"
        ok_json(operator.patch(outage, json={"cost": 42.5, "reason": "Two sockets"}))
        (repair,) = ok_json(operator.get("/api/outages"))
        assert (repair["cost"], repair["reason"], repair["lastDay"]) == (42.5, "Two sockets", None)
        shown = operator.get(f"/api/photos/{kept['photo']}")
        assert (shown.headers["content-type"], len(shown.content) <= 300_000) == ("image/webp", True)
        assert other_operator.get(f"/api/photos/{kept['photo']}").status_code == 404

    @pytest.mark.parametrize(
        "content, status",
        [
            (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", 422),
            (b"\0\0\0\x18ftypheic" + b"\0" * 40, 422),
            (b"no picture", 422),
            (b"\xff\xd8" + b"\0" * 13_000_000, 413),
        ],
    )
    def test_invalid_photo_is_rejected(self, operator: Api, content: bytes, status: int):
        refused = operator.post("/api/photos", content=content, headers={"Content-Type": "image/jpeg"})
        assert refused.status_code == status
        assert refused.json()["message"]


class TestLabels:
    @pytest.mark.parametrize("sheet, pages", [("5160", 2), ("5163", 4), ("L7160", 2), ("62mm", 31)])
    def test_labels_are_arranged_on_their_sheets(self, operator: Api, sheet: str, pages: int):
        operator.add_letters({"Y": 40})
        for _ in range(31):
            ok_json(operator.post("/api/pieces", json={"letter": "Y", "size": "4ft"}))
        answer = operator.get("/api/labels.pdf", params={"sheet": sheet, "of": "pieces"})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert f"/Count {pages}".encode() in answer.content

    def test_piece_labels_require_tagged_pieces(self, operator: Api):
        refused = operator.get("/api/labels.pdf", params={"of": "pieces"})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["of"])
