"""Importing customers who may have no booking here."""

from tests.imports.conftest import send
from tests.support.api import Api, ok_json

FILE = (
    "Vorname;Nachname;E-Mail;Telefon;Straße;PLZ;Ort;Notizen\n"
    "Jürgen;Groß;j@example.de;030 123456;Hauptstr. 1;10115;Berlin;Stammkunde\n"
    "Ute;Maier;;0171 555;;;;=1+1\n"
)


def test_customers_are_imported_once_and_found_by_search(operator: Api, other_operator: Api):
    assert send(operator, FILE, "customers")["rows"] == {"new": 2, "same": 0, "wrong": 0}
    assert ok_json(operator.get("/api/search?q=jurgen"))["customers"] == []

    assert send(operator, FILE, "customers", apply=True)["importId"]

    (found,) = ok_json(operator.get("/api/search?q=jurgen"))["customers"]
    assert found.pop("id")
    assert found == {
        "name": "Jürgen Groß",
        "email": "j@example.de",
        "phone": "030 123456",
        "bookings": 0,
        "lastDelivery": None,
    }
    assert ok_json(operator.get("/api/search?q=0171"))["customers"][0]["name"] == "Ute Maier"
    assert ok_json(other_operator.get("/api/search?q=jurgen"))["customers"] == []
    again = FILE.replace("Stammkunde", "Neu").replace("j@example.de", "J@EXAMPLE.DE")
    assert send(operator, again, "customers", apply=True)["rows"] == {"new": 0, "same": 2, "wrong": 0}


def test_customer_with_a_booking_is_found_once(operator: Api):
    operator.add_letters("LOVE")
    operator.book(customerName="Jürgen Groß", customerEmail="j@example.de")
    send(operator, FILE, "customers", apply=True)

    (found,) = ok_json(operator.get("/api/search?q=jurgen"))["customers"]
    assert found["bookings"] == 1


def test_wrong_customers_are_named(operator: Api):
    file = "Name,Email\nAda,ada@example.com\n,nameless@example.com\nBob,no address\n"

    seen = send(operator, file, "customers", apply=True)

    assert seen["importId"] is None
    assert seen["wrong"] == [
        {"line": 3, "reason": "Name is required"},
        {"line": 4, "reason": "Email must be a valid email address"},
    ]
    assert send(operator, file, "customers", apply=True, partial=True)["importId"]


def test_undo_deletes_the_customers(operator: Api):
    mine = send(operator, FILE, "customers", apply=True)["importId"]

    assert ok_json(operator.post(f"/api/imports/{mine}/undo")) == {"undone": 2, "kept": []}
    assert ok_json(operator.get("/api/search?q=jurgen"))["customers"] == []
    assert send(operator, FILE, "customers")["rows"]["new"] == 2
