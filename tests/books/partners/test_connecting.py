"""Connecting QuickBooks and Xero: consent, tokens, and mapping accounts."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.books.partners.models import BooksConnection
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from tests.support.api import Api, ok_json
from tests.support.bookkeeping import Bookkeeping

NAMES = {"quickbooks": "Lone Star Letters LLC", "xero": "Harbour Letters Ltd"}


def begin(business: Api, partner: Bookkeeping) -> str:
    return ok_json(business.post("/api/books/connect", json={"system": partner.system}))["url"]


def stored(connecting: FastAPI) -> Any:
    database: Database = connecting.state.database
    with database.read() as db, all_tenants(db, "a test"):
        return db.scalars(select(BooksConnection)).one()


def test_connecting_names_the_company(business: Api, partner: Bookkeeping):
    before = ok_json(business.get("/api/books"))
    assert (before["system"], before["connected"], before["available"]) == (None, False, ["quickbooks", "xero"])

    partner.connect(business)

    after = ok_json(business.get("/api/books"))
    assert (after["system"], after["connected"], after["needsReconnect"]) == (partner.system, True, False)
    assert (after["companyName"], after["currency"]) == (NAMES[partner.system], "USD")


def test_tokens_are_stored_encrypted_and_not_exported(business: Api, partner: Bookkeeping, connecting: FastAPI):
    partner.connect(business)

    row = stored(connecting)
    issued = [token for grant in partner.server.grants for token in (*grant.access, *grant.refresh)]
    assert len(issued) == 2
    assert not [token for token in issued if token in row.access_token or token in row.refresh_token]


def test_state_works_once(business: Api, partner: Bookkeeping):
    answer = partner.allow(begin(business, partner))
    assert business.get("/api/books/callback", params=answer).status_code == 303

    again = business.get("/api/books/callback", params=answer)

    assert (again.status_code, again.json()["code"]) == (409, "state_refused")


@pytest.mark.parametrize("change", [{"state": "guessed"}, {"state": ""}])
def test_unknown_state_is_refused(business: Api, partner: Bookkeeping, change: dict[str, str]):
    answer = partner.allow(begin(business, partner))

    assert business.get("/api/books/callback", params=answer | change).json()["code"] == "state_refused"
    assert not ok_json(business.get("/api/books"))["connected"]


def test_state_belongs_to_the_session_that_began(
    business: Api, partner: Bookkeeping, connecting: FastAPI, caller_of: Callable[..., Api]
):
    answer = partner.allow(begin(business, partner))
    same_user, stranger = caller_of(connecting), caller_of(connecting).register()
    same_user.login(business.user["email"])

    for caller in (same_user, stranger):
        assert caller.get("/api/books/callback", params=answer).json()["code"] == "state_refused"
    assert business.get("/api/books/callback", params=answer).status_code == 303


def test_state_expires(business: Api, partner: Bookkeeping):
    answer = partner.allow(begin(business, partner))

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=31)):
        assert business.get("/api/books/callback", params=answer).json()["code"] == "state_refused"


def test_declining_at_the_partner_changes_nothing(business: Api, partner: Bookkeeping):
    answer = partner.allow(begin(business, partner), company="")

    assert answer["error"] == "access_denied"
    assert business.get("/api/books/callback", params=answer).json()["code"] == "consent_declined"
    assert not ok_json(business.get("/api/books"))["connected"]


def test_browser_returns_to_the_settings_page(business: Api, partner: Bookkeeping):
    answer = partner.allow(begin(business, partner), company="")
    headers = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "cross-site"}

    shown = business.get("/api/books/callback", params=answer, headers=headers)

    assert (shown.status_code, shown.headers["location"]) == (303, "/settings?tab=bookkeeping&books=consent_declined")


def test_site_without_a_client_says_so(operator: Api):
    assert ok_json(operator.get("/api/books"))["available"] == []
    answer = operator.post("/api/books/connect", json={"system": "xero"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_set_up")


def test_one_system_at_a_time(business: Api, partners: dict[str, Bookkeeping]):
    partners["quickbooks"].connect(business)
    for call in (
        lambda: business.post("/api/books/connect", json={"system": "xero"}),
        lambda: business.patch("/api/books", json={"system": "xero"}),
    ):
        assert call().json()["code"] == "other_system"

    ok_json(business.post("/api/books/disconnect"))
    assert not ok_json(business.get("/api/books"))["connected"]
    assert partners["quickbooks"].calls("revoke")
    partners["xero"].connect(business)
    assert ok_json(business.get("/api/books"))["system"] == "xero"


def test_access_token_is_renewed_before_it_expires_and_refresh_tokens_rotate(
    business: Api, partner: Bookkeeping, connecting: FastAPI
):
    partner.connect(business)
    first = stored(connecting).refresh_token

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=58)):
        ok_json(business.get("/api/books/accounts"))
        ok_json(business.get("/api/books/accounts"))

    refreshed = [call for call in partner.calls("token") if call["form"]["grant_type"] == "refresh_token"]
    assert len(refreshed) == 1
    assert stored(connecting).refresh_token != first


def test_access_token_that_is_refused_early_is_renewed(business: Api, partner: Bookkeeping):
    partner.connect(business)
    partner.server.expire_access()

    ok_json(business.get("/api/books/accounts"))


def test_refresh_whose_response_was_lost_is_repeated(business: Api, partner: Bookkeeping):
    partner.connect(business)
    partner.server.expire_access()
    partner.fault("gone", "POST /", times=1)

    assert business.get("/api/books/accounts").json()["code"] == "partner_away"
    ok_json(business.get("/api/books/accounts"))


def test_ended_connection_asks_to_connect_again(business: Api, partner: Bookkeeping, work: Callable[[], None]):
    partner.connect(business)
    partner.server.revoke_all()

    answer = business.get("/api/books/accounts")
    work()

    assert (answer.status_code, answer.json()["code"]) == (409, "not_connected")
    books = ok_json(business.get("/api/books"))
    assert (books["connected"], books["needsReconnect"]) == (False, True)
    notes = ok_json(business.get("/api/notifications"))["items"]
    assert [note["kind"] for note in notes].count("books_refused") == 1

    partner.connect(business)
    assert ok_json(business.get("/api/books"))["connected"]


def test_accounts_are_suggested_by_name_and_type(business: Api, partner: Bookkeeping):
    booking = business.book(asRequest=False)
    body = {"kind": "cash", "amount": 50, "receivedOn": "2026-11-20"}
    ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))
    partner.connect(business)
    assert ok_json(business.get("/api/books"))["missing"] == ["cash", "customer_deposits"]

    chart = ok_json(business.get("/api/books/accounts"))

    names = {one["id"]: one["name"] for one in chart["accounts"]}
    found = {account: names[ident] for account, ident in chart["suggested"].items()}
    cash = "Undeposited Funds" if partner.system == "quickbooks" else "Cash on Hand"
    assert found == {"cash": cash, "customer_deposits": "Customer Deposits"}
    # Journals can't use these.
    assert not [name for name in names.values() if "A/R" in name or name in {"Accounts Receivable", "Sales Tax"}]


def test_only_accounts_of_the_partner_can_be_mapped(business: Api, partner: Bookkeeping):
    partner.connect(business)
    first = ok_json(business.get("/api/books/accounts"))["accounts"][0]["id"]

    wrong = business.patch("/api/books", json={"accounts": {"cash": first, "bank": "no-such"}})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (422, ["accounts.bank"])
    assert ok_json(business.get("/api/books"))["accounts"] == {}

    ok_json(business.patch("/api/books", json={"accounts": {"cash": first, "bank": first}}))
    after = ok_json(business.patch("/api/books", json={"accounts": {"bank": None}}))
    assert after["accounts"] == {"cash": first}


def test_accounts_are_mapped_once_connected(business: Api):
    assert business.patch("/api/books", json={"accounts": {"cash": "1"}}).json()["code"] == "not_connected"


def test_another_company_has_its_own_accounts(business: Api, partner: Bookkeeping):
    partner.connect(business)
    first = ok_json(business.get("/api/books/accounts"))["accounts"][0]["id"]
    ok_json(business.patch("/api/books", json={"accounts": {"cash": first}}))
    ok_json(business.post("/api/books/disconnect"))

    partner.connect(business)
    assert ok_json(business.get("/api/books"))["accounts"] == {"cash": first}

    ok_json(business.post("/api/books/disconnect"))
    partner.connect(business, list(partner.companies)[1])
    assert ok_json(business.get("/api/books"))["accounts"] == {}
