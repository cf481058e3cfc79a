"""Agreed prices stay the same when the price list changes; options are data in the API."""

from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json

FOG = {"code": "fog", "label": "Fog machine", "price": 40}
STAND = {"code": "stand", "label": "Floor Stand", "price": 15}


@pytest.fixture
def operator(operator: Api) -> Api:
    """An operator who offers a fog machine and no lighting."""
    operator.set_prices(addOns=[STAND, FOG])
    return operator


def edit(operator: Api, booking: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return ok_json(operator.patch(f"/api/bookings/{booking['id']}", json=fields))


def retire(operator: Api) -> None:
    """Remove the options of the bookings below from the price list, and raise the remaining prices."""
    operator.set_prices(
        # A size can't be removed while upcoming bookings use it.
        sizes=[{"code": code, "label": code, "price": 99} for code in ("2ft", "4ft")],
        colors=[{"code": "standard", "label": "Standard", "price": 7}],
        addOns=[{"code": "backdrop", "label": "Backdrop", "price": 60}],
        salesTaxPercent=10,
        minimumOrder=5000,
    )


def options(booking: dict[str, Any]) -> dict[str, tuple[str, bool]]:
    return {row["code"]: (row["label"], row["offered"]) for row in booking["options"]}


def test_booking_response_contains_every_add_on_of_the_price_list(operator: Api, visitor: Api):
    booking = operator.book(addOns={"fog": True})
    seen = visitor.book(userId=operator.id, addOns={"stand": True, "lighting": True})

    assert booking["addOns"] == {"stand": False, "fog": True}
    assert seen["addOns"] == {"stand": True, "fog": False}
    assert [row["addOns"] for row in operator.get("/api/bookings").json()] == [booking["addOns"], seen["addOns"]]


def test_resubmitting_a_booking_keeps_an_add_on_deleted_from_the_price_list(operator: Api):
    booking = operator.book(message="LOVE", addOns={"fog": True}, pickupDate="2027-06-03")
    assert booking["totalPrice"] == 280

    edited = edit(operator, booking, addOns=booking["addOns"], pickupDate="2027-06-04")

    assert (edited["totalPrice"], edited["breakdown"]["addons"]) == (420, 120)
    assert edited["addOns"] == {"stand": False, "fog": True}


CHANGES: list[tuple[dict[str, Any], float]] = [
    ({"notes": "Ring the bell"}, 360),
    ({"deliveryDate": "2027-06-02", "pickupDate": "2027-06-04"}, 360),
    ({"pickupDate": "2027-06-02"}, 220),
    ({"customerName": "Grace"}, 360),
    ({"preferredInstallTime": "evening"}, 360),
]


@pytest.mark.parametrize("change, total", CHANGES, ids=str)
def test_option_removed_from_the_price_list_keeps_its_agreed_price(change: dict[str, Any], total: float, operator: Api):
    booking = operator.book(addOns={"fog": True}, colorOption="premium")
    assert booking["totalPrice"] == 360
    retire(operator)

    edited = edit(operator, booking, **change)

    assert (edited["totalPrice"], edited["breakdown"]["total"]) == (total, total)
    assert edited["addOns"] == {"backdrop": False, "fog": True}
    assert options(edited) == {
        "4ft": ("4ft", True),
        "premium": ("Premium", False),
        "fog": ("Fog machine", False),
    }


def test_changed_line_uses_current_prices_and_keeps_removed_options(operator: Api):
    booking = operator.book(addOns={"fog": True}, colorOption="premium")
    retire(operator)

    longer = edit(operator, booking, message="LOVELY")
    # Six letters at the current price of 99 and the agreed 20, and the fog machine at the agreed 40, for two days.
    assert longer["totalPrice"] == 6 * 99 * 2 + 6 * 20 + 40 * 2
    without = edit(operator, booking, addOns={"backdrop": True}, colorOption="standard", size="2ft")
    assert without["totalPrice"] == 6 * 99 * 2 + 6 * 7 + 60 * 2
    assert without["addOns"] == {"backdrop": True}
    refused = operator.patch(f"/api/bookings/{booking['id']}", json={"colorOption": "premium", "size": "4ft"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["colorOption"])


def test_estimate_of_an_edit_equals_the_price_after_the_edit(operator: Api):
    booking = operator.book(addOns={"fog": True}, colorOption="premium")
    retire(operator)
    form = {"bookingId": booking["id"], "message": "LOVE", "size": "4ft", "colorOption": "premium"}
    days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-04"}

    shown = ok_json(operator.post("/api/estimate", json={**form, **days, "addOns": {"fog": True}}))

    assert shown["breakdown"]["total"] == 500
    assert edit(operator, booking, **days)["breakdown"] == shown["breakdown"]


def test_duplicate_keeps_agreed_prices(operator: Api):
    booking = operator.book(addOns={"fog": True, "stand": True}, colorOption="premium")
    operator.set_prices(
        addOns=[{"code": "stand", "label": "Floor Stand", "price": 20}],
        sizes=[{"code": "4ft", "label": "4ft", "price": 30}],
        colors=[{"code": "standard", "label": "Standard", "price": 0}],
    )

    days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}
    copy = ok_json(operator.post(f"/api/bookings/{booking['id']}/duplicate", json=days))

    assert copy["totalPrice"] == 4 * 25 * 2 + 4 * 20 + (15 + 40) * 2
    assert copy["addOns"] == {"stand": True, "fog": True}


def test_duplicate_keeps_custom_lines_discount_and_total(operator: Api):
    extras = {"extraLines": [{"text": "Arch", "amount": 50}], "discount": {"kind": "percent", "percent": 10}}
    quote = operator.quote(**extras)
    booking = ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"totalPrice": 99, "ownTotal": True}))
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 30}])
    path, was = f"/api/bookings/{booking['id']}/duplicate", booking["breakdown"]
    form = {"copyOf": booking["id"], "message": booking["message"], "size": "4ft"}

    for pickup, total in (("2027-07-03", 99), ("2027-07-02", 135)):
        days = {"deliveryDate": "2027-07-01", "pickupDate": pickup}
        shown = ok_json(operator.post("/api/estimate", json={**form, **days}))["breakdown"]
        copy = ok_json(operator.post(path, json=days))
        assert (copy["breakdown"], copy["totalPrice"]) == (shown, total)
        assert (shown["extras"], shown["discountPercent"], shown["pricePerLetter"]) == (50, 10, 25)
    assert was["total"] == 225


