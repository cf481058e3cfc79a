"""QuickBooks Online: https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Final
from urllib.parse import quote

from marqueedesk.books.chart import AccountType
from marqueedesk.books.partners.errors import AlreadyPosted, PartnerAway, PartnerRefused
from marqueedesk.books.partners.partner import BooksPartner, Hosts
from marqueedesk.books.partners.quickbooks_documents import (
    ENTITIES,
    WITH_CUSTOMER,
    WITH_ITEMS,
    content,
    customer,
    entity,
    item,
    item_name,
)
from marqueedesk.books.partners.values import (
    BooksClient,
    BooksCompany,
    BooksContact,
    BooksDocument,
    BooksSystem,
    DocumentKind,
    JournalLine,
    PartnerAccount,
    Posted,
)

API: Final = "https://quickbooks.api.intuit.com"
SANDBOX: Final = "https://sandbox-quickbooks.api.intuit.com"
_VERSION: Final = {"minorversion": "75"}
_PAGE: Final = 1000
_NEEDS_NAME: Final = frozenset({"Accounts Receivable", "Accounts Payable"})
"""Account types whose lines need a customer or vendor, which a day's total doesn't have."""
_HOLDS_MONEY: Final = frozenset({"Bank", "Other Current Asset"})
"""Account types that payments can be deposited to."""
_GROUPS: Final[Mapping[str, AccountType]] = {
    "Asset": "Current asset",
    "Liability": "Current liability",
    "Revenue": "Revenue",
    "Expense": "Expense",
}
_DUPLICATE_NUMBER: Final = "6140"


class QuickBooks(BooksPartner):
    """QuickBooks Online. A company is a realm, and a document's reference is its DocNumber (21 characters)."""

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
                takes_money=row["AccountType"] in _HOLDS_MONEY,
            )
            for row in self._rows(access, company_id, "Account", "Active = true")
            if row["AccountType"] not in _NEEDS_NAME
        ]

    def find(self, access: str, company_id: str, document: BooksDocument) -> Posted | None:
        """Return the entity with this number. Transfers have none, so that the day's are compared by their note."""
        name = ENTITIES[document.kind]
        where = f"DocNumber = '{document.reference}'"
        if document.kind == "payment":
            where = f"PaymentRefNum = '{document.reference}'"
        elif document.kind == "transfer":
            where = f"TxnDate = '{document.day.isoformat()}'"
        for row in self._rows(access, company_id, name, where):
            if document.kind != "transfer" or str(row.get("PrivateNote")).endswith(f"({document.reference})"):
                return Posted(str(row["Id"]), content(row))
        return None

    def post(self, access: str, company_id: str, document: BooksDocument) -> Posted:
        """Create an entity. A repeated ``requestid`` returns the first response."""
        contact = document.contact if document.kind in WITH_CUSTOMER else None
        customer_id = self._customer(access, company_id, contact) if contact is not None else None
        items = self._items(access, company_id, document.lines) if document.kind in WITH_ITEMS else {}
        body = entity(document, customer_id, items)
        row = self._create(access, company_id, ENTITIES[document.kind], body, document.key)
        return Posted(str(row["Id"]), content(row))

    def contents(self, access: str, company_id: str, kind: DocumentKind, first: date, last: date) -> dict[str, str]:
        """Return the content of all documents of a kind between two days, by QuickBooks' ID."""
        where = f"TxnDate >= '{first.isoformat()}' and TxnDate <= '{last.isoformat()}'"
        return {str(row["Id"]): content(row) for row in self._rows(access, company_id, ENTITIES[kind], where)}

    def _customer(self, access: str, company_id: str, contact: BooksContact) -> str:
        """Return the customer with this name, created if missing."""
        where = f"DisplayName = '{_quoted(contact.name)}'"
        for row in self._rows(access, company_id, "Customer", where):
            return str(row["Id"])
        body = customer(contact)
        return str(self._create(access, company_id, "Customer", body, _key(body))["Id"])

    def _items(self, access: str, company_id: str, lines: Sequence[JournalLine]) -> dict[str, str]:
        """Return the items of the lines' accounts, created if missing."""
        names = ", ".join(f"'{_quoted(item_name(line))}'" for line in lines)
        present = {
            str(row["Name"]): str(row["Id"]) for row in self._rows(access, company_id, "Item", f"Name in ({names})")
        }
        found: dict[str, str] = {}
        for line in lines:
            name = item_name(line)
            if name not in present:
                body = item(line)
                present[name] = str(self._create(access, company_id, "Item", body, _key(body))["Id"])
            found[line.account_id] = present[name]
        return found

    def _create(self, access: str, company_id: str, name: str, body: Any, key: str) -> Any:
        path = f"/v3/company/{quote(company_id, safe='')}/{name.lower()}"
        answer = self.call(access, "POST", path, params=_VERSION | {"requestid": key}, body=body)
        try:
            row = answer[name]
            return row | {"Id": str(row["Id"])}
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


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")


def _key(body: Any) -> str:
    """Return the idempotency key of a customer or item, at most 50 characters."""
    return hashlib.sha256(json.dumps(body).encode()).hexdigest()[:40]
