"""Erasing a customer leaves nothing personal in any row, and no amount changes. An export has everything before."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.notifications.service import CUSTOMER, Note, notify
from marqueedesk.worker import update_customers
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.worker.test_unused_pictures import age, remove_unused, upload

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

    update_customers(database, clock.now())
    assert found_in(database) == {}
    after = ok_json(operator.get(f"/api/customers/{customer}"))
    assert before["erasedAt"] is None
    assert after["erasedAt"] == answer["erasedAt"]
    assert after["totals"] == before["totals"]
    assert (after["name"], after["emails"], after["phones"], after["notes"]) == ("Erased", [], [], None)
    booking = ok_json(operator.get(f"/api/bookings/{past['id']}"))
    assert (booking["totalPrice"], booking["received"], booking["customerName"]) == (300, 300, "Erased")
    assert operator.every("/api/customers") == []
    assert ok_json(operator.get("/api/search", params={"q": "Zerlina"}))["customers"] == []
    assert rows.rows(database, "customer_erasures")[0].keys() == {"operator_id", "id", "erased_at", "erased_by"}


@pytest.mark.sqlite_only  # PostgreSQL's files are the server's.
def test_nothing_personal_stays_in_the_database_file(operator: Api, database: Database, past: dict[str, Any]):
    file = Path(str(database.engine.url.database))

    def found() -> set[str]:
        content = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
        return {part for part in PERSONAL if part.encode() in content}

    assert {NAME, EMAIL, "tulips", "EXEMPT-9"} <= found()

    ok_json(erase(operator, past["customerId"]))

    assert found() == set()


def texts_of(response: httpx.Response) -> str:
    """The text of a response, also of the files in an archive."""
    if response.headers.get("content-type", "").startswith("application/zip"):
        with zipfile.ZipFile(io.BytesIO(response.content)) as bundle:
            return "".join(f"{name}\n{bundle.read(name).decode(errors='replace')}" for name in bundle.namelist())
    return response.content.decode(errors="replace")


def personal_answers(operator: Api, app: FastAPI, day: str) -> dict[str, list[str]]:
    """Return the personal texts that calls without path parameters return to the owner, by path: lists, reports, and
    all exports.
    """
    today = f"{clock.now():%Y-%m-%d}"
    values = {
        "from": today,
        "to": day,
        "date": day,
        "day": day,
        "month": day[:7],
        "year": day[:4],
        "q": "a",
        "days": "7",
    }
    hits: dict[str, list[str]] = {}
    for path, calls in app.openapi()["paths"].items():
        if "get" not in calls or "{" in path or path == "/api/events":
            continue
        names = {row["name"] for row in calls["get"].get("parameters", []) if row["in"] == "query"}
        response = operator.get(path, params={name: value for name, value in values.items() if name in names})
        text = texts_of(response)
        if seen := [part for part in PERSONAL if part in text]:
            hits[path] = seen
    return hits


def test_erased_customer_is_in_no_list_report_or_export(
    operator: Api, app: FastAPI, database: Database, past: dict[str, Any]
):
    customer, day = past["customerId"], past["deliveryDate"][:10]
    friend = {"name": "Figaro", "emails": ["figaro@x.example"], "referredBy": {"customerId": customer}}
    other = ok_json(operator.post("/api/customers", json=friend))["id"]
    before = personal_answers(operator, app, day)
    assert {"/api/customers", "/api/bookings", "/api/reports/bookings.csv", "/api/payments.csv"} <= before.keys()

    ok_json(erase(operator, customer))
    update_customers(database, clock.now())

    assert personal_answers(operator, app, day) == {}
    theirs = texts_of(operator.get(f"/api/customers/{other}/export"))
    own = texts_of(operator.get(f"/api/customers/{customer}/export"))
    assert "Figaro" in theirs
    assert [part for part in PERSONAL if part in theirs + own] == []


def test_photo_of_an_erased_customers_handover_is_deleted(operator: Api, database: Database):
    operator.add_letters("LOVE", 2)
    booking = operator.book(customerName=NAME, customerEmail=EMAIL, totalPrice=0, asRequest=False)
    photo = upload(operator, 1)
    line = {"letter": "L", "size": "4ft", "count": 1, "outcome": "ok", "photo": photo, "note": "Zerlina's tulips"}
    for kind in ("out", "in"):
        lines = [line, *({**line, "letter": letter} for letter in "OVE")]
        body = {"clientId": kind, "kind": kind, "at": clock.now().isoformat(), "lines": lines}
        ok_json(operator.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    ok_json(operator.patch(f"/api/bookings/{booking['id']}/status", json={"status": "completed", "early": True}))
    age(database, 31)
    remove_unused(database)
    assert operator.get(f"/api/photos/{photo}").status_code == 200

    ok_json(erase(operator, booking["customerId"]))
    remove_unused(database)

    assert operator.get(f"/api/photos/{photo}").status_code == 404
    assert found_in(database) == {}


def test_text_of_a_nameless_customer_leaves_no_notification_behind(operator: Api, database: Database):
    booking = operator.book(customerName=NAME, customerEmail=EMAIL, totalPrice=0, asRequest=False)
    with database.write() as db:
        set_operator(db, operator.id)
        note = Note("text", f"{PHONE} sent a text", "About the tulips", CUSTOMER, booking["customerId"])
        notify(db, note, key="text:1", now=clock.now())
    ok_json(operator.patch(f"/api/bookings/{booking['id']}/status", json={"status": "canceled"}))
    assert "notifications" in found_in(database)

    ok_json(erase(operator, booking["customerId"]))

    assert found_in(database) == {}


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