def test_quote_keeps_agreed_prices(operator: Api):
    quote = operator.quote(addOns={"fog": True}, colorOption="premium")
    assert quote["totalPrice"] == 360
    retire(operator)

    path = f"/api/quotes/{quote['id']}"
    moved = ok_json(operator.patch(path, json={"pickupDate": "2027-06-02"}))
    assert (moved["totalPrice"], moved["addOns"]) == (220, {"backdrop": False, "fog": True})
    shown = ok_json(
        operator.post(
            "/api/estimate",
            json={
                "quoteId": quote["id"],
                "message": "LOVE",
                "size": "4ft",
                "colorOption": "premium",
                "addOns": {"fog": True},
                "deliveryDate": "2027-06-01",
                "pickupDate": "2027-06-02",
            },
        )
    )
    assert shown["breakdown"] == moved["breakdown"]
    # A copy is a new offer: current terms, with options no longer offered at their agreed prices.
    copy = ok_json(operator.post(f"{path}/duplicate"))
    assert (copy["totalPrice"], copy["breakdown"]["minimumOrderAdjustment"]) == (5500, 4484)
    booking = ok_json(operator.post(f"{path}/book", json={}))
    assert (booking["totalPrice"], booking["addOns"]) == (220, {"backdrop": False, "fog": True})
    assert edit(operator, booking, pickupDate="2027-06-03")["totalPrice"] == 360


def test_custom_total_is_kept_while_the_computed_price_is_unchanged(operator: Api):
    booking = operator.book(totalPrice=150)

    assert edit(operator, booking, deliveryDate="2027-06-11", pickupDate="2027-06-13")["totalPrice"] == 150
    assert edit(operator, booking, pickupDate="2027-06-14")["totalPrice"] == 300


@pytest.mark.parametrize(
    "wish",
    [
        {"addOns": {"fog": True, "stand": True}, "colorOption": "premium"},
        {"addOns": {"fog": True}},
        {"message": "LL", "pickupDate": "2027-06-02"},
    ],
    ids=str,
)
def test_bookings_without_stored_rates_keep_their_amounts(wish: dict[str, Any], operator: Api, database: Database):
    """Bookings from an older version only store amounts, from which the prices of their options are derived."""
    venue = operator.add_venue(difficulty="moderate", isVerified=False)
    operator.set_prices(salesTaxPercent=8.25, minimumOrder=100, deliveryFee=30)
    booking = operator.book(venueId=venue["id"], **wish)
    rows.forget_rates(database, booking["id"])
    same = {"preferredInstallTime": "evening"}

    assert edit(operator, booking, **same)["breakdown"] == booking["breakdown"]
    rows.forget_rates(database, booking["id"])
    retire(operator)
    assert edit(operator, booking, preferredInstallTime="morning")["breakdown"] == booking["breakdown"]
