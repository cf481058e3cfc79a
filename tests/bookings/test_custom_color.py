"""Letters in a color such as "Custom", for which the customer enters which color it is."""

from typing import Any

import pytest

from tests.bookings.test_lines import body_of, letters
from tests.support.api import Api, ok_json

SAGE = letters("LOVE", colorOption="custom", customColor="  Sage green ")


@pytest.fixture
def booked(operator: Api, visitor: Api) -> dict[str, Any]:
    operator.add_letters(dict.fromkeys("LOVE", 5), size="4ft")
    return ok_json(visitor.post("/api/bookings", json=body_of(SAGE, userId=operator.id)))


def custom_color(answer: dict[str, Any]) -> str | None:
    return answer["lines"][0].get("customColor")


def named_color(answer: dict[str, Any]) -> str:
    return next(row["label"] for row in answer["options"] if row["kind"] == "color")


def test_form_asks_which_color_only_for_custom_without_swatch(operator: Api, visitor: Api):
    form = ok_json(visitor.get("/api/booking-form", params={"userId": operator.id}))
    assert {row["code"]: row["asksWhich"] for row in form["colors"]} == {
        "standard": False,
        "premium": False,
        "custom": True,
    }
    colors = [
        {"code": "standard", "label": "Standard", "price": 0},
        {"code": "custom", "label": "Custom", "price": 30, "swatch": "#aabbcc"},
        {"code": "own", "label": "Your custom color", "price": 30},
    ]
    ok_json(operator.patch("/api/price-list", json={"colors": colors}))
    form = ok_json(visitor.get("/api/booking-form", params={"userId": operator.id}))
    assert [row["asksWhich"] for row in form["colors"]] == [False, False, True]


def test_custom_color_is_shown_wherever_the_line_is(operator: Api, booked: dict[str, Any]):
    assert custom_color(booked) == "Sage green"
    details = ok_json(operator.get(f"/api/bookings/{booked['id']}"))
    assert custom_color(details) == "Sage green"
    assert named_color(details) == "Custom (Sage green)"
    assert details["rented"][0]["detail"] == "4 letters in 4ft, Custom (Sage green)"
    ok_json(operator.patch(f"/api/bookings/{booked['id']}/status", json={"status": "confirmed"}))
    day = ok_json(operator.get("/api/day", params={"date": "2027-06-01"}))
    assert next(line["color"] for stop in day["stops"] for line in stop["bring"]) == "Custom (Sage green)"
    found = ok_json(operator.get("/api/bookings", params={"q": "sage"}))
    assert [row["id"] for row in found] == [booked["id"]]
    rows = operator.get("/api/reports/bookings.csv").text
    assert "custom,Sage green," in rows


@pytest.mark.parametrize(
    "color, sentence",
    [("", "is required"), ("   ", "is required"), ("x" * 61, "60")],
)
def test_blank_or_long_custom_color_is_refused_at_its_field(operator: Api, visitor: Api, color: str, sentence: str):
    operator.add_letters(dict.fromkeys("LOVE", 5), size="4ft")
    line = letters("LOVE", colorOption="custom", customColor=color)
    answer = visitor.post("/api/bookings", json=body_of(line, userId=operator.id))
    assert answer.status_code == 422, answer.text
    assert sentence in answer.json()["fields"]["lines[0].customColor"]


def test_program_may_leave_out_which_color_it_is(operator: Api, visitor: Api):
    operator.add_letters(dict.fromkeys("LOVE", 5), size="4ft")
    body = body_of(userId=operator.id, message="LOVE", size="4ft", colorOption="custom") | {"lines": None}
    booked = ok_json(visitor.post("/api/bookings", json=body))
    assert (booked["colorOption"], custom_color(booked)) == ("custom", None)


def test_default_color_keeps_no_custom_color(operator: Api, visitor: Api):
    operator.add_letters(dict.fromkeys("LOVE", 5), size="4ft")
    line = letters("LOVE", customColor="Sage green")
    assert custom_color(ok_json(visitor.post("/api/bookings", json=body_of(line, userId=operator.id)))) is None


