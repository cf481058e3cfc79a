"""QuickBooks Online: https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/journalentry."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final
from urllib.parse import quote

from marqueedesk.books.chart import AccountType
from marqueedesk.books.partners.errors import AlreadyPosted, PartnerAway, PartnerRefused
from marqueedesk.books.partners.partner import BooksPartner, Hosts
from marqueedesk.books.partners.values import (
    BooksClient,
    BooksCompany,
    BooksSystem,
    Journal,
    JournalLine,
    PartnerAccount,
)
from marqueedesk.kit.money import units

API: Final = "https://quickbooks.api.intuit.com"
SANDBOX: Final = "https://sandbox-quickbooks.api.intuit.com"
_VERSION: Final = {"minorversion": "75"}
_PAGE: Final = 1000
_NEEDS_NAME: Final = frozenset({"Accounts Receivable", "Accounts Payable"})
"""Account types whose lines need a customer or vendor, which a day's total doesn't have."""
_GROUPS: Final[Mapping[str, AccountType]] = {
    "Asset": "Current asset",
    "Liability": "Current liability",
    "Revenue": "Revenue",
    "Expense": "Expense",
}
_DUPLICATE_NUMBER: Final = "6140"


class QuickBooks(BooksPartner):
    """QuickBooks Online. A company is a realm, and a journal's reference is its DocNumber (21 characters)."""

    system: ClassVar[BooksSystem] = "quickbooks"
    scope: ClassVar[str] = "com.intuit.quickbooks.accounting"

    @staticmethod
    def hosts_of(client: BooksClient) -> Hosts:
        """Return Intuit's addresses, or those of a stand-in at one address."""
        if client.api_base in {"", API, SANDBOX}:
            return Hosts(
                "https://appcenter.intuit.com/connect/oauth2",
                "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
                "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
                client.api_base or API,
            )
        base = client.api_base
        return Hosts(
            f"{base}/connect/oauth2", f"{base}/oauth2/v1/tokens/bearer", f"{base}/v2/oauth2/tokens/revoke", base
        )

    def company(self, access: str, company_id: str | None) -> BooksCompany:
        """Return the realm's name and home currency."""
        if company_id is None:
            raise PartnerRefused("QuickBooks did not name a company.")
        try:
            info = next(self._rows(access, company_id, "CompanyInfo"))
            preferences = next(self._rows(access, company_id, "Preferences"))
            currency = str(preferences["CurrencyPrefs"]["HomeCurrency"]["value"])
            return BooksCompany(company_id, str(info["CompanyName"]), currency)
        except (StopIteration, KeyError, TypeError):
            raise PartnerAway from None

    def accounts(self, access: str, company_id: str) -> list[PartnerAccount]:
        """Return the active accounts, except receivables and payables, which need a customer or vendor."""
        return [
            PartnerAccount(
                id=str(row["Id"]),
                code=row.get("AcctNum"),
                name=str(row.get("FullyQualifiedName") or row["Name"]),
                type=str(row["AccountType"]),
                group=_GROUPS.get(str(row.get("Classification"))),
            )
            for row in self._rows(access, company_id, "Account", "Active = true")
            if row["AccountType"] not in _NEEDS_NAME
        ]

    def find(self, access: str, company_id: str, journal: Journal) -> str | None:
        """Return the id of the journal entry with this DocNumber."""
        row = next(self._rows(access, company_id, "JournalEntry", f"DocNumber = '{journal.reference}'"), None)
        return str(row["Id"]) if row is not None else None

    def post(self, access: str, company_id: str, journal: Journal) -> str:
        """Create a journal entry. A repeated ``requestid`` returns the first response."""
        body = {
            "DocNumber": journal.reference,
            "TxnDate": journal.day.isoformat(),
            "PrivateNote": journal.text,
            "Line": [_line(number, line) for number, line in enumerate(journal.lines)],
        }
        path = f"/v3/company/{quote(company_id, safe='')}/journalentry"
        answer = self.call(access, "POST", path, params=_VERSION | {"requestid": journal.key}, body=body)
        try:
            return str(answer["JournalEntry"]["Id"])
        except (KeyError, TypeError):
            raise PartnerAway from None

    def reason_of(self, body: Any) -> str:
        """Return the detail of the first error in the Fault."""
        error = body["Fault"]["Error"][0]
        return str(error.get("Detail") or error["Message"])

    def refusal(self, reason: str, body: Any) -> PartnerRefused:
        """Tell a used DocNumber from other errors."""
        try:
            is_duplicate = body["Fault"]["Error"][0].get("code") == _DUPLICATE_NUMBER
        except (KeyError, TypeError, IndexError, AttributeError):
            is_duplicate = False
        return AlreadyPosted(reason) if is_duplicate else PartnerRefused(reason)

    def _rows(self, access: str, company_id: str, entity: str, where: str = "") -> Iterator[Any]:
        """Yield the rows of a query, page by page."""
        path, first = f"/v3/company/{quote(company_id, safe='')}/query", 1
        condition = f" where {where}" if where else ""
        while True:
            # Written by us, apart from the page.
            text = f"select * from {entity}{condition} startposition {first} maxresults {_PAGE}"  # noqa: S608
            answer = self.call(access, "GET", path, params=_VERSION | {"query": text})
            rows: list[Any] = answer["QueryResponse"].get(entity, [])
            yield from rows
            if len(rows) < _PAGE:
                return
            first += _PAGE


def _line(number: int, line: JournalLine) -> dict[str, object]:
    return {
        "Id": str(number),
        "Description": line.text,
        "Amount": units(abs(line.cents)),
        "DetailType": "JournalEntryLineDetail",
        "JournalEntryLineDetail": {
            "PostingType": "Debit" if line.cents > 0 else "Credit",
            "AccountRef": {"value": line.account_id},
        },
    }
