"""Closing an account (A14): export, closing, reopening and deletion."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.teams.conftest import Invite, join_new

Mails = Callable[[], list[Any]]
CONFIRM = {"password": PASSWORD}


def close(owner: Api) -> Any:
    return owner.post("/api/account/close", json=CONFIRM)


def test_business_is_closed_reopened_closed_again_and_deleted(
    operator: Api,
    visitor: Api,
    new_caller: Callable[[], Api],
    invite: Invite,
    mails: Mails,
    database: Database,
    clock: Clock,
):
    grace = join_new(new_caller(), invite(operator, "grace@example.com"))
    operator.add_letters("LOVE")
    booking = operator.book()["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    form = {"userId": operator.id}
    assert operator.post("/api/account/close", json={"password": "not mine"}).json()["code"] == "wrong_password"
    refused = close(operator)
    assert (refused.status_code, refused.json()["code"], refused.json()["coming"]) == (409, "cannot_close", 1)
    ok_json(operator.set_status(booking, "canceled"))
    mails()

    closed = ok_json(close(operator))

    assert closed["closesAt"].startswith("2027-03-17T15:00")
    assert visitor.get("/api/booking-form", params=form).status_code == 404
    for person in (operator, grace):
        answer = person.get("/api/bookings")
        assert (answer.status_code, answer.json()["code"]) == (403, "business_closing")
        assert ok_json(person.get("/api/user"))["team"]["closesAt"] is not None
    company = operator.user["companyName"]
    assert [(mail.to, mail.subject) for mail in mails()] == [
        (operator.user["email"], "Your business is closed"),
        ("grace@example.com", f"{company} is closed"),
    ]
    assert ok_json(close(operator)) == closed
    assert operator.post("/api/account/export", json=CONFIRM).status_code == 200
    clock.pass_by(days=13)
    assert ok_json(operator.post("/api/account/reopen"))["closesAt"] is None
    assert visitor.get("/api/booking-form", params=form).status_code == 200
    assert [(mail.to, mail.subject) for mail in mails()] == [("grace@example.com", f"{company} is open again")]
    # When the scheduled deletion job runs, the business has been reopened.
    clock.pass_by(days=2)
    ok_json(close(operator))
    mails()
    assert rows.number(database, "bookings") == 1
    clock.pass_by(days=14)
    assert (mails()[-1].to, mails()) == ("grace@example.com", [])

    assert operator.post("/api/login", json={"email": operator.user["email"], **CONFIRM}).status_code == 401
    assert grace.login("grace@example.com").user["operatorId"] == grace.id
    assert {row["id"] for row in rows.rows(database, "operators")} == {grace.id}
    left = {
        name
        for name, found in rows.content(database, but={"audit_entries", "jobs", "events"}).items()
        if any(f"{operator.id}" in map(str, row[:2]) and operator.user["email"] in map(str, row) for row in found)
    }
    assert left == set()
    assert [row["action"] for row in rows.rows(database, "audit_entries")][-2:-1] == ["business.removed"]


def test_closing_declines_pending_requests_and_emails_their_customers(operator: Api, visitor: Api, mails: Mails):
    operator.add_letters("LOVE", quantity=9)
    request = ok_json(visitor.try_to_book(userId=operator.id, customerEmail="bride@example.com"))
    mails()

    ok_json(close(operator))

    (mail,) = [mail for mail in mails() if mail.to == "bride@example.com"]
    assert mail.subject.startswith("About your request")
    assert "We have closed our business." in mail.text
    ok_json(operator.post("/api/account/reopen"))
    assert ok_json(operator.get(f"/api/bookings/{request['id']}"))["status"] == "canceled"


def test_export_contains_all_tables_and_no_secrets(
    operator: Api, other_operator: Api, invite: Invite, database: Database
):
    operator.add_letters("LOVE")
    booking = operator.book(customerName="=cmd|calc", notes="Ümläut ❤")["id"]
    quote = operator.sent_quote()
    token = operator.booking_token(booking)
    feed = ok_json(operator.post("/api/calendar-feed"))["url"].rpartition("/")[2].removesuffix(".ics")
    invited = invite(operator, "grace@example.com")
    other_operator.book(customerName="Somebody Else")

    answer = operator.post("/api/account/export", json=CONFIRM)

    assert answer.headers["content-disposition"].endswith('.zip"')
    bundle = zipfile.ZipFile(io.BytesIO(answer.content))
    files = {name: bundle.read(name).decode() for name in bundle.namelist()}
    (row,) = json.loads(files["bookings.json"])
    assert (row["id"], row["customer_name"], row["notes"]) == (booking, "=cmd|calc", "Ümläut ❤")
    assert "'=cmd|calc" in files["bookings.csv"]
    assert len(json.loads(files["letter_inventory.json"])) == 4
    assert [person["role"] for person in json.loads(files["people.json"])] == ["owner"]
    for name in files:
        assert name == "README.txt" or name in files["README.txt"]
    # Internal tables are not exported.
    internal = {"idempotency_keys", "links", "calendar_feeds", "events", "open_streams"}
    assert not {f"{name}.json" for name in internal} & set(files)
    everything = "".join(files.values())
    assert "Somebody Else" not in everything
    hashes = [user["password_hash"] for user in rows.rows(database, "users")]
    nonces = [
        row[name]
        for table in ("booking_links", "invitations")
        for row in rows.rows(database, table)
        for name in ("nonce",)
    ]
    for secret in (token, feed, invited, quote["token"], *hashes, *nonces):
        assert secret not in everything
    assert operator.post("/api/account/export", json={}).status_code == 422


def test_deletion_by_administrator_removes_the_same_data_even_for_deactivated_owner(
    operator: Api, admin: Api, database: Database
):
    operator.add_letters("LOVE")
    operator.book()
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/status", json={"isActive": False}))

    ok_json(admin.delete(f"/api/admin/users/{operator.id}"))

    assert rows.rows(database, "operators") == rows.rows(database, "bookings") == []
