"""Undoing an import within a day."""

from fastapi import FastAPI

from tests.imports.conftest import bookings, send
from tests.imports.test_bookings import COMING, PAST
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock


def test_undo_deletes_untouched_bookings_and_releases_their_letters(app: FastAPI, operator: Api):
    operator.add_letters("LOVE", quantity=1)
    mine = send(operator, COMING.rsplit("\n", 2)[0], apply=True)["importId"]
    send(operator, PAST, apply=True)

    answer = ok_json(operator.post(f"/api/imports/{mine}/undo"))

    assert answer == {"undone": 1, "kept": []}
    assert [row["customerName"] for row in bookings(operator)] == ["Ada Lovelace", "Grace Hopper"]
    assert rows.number(app.state.database, "letter_holds") == 0
    assert ok_json(operator.post(f"/api/imports/{mine}/undo")) == {"undone": 0, "kept": []}
    assert send(operator, COMING)["rows"]["new"] == 1, "undone rows can be imported again"


def test_undo_keeps_bookings_changed_since(operator: Api):
    file = (
        PAST
        + "Cy,cy@example.com,08/10/2026,08/11/2026,HI,4ft,100\nDi,di@example.com,08/12/2026,08/13/2026,HI,4ft,100\n"
    )
    mine = send(operator, file, apply=True)["importId"]
    ada, grace, cy, _ = bookings(operator)
    ok_json(operator.patch(f"/api/bookings/{ada['id']}", json={"operatorNotes": "Liked it"}))
    operator.booking_token(grace["id"])
    paid = ok_json(operator.get(f"/api/bookings/{cy['id']}/payments"))["entries"][0]
    ok_json(operator.post(f"/api/bookings/{cy['id']}/payments/{paid['id']}/void"))

    answer = ok_json(operator.post(f"/api/imports/{mine}/undo"))

    assert answer["undone"] == 1
    assert [(row["line"], row["number"], row["name"]) for row in answer["kept"]] == [
        (2, ada["number"], "Ada Lovelace"),
        (3, grace["number"], "Grace Hopper"),
        (4, cy["number"], "Cy"),
    ]
    assert {row["id"] for row in bookings(operator)} == {ada["id"], grace["id"], cy["id"]}


def test_numbers_of_undone_bookings_are_not_used_again(operator: Api):
    operator.add_letters("LOVE", quantity=9)
    mine = send(operator, PAST, apply=True)["importId"]
    assert [row["number"] for row in bookings(operator)] == [1, 2]
    ok_json(operator.post(f"/api/imports/{mine}/undo"))

    assert operator.book(deliveryDate="2027-06-05", pickupDate="2027-06-06")["number"] == 3
    send(operator, PAST, apply=True)
    assert sorted(row["number"] for row in bookings(operator)) == [3, 4, 5]


def test_undo_ends_after_a_day(operator: Api, clock: Clock):
    mine = send(operator, PAST, apply=True)["importId"]
    assert [(row["id"], row["count"]) for row in ok_json(operator.get("/api/imports"))] == [(mine, 2)]

    clock.pass_by(hours=25)

    refused = operator.post(f"/api/imports/{mine}/undo")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_late")
    assert ok_json(operator.get("/api/imports")) == []
    assert len(bookings(operator)) == 2


def test_import_of_another_business_is_unknown(operator: Api, other_operator: Api):
    mine = send(operator, PAST, apply=True)["importId"]

    assert other_operator.post(f"/api/imports/{mine}/undo").status_code == 404
    assert other_operator.post("/api/imports/999999/undo").status_code == 404
    assert send(other_operator, PAST)["rows"]["new"] == 2, "rows are compared within a business"
    assert len(bookings(operator)) == 2


def test_undone_bookings_are_taken_back_in_the_ledger(operator: Api):
    import_id = send(operator, PAST, apply=True)["importId"]
    before = ok_json(operator.get("/api/ledger"))["entries"]
    assert {entry["kind"] for entry in before} == {"delivered", "paid"}

    ok_json(operator.post(f"/api/imports/{import_id}/undo"))

    after = ok_json(operator.get("/api/ledger"))["entries"]
    assert [entry for entry in after if entry["id"] <= before[-1]["id"]] == before, "nothing is deleted"
    assert {entry["corrects"] for entry in after} - {None} == {entry["id"] for entry in before}
    accounts = ok_json(operator.get("/api/trial-balance"))["accounts"]
    assert not [row for row in accounts if row["debit"] or row["credit"]]
