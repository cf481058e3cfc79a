"""Cases 35 to 42: prices and states sent by the client, and which of them are used."""

import json
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, booking_body

pytestmark = pytest.mark.either_database

PRICE = {
    "basePrice": 200,
    "surcharge": 0,
    "deposit": 0,
    "addons": 0,
    "colorCost": 0,
    "total": 200,
    "letterCount": 4,
    "pricePerLetter": 25,
    "days": 2,
}


@pytest.mark.parametrize("total", [1, 0, 199.99, 200.01, 1e9 - 1])
def test_case_35_wrong_total_is_rejected(total: float, visitor: Api, operator: Api, database: Database):
    answer = visitor.try_to_book(userId=operator.id, totalPrice=total)

    assert answer.status_code == 409
    assert answer.json()["code"] == "price_changed"
    assert answer.json()["breakdown"] == PRICE
    assert rows.number(database, "bookings") == 0
    assert rows.number(database, "letter_holds") == 0


@pytest.mark.parametrize("total", [200, 200.0])
def test_case_35_wrong_deposit_and_breakdown_are_ignored(total: float, visitor: Api, operator: Api):
    venue = operator.add_venue(isVerified=False)

    placed = visitor.book(
        userId=operator.id,
        venueId=venue["id"],
        totalPrice=total,
        deposit=0,
        depositPaid=200,
        balanceDue=0,
        breakdown=json.dumps({"total": 1}),
    )

    assert placed["breakdown"] == {**PRICE, "deposit": 50}
    assert (placed["totalPrice"], placed["deposit"], placed["depositPaid"], placed["balanceDue"]) == (200, 50, 0, 200)
    assert operator.get(f"/api/bookings/{placed['id']}").json()["breakdown"] == {**PRICE, "deposit": 50}


@pytest.mark.parametrize("total", ["200", True, None, [], {}, -1, 199.999, 10**12], ids=repr)
def test_case_35_invalid_total_is_rejected(total: Any, visitor: Api, operator: Api):
    answer = visitor.post("/api/bookings", json={**booking_body(userId=operator.id), "totalPrice": total})

    assert answer.status_code == {None: 201, -1: 409}.get(total if isinstance(total, int | None) else 0, 422)


def test_case_35_neighbor_operator_may_set_a_total(operator: Api):
    booking = operator.book(totalPrice=150.5)

    assert (booking["totalPrice"], booking["balanceDue"]) == (150.5, 150.5)
    assert booking["breakdown"]["total"] == 200
    for total in (-1, -0.01):
        answer = operator.try_to_book(totalPrice=total)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["totalPrice"])


@pytest.mark.parametrize("status", ["confirmed", "completed", "canceled", "nonsense", None, 5])
def test_case_36_status_in_the_payload_is_ignored(status: Any, visitor: Api, operator: Api):
    for caller, named, made in (
        (visitor, {"userId": operator.id}, "pending"),
        (operator, {"asRequest": True}, "pending"),
        (operator, {}, "confirmed"),
    ):
        answer = caller.post("/api/bookings", json={**booking_body(**named), "status": status})
        assert (answer.status_code, answer.json()["status"]) == (201, made)


def test_case_37_derived_fields_in_the_payload_are_ignored(visitor: Api, operator: Api):
    lies = {
        "venueSurcharge": -500,
        "rentalDays": 0,
        "letterCount": 1,
        "id": 77,
        "createdAt": "2000-01-01",
        "operatorId": 5,
        "source": "operator",
        "operatorNotes": "note",
        "overbookReason": "reason",
        "possibleDuplicate": True,
        "holdExpiresAt": None,
        "letters": ["X"],
        "history": [],
        "turnaroundDays": 14,
    }

    placed = visitor.book(userId=operator.id, **lies)

    assert placed["breakdown"] == PRICE
    assert (placed["venueSurcharge"], placed["rentalDays"], placed["letterCount"]) == (0, 2, 4)
    own = operator.get(f"/api/bookings/{placed['id']}").json()
    assert (own["operatorNotes"], own["overbookReason"], own["possibleDuplicate"], own["source"]) == (
        None,
        None,
        False,
        "form",
    )
    assert own["holdExpiresAt"] is not None
    assert own["createdAt"].startswith("2027-03-03")


