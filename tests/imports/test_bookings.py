"""Importing bookings: past ones as history, coming ones with their letters."""

import pytest
from fastapi import FastAPI

from tests.imports.conftest import bookings, send
from tests.support.api import Api, ok_json
from tests.support.inbox import Inbox

PAST = (
    "Name,Email,Delivery date,Pickup date,Text,Size,Total\n"
    "Ada Lovelace,ada@example.com,06/05/2026,06/06/2026,LOVE,4ft,450.00\n"
    'Grace Hopper,grace@example.com,07/10/2026,07/12/2026,MR & MRS,4ft,"1,200.50"\n'
)
COMING = (
    "Name,Email,Delivery date,Pickup date,Text,Size,Total\n"
    "Ada,ada@example.com,06/05/2027,06/06/2027,LOVE,4ft,450\n"
    "Grace,grace@example.com,06/05/2027,06/06/2027,LOVE,4ft,450\n"
)


def test_preview_recognizes_columns_and_changes_nothing(operator: Api):
    answer = send(operator, PAST)

    assert answer["columns"][:3] == [
        {"name": "Name", "field": "customerName"},
        {"name": "Email", "field": "customerEmail"},
        {"name": "Delivery date", "field": "deliveryDate"},
    ]
    assert (answer["rows"], answer["wrong"], answer["importId"]) == ({"new": 2, "same": 0, "wrong": 0}, [], None)
    assert bookings(operator) == []


