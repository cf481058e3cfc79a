"""Damage waiver and tips: optional parts of the price."""

from typing import Any

from tests.support.api import Api, booking_body, ok_json
from tests.support.paying import policy

WORTH = 200
"""Price of `booking_body`: four letters at $25 for two days."""


def lines(price: dict[str, Any]) -> dict[str, Any]:
    return {name: price[name] for name in ("damageWaiver", "tax", "tip", "total", "deposit") if name in price}


def test_policy_stores_and_describes_damage_waiver_and_tips(business: Api):
    set_to = policy(business, damageWaiver={"percent": 7.5, "optOut": True}, tips={})
    assert set_to["damageWaiver"] == {"percent": 7.5, "amount": None, "optOut": True}
    assert set_to["tips"] == {"suggestions": [10, 15, 20], "taxable": False}
    assert policy(business, **set_to) == set_to, "sending it back unchanged changes nothing"

    said = ok_json(business.post("/api/payment-policy/preview", json={"damageWaiver": {"amount": 25}}))

    assert said["extras"] == [
        "The damage waiver costs $25.00. It is added if you choose it.",
        "Tips are optional. They are not taxed, and not part of any deposit or cancellation fee.",
    ]
    form = ok_json(business.get(f"/api/booking-form?userId={business.id}"))
    assert form["policy"][-2:] == [
        "The damage waiver costs 7.5% of the order. It is included unless you decline it.",
        said["extras"][1],
    ]
    assert (form["damageWaiver"], form["tips"]) == (set_to["damageWaiver"], set_to["tips"])
    assert policy(business, damageWaiver={"percent": 0}, tips=None)["damageWaiver"] is None
    both = business.patch("/api/payment-policy", json={"damageWaiver": {"percent": 1, "amount": 1}})
    assert (both.status_code, list(both.json()["fields"])) == (422, ["damageWaiver"])
    for body in ({"damageWaiver": {"percent": 101}}, {"tips": {"suggestions": [1, 2, 3, 4, 5, 6]}}, {"tips": 3}):
        assert business.patch("/api/payment-policy", json=body).status_code == 422, body


def test_visitor_is_charged_exactly_for_waiver_and_tip(business: Api, visitor: Api):
    """8.875% of 220 is 19.525, rounded up. The tip is part of neither the tax nor the deposit."""
    business.set_prices(salesTaxPercent=8.875)
    policy(business, damageWaiver={"percent": 10, "optOut": True}, tips={}, depositPercent=50)

    usual = visitor.estimate(userId=business.id)["breakdown"]
    declined = visitor.estimate(userId=business.id, damageWaiver=False)["breakdown"]
    tipped = visitor.estimate(userId=business.id, tipPercent=15)["breakdown"]

    assert lines(usual) == {"damageWaiver": 20, "tax": 19.53, "total": 239.53, "deposit": 119.77}
    assert lines(declined) == {"tax": 17.75, "total": 217.75, "deposit": 108.88}
    assert lines(tipped) == lines(usual) | {"tip": 30, "total": 269.53}
    booked = visitor.book(userId=business.id, damageWaiver=False, tip=12.34, totalPrice=230.09)
    assert lines(booked["breakdown"]) == lines(declined) | {"tip": 12.34, "total": 230.09}

    policy(business, damageWaiver={"amount": 30}, tips={"suggestions": [], "taxable": True})
    assert lines(visitor.estimate(userId=business.id)["breakdown"]) == lines(declined)
    asked = visitor.estimate(userId=business.id, damageWaiver=True, tip=20)["breakdown"]
    assert lines(asked)["tax"] == 22.19, "8.875 % of 250"
    policy(business, damageWaiver=None, tips=None)
    none = visitor.book(userId=business.id, damageWaiver=True, tip=20)
    assert lines(none["breakdown"]) == lines(declined), "options that the business does not offer are ignored"


