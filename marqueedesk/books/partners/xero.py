"""Xero: https://developer.xero.com/documentation/api/accounting/manualjournals."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marqueedesk.books.chart import AccountType
from marqueedesk.books.partners.errors import PartnerAway, PartnerRefused
from marqueedesk.books.partners.partner import BooksPartner, Hosts
from marqueedesk.books.partners.values import BooksClient, BooksCompany, BooksSystem, Journal, PartnerAccount
from marqueedesk.kit.money import units

API: Final = "https://api.xero.com"
_PATH: Final = "/api.xro/2.0"
_PAGE: Final = 100
_GROUPS: Final[Mapping[str, AccountType]] = {
    "ASSET": "Current asset",
    "LIABILITY": "Current liability",
    "REVENUE": "Revenue",
    "EXPENSE": "Expense",
}


class Xero(BooksPartner):
    """Xero. A company is a tenant. Manual journals have no number, so the reference is part of the narration."""

    system: ClassVar[BooksSystem] = "xero"
    scope: ClassVar[str] = "offline_access accounting.manualjournals accounting.settings.read"

    @staticmethod
    def hosts_of(client: BooksClient) -> Hosts:
        """Return Xero's addresses, or those of a stand-in at one address."""
        if client.api_base in {"", API}:
            return Hosts(
                "https://login.xero.com/identity/connect/authorize",
                "https://identity.xero.com/connect/token",
                "https://identity.xero.com/connect/revocation",
                API,
            )
        base = client.api_base
        return Hosts(f"{base}/identity/connect/authorize", f"{base}/connect/token", f"{base}/connect/revocation", base)

    def company(self, access: str, company_id: str | None) -> BooksCompany:
        """Return the organisation that the user connected last, with its base currency."""
        connections = [one for one in self.call(access, "GET", "/connections") if one["tenantType"] == "ORGANISATION"]
        if not connections:
            raise PartnerRefused("No organisation was connected in Xero.")
        newest = max(connections, key=lambda one: str(one.get("updatedDateUtc", "")))
        tenant = str(newest["tenantId"])
        found = self.call(access, "GET", f"{_PATH}/Organisation", headers=_tenant(tenant))["Organisations"][0]
        return BooksCompany(tenant, str(found["Name"]), str(found["BaseCurrency"]))

    def accounts(self, access: str, company_id: str) -> list[PartnerAccount]:
        """Return the active accounts with a code, except bank and system accounts, which manual journals can't use."""
        found = self.call(access, "GET", f"{_PATH}/Accounts", headers=_tenant(company_id))["Accounts"]
        return [
            PartnerAccount(
                id=str(row["AccountID"]),
                code=str(row["Code"]),
                name=str(row["Name"]),
                type=str(row["Type"]).capitalize(),
                group=_GROUPS.get(str(row.get("Class"))),
            )
            for row in found
            if row.get("Status", "ACTIVE") == "ACTIVE"
            and row.get("Code")
            and row["Type"] != "BANK"
            and not row.get("SystemAccount")
        ]

    def find(self, access: str, company_id: str, journal: Journal) -> str | None:
        """Return the id of the day's manual journal whose narration has the reference."""
        day, page = journal.day, 1
        where = f"Date==DateTime({day.year}, {day.month:02}, {day.day:02})"
        while True:
            rows = self.call(
                access,
                "GET",
                f"{_PATH}/ManualJournals",
                params={"where": where, "page": str(page)},
                headers=_tenant(company_id),
            )["ManualJournals"]
            for row in rows:
                if _narration(journal) == row.get("Narration") and row.get("Status") == "POSTED":
                    return str(row["ManualJournalID"])
            if len(rows) < _PAGE:
                return None
            page += 1

    def post(self, access: str, company_id: str, journal: Journal) -> str:
        """Create a manual journal. A repeated Idempotency-Key returns the first response."""
        given = {
            "Narration": _narration(journal),
            "Date": journal.day.isoformat(),
            "Status": "POSTED",
            "LineAmountTypes": "NoTax",
            "JournalLines": [
                {"LineAmount": units(line.cents), "AccountCode": line.account_code, "Description": line.text}
                for line in journal.lines
            ],
        }
        answer = self.call(
            access,
            "PUT",
            f"{_PATH}/ManualJournals",
            body={"ManualJournals": [given]},
            headers=_tenant(company_id) | {"Idempotency-Key": journal.key},
        )
        try:
            return str(answer["ManualJournals"][0]["ManualJournalID"])
        except (KeyError, TypeError, IndexError):
            raise PartnerAway from None

    def reason_of(self, body: Any) -> str:
        """Return the validation errors, or the general message."""
        elements: list[Any] = body.get("Elements") or []
        reasons = [str(error["Message"]) for element in elements for error in element.get("ValidationErrors", [])]
        return " ".join(dict.fromkeys(reasons)) or str(body.get("Message") or body.get("Detail") or "")


def _tenant(company_id: str) -> dict[str, str]:
    return {"Xero-tenant-id": company_id}


def _narration(journal: Journal) -> str:
    return f"{journal.text} ({journal.reference})"
