"""The stand-ins for bookkeeping software, each in a thread of this process so that it follows time travel in tests."""

import threading
import time
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import httpx
import uvicorn
from fastapi import FastAPI

from standins.oauth import OrderedFault
from standins.quickbooks.app import create as quickbooks
from standins.xero.app import create as xero
from tests.support.api import Api, ok_json
from tests.support.server import free_port

System = Literal["quickbooks", "xero"]
JOURNALS = {"quickbooks": "POST /v3/company", "xero": "PUT /api.xro/2.0/ManualJournals"}
LOOKUPS = {"quickbooks": "GET /v3/company", "xero": "GET /api.xro/2.0/ManualJournals"}


class Bookkeeping:
    """A running stand-in for one partner."""

    def __init__(self, system: System) -> None:
        self.system: System = system
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app: FastAPI = quickbooks() if system == "quickbooks" else xero()
        config = uvicorn.Config(
            self.app, host="127.0.0.1", port=self.port, log_level="critical", access_log=False, date_header=False
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> "Bookkeeping":
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def reset(self) -> None:
        self.app.state.clear()

    def settings(self) -> dict[str, Any]:
        """Settings that connect an application to the stand-in."""
        return {
            f"{self.system}_client_id": "standin-client",
            f"{self.system}_client_secret": "standin-secret",
            f"{self.system}_api_base": self.url,
        }

    @property
    def server(self) -> Any:
        return self.app.state.server

    @property
    def companies(self) -> dict[str, Any]:
        return self.app.state.companies

    def fault(self, kind: str, match: str, *, times: int = 1, message: str = "As ordered.") -> None:
        """Make the next calls fail: 429, 500, away, gone (done) or refuse."""
        self.server.faults.append(OrderedFault(kind, match, times, message))

    def calls(self, match: str) -> list[dict[str, Any]]:
        """The calls so far whose method and path contain a text."""
        return [call for call in self.server.log if match in f"{call['method']} {call['path']}"]

    def allow(self, url: str, company: str | None = None) -> dict[str, str]:
        """Allow access on the partner's page, and return the parameters of the address the user returns to."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        choice = next(iter(self.companies)) if company is None else company
        answer = httpx.post(url, data=query | {"company": choice}, follow_redirects=False, timeout=30)
        back = parse_qs(urlsplit(answer.headers["location"]).query)
        return {name: values[0] for name, values in back.items()}

    def connect(self, business: Api, company: str | None = None) -> None:
        """Connect a business's books."""
        url = ok_json(business.post("/api/books/connect", json={"system": self.system}))["url"]
        answer = business.get("/api/books/callback", params=self.allow(url, company))
        assert answer.status_code == 303, answer.text

    def map_all(self, business: Api) -> None:
        """Map every ledger account that is used: to the suggested account, otherwise to any."""
        chart = ok_json(business.get("/api/books/accounts"))
        missing = ok_json(business.get("/api/books"))["missing"]
        use = {"card_clearing": "takesMoney", "cash": "takesMoney", "bank": "takesMoney"}
        single = ok_json(business.get("/api/books"))["mode"] == "documents"
        accounts: dict[str, str] = {}
        for name in missing:
            wanted = use.get(name, "takesJournals") if single else "takesJournals"
            first = next(one["id"] for one in chart["accounts"] if one[wanted])
            accounts[name] = chart["suggested"].get(name, first)
        ok_json(business.patch("/api/books", json={"accounts": accounts}))

    def postings_by_month(self) -> dict[str, dict[str, int]]:
        """What everything at the partner posts, by month and the partner's account, in cents without zeros."""
        found: dict[str, dict[str, int]] = {}
        for company in self.companies.values():
            for day, account, amount in company.postings():
                month = found.setdefault(day[:7], {})
                month[account] = month.get(account, 0) + round(amount * 100)
        return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}

    def documents(self, name: str) -> list[dict[str, Any]]:
        """The documents of a kind at the partner, in the partner's words."""
        return [
            row
            for company in self.companies.values()
            for row in (company.entities if self.system == "quickbooks" else company.elements).rows[name]
        ]

    def journals(self) -> list[dict[str, Any]]:
        """The journals at the partner: reference, day, and cents by the partner's account, positive for a debit."""
        found = []
        for company in self.companies.values():
            for one in company.entries if self.system == "quickbooks" else company.journals:
                sums: dict[str, int] = {}
                for line in one["Line"] if self.system == "quickbooks" else one["JournalLines"]:
                    account, cents = self._amount(line)
                    sums[account] = sums.get(account, 0) + cents
                text = one["PrivateNote"] if self.system == "quickbooks" else one["Narration"]
                day = one["TxnDate"] if self.system == "quickbooks" else one["Date"]
                found.append({"day": day, "text": text, "sums": sums})
        return found

    def _amount(self, line: dict[str, Any]) -> tuple[str, int]:
        if self.system == "xero":
            return line["AccountCode"], round(line["LineAmount"] * 100)
        detail = line["JournalEntryLineDetail"]
        cents = round(line["Amount"] * 100)
        return detail["AccountRef"]["value"], cents if detail["PostingType"] == "Debit" else -cents