def test_edited_booking_keeps_the_agreed_waiver_rate(business: Api):
    policy(business, damageWaiver={"percent": 10}, tips={})
    booking = business.book(damageWaiver=True, tipPercent=10, asRequest=False)
    assert booking["totalPrice"] == WORTH + 20 + 20
    path = f"/api/bookings/{booking['id']}"
    policy(business, damageWaiver={"percent": 50, "optOut": True}, tips=None)

    longer = ok_json(business.patch(path, json={"pickupDate": "2027-06-05"}))
    assert lines(longer["breakdown"]) == {"damageWaiver": 40, "tip": 20, "total": 460, "deposit": 0}
    without = ok_json(business.patch(path, json={"damageWaiver": False, "tip": 5}))
    assert lines(without["breakdown"]) == {"tip": 5, "total": 405, "deposit": 0}
    again = ok_json(business.patch(path, json={"damageWaiver": True}))
    assert again["breakdown"]["damageWaiver"] == 40, "at the agreed rate"
    shown = ok_json(business.post("/api/estimate", json=booking_body(bookingId=booking["id"], pickupDate="2027-06-05")))
    assert lines(shown["breakdown"]) == lines(again["breakdown"]), "the estimate of an edit equals its price"
    old = business.book(damageWaiver=False, asRequest=False)
    assert ok_json(business.patch(f"/api/bookings/{old['id']}", json={"damageWaiver": True}))["totalPrice"] == 300
    refused = business.patch(path, json={"tip": -1})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["tip"])


def test_duplicated_booking_has_the_waiver_but_not_the_tip(business: Api):
    """A tip belongs to one event. A custom total is copied without the tip and its tax."""
    business.set_prices(salesTaxPercent=10)
    policy(business, damageWaiver={"percent": 10}, tips={"taxable": True})
    days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}

    def copied(booking: dict[str, Any]) -> dict[str, Any]:
        shown = business.estimate(copyOf=booking["id"], **days)["breakdown"]
        copy = ok_json(business.post(f"/api/bookings/{booking['id']}/duplicate", json=days))
        assert copy["breakdown"] == shown, "the same price as in the estimate"
        return copy

    booking = business.book(damageWaiver=True, tip=50, asRequest=False)
    assert booking["totalPrice"] == 297, "10 % of 270"
    assert lines(copied(booking)["breakdown"]) == {"damageWaiver": 20, "tax": 22, "total": 242, "deposit": 0}
    path = f"/api/bookings/{booking['id']}"
    ok_json(business.patch(path, json={"totalPrice": 280, "ownTotal": True}))
    assert copied(booking)["totalPrice"] == 225, "without 50 and its tax of 5"
    ok_json(business.patch(path, json={"totalPrice": 30, "ownTotal": True}))
    assert copied(booking)["totalPrice"] == 0
    plain = business.book(asRequest=False, deliveryDate="2027-08-01", pickupDate="2027-08-03")
    ok_json(business.patch(f"/api/bookings/{plain['id']}", json={"totalPrice": 111, "ownTotal": True}))
    assert copied(plain)["totalPrice"] == 111


def test_cancellation_fee_excludes_the_tip(business: Api):
    policy(business, tips={}, cancellation=[{"daysBefore": 365, "keepPercent": 50}])
    booking = business.book(tip=50, asRequest=False)

    cost = ok_json(business.get(f"/api/bookings/{booking['id']}/cancellation?on=2027-05-31"))

    assert cost["fee"] == WORTH


def test_quote_includes_the_damage_waiver_until_declined(business: Api, visitor: Api):
    policy(business, damageWaiver={"percent": 10, "optOut": True})
    quote = business.sent_quote()
    assert (quote["totalPrice"], quote["damageWaiver"]) == (220, True)
    path = f"/api/quotes/{quote['id']}"
    assert ok_json(business.patch(path, json=ok_json(business.get(path))))["version"] == 1, (
        "sending it back unchanged changes nothing"
    )
    shown = ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))
    assert "Damage waiver" in [row["text"] for row in shown["lines"]]

    policy(business, damageWaiver=None)
    without = ok_json(business.patch(path, json={"damageWaiver": False}))
    assert (without["totalPrice"], without["version"]) == (WORTH, 2)
    ok_json(visitor.accept(quote["token"]))
    assert ok_json(business.get("/api/bookings"))[0]["totalPrice"] == 220