def test_past_bookings_are_completed_and_paid_and_hold_nothing(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    answer = send(operator, PAST, apply=True)

    assert answer["importId"]
    ada, grace = bookings(operator)
    assert [
        (row["status"], row["goods"], row["totalPrice"], row["received"], row["balanceDue"]) for row in (ada, grace)
    ] == [
        ("completed", "back", 450, 450, 0),
        ("completed", "back", 1200.5, 1200.5, 0),
    ]
    assert (ada["number"], grace["number"]) == (1, 2)
    assert ok_json(operator.get("/api/bookings?q=hopper"))[0]["id"] == grace["id"]
    payment = ok_json(operator.get(f"/api/bookings/{ada['id']}/payments"))["entries"][0]
    assert (payment["amount"], payment["receivedOn"]) == (450, "2026-06-05")


def test_money_of_past_bookings_counts_on_its_own_days_and_is_never_due(operator: Api):
    operator.set_prices(salesTaxPercent=8.25)
    send(operator, PAST, apply=True)

    june = ok_json(operator.get("/api/reports/revenue?from=2026-06-01&to=2026-06-30"))
    assert (june["bookings"], june["revenue"], june["tax"]) == (1, 415.7, 34.3)
    assert ok_json(operator.get("/api/reports/due")) == {"overdue": [], "thisWeek": []}
    assert ok_json(operator.get("/api/reports/revenue?from=2027-01-01&to=2027-12-31"))["revenue"] == 0


def test_same_file_twice_changes_nothing(operator: Api):
    send(operator, PAST, apply=True)

    shuffled = (
        "Total;Text;Size;Delivery date;Pickup date;Email;Name\n"
        "450;love;4 ft;2026-06-05;6/6/2026;ADA@example.com;ada lovelace\n"
        "1200,50;MR & MRS;4ft;07/10/2026;07/12/2026;grace@example.com;Grace Hopper\n"
    )
    for file in (PAST, shuffled):
        again = send(operator, file, apply=True)
        assert again["rows"] == {"new": 0, "same": 2, "wrong": 0}
        assert again["importId"] is None
    assert len(bookings(operator)) == 2


def test_row_repeated_in_a_file_is_imported_once(operator: Api):
    repeated = PAST + PAST.splitlines()[1] + "\n"

    assert send(operator, repeated, apply=True)["rows"] == {"new": 2, "same": 1, "wrong": 0}
    assert len(bookings(operator)) == 2


def test_german_file_with_semicolons_decimal_commas_and_dots_in_dates(operator: Api):
    operator.set_rules(dateFormat="DD/MM/YYYY")
    file = (
        "Vorname;Nachname;E-Mail;Lieferdatum;Abholdatum;Schriftzug;Größe;Gesamtbetrag;Straße;PLZ;Ort;Bemerkungen\n"
        "Jürgen;Groß;j@example.de;5.6.2026;07.06.2026;LIEBE;4ft;1.234,50 €;Hauptstr. 1;10115;Berlin;Aufzug\n"
        "Ute;Maier;u@example.de;05/07/2026;6. Juli 2026;JA;4ft;1.200;;;;\n"
    )

    answer = send(operator, file, apply=True)

    assert (answer["wrong"], answer["rows"]["new"]) == ([], 2)
    first, second = bookings(operator)
    assert (first["customerName"], first["deliveryDate"][:10], first["totalPrice"]) == (
        "Jürgen Groß",
        "2026-06-05",
        1234.5,
    )
    assert first["address"]["city"] == "Berlin"
    assert first["operatorNotes"] == "Aufzug"
    assert (second["deliveryDate"][:10], second["pickupDate"][:10], second["totalPrice"]) == (
        "2026-07-05",
        "2026-07-06",
        1200,
    )


def test_wrong_rows_are_named_and_nothing_is_imported_without_partial(operator: Api):
    file = PAST + (
        "Bad Day,bad@example.com,25/12/2026,12/26/2026,LOVE,4ft,10\n"
        "No Total,no@example.com,12/24/2025,12/26/2025,LOVE,4ft,\n"
        "Bad Mail,nobody,12/24/2025,12/26/2025,LOVE,4ft,10\n"
        "Bad Size,size@example.com,12/24/2025,12/26/2025,LOVE,9ft,10\n"
        ",nameless@example.com,12/24/2025,12/26/2025,LOVE,4ft,10\n"
        "Back First,back@example.com,12/24/2025,12/23/2025,LOVE,4ft,10\n"
        "Bad Text,text@example.com,12/24/2025,12/26/2025,,4ft,10\n"
    )

    seen = send(operator, file, apply=True)

    assert (seen["rows"], seen["importId"]) == ({"new": 2, "same": 0, "wrong": 7}, None)
    reasons = {row["line"]: row["reason"] for row in seen["wrong"]}
    assert reasons[4] == "Delivery date “25/12/2026” isn't a date like 06/25/2027"
    assert reasons[5] == "Total is required for past bookings. Enter 0 if nothing was charged"
    assert reasons[6] == "Customer email must be a valid email address"
    assert reasons[7] == "Size must be one of: 2ft, 4ft"
    assert reasons[8] == "Customer name is required"
    assert reasons[9] == "Pickup must be on or after delivery"
    assert sorted(reasons) == [4, 5, 6, 7, 8, 9, 10]
    assert bookings(operator) == []

    taken = send(operator, file, apply=True, partial=True)
    assert taken["importId"]
    assert len(bookings(operator)) == 2
    mended = taken["wrongCsv"].replace("25/12/2026,12/26/2026", "12/25/2025,12/26/2025").replace(",,4ft", ",JA,4ft")
    assert send(operator, mended)["rows"] == {"new": 2, "same": 0, "wrong": 5}


def test_coming_booking_holds_its_letters_and_is_unpaid(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    operator.set_rules(turnaroundDays=0)

    answer = send(operator, COMING, apply=True, partial=True)

    assert answer["rows"] == {"new": 1, "same": 0, "wrong": 1}
    assert answer["wrong"] == [{"line": 3, "reason": "No L, no O, no V and no E are available on June 5, 2027."}]
    (booking,) = bookings(operator)
    assert (booking["status"], booking["received"], booking["balanceDue"]) == ("confirmed", 0, 450)
    refused = operator.try_to_book(asRequest=False, message="LOVE", deliveryDate="2027-06-05", pickupDate="2027-06-06")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")


def test_coming_booking_without_total_costs_the_list_price(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    file = "Name,Phone,Date,Until,Text,Size\nAda,512-555-0100,2027-06-05,2027-06-06,LOVE,4 ft\n"

    send(operator, file, apply=True)

    (booking,) = bookings(operator)
    assert (
        booking["totalPrice"]
        == operator.estimate(deliveryDate="2027-06-05", pickupDate="2027-06-06")["breakdown"]["total"]
    )


def test_nobody_is_notified_of_an_import(app: FastAPI, operator: Api):
    operator.add_letters("LOVE", quantity=3)
    inbox = Inbox(app.state.database, app.state.settings)
    inbox.send_due()

    send(operator, PAST + COMING.split("\n", 1)[1], apply=True)

    assert inbox.send_due() == []
    assert ok_json(operator.get("/api/notifications"))["items"] == []


def test_formulas_stay_text(operator: Api):
    file = PAST.replace("Ada Lovelace", '"=HYPERLINK(""http://x"",""y"")"')

    send(operator, file, apply=True)

    assert bookings(operator)[0]["customerName"] == '=HYPERLINK("http://x","y")'
    exported = operator.get("/api/reports/bookings.csv?from=2026-01-01&to=2026-12-31").text
    assert "'=HYPERLINK" in exported


def test_mapping_assigns_columns_whose_names_are_not_recognized(operator: Api):
    file = "Qui,Quand,Quoi,Combien,Name\nAda,2026-06-05,LOVE,450,ignored\n"

    seen = send(operator, file)
    assert [column["field"] for column in seen["columns"]] == [None, None, None, None, "customerName"]
    assert seen["rows"]["wrong"] == 1

    mapping = {"Qui": "customerName", "Quand": "deliveryDate", "Quoi": "message", "Combien": "totalPrice"}
    seen = send(operator, file, mapping=mapping, apply=True)
    assert [column["field"] for column in seen["columns"]] == [*mapping.values(), None]
    (booking,) = bookings(operator)
    assert (booking["customerName"], booking["message"], booking["pickupDate"][:10]) == ("Ada", "LOVE", "2026-06-05")


@pytest.mark.parametrize(
    "csv, mapping, field, code",
    [
        ("Name,Customer,Date,Text\nA,B,2026-06-05,LOVE\n", {}, "csv", "column_twice"),
        ("Name,Date,Text\n", {}, "csv", "invalid"),
        ("", {}, "csv", "invalid"),
        ("Name,Date,Text\nA,2026-06-05,LOVE\n", {"Name": "owner"}, "mapping", "invalid"),
        ("Name,Date,Text\nA,2026-06-05,LOVE\n", {"Kunde": "customerName"}, "mapping", "invalid"),
        ("Name,Date,Text\n" + "A,2026-06-05,LOVE\n" * 5001, {}, "csv", "invalid"),
    ],
)
def test_invalid_file_is_refused(operator: Api, csv: str, mapping: dict[str, str], field: str, code: str):
    refused = operator.post("/api/imports/bookings", json={"csv": csv, "mapping": mapping})

    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (422, code, [field])


def test_venue_and_canceled_rows(operator: Api):
    venue = operator.add_venue(name="Old Mill")
    file = (
        "Name,Email,Date,Until,Text,Size,Total,Venue,Status\n"
        "Ada,a@example.com,2026-06-05,2026-06-06,LOVE,4ft,450,OLD MILL,Completed\n"
        "Bob,b@example.com,2026-06-07,2026-06-08,LOVE,4ft,450,Elsewhere,Cancelled\n"
        "Cy,c@example.com,2026-06-07,2026-06-08,LOVE,4ft,450,,Inquiry\n"
    )

    seen = send(operator, file, apply=True, partial=True)

    ada, bob = bookings(operator)
    assert (ada["venueId"], bob["venueId"], bob["venueName"]) == (venue["id"], None, "Elsewhere")
    assert (bob["status"], bob["received"]) == ("canceled", 0)
    assert seen["wrong"][0]["line"] == 4
    assert ok_json(operator.get("/api/reports/revenue?from=2026-06-01&to=2026-06-30"))["revenue"] == 450


def test_file_of_five_thousand_bookings_is_imported_within_twenty_seconds(operator: Api):
    lines = [
        f"Customer {number},c{number}@example.com,2024-{number % 12 + 1:02}-05,,LOVE,4ft,100" for number in range(5000)
    ]

    answer = send(operator, "\n".join(["Name,Email,Date,Until,Text,Size,Total", *lines]), apply=True)

    assert answer["rows"]["new"] == 5000
    assert ok_json(operator.get("/api/reports/revenue?from=2024-01-01&to=2024-12-31"))["revenue"] == 500_000


def test_template_can_be_imported_as_it_is(operator: Api):
    for order in ("MM/DD/YYYY", "DD/MM/YYYY"):
        operator.set_rules(dateFormat=order)
        file = operator.get("/api/imports/template.csv").text
        assert send(operator, file)["rows"] == {"new": 1, "same": 0, "wrong": 0}
