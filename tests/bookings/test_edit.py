"""Editing: sending values back unchanged has no effect; letters, price and history follow actual changes."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock


def edit(operator: Api, booking: dict[str, Any] | int, **fields: Any) -> Any:
    name = booking if isinstance(booking, int) else booking["id"]
    return operator.patch(f"/api/bookings/{name}", json=fields)


def read(operator: Api, booking: dict[str, Any]) -> dict[str, Any]:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}"))


WISHES: list[dict[str, Any]] = [
    {},
    {"preferredInstallTime": "evening", "eventType": "wedding", "colorOption": "custom", "notes": "a\nb"},
    {"deliveryDate": "2027-06-01T09:30", "pickupDate": "2027-06-03T18:15:30.5"},
    {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-01"},
    {"deliveryDate": "2027-06-01T23:00", "pickupDate": "2027-06-02T01:00"},
    {"deliveryDate": "2027-11-06", "pickupDate": "2027-11-08"},
    {"deliveryDate": "2027-11-07T01:30:00-04:00", "pickupDate": "2027-11-07T01:30:00-05:00"},
    {"deliveryDate": "2027-03-14T03:30", "pickupDate": "2027-03-16T02:30"},
    {"deliveryDate": "2027-06-01T10:00:00+09:00", "pickupDate": "2027-06-03"},
    {"addOns": {"lighting": True, "stand": False}, "totalPrice": 99.5},
    {"message": "I ❤️ “YOU”", "customerPhone": "+1 555", "operatorNotes": "o", "venueName": "The Barn"},
]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Europe/London"])
def test_sending_a_booking_back_changes_nothing(zone: str, operator: Api, database: Database):
    operator.set_rules(timeZone=zone)
    venue = operator.add_venue(difficulty="moderate", isVerified=False)
    bookings = [operator.book(**wish) for wish in WISHES]
    bookings.append(operator.book(venueId=venue["id"]))
    for status, booking in zip(("confirmed", "canceled"), bookings, strict=False):
        operator.set_status(booking["id"], status, early=True)
    before = rows.content(database, but=["sign_ins"])

    for position, booking in enumerate(bookings):
        record = read(operator, booking)
        answer = edit(operator, booking, **{name: value for name, value in record.items() if name != "id"})
        assert (answer.status_code, answer.json()) == (200, {**record, "changed": []})
        # Also each field on its own; in every zone another booking is used.
        for name in list(record)[(position + len(zone)) % len(bookings) :: len(bookings)]:
            assert edit(operator, booking, **{name: record[name]}).json() == {**record, "changed": []}, name
    assert rows.content(database, but=["sign_ins"]) == before


def test_saving_unchanged_booking_keeps_its_add_ons(operator: Api):
    prices = operator.get("/api/price-list").json()
    operator.set_prices(addOns=[*prices["addOns"], {"code": "backdrop", "label": "Backdrop", "price": 40}])
    booking = operator.book(addOns={"backdrop": True, "stand": True})
    assert booking["breakdown"]["addons"] == (40 + 15) * 2

    record = read(operator, booking)
    assert record["addOns"]["stand"] is True
    assert record["addOns"]["lighting"] is False
    answer = edit(operator, booking, **{name: value for name, value in record.items() if name != "id"})

    assert answer.json() == {**record, "changed": []}


@pytest.mark.parametrize(
    "change, total",
    [
        ({"message": "LOVELY"}, 300),
        ({"size": "2ft"}, 120),
        ({"pickupDate": "2027-06-05"}, 400),
        ({"deliveryDate": "2027-06-02"}, 100),
        ({"colorOption": "premium"}, 280),
        ({"addOns": {"lighting": True}}, 250),
        ({"addOns": '{"stand": true}'}, 230),
        ({"totalPrice": 180}, 180),
        ({"message": "LOVELY", "totalPrice": 250.25}, 250.25),
        ({"customerName": "Grace"}, 200),
        ({"eventType": "wedding"}, 200),
        ({"preferredInstallTime": "evening"}, 200),
    ],
    ids=str,
)
def test_price_follows_an_edit(change: dict[str, Any], total: float, operator: Api):
    booking = operator.book(colorOption="standard", addOns={})

    edited = ok_json(edit(operator, booking, **change))

    assert (edited["totalPrice"], edited["balanceDue"]) == (total, total)
    if "totalPrice" not in change:
        assert edited["breakdown"]["total"] == total
    (entry,) = edited["history"][1:]
    assert entry["kind"] == "edited"
    assert ("totalPrice" in entry["changes"]) == (total != 200)
    assert {row["field"] for row in edited.pop("changed")} == set(entry["changes"])
    assert read(operator, booking) == edited


def test_custom_total_is_kept_until_the_rental_changes(operator: Api):
    booking = operator.book(totalPrice=150)

    assert edit(operator, booking, notes="x").json()["totalPrice"] == 150
    assert edit(operator, booking, customerName="Grace", totalPrice=150).json()["totalPrice"] == 150
    for wrong in (-1, "5", True, 1.001, 1e12):
        answer = edit(operator, booking, totalPrice=wrong)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["totalPrice"])
    assert read(operator, booking)["totalPrice"] == 150


def test_holds_follow_an_edit_of_letters(operator: Api, visitor: Api):
    operator.add_letters({"A": 1, "B": 1})
    booking = operator.book(message="A")

    assert edit(operator, booking, message="B").status_code == 200
    assert visitor.try_to_book(userId=operator.id, message="B").status_code == 409
    assert visitor.try_to_book(userId=operator.id, message="A").status_code == 201
    refused = edit(operator, booking, message="AB")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert [(row["letter"], row["free"]) for row in refused.json()["shortages"]] == [("A", 0)]
    assert read(operator, booking)["message"] == "B"
    # A booking's own letters don't block it.
    assert edit(operator, booking, pickupDate="2027-06-02").status_code == 200
    assert (
        visitor.try_to_book(
            userId=operator.id, message="B", deliveryDate="2027-06-03", pickupDate="2027-06-03"
        ).status_code
        == 201
    )


def test_holds_follow_an_edit_of_dates(operator: Api, visitor: Api):
    operator.add_letters({"A": 1})
    booking = operator.book(message="A", deliveryDate="2027-06-01", pickupDate="2027-06-03")
    wish = {"userId": operator.id, "message": "A"}
    other = visitor.book(**wish, deliveryDate="2027-06-05", pickupDate="2027-06-06")

    assert edit(operator, booking, pickupDate="2027-06-05").status_code == 409
    assert edit(operator, booking, pickupDate="2027-06-04").status_code == 200
    operator.set_status(other["id"], "canceled")
    assert edit(operator, booking, deliveryDate="2027-06-05", pickupDate="2027-06-06").status_code == 200
    assert visitor.try_to_book(**wish, deliveryDate="2027-06-01", pickupDate="2027-06-04").status_code == 201


@pytest.mark.parametrize(
    "change, field",
    [
        ({"pickupDate": "2027-05-31"}, "pickupDate"),
        ({"pickupDate": "2027-09-15"}, "pickupDate"),
        ({"deliveryDate": "2031-01-01", "pickupDate": "2031-01-02"}, "deliveryDate"),
        ({"deliveryDate": None}, "deliveryDate"),
        ({"deliveryDate": "soon"}, "deliveryDate"),
        ({"message": ""}, "message"),
        ({"message": None}, "message"),
        ({"message": "A" * 61}, "message"),
        ({"size": "3ft"}, "size"),
        ({"size": None}, "size"),
        ({"colorOption": "gold"}, "colorOption"),
        ({"customerName": " "}, "customerName"),
        ({"customerEmail": "x"}, "customerEmail"),
        ({"eventType": "party"}, "eventType"),
        ({"preferredInstallTime": "noon"}, "preferredInstallTime"),
        ({"venueId": 999_999}, "venueId"),
        ({"venueId": "1"}, "venueId"),
        ({"addOns": {"stand": 1}}, "addOns"),
        ({"notes": "x" * 5001}, "notes"),
        ({"overbookReason": 5, "message": "LOV"}, "overbookReason"),
    ],
    ids=str,
)
def test_invalid_edit_is_reported_and_changes_nothing(
    change: dict[str, Any], field: str, operator: Api, database: Database
):
    booking = operator.book()
    before = rows.content(database)

    answer = edit(operator, booking, customerPhone="new", **change)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    assert rows.content(database) == before


@pytest.mark.parametrize("status", ["completed", "canceled"])
def test_closed_booking_keeps_letters_dates_and_price(status: str, operator: Api):
    booking = operator.book()
    operator.set_status(booking["id"], "confirmed")
    operator.set_status(booking["id"], status, early=True)

    for change in ({"message": "HATE"}, {"pickupDate": "2027-06-09"}, {"totalPrice": 1}, {"size": "2ft"}):
        answer = edit(operator, booking, **change)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_editable")
    assert edit(operator, booking, notes="Thank you").json()["notes"] == "Thank you"


def test_venue_can_be_set_and_removed(operator: Api):
    venue = operator.add_venue(name="Barn", difficulty="difficult", surchargeAmount=150, isVerified=False)
    booking = operator.book()

    at_venue = ok_json(edit(operator, booking, venueId=venue["id"]))
    assert (at_venue["venueName"], at_venue["venueSurcharge"], at_venue["deposit"]) == ("Barn", 51.5, 50)
    assert at_venue["totalPrice"] == 251.5
    # Later changes of the venue's name don't affect what was agreed.
    operator.patch(f"/api/venues/{venue['id']}", json={"name": "New Barn", "surchargeAmount": 0})
    assert read(operator, booking)["venueName"] == "Barn"
    assert read(operator, booking)["totalPrice"] == 251.5
    left = ok_json(edit(operator, booking, venueId=None))
    assert (left["venueId"], left["venueName"], left["venueSurcharge"], left["deposit"]) == (None, None, 0, 0)
    assert left["totalPrice"] == 200


def test_booking_keeps_the_turnaround_it_was_made_with(operator: Api, visitor: Api):
    operator.add_letters({"A": 1})
    booking = operator.book(message="A", deliveryDate="2027-06-01", pickupDate="2027-06-03")
    operator.set_rules(turnaroundDays=2)
    wish = {"userId": operator.id, "message": "A", "pickupDate": "2027-06-20"}

    assert visitor.estimate(**wish, deliveryDate="2027-06-04")["available"] is True
    edit(operator, booking, pickupDate="2027-06-04")
    assert visitor.estimate(**wish, deliveryDate="2027-06-04")["available"] is False
    assert visitor.estimate(**wish, deliveryDate="2027-06-05")["available"] is True
    # A new booking has the new turnaround.
    visitor.book(userId=operator.id, message="A", deliveryDate="2027-06-05", pickupDate="2027-06-06")
    assert visitor.estimate(**wish, deliveryDate="2027-06-08")["available"] is False
    assert visitor.estimate(**wish, deliveryDate="2027-06-09")["available"] is True


def test_past_booking_can_be_edited_and_completed(operator: Api, clock: Clock):
    booking = operator.book(deliveryDate="2027-03-10", pickupDate="2027-03-12")
    clock.pass_by(days=25)

    assert edit(operator, booking, notes="late").status_code == 200
    assert edit(operator, booking, colorOption="premium").status_code == 200
    assert operator.set_status(booking["id"], "confirmed").status_code == 200
    assert operator.complete(booking["id"]).status_code == 200


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["", " ", "\x00", "\u202e", "2027-06-01", "4ft", "LOVE", "1e9", "mk_" + "a" * 24]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    "message",
    "size",
    "venueId",
    "customerName",
    "customerEmail",
    "customerPhone",
    "deliveryDate",
    "pickupDate",
    "eventType",
    "preferredInstallTime",
    "colorOption",
    "addOns",
    "notes",
    "operatorNotes",
    "totalPrice",
    "overbookReason",
]


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(junk=st.dictionaries(st.sampled_from(FIELDS), anything, min_size=1, max_size=3))
def test_junk_in_an_edit_is_rejected_or_stored_unchanged(junk: dict[str, Any], operator: Api, database: Database):
    listed = operator.get("/api/bookings").json()
    booking = listed[0] if listed else operator.book()
    before = rows.content(database)

    answer = operator.http.request(
        "PATCH",
        f"/api/bookings/{booking['id']}",
        content=json.dumps(junk).encode(),
        headers={"Content-Type": "application/json"},
    )

    assert answer.status_code in {200, 400, 409, 422}
    if answer.status_code != 200:
        assert rows.content(database) == before


def test_custom_total_is_kept_when_the_booking_changes(operator: Api):
    booking = operator.book(totalPrice=150)
    assert booking["totalPrice"] == 150

    patch = {"message": "LOVELY", "totalPrice": 150, "ownTotal": True}
    edited = ok_json(operator.patch(f"/api/bookings/{booking['id']}", json=patch))

    assert edited["totalPrice"] == 150
    assert edited["breakdown"]["total"] != 150
    assert [set(entry["changes"]) for entry in edited["history"][1:]] == [{"message"}]


def test_response_shows_whether_a_time_was_given(operator: Api):
    booking = operator.book(deliveryDate="2027-06-01T08:00", pickupDate="2027-06-03")
    assert (booking["deliveryTimeGiven"], booking["pickupTimeGiven"]) == (True, False)


def test_history_begins_with_the_creator(operator: Api, visitor: Api):
    own = operator.book()
    requested = visitor.book(userId=operator.id)
    first = [ok_json(operator.get(f"/api/bookings/{row['id']}"))["history"][0]["who"] for row in (own, requested)]
    assert first == [operator.user["username"], "Ada Lovelace"]


def test_edit_with_an_outdated_revision_is_rejected(operator: Api):
    """B10: if the caller sends an older revision than the current one, the edit is rejected and nothing changes."""
    booking = operator.book()
    seen = booking["revision"]
    moved = ok_json(edit(operator, booking, deliveryDate="2027-06-02", expectedRevision=seen))
    assert moved["revision"] == seen + 1

    late = edit(operator, booking, pickupDate="2027-06-09", notes="Late", expectedRevision=seen)

    assert (late.status_code, late.json()["code"], late.json()["revision"]) == (409, "changed_meanwhile", seen + 1)
    assert {**read(operator, booking), "changed": moved["changed"]} == moved
    operator.set_status(booking["id"], "confirmed")
    assert edit(operator, booking, notes="Late", expectedRevision=seen + 1).status_code == 409
    assert edit(operator, booking, notes="On top", expectedRevision=seen + 2).status_code == 200
    # A booking sent back as it was read does not check the revision.
    assert edit(operator, booking, **{**moved, "notes": "As read"}).status_code == 200


@pytest.mark.parametrize("revision", [0, -1, "1", 1.5, True, 2**31])
def test_revision_must_be_a_whole_number(revision: Any, operator: Api):
    answer = edit(operator, operator.book(), expectedRevision=revision)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["expectedRevision"])


def test_response_to_an_edit_lists_what_changed(operator: Api):
    operator.add_letters("LOVE")
    booking = operator.book(message="LOVE", deliveryDate="2027-06-01", pickupDate="2027-06-02")

    edited = ok_json(edit(operator, booking, pickupDate="2027-06-03", notes="Back door"))

    assert edited["changed"] == [
        {"field": "notes", "label": "Notes", "from": booking["notes"], "to": "Back door"},
        {"field": "pickupDate", "label": "Pickup", "from": "2027-06-02", "to": "2027-06-03"},
        {"field": "totalPrice", "label": "Total", "from": booking["totalPrice"], "to": edited["totalPrice"]},
    ]
    assert ok_json(edit(operator, edited, notes="Back door"))["changed"] == []
    assert "changed" not in operator.get(f"/api/bookings/{booking['id']}").json()


def test_changed_lists_the_damage_waiver_and_the_tip(operator: Api):
    policy = {"damageWaiver": {"percent": 10, "optOut": True}, "tips": {"suggestions": [10], "taxable": False}}
    ok_json(operator.patch("/api/payment-policy", json=policy))
    operator.add_letters("LOVE")
    booking = operator.book(message="LOVE", damageWaiver=True)

    changed = ok_json(edit(operator, booking, damageWaiver=False, tip=7.5))["changed"]

    rows = {row["field"]: (row["label"], row["from"], row["to"]) for row in changed}
    assert rows["damageWaiver"] == ("Damage waiver", True, False)
    assert rows["tip"] == ("Tip", 0, 7.5)
    assert rows["totalPrice"][0] == "Total"