@pytest.mark.parametrize(
    "change, expected",
    [
        ({"notes": "Ring twice"}, "Sage green"),
        ({"lines": [letters("LOVE", colorOption="custom")]}, "Sage green"),
        ({"lines": [letters("LOVE", colorOption="custom", customColor="Mint")]}, "Mint"),
        ({"lines": [letters("LOVE", colorOption="custom", customColor=None)]}, None),
        ({"lines": [letters("LOVE", colorOption="premium")]}, None),
        ({"message": "VOLE"}, "Sage green"),
        ({"colorOption": "premium"}, None),
        ({"colorOption": "custom"}, "Sage green"),
    ],
)
def test_edit_keeps_custom_color_unless_changed(
    operator: Api, booked: dict[str, Any], change: dict[str, Any], expected: str | None
):
    edited = ok_json(operator.patch(f"/api/bookings/{booked['id']}", json=change))
    assert custom_color(edited) == expected
    assert edited["totalPrice"] == booked["totalPrice"] - (40 if edited["colorOption"] == "premium" else 0)


def test_changed_custom_color_stands_in_the_history_and_keeps_the_price(operator: Api, booked: dict[str, Any]):
    ok_json(operator.patch("/api/price-list", json={"sizes": [{"code": "4ft", "label": "4ft", "price": 99}]}))
    line = letters("LOVE", colorOption="custom", customColor="Mint")
    edited = ok_json(operator.patch(f"/api/bookings/{booked['id']}", json={"lines": [line]}))
    assert edited["totalPrice"] == booked["totalPrice"]
    assert edited["history"][-1]["changes"]["lines"] == ["LOVE (4ft, Sage green)", "LOVE (4ft, Mint)"]


def test_copies_carry_the_custom_color(operator: Api, booked: dict[str, Any]):
    dates = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-01"}
    copied = ok_json(operator.post(f"/api/bookings/{booked['id']}/duplicate", json=dates))
    assert custom_color(copied) == "Sage green"
    quote = ok_json(operator.post("/api/quotes", json={"lines": [SAGE], "customerEmail": "ada@example.com", **dates}))
    assert (custom_color(quote), named_color(quote)) == ("Sage green", "Custom (Sage green)")


def test_another_custom_color_replaces_the_offered_one(operator: Api, visitor: Api):
    operator.add_letters(dict.fromkeys("LOVE", 5), size="4ft")
    line = letters("LÖVE", colorOption="custom", customColor="Mint")
    estimate = visitor.estimate(userId=operator.id, lines=[line], deliveryDate="2027-06-01", pickupDate="2027-06-01")
    assert [row["customColor"] for offer in estimate["offers"] for row in offer["lines"]][:1] == ["Mint"]


def test_customer_changes_the_custom_color_on_the_booking_page(operator: Api, visitor: Api, booked: dict[str, Any]):
    ok_json(operator.set_status(booked["id"], "confirmed", notify=False))
    operator.set_rules(customerChanges="at_once")
    path = f"/api/public/bookings/{operator.booking_token(booked['id'])}"
    line = letters("LOVE", colorOption="custom")

    refused = visitor.post(f"{path}/change", json={"lines": [{**line, "customColor": ""}]})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["lines[0].customColor"])
    sent = {"lines": [{**line, "customColor": "Mint"}]}
    price = ok_json(visitor.post(f"{path}/change", json={**sent, "dryRun": True}))
    assert price["difference"] == 0
    ok_json(visitor.post(f"{path}/change", json={**sent, "expectedTotal": price["total"]}))

    page = ok_json(visitor.get(path))
    assert (page["rented"][0]["detail"], named_color(page)) == ("4 letters in 4ft, Custom (Mint)", "Custom (Mint)")


def test_waiting_list_keeps_the_custom_color(operator: Api, visitor: Api):
    operator.add_letters(dict.fromkeys("LOVE", 0), size="4ft")
    body = body_of(SAGE, userId=operator.id, consent=True)
    joined = ok_json(visitor.post("/api/public/waiting-list", json=body))
    entry = ok_json(visitor.get(f"/api/public/waiting-list/{joined['token']}"))
    assert entry["rented"][0]["detail"] == "4 letters in 4ft, Custom (Sage green)"