@pytest.mark.parametrize(
    "value, status",
    [
        ("not json", 422),
        ("{}", 201),
        ({}, 201),
        (None, 201),
        ('{"lighting": true}', 201),
        ('{"lighting": "yes"}', 422),
        ({"lighting": "yes"}, 422),
        ({"lighting": 1}, 422),
        ({"lighting": None}, 422),
        ("[]", 422),
        ("null", 422),
        ("true", 422),
        ("", 422),
        ([], 422),
        (5, 422),
        ("[" * 900, 422),
        ('{"a":' * 150, 422),
        ("x" * 200_000, 422),
        ("x" * 1_000_000, 413),
        ({f"a{number}": True for number in range(21)}, 422),
        ({"\x00": True}, 201),
        ({"backdrop": True}, 201),
        ({"x" * 41: True}, 422),
        ('{"lighting": NaN}', 422),
        ('{"\\ud800": true}', 422),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_case_38_invalid_add_ons_are_rejected_and_valid_ones_stored(
    value: Any, status: int, visitor: Api, operator: Api
):
    body = {**booking_body(userId=operator.id), "addOns": value}
    for path in ("/api/bookings", "/api/estimate"):
        answer = visitor.post(path, json=body)
        assert answer.status_code in {status, 200 if status == 201 else status}, answer.text
        if status == 422:
            assert list(answer.json()["fields"]) == ["addOns"]
    if status == 201:
        (booking,) = operator.get("/api/bookings").json()
        assert booking["addOns"] == {"lighting": value == '{"lighting": true}', "stand": False}


@pytest.mark.parametrize(
    "field, value",
    [
        ("colorOption", "gold"),
        ("colorOption", "Standard"),
        ("colorOption", 5),
        ("colorOption", "standard\x00"),
        ("eventType", "party"),
        ("eventType", "Wedding"),
        ("eventType", ["wedding"]),
        ("preferredInstallTime", "99"),
        ("preferredInstallTime", "noon"),
        ("preferredInstallTime", True),
    ],
)
def test_case_39_unknown_options_are_rejected(field: str, value: Any, visitor: Api, operator: Api, database: Database):
    answer = visitor.post("/api/bookings", json={**booking_body(userId=operator.id), field: value})

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    assert rows.number(database, "bookings") == 0
    assert rows.number(database, "letter_holds") == 0


def test_case_39_every_listed_option_is_accepted(visitor: Api, operator: Api):
    form = visitor.get("/api/booking-form", params={"userId": operator.id}).json()
    assert form["eventTypes"] == [
        "birthday",
        "wedding",
        "quinceañera",
        "corporate",
        "graduation",
        "anniversary",
        "other",
    ]
    assert form["installTimes"] == ["morning", "afternoon", "evening"]
    assert [row["code"] for row in form["colors"]] == ["standard", "premium", "custom"]
    for field, values in (
        ("eventType", form["eventTypes"]),
        ("preferredInstallTime", form["installTimes"]),
        ("colorOption", [row["code"] for row in form["colors"]]),
    ):
        for value in values:
            assert visitor.book(userId=operator.id, **{field: value})[field] == value


def test_case_40_unverified_venue_requires_a_deposit(visitor: Api, operator: Api):
    for verified, deposit in ((True, 0), (False, 50)):
        venue = operator.add_venue(isVerified=verified)
        for ask in (
            lambda venue=venue: visitor.book(userId=operator.id, venueId=venue["id"]),
            lambda venue=venue: operator.book(venueId=venue["id"]),
        ):
            booking = ask()
            assert (booking["deposit"], booking["breakdown"]["deposit"]) == (deposit, deposit)
            assert (booking["totalPrice"], booking["balanceDue"], booking["depositPaid"]) == (200, 200, 0)
    assert operator.book(venueName="A place")["deposit"] == 0


@pytest.mark.parametrize(
    "difficulty, cents, surcharge",
    [
        ("easy", 0, 0),
        ("moderate", 0, 25),
        ("moderate", 2500, 50),
        ("difficult", 1, 50.01),
        ("very_difficult", 99, 100.99),
    ],
)
def test_case_41_surcharge_is_sent_in_cents_and_shown_in_dollars(
    difficulty: str, cents: int, surcharge: float, visitor: Api, operator: Api
):
    venue = operator.add_venue(difficulty=difficulty, surchargeAmount=cents)

    placed = visitor.book(userId=operator.id, venueId=venue["id"], totalPrice=200 + surcharge)

    assert venue["surchargeAmount"] == cents
    assert (placed["venueSurcharge"], placed["breakdown"]["surcharge"]) == (surcharge, surcharge)
    assert placed["totalPrice"] == 200 + surcharge


def test_case_42_booking_is_rejected_if_the_price_changed_since_the_form_was_opened(visitor: Api, operator: Api):
    operator.set_prices(letterPrice="inventory")
    items = [operator.add_letter(letter, price=30) for letter in "LOVE"]
    seen = visitor.estimate(userId=operator.id)["breakdown"]["total"]
    assert seen == 240
    assert operator.patch(f"/api/inventory/{items[0]['id']}", json={"pricePerDay": 40}).status_code == 200

    answer = visitor.try_to_book(userId=operator.id, totalPrice=seen)
    assert (answer.status_code, answer.json()["code"]) == (409, "price_changed")
    now = answer.json()["breakdown"]["total"]
    assert now == 260
    assert visitor.book(userId=operator.id, totalPrice=now)["totalPrice"] == 260
