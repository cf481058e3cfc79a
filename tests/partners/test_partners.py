"""Partners: their codes, the bookings they brought, and their commission on what customers paid."""

from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.paying import policy

DAYS = {"deliveryDate": "2027-04-10", "pickupDate": "2027-04-10"}
MARCH = {"from": "2027-03-01", "to": "2027-03-31"}
APRIL = {"from": "2027-04-01", "to": "2027-04-30"}


def add_partner(business: Api, **fields: Any) -> dict[str, Any]:
    body = {"name": "Bloom Events", "commission": {"percent": 10}} | fields
    return ok_json(business.post("/api/partners", json=body))


def bring(business: Api, partner: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Create a booking brought by a partner."""
    booking = business.book(**DAYS | fields)
    ok_json(business.put(f"/api/bookings/{booking['id']}/partner", json={"partnerId": partner["id"]}))
    return booking


def pay(business: Api, booking: dict[str, Any], amount: float, on: str = "2027-03-02") -> int:
    body = {"kind": "cash", "amount": amount, "receivedOn": on}
    return ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))["entries"][-1]["id"]


def refund(business: Api, booking: dict[str, Any], payment: int, amount: float) -> None:
    ok_json(business.post(f"/api/bookings/{booking['id']}/payments/{payment}/refund", json={"amount": amount}))


def statement(business: Api, partner: dict[str, Any], **span: str) -> dict[str, Any]:
    return ok_json(business.get(f"/api/partners/{partner['id']}/statement", params=MARCH | span))


def sums(business: Api, partner: dict[str, Any], **span: str) -> list[tuple[float, float]]:
    return [(row["base"], row["commission"]) for row in statement(business, partner, **span)["rows"]]


@pytest.fixture
def business(operator: Api) -> Api:
    """A business whose sign LOVE costs 540, with 40 of sales tax."""
    operator.add_letters("LOVE")
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 135}], salesTaxPercent=7.4074)
    policy(operator, tips={})
    return operator


# --- Partners ---------------------------------------------------------------------------------------------------------


def test_partner_has_a_code_made_from_the_name(business: Api):
    first, second = add_partner(business), add_partner(business)

    assert first == {
        "id": first["id"],
        "name": "Bloom Events",
        "kind": "other",
        "email": None,
        "code": "bloom-events",
        "commission": {"percent": 10, "amount": None},
        "excludes": [],
        "active": True,
        "bookings": 0,
        "url": f"/booking?key={business.key}&via=bloom-events",
    }
    assert second["code"] == "bloom-events-2"
    assert ok_json(business.get("/api/partners")) == [first, second]


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"kind": "florist"}, "kind"),
        ({"email": "bloom"}, "email"),
        ({"code": "bloom events"}, "code"),
        ({"code": "x" * 41}, "code"),
        ({"commission": None}, "commission"),
        ({"commission": {}}, "commission"),
        ({"commission": {"percent": 5, "amount": 5}}, "commission"),
        ({"commission": {"percent": 101}}, "commission.percent"),
        ({"commission": {"amount": 0}}, "commission.amount"),
        ({"excludes": ["tax"]}, "excludes"),
    ],
)
def test_invalid_partner_is_refused_by_field(business: Api, fields: dict[str, Any], field: str):
    refused = business.post("/api/partners", json={"name": "Bloom", "commission": {"percent": 10}} | fields)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert ok_json(business.get("/api/partners")) == []


def test_code_is_unique_in_any_case(business: Api):
    partner = add_partner(business, code="Bloom")
    again = business.post("/api/partners", json={"name": "Other", "code": "BLOOM", "commission": {"percent": 5}})
    assert (again.status_code, again.json()["fields"]) == (422, {"code": "Another partner has this code"})

    changed = ok_json(
        business.patch(f"/api/partners/{partner['id']}", json={"code": "bloom", "commission": {"amount": 25}})
    )

    assert (changed["code"], changed["commission"]) == ("bloom", {"percent": None, "amount": 25})


# --- Bookings ---------------------------------------------------------------------------------------------------------


def test_visitors_booking_keeps_the_partner_of_the_link(business: Api, visitor: Api):
    partner = add_partner(business, code="Bloom")
    form = {"userId": business.id, "via": "BLOOM"}
    assert ok_json(visitor.get("/api/booking-form", params=form))["partner"] == "Bloom Events"

    booking = visitor.book(userId=business.id, via="bloom", **DAYS)

    found = ok_json(business.get(f"/api/bookings/{booking['id']}/partner"))
    assert found == {"partner": {"id": partner["id"], "name": "Bloom Events"}}
    assert ok_json(business.get("/api/partners"))[0]["bookings"] == 1


def test_unknown_or_inactive_code_does_not_stop_a_booking(business: Api, visitor: Api, other_operator: Api):
    add_partner(other_operator, code="theirs")
    inactive = add_partner(business, code="gone")
    ok_json(business.patch(f"/api/partners/{inactive['id']}", json={"active": False}))

    for number, code in enumerate(("unknown", "gone", "theirs"), start=1):
        form = {"userId": business.id, "via": code}
        assert ok_json(visitor.get("/api/booking-form", params=form))["partner"] is None
        booking = visitor.book(userId=business.id, via=code, customerEmail=f"{number}@example.com", **DAYS)
        assert ok_json(business.get(f"/api/bookings/{booking['id']}/partner")) == {"partner": None}


def test_business_names_another_partner_or_none(business: Api, other_operator: Api):
    first, second = add_partner(business), add_partner(business)
    foreign = add_partner(other_operator)
    booking = bring(business, first)
    path = f"/api/bookings/{booking['id']}/partner"

    assert ok_json(business.put(path, json={"partnerId": second["id"]}))["partner"]["id"] == second["id"]
    refused = business.put(path, json={"partnerId": foreign["id"]})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"partnerId": "Unknown partner"})
    assert ok_json(business.put(path, json={"partnerId": None})) == {"partner": None}
    assert ok_json(business.get(path)) == {"partner": None}


# --- Commission -------------------------------------------------------------------------------------------------------


def test_commission_is_on_the_rental_without_tax_and_tip(business: Api):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    assert booking["totalPrice"] == 600
    pay(business, booking, 600)

    found = statement(business, partner)

    assert found["rows"] == [
        {
            "bookingId": booking["id"],
            "number": booking["number"],
            "customerName": booking["customerName"],
            "base": 540,
            "commission": 54,
        }
    ]
    assert (found["name"], found["total"], found["currency"]) == ("Bloom Events", 54, "USD")


def test_half_a_refund_halves_the_commission(business: Api):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    refund(business, booking, pay(business, booking, 600), 300)

    assert sums(business, partner) == [(270, 27)]


def test_refund_counts_in_its_own_month(business: Api, clock: Clock):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    payment = pay(business, booking, 600)
    clock.set("2027-04-05T15:00")
    business.login(business.user["email"])
    refund(business, booking, payment, 300)

    assert sums(business, partner) == [(540, 54)]
    assert sums(business, partner, **APRIL) == [(-270, -27)]
    assert sums(business, partner, to="2027-04-30") == [(270, 27)]


def test_unpaid_and_partly_paid_bookings_earn_their_share(business: Api):
    partner = add_partner(business)
    bring(business, partner, message="LO")
    pay(business, bring(business, partner, message="VE"), 100)

    # 270 of 290 are without tax.
    assert sums(business, partner) == [(93.1, 9.31)]


def test_flat_commission_is_earned_with_the_share_paid(business: Api):
    partner = add_partner(business, commission={"amount": 50})
    booking = bring(business, partner, tip=20)
    pay(business, booking, 300)
    assert sums(business, partner) == [(270, 25)]

    pay(business, booking, 300)

    assert sums(business, partner) == [(540, 50)]


def test_delivery_and_items_earn_nothing_if_excluded(business: Api):
    business.set_prices(deliveryFee=60, salesTaxPercent=0)
    item = ok_json(
        business.post(
            "/api/items", json={"name": "Balloons", "kind": "counted", "quantity": 5, "price": 10, "per": "event"}
        )
    )
    lines = [
        {"kind": "letters", "text": "LOVE", "size": "4ft"},
        {"kind": "item", "itemId": item["id"], "quantity": 3},
    ]
    partner = add_partner(business)
    booking = bring(business, partner, lines=lines, message=None, size=None)
    assert booking["totalPrice"] == 630
    pay(business, booking, 630)
    assert sums(business, partner) == [(630, 63)]

    ok_json(business.patch(f"/api/partners/{partner['id']}", json={"excludes": ["delivery", "items"]}))

    assert sums(business, partner) == [(540, 54)]


def test_damage_charge_earns_no_commission(business: Api):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    pay(business, booking, 600)
    path = f"/api/bookings/{booking['id']}"
    line = {"letter": "O", "size": "4ft", "count": 1}
    for kind, more in (("out", {}), ("in", {"outcome": "damaged"})):
        body = {"clientId": kind, "kind": kind, "at": "2027-03-03T15:00:00Z", "lines": [line | more]}
        ok_json(business.post(f"{path}/handovers", json=body))
    (charge,) = ok_json(business.get(f"{path}/charges"))["charges"]
    ok_json(business.patch(f"{path}/charges/{charge['id']}", json={"state": "charged", "amount": 80}))
    pay(business, booking, ok_json(business.get(path))["balanceDue"])

    assert sums(business, partner) == [(540, 54)]


# --- Files and payouts ------------------------------------------------------------------------------------------------


def test_statement_is_a_csv_and_a_pdf(business: Api, other_operator: Api):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    pay(business, booking, 600)
    path = f"/api/partners/{partner['id']}/statement"

    table = business.get(f"{path}.csv", params=MARCH)
    paper = business.get(f"{path}.pdf", params=MARCH)

    head, row = table.text.lstrip("\ufeff").strip().splitlines()
    assert head == "Booking,Customer,Delivery,Base,Commission,Currency"
    assert row == f"{booking['number']},{booking['customerName']},2027-04-10,540,54,USD"
    assert paper.content.startswith(b"%PDF-")
    for end in ("", ".csv", ".pdf"):
        assert other_operator.get(f"{path}{end}", params=MARCH).status_code == 404


def test_finished_month_is_marked_as_paid_once(business: Api, clock: Clock):
    partner = add_partner(business)
    booking = bring(business, partner, tip=20)
    payment = pay(business, booking, 600)
    path = f"/api/partners/{partner['id']}/payouts"
    early = business.post(path, json={"month": "2027-03"})
    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    clock.set("2027-04-05T15:00")
    business.login(business.user["email"])

    paid = ok_json(business.post(path, json={"month": "2027-03"}))

    assert (paid["month"], paid["amount"], paid["paidOn"]) == ("2027-03", 54, "2027-04-05")
    again = business.post(path, json={"month": "2027-03"})
    assert (again.status_code, again.json()["code"]) == (409, "month_paid")
    nothing = business.post(path, json={"month": "2027-02"})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_to_pay")
    refund(business, booking, payment, 600)
    assert statement(business, partner)["payouts"] == [paid]
    totals = ok_json(business.get("/api/partners/totals", params={"year": 2027}))
    assert totals == [{"partnerId": partner["id"], "name": "Bloom Events", "earned": 0, "paid": 54}]

    assert business.delete(f"{path}/{paid['id']}").status_code == 204

    assert statement(business, partner)["payouts"] == []
    assert business.delete(f"{path}/{paid['id']}").status_code == 404


@pytest.mark.parametrize("month", ["2027", "2027-13", "27-03", "March"])
def test_month_must_be_a_month(business: Api, month: str):
    partner = add_partner(business)

    refused = business.post(f"/api/partners/{partner['id']}/payouts", json={"month": month})

    assert (refused.status_code, refused.json()["fields"]) == (422, {"month": "Enter a month, for example 2027-06"})
