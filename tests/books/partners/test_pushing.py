"""Pushing the ledger's days: a journal per day, exactly once, and corrections for what is entered later."""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.books import posting
from marqueedesk.kit.db.tenancy import set_operator
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.bookkeeping import JOURNALS, LOOKUPS, Bookkeeping

Work = Callable[[], None]
BEFORE, AFTER = datetime(2027, 5, 20, 15, tzinfo=UTC), datetime(2027, 6, 10, 15, tzinfo=UTC)
DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}
RANGE = {"from": "2027-05-01", "to": "2027-06-30"}


def pay(business: Api, booking: dict[str, Any], amount: float, on: str) -> None:
    body = {"kind": "cash", "amount": amount, "receivedOn": on}
    ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))


@pytest.fixture
def sold(connecting: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A delivery on June 1 with a payment before and one after it."""
    with time_machine.travel(BEFORE, tick=False):
        business = caller_of(connecting).register()
        business.add_letters("LOVE")
        business.set_prices(salesTaxPercent=10)
        booking = business.book(asRequest=False, **DAYS)
        pay(business, booking, 50, "2027-05-19")
    with time_machine.travel(AFTER, tick=False):
        pay(business, booking, 30, "2027-06-03")
    return business


@pytest.fixture
def ready(sold: Api, partner: Bookkeeping) -> Api:
    """The same business with its books connected and mapped."""
    with time_machine.travel(AFTER, tick=False):
        partner.connect(sold)
        partner.map_all(sold)
    return sold


def push(business: Api, **days: str) -> list[dict[str, Any]]:
    return ok_json(business.post("/api/books/push", params=RANGE | days))["items"]


def pushes(business: Api) -> list[dict[str, Any]]:
    return ok_json(business.get("/api/books/pushes"))["items"]


def states(business: Api) -> set[str]:
    return {one["state"] for one in pushes(business)}


def ledger_by_month(business: Api) -> dict[str, dict[str, int]]:
    """The ledger's sums by month and account in cents, without zeros."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for entry in ok_json(business.get("/api/ledger"))["entries"]:
        for line in entry["lines"]:
            found[entry["period"]][line["account"]] += round((line["debit"] - line["credit"]) * 100)
    return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}


def pushed_by_month(business: Api) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in pushes(business):
        for line in one["lines"]:
            found[one["day"][:7]][line["account"]] += round((line["debit"] - line["credit"]) * 100)
    return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}


