"""Erasing a customer leaves nothing personal in any row, and no amount changes. An export has everything before."""

import io
import json
import zipfile
from typing import Any

import pytest

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.worker import update_customers
from tests.support import rows
from tests.support.api import Api, ok_json

NAME, EMAIL, PHONE = "Zerlina Quickstep", "zerlina@quickstep.example", "914 555 0173"
PERSONAL = (NAME, "Zerlina", "Quickstep", EMAIL, "zerlina@", "5550173", "555 0173", "Larkspur", "tulips", "EXEMPT-9")


def erase(operator: Api, customer_id: int, confirm: str = NAME) -> Any:
    return operator.post(f"/api/customers/{customer_id}/erase", json={"confirm": confirm})


def found_in(database: Database) -> dict[str, list[str]]:
    """Return the personal texts that are in the database, by table."""
    hits: dict[str, list[str]] = {}
    for table, stored in rows.content(database, but=["sign_ins"]).items():
        text = json.dumps(stored, default=str, ensure_ascii=False)
        if seen := [part for part in PERSONAL if part in text]:
            hits[table] = seen
    return hits


@pytest.fixture
def past(operator: Api) -> dict[str, Any]:
    """A customer with a completed and paid booking, a declined quote, and all kinds of text."""
    who = {"customerName": NAME, "customerEmail": EMAIL, "customerPhone": PHONE}
    operator.add_letters("LOVEZER", 9)
    booking = operator.book(
        **who,
        message="LOVE",
        notes="Likes tulips",
        operatorNotes="tulips at the gate",
        venueId=None,
        address={"street": "7 Larkspur Lane", "city": "Springfield", "state": "NY", "zipCode": "10001"},
        totalPrice=300,
        asRequest=False,
        notify=True,
    )
    path = f"/api/bookings/{booking['id']}"
    ok_json(operator.patch(path, json={"notes": "More tulips", "notify": True}))
    ok_json(operator.post(f"{path}/payments", json={"amount": 300, "kind": "cash", "note": "From Zerlina"}))
    ok_json(operator.patch(f"{path}/status", json={"status": "completed", "early": True}))
    ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft", "notes": "tulips", **who}))
    customer = booking["customerId"]
    details = {"notes": "Loves tulips", "address": "7 Larkspur Lane", "tags": ["tulips"]}
    ok_json(operator.patch(f"/api/customers/{customer}", json=details))
    ok_json(operator.patch(f"/api/customers/{customer}", json={"taxExemption": {"certificate": "EXEMPT-9"}}))
    return booking


def test_erased_customer_leaves_no_text_behind_and_no_sum_changes(
    operator: Api, database: Database, past: dict[str, Any]
):
    customer = past["customerId"]
    before = ok_json(operator.get(f"/api/customers/{customer}"))
    assert {"customers", "bookings", "quotes"} <= found_in(database).keys()

    answer = ok_json(erase(operator, customer))

    assert answer["erasedAt"]
    update_customers(database, clock.now())
    assert found_in(database) == {}
    after = ok_json(operator.get(f"/api/customers/{customer}"))
    assert after["totals"] == before["totals"]
    assert (after["name"], after["emails"], after["phones"], after["notes"]) == ("Erased", [], [], None)
    booking = ok_json(operator.get(f"/api/bookings/{past['id']}"))
    assert (booking["totalPrice"], booking["received"], booking["customerName"]) == (300, 300, "Erased")
    assert operator.every("/api/customers") == []
    assert ok_json(operator.get("/api/search", params={"q": "Zerlina"}))["customers"] == []
    assert rows.rows(database, "customer_erasures")[0].keys() == {"operator_id", "id", "erased_at", "erased_by"}


def test_erased_customer_is_not_found_by_a_new_booking_and_cannot_be_changed(operator: Api, past: dict[str, Any]):
    customer = past["customerId"]
    ok_json(erase(operator, customer))
    other = operator.book(customerName=NAME, customerEmail=EMAIL)["customerId"]

    assert other != customer
    for path, body in (("", {"notes": "x"}), ("/merge", {"other": other}), ("/erase", {"confirm": "Erased"})):
        call = operator.patch if path == "" else operator.post
        response = call(f"/api/customers/{customer}{path}", json=body)
        assert (response.status_code, response.json()["code"]) == (409, "erased")
    assert operator.post(f"/api/customers/{other}/merge", json={"other": customer}).status_code == 409


def test_open_bookings_refuse_erasing_and_are_named(operator: Api):
    booking = operator.book(customerName=NAME, customerEmail=EMAIL)

    refused = erase(operator, booking["customerId"])

    assert (refused.status_code, refused.json()["code"]) == (409, "something_open")
    assert refused.json()["bookings"] == [{"bookingId": booking["id"], "number": booking["number"]}]
    assert ok_json(operator.get(f"/api/customers/{booking['customerId']}"))["name"] == NAME


def test_erasing_needs_the_customers_name(operator: Api, past: dict[str, Any]):
    refused = erase(operator, past["customerId"], "Somebody Else")

    assert (refused.status_code, set(refused.json()["fields"])) == (422, {"confirm"})


def test_customer_at_the_same_address_keeps_everything(operator: Api, past: dict[str, Any]):
    other = operator.book(customerName="Figaro", customerEmail=EMAIL)["customerId"]

    ok_json(erase(operator, past["customerId"]))

    assert ok_json(operator.get(f"/api/customers/{other}"))["emails"] == [EMAIL]


def test_export_has_everything_about_the_customer_and_nothing_else(operator: Api, past: dict[str, Any]):
    operator.book(customerName="Figaro", customerEmail="figaro@x.example")

    response = operator.get(f"/api/customers/{past['customerId']}/export")

    assert response.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as bundle:
        names = set(bundle.namelist())
        text = "".join(bundle.read(name).decode() for name in names)
    assert {"README.txt", "customers.json", "bookings.json", "quotes.json", "booking_payments.json"} <= names
    assert all(part in text for part in (NAME, EMAIL, "Larkspur", "tulips"))
    assert "Figaro" not in text
    assert "nonce" not in text
