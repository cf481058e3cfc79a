"""The list of customers, their details and their figures."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from marqueedesk.kit import clock
from tests.support.api import Api, ok_json


def listed(operator: Api, **query: Any) -> list[str]:
    return [row["name"] for row in operator.every("/api/customers", limit=2, **query)]


def add(operator: Api, name: str, **fields: Any) -> dict[str, Any]:
    return ok_json(operator.post("/api/customers", json={"name": name, **fields}))


def day(after: int) -> str:
    return str(clock.now().date() + timedelta(days=after))


def book(operator: Api, name: str, after: int, total: float, **fields: Any) -> dict[str, Any]:
    days = {"deliveryDate": day(after), "pickupDate": day(after + 1)}
    contact = {"customerName": name, "customerEmail": f"{name.lower()}@x.example"}
    return operator.book(**days, **contact, totalPrice=total, asRequest=False, **fields)


def test_customer_is_stored_as_sent_and_can_be_sent_back(operator: Api):
    made = add(
        operator,
        "Bright Planners",
        kind="organization",
        emails=["a@x.example", "A+b@x.example"],
        phones=["914 555 0100 x2", {"number": "call after 5"}],
        address="1 Main Street\nSpringfield",
        notes="Pays late",
        tags=["planner", "vip", "vip"],
        language="es",
        discountPercent=10,
        paymentPolicy={"collectAtBooking": "nothing", "balanceDueDays": 0},
        taxExemption={"certificate": "TX-1", "expiresOn": "2027-06-01"},
    )

    assert made["emails"] == ["a@x.example"]
    assert made["phones"] == [
        {"number": "914 555 0100 x2", "e164": "+19145550100", "extension": "2"},
        {"number": "call after 5", "e164": None},
    ]
    assert (made["tags"], made["discountPercent"]) == (["planner", "vip"], 10)
    assert made["paymentPolicy"]["collectAtBooking"] == "nothing"
    assert made["textConsent"] is None
    assert made["totals"] == {"booked": 0, "received": 0, "balance": 0}
    again = ok_json(operator.patch(f"/api/customers/{made['id']}", json=made))
    assert again == made


def exempt_addresses(operator: Api) -> dict[str, str]:
    rows = ok_json(operator.get("/api/tax-exemptions"))["customers"]
    return {row["email"]: row["certificate"] for row in rows}


def test_exemption_of_a_customer_is_in_the_settings_and_applies_to_the_next_booking(operator: Api):
    operator.set_prices(salesTaxPercent=10)
    ana = add(operator, "Ana", emails=["ana@school.org", "a@x.example"], taxExemption={"certificate": "TX-1"})

    (row, _) = ok_json(operator.get("/api/tax-exemptions"))["customers"]
    assert row == {"email": "a@x.example", "name": "Ana", "certificate": "TX-1", "expiresOn": None, "state": "valid"}
    booked = operator.book(customerName="Ana", customerEmail="Ana@School.org")
    assert (booked["customerId"], booked["taxExempt"]["certificate"]) == (ana["id"], "TX-1")
    assert booked["breakdown"].get("tax", 0) == 0


def test_exemption_in_the_settings_is_the_customers(operator: Api, other_operator: Api):
    ana = add(operator, "Ana", emails=["ana@school.org"])
    foreign = add(other_operator, "Ana", emails=["ana@school.org"])
    exempt = {"customers": [{"email": "ANA@school.org", "certificate": "TX-1", "expiresOn": "2027-06-01"}]}
    ok_json(operator.put("/api/tax-exemptions", json=exempt))

    shown = ok_json(operator.get(f"/api/customers/{ana['id']}"))
    assert shown["taxExemption"] == {"certificate": "TX-1", "expiresOn": "2027-06-01"}
    assert ok_json(other_operator.get(f"/api/customers/{foreign['id']}"))["taxExemption"] is None
    assert ok_json(operator.patch(f"/api/customers/{ana['id']}", json={"taxExemption": None}))["taxExemption"] is None
    assert exempt_addresses(operator) == {}


def test_new_address_of_an_exempt_customer_is_exempt_and_other_exemptions_stay(operator: Api):
    others = {"customers": [{"email": "b@x.example", "certificate": "TX-2"}]}
    ok_json(operator.put("/api/tax-exemptions", json=others))
    ana = add(operator, "Ana", emails=["a@x.example"], taxExemption={"certificate": "TX-1"})

    ok_json(
        operator.patch(f"/api/customers/{ana['id']}", json={"emails": ["b@x.example", "a@x.example", "c@x.example"]})
    )

    assert exempt_addresses(operator) == {"a@x.example": "TX-1", "b@x.example": "TX-2", "c@x.example": "TX-1"}


def test_exemption_needs_an_email_address(operator: Api):
    refused = operator.post("/api/customers", json={"name": "Ana", "taxExemption": {"certificate": "TX-1"}})

    assert (refused.status_code, set(refused.json()["fields"])) == (422, {"taxExemption"})
    assert listed(operator) == []


def test_only_sent_fields_change_and_removed_details_no_longer_match(operator: Api):
    made = add(operator, "Ana", emails=["a@x.example", "b@x.example"], notes="Old")

    changed = ok_json(operator.patch(f"/api/customers/{made['id']}", json={"emails": ["b@x.example"]}))

    assert (changed["name"], changed["notes"], changed["emails"]) == ("Ana", "Old", ["b@x.example"])
    assert operator.book(customerName="Ana", customerEmail="b@x.example")["customerId"] == made["id"]
    assert operator.book(customerName="Ana", customerEmail="a@x.example")["customerId"] != made["id"]


@pytest.mark.parametrize(
    "field, body",
    [
        ("name", {"name": ""}),
        ("name", {"name": "x" * 201}),
        ("kind", {"kind": "cat"}),
        ("emails[0]", {"emails": ["no address"]}),
        ("discountPercent", {"discountPercent": 101}),
        ("referredBy", {"referredBy": {"customerId": 987654321}}),
        ("referredBy", {"referredBy": {"partnerId": 987654321}}),
    ],
)
def test_invalid_field_is_named(operator: Api, field: str, body: dict[str, Any]):
    response = operator.post("/api/customers", json={"name": "Ana"} | body)

    assert response.status_code == 422
    assert set(response.json()["fields"]) == {field}


@pytest.mark.parametrize("name", ["A", "x" * 200, "عائشة", "🎪 Zoë"])
def test_names_of_any_script_are_found_by_search(operator: Api, name: str):
    operator.book(customerName=name, customerEmail="a@x.example")

    assert listed(operator, q=name) == [name]


@pytest.mark.parametrize(
    "q",
    ["9145550100", "+1 914 555 0100", "(914) 555-0100", "914.555", "smith", "SMITH jo", "oak", "vip", "love", "jo@x"],
)
def test_search_finds_name_phone_in_any_notation_address_tag_and_sign(operator: Api, q: str):
    ana = add(
        operator, "Jo Smith", emails=["jo@x.example"], phones=["1-914-555-0100"], address="1 Oak St", tags=["VIP"]
    )
    operator.book(message="LOVE", customerId=ana["id"], customerName="Jo Smith", customerEmail="jo@x.example")
    add(operator, "Somebody Else", phones=["512 555 0199"])

    assert listed(operator, q=q) == ["Jo Smith"]


def test_figures_follow_the_bookings(operator: Api):
    operator.add_letters("LOVE", 9)
    first = book(operator, "Ana", 10, 300)
    path = f"/api/customers/{first['customerId']}"
    second = book(operator, "Ana", 20, 200)

    ok_json(operator.post(f"/api/bookings/{first['id']}/payments", json={"amount": 120, "kind": "cash"}))
    found = ok_json(operator.get(path))
    assert found["totals"] == {"booked": 500, "received": 120, "balance": 380}
    assert (found["bookings"], found["lastEvent"], found["nextEvent"]) == (2, None, day(10))

    ok_json(operator.patch(f"/api/bookings/{second['id']}/status", json={"status": "canceled"}))
    found = ok_json(operator.get(path))
    assert found["totals"] == {"booked": 300, "received": 120, "balance": 180}
    assert found["bookings"] == 2


def test_next_event_becomes_the_last_one_when_its_day_is_over(operator: Api, present: time_machine.Traveller):
    operator.add_letters("LOVE", 9)
    booking = book(operator, "Ana", 3, 300)
    path = f"/api/customers/{booking['customerId']}"
    assert ok_json(operator.get(path))["nextEvent"] == (event := day(3))

    present.shift(timedelta(days=3))
    assert ok_json(operator.get(path))["nextEvent"] == event
    present.shift(timedelta(days=1))

    found = ok_json(operator.get(path))
    assert (found["lastEvent"], found["nextEvent"]) == (event, None)


def test_list_is_sorted_and_paged_by_each_order(operator: Api):
    operator.add_letters("LOVE", 9)
    book(operator, "Cid", 30, 100)
    book(operator, "Bob", 20, 300)
    book(operator, "Ana", 10, 200)
    add(operator, "Dan")

    assert listed(operator) == ["Ana", "Bob", "Cid", "Dan"]
    assert listed(operator, sort="nextEvent") == ["Ana", "Bob", "Cid", "Dan"]
    assert listed(operator, sort="total") == ["Bob", "Ana", "Cid", "Dan"]
    assert listed(operator, sort="balance") == ["Bob", "Ana", "Cid", "Dan"]
    assert set(listed(operator, sort="lastEvent")) == {"Ana", "Bob", "Cid", "Dan"}


@pytest.mark.parametrize("cursor", ["x", "WzFd", "WyJ4IiwxXQ"])
def test_cursor_of_another_list_is_refused(operator: Api, cursor: str):
    response = operator.get("/api/customers", params={"cursor": cursor, "sort": "nextEvent"})

    assert response.status_code == 422


def test_tag_filters_the_list(operator: Api):
    add(operator, "Ana", tags=["vip"])
    add(operator, "Bob", tags=["vip lounge"])

    assert listed(operator, tag="vip") == ["Ana"]


def test_referrer_is_a_customer_or_partner_of_the_business(operator: Api, other_operator: Api):
    partner = {"name": "Bright Weddings", "kind": "planner", "code": "BRIGHT", "commission": {"percent": 10}}
    own, foreign = (ok_json(caller.post("/api/partners", json=partner))["id"] for caller in (operator, other_operator))
    ana = ok_json(operator.post("/api/customers", json={"name": "Ana", "referredBy": {"partnerId": own}}))
    path = f"/api/customers/{ana['id']}"
    bob = ok_json(operator.post("/api/customers", json={"name": "Bob", "referredBy": {"customerId": ana["id"]}}))

    assert ana["referredBy"] == {"partnerId": own}
    for referrer in ({"partnerId": foreign}, {"customerId": ana["id"]}):
        refused = operator.patch(path, json={"referredBy": referrer})
        assert (refused.status_code, set(refused.json()["fields"])) == (422, {"referredBy"})
    assert ok_json(operator.get(path))["referredBy"] == {"partnerId": own}
    ok_json(operator.post(f"{path}/erase", json={"confirm": "Ana"}))
    new = operator.post("/api/customers", json={"name": "Cid", "referredBy": {"customerId": ana["id"]}})
    assert new.status_code == 422
    # Saving the whole customer again keeps the referrer.
    assert ok_json(operator.patch(f"/api/customers/{bob['id']}", json=bob))["referredBy"] == bob["referredBy"]
