"""The stand-ins for QuickBooks and Xero check what their partners check."""

from collections.abc import Generator
from typing import Any

import httpx
import pytest

from tests.support.bookkeeping import Bookkeeping

CLIENT = ("standin-client", "standin-secret")
BACK = "http://localhost/back"


@pytest.fixture(params=["quickbooks", "xero"])
def partner(request: pytest.FixtureRequest) -> Generator[Bookkeeping]:
    running = Bookkeeping(request.param).start()
    yield running
    running.stop()


def token(partner: Bookkeeping, **form: str) -> httpx.Response:
    path = "/oauth2/v1/tokens/bearer" if partner.system == "quickbooks" else "/connect/token"
    return httpx.post(f"{partner.url}{path}", data=form, auth=CLIENT, timeout=30)


def signed_in(partner: Bookkeeping) -> dict[str, Any]:
    path = "/connect/oauth2" if partner.system == "quickbooks" else "/identity/connect/authorize"
    query = f"response_type=code&client_id=standin-client&redirect_uri={BACK}&state=s"
    code = partner.allow(f"{partner.url}{path}?{query}")["code"]
    return token(partner, grant_type="authorization_code", code=code, redirect_uri=BACK).json()


def post(partner: Bookkeeping, access: str, cents: tuple[int, int], key: str = "1") -> httpx.Response:
    headers, company = {"Authorization": f"Bearer {access}"}, next(iter(partner.companies))
    if partner.system == "quickbooks":
        lines = [
            {
                "Amount": amount / 100,
                "DetailType": "JournalEntryLineDetail",
                "JournalEntryLineDetail": {"PostingType": side, "AccountRef": {"value": "79"}},
            }
            for side, amount in zip(("Debit", "Credit"), cents, strict=True)
        ]
        body = {"TxnDate": "2027-06-01", "Line": lines}
        url = f"{partner.url}/v3/company/{company}/journalentry?requestid={key}"
        return httpx.post(url, json=body, headers=headers, timeout=30)
    amounts = (cents[0] / 100, -cents[1] / 100)
    journal = {
        "Narration": "Sales",
        "Date": "2027-06-01",
        "JournalLines": [{"LineAmount": amount, "AccountCode": "200"} for amount in amounts],
    }
    headers |= {"Xero-tenant-id": company, "Idempotency-Key": key}
    url = f"{partner.url}/api.xro/2.0/ManualJournals"
    return httpx.put(url, json={"ManualJournals": [journal]}, headers=headers, timeout=30)


def test_refresh_token_is_replaced_and_the_previous_one_ends_after_a_while(partner: Bookkeeping):
    first = signed_in(partner)["refresh_token"]
    second = token(partner, grant_type="refresh_token", refresh_token=first).json()["refresh_token"]
    assert second != first
    assert token(partner, grant_type="refresh_token", refresh_token=first).status_code == 200

    partner.server.offset += 2 * 86_400
    refused = token(partner, grant_type="refresh_token", refresh_token=first)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


def test_journal_must_balance(partner: Bookkeeping):
    access = signed_in(partner)["access_token"]
    assert post(partner, access, (100, 99)).status_code == 400
    assert post(partner, access, (100, 100), key="2").status_code == 200


def test_repeated_key_creates_nothing(partner: Bookkeeping):
    access = signed_in(partner)["access_token"]
    assert post(partner, access, (100, 100)).json() == post(partner, access, (100, 100)).json()
    company = next(iter(partner.companies.values()))
    assert len(company.entries if partner.system == "quickbooks" else company.journals) == 1


def test_expired_access_token_is_refused(partner: Bookkeeping):
    access = signed_in(partner)["access_token"]
    partner.server.offset += 3700
    assert post(partner, access, (100, 100)).status_code == 401