def at_partner_by_month(business: Api, partner: Bookkeeping) -> dict[str, dict[str, int]]:
    """The sums of the journals at the partner, by month and the partner's account."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for journal in partner.journals():
        for account, cents in journal["sums"].items():
            found[journal["day"][:7]][account] += cents
    return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}


def ledger_on_partner_accounts(business: Api, partner: Bookkeeping) -> dict[str, dict[str, int]]:
    """The ledger's sums by month, on the partner's accounts that they are mapped to."""
    mapped = ok_json(business.get("/api/books"))["accounts"]
    chart = ok_json(business.get("/api/books/accounts"))["accounts"]
    names = {one["id"]: one["id"] if partner.system == "quickbooks" else one["code"] for one in chart}
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for month, sums in ledger_by_month(business).items():
        for account, cents in sums.items():
            found[month][names[mapped[account]]] += cents
    return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}


def test_each_day_becomes_one_journal_and_the_months_agree(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        planned = push(ready)
        assert [(one["day"], one["state"], one["correction"]) for one in planned] == [
            ("2027-05-19", "waiting", 0),
            ("2027-06-01", "waiting", 0),
            ("2027-06-03", "waiting", 0),
        ]
        work()

        assert states(ready) == {"pushed"}
        assert sorted(one["day"] for one in partner.journals()) == ["2027-05-19", "2027-06-01", "2027-06-03"]
        assert pushed_by_month(ready) == ledger_by_month(ready)
        assert at_partner_by_month(ready, partner) == ledger_on_partner_accounts(ready, partner)
        assert {one["partnerId"] is not None for one in pushes(ready)} == {True}


def test_pushing_again_sends_nothing(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()

        assert push(ready) == []
        work()
        assert len(partner.journals()) == 3


def test_later_entries_of_a_pushed_day_become_a_correction(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()
        [booking] = ok_json(ready.get("/api/bookings"))
        pay(ready, booking, 20, "2027-06-03")

        [planned] = push(ready)
        work()

        assert (planned["day"], planned["correction"], planned["total"]) == ("2027-06-03", 1, 20)
        [correction] = [one for one in partner.journals() if "correction 1" in one["text"]]
        assert sorted(correction["sums"].values()) == [-2000, 2000]
        assert len(partner.journals()) == 4
        assert at_partner_by_month(ready, partner) == ledger_on_partner_accounts(ready, partner)


def test_entries_made_before_the_first_attempt_are_not_sent_twice(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        [booking] = ok_json(ready.get("/api/bookings"))
        pay(ready, booking, 20, "2027-06-03")
        push(ready)
        push(ready)
        work()

        assert at_partner_by_month(ready, partner) == ledger_on_partner_accounts(ready, partner)


@pytest.mark.parametrize("fault", ["gone", "away", "500"])
def test_unanswered_journal_is_posted_once(ready: Api, partner: Bookkeeping, work: Work, fault: str):
    with time_machine.travel(AFTER, tick=False):
        partner.fault(fault, JOURNALS[partner.system])
        push(ready, **{"from": "2027-06-01", "to": "2027-06-01"})
        work()
        assert states(ready) == {"sent"}
        assert pushes(ready)[0]["reason"]
    with time_machine.travel(AFTER + timedelta(hours=1), tick=False):
        before = len(partner.calls(LOOKUPS[partner.system]))
        work()

        assert states(ready) == {"pushed"}
        assert len(partner.journals()) == 1
        assert len(partner.calls(LOOKUPS[partner.system])) > before


def test_repeated_request_carries_the_same_key(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        partner.fault("500", JOURNALS[partner.system], times=2)
        push(ready, **{"from": "2027-06-01", "to": "2027-06-01"})
        work()
    for hours in (1, 2):
        with time_machine.travel(AFTER + timedelta(hours=hours), tick=False):
            work()

    sent = partner.calls(JOURNALS[partner.system])
    keys = {call.get("key") or call["query"]["requestid"] for call in sent}
    assert (len(sent), len(keys), states(ready)) == (3, 1, {"pushed"})


def test_busy_partner_is_asked_again_later(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        partner.fault("429", JOURNALS[partner.system])
        push(ready, **{"from": "2027-06-01", "to": "2027-06-01"})
        work()
        assert states(ready) == {"waiting"}
    with time_machine.travel(AFTER + timedelta(minutes=2), tick=False):
        work()
        assert states(ready) == {"pushed"}
        assert len(partner.journals()) == 1


def test_rejected_journal_keeps_the_reason_of_the_partner_and_is_made_anew(
    ready: Api, partner: Bookkeeping, work: Work
):
    with time_machine.travel(AFTER, tick=False):
        partner.fault("refuse", JOURNALS[partner.system], message="The account 4 is inactive.")
        push(ready, **{"from": "2027-06-03", "to": "2027-06-03"})
        work()
        [failed] = pushes(ready)
        assert (failed["state"], failed["reason"]) == ("failed", "The account 4 is inactive.")

        [booking] = ok_json(ready.get("/api/bookings"))
        pay(ready, booking, 20, "2027-06-03")
        [again] = ok_json(ready.post(f"/api/books/pushes/{failed['id']}/retry"))["items"]
        work()

        assert (again["id"], again["total"], again["correction"]) == (failed["id"], 50, 0)
        assert states(ready) == {"pushed"}
        assert len(partner.journals()) == 1


def test_closed_period_of_the_partner_is_named(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        for company in partner.companies.values():
            setattr(company, "closed_until" if partner.system == "quickbooks" else "locked_until", "2027-05-31")
        push(ready)
        work()

        by_day = {one["day"]: one for one in pushes(ready)}
        assert by_day["2027-05-19"]["state"] == "failed"
        assert "period" in by_day["2027-05-19"]["reason"]
        assert by_day["2027-06-01"]["state"] == "pushed"


def test_ended_connection_stops_pushes_until_it_is_connected_again(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        partner.server.revoke_all()
        work()
        assert states(ready) == {"failed"}
        assert all("Connect it again" in one["reason"] for one in pushes(ready))
        assert ready.post("/api/books/push", params=RANGE).json()["code"] == "not_connected"

        partner.connect(ready)
        push(ready)
        work()
        assert states(ready) == {"pushed"}
        assert len(partner.journals()) == 3


def test_journals_of_another_company_stay_there(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()
        ok_json(ready.post("/api/books/disconnect"))
        partner.connect(ready, list(partner.companies)[1])
        assert ready.post("/api/books/push", params=RANGE).json()["code"] == "not_mapped"
        partner.map_all(ready)
        push(ready)
        work()

        assert len(partner.journals()) == 6
        first = min(one["id"] for one in pushes(ready))
        assert ready.post(f"/api/books/pushes/{first}/retry").json()["code"] == "not_connected"


def test_push_needs_a_connection_and_all_used_accounts(sold: Api, partner: Bookkeeping):
    with time_machine.travel(AFTER, tick=False):
        answer = sold.post("/api/books/push", params=RANGE)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_connected")

        partner.connect(sold)
        answer = sold.post("/api/books/push", params=RANGE)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_mapped")
        assert "rental_income" in answer.json()["accounts"]


def test_payout_in_another_currency_is_not_pushed_and_stops_nothing(
    ready: Api, partner: Bookkeeping, work: Work, connecting: FastAPI
):
    with time_machine.travel(AFTER, tick=False):
        with connecting.state.database.write() as db:
            set_operator(db, ready.user["id"])
            posting.post_payout(db, "po_1", 9_000, "EUR", day=datetime.now(UTC).date(), now=datetime.now(UTC))
        in_dollars = ledger_by_month(ready)
        push(ready)
        work()

        assert states(ready) == {"pushed"}
        for sums in in_dollars.values():
            if sums.pop("bank", None):
                del sums["card_clearing"]
        assert pushed_by_month(ready) == in_dollars


def test_company_in_another_currency_is_refused(ready: Api, partner: Bookkeeping):
    with time_machine.travel(AFTER, tick=False):
        for company in partner.companies.values():
            company.currency = "CAD"
        ok_json(ready.post("/api/books/disconnect"))
        partner.connect(ready)
        answer = ready.post("/api/books/push", params=RANGE)
        assert (answer.status_code, answer.json()["code"]) == (409, "other_currency")


@pytest.mark.parametrize(
    "days, field",
    [
        ({"from": "2027-06-02", "to": "2027-06-01"}, "to"),
        ({"from": "2027-01-01", "to": "2028-02-01"}, "to"),
        ({"from": "", "to": "2027-06-01"}, "from"),
        ({"from": "June", "to": "2027-06-01"}, "from"),
    ],
)
def test_range_is_checked(business: Api, days: dict[str, str], field: str):
    answer = business.post("/api/books/push", params=days)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_pushes_of_another_business_are_unknown(ready: Api, connecting: Any, caller_of: Callable[..., Api], work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        other = caller_of(connecting).register()
        assert pushes(other) == []
        assert other.post(f"/api/books/pushes/{pushes(ready)[0]['id']}/retry").status_code == 404


def test_list_is_read_page_by_page(ready: Api, work: Work):
    with time_machine.travel(AFTER, tick=False):
        [booking] = ok_json(ready.get("/api/bookings"))
        for number in range(55):
            day = datetime(2027, 4, 1, tzinfo=UTC) + timedelta(days=number)
            pay(ready, booking, 0.5, f"{day:%Y-%m-%d}")
        push(ready, **{"from": "2027-04-01", "to": "2027-06-30"})

        first = ok_json(ready.get("/api/books/pushes"))
        rest = ok_json(ready.get("/api/books/pushes", params={"cursor": first["nextCursor"]}))

        assert (len(first["items"]), rest["nextCursor"]) == (50, None)
        ids = [one["id"] for one in first["items"] + rest["items"]]
        assert len(ids) == len(set(ids)) == 57


def test_accountant_pushes_but_does_not_map(ready: Api, connecting: Any, caller_of: Callable[..., Api], work: Work):
    with time_machine.travel(AFTER, tick=False):
        accountant = caller_of(connecting).register()
        rows.join_team(connecting.state.database, accountant.id, ready.id, "accountant")

        assert ok_json(accountant.get("/api/books"))["connected"]
        push(accountant)
        work()
        assert states(accountant) == {"pushed"}
        for answer in (
            accountant.get("/api/books/accounts"),
            accountant.patch("/api/books", json={"accounts": {"cash": None}}),
            accountant.post("/api/books/disconnect"),
            accountant.post("/api/books/connect", json={"system": "xero"}),
        ):
            assert answer.status_code == 403
