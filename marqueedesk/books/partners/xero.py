"""Xero: https://developer.xero.com/documentation/api/accounting/manualjournals."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, ClassVar, Final

from marqueedesk.books.chart import AccountType
from marqueedesk.books.partners.errors import PartnerAway, PartnerRefused
from marqueedesk.books.partners.partner import BooksPartner, Hosts
from marqueedesk.books.partners.values import (
    BooksClient,
    BooksCompany,
    BooksContact,
    BooksDocument,
    BooksSystem,
    DocumentKind,
    PartnerAccount,
    Posted,
)
from marqueedesk.books.partners.xero_documents import (
    ELEMENTS,
    Element,
    contact,
    content,
    element,
    is_standing,
    narration,
)

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
    scope: ClassVar[str] = (
        "offline_access accounting.manualjournals accounting.settings.read accounting.contacts accounting.invoices "
        "accounting.payments accounting.banktransactions"
    )

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
        """Return the active accounts with a code, except system accounts. Journals can't use bank accounts, and
        payments no others.
        """
        found = self.call(access, "GET", f"{_PATH}/Accounts", headers=_tenant(company_id))["Accounts"]
        return [
            PartnerAccount(
                id=str(row["AccountID"]),
                code=str(row["Code"]),
                name=str(row["Name"]),
                type=str(row["Type"]).capitalize(),
                group=_GROUPS.get(str(row.get("Class"))),
                takes_journals=row["Type"] != "BANK",
                takes_money=row["Type"] == "BANK",
            )
            for row in found
            if row.get("Status", "ACTIVE") == "ACTIVE" and row.get("Code") and not row.get("SystemAccount")
        ]

    def find(self, access: str, company_id: str, document: BooksDocument) -> Posted | None:
        """Return the day's element with this reference."""
        kind, day = ELEMENTS[document.kind], document.day
        wanted = narration(document) if document.kind == "journal" else document.reference
        where = f"Date==DateTime({day.year}, {day.month:02}, {day.day:02})"
        for row in self._rows(access, company_id, kind, where):
            if row.get(kind.reference) == wanted:
                return Posted(str(row[kind.ident]), content(row))
        return None

    def post(self, access: str, company_id: str, document: BooksDocument) -> Posted:
        """Create an element. A repeated Idempotency-Key returns the first response."""
        kind = ELEMENTS[document.kind]
        contact_id = self._contact(access, company_id, document.contact) if document.contact else None
        row = self._create(access, company_id, kind.path, element(document, contact_id), document.key)
        try:
            return Posted(str(row[kind.ident]), content(row))
        except (KeyError, TypeError, ValueError):
            raise PartnerAway from None

    def contents(self, access: str, company_id: str, kind: DocumentKind, first: date, last: date) -> dict[str, str]:
        """Return the content of all documents of a kind between two days, by Xero's ID."""
        days = [f"DateTime({day.year}, {day.month:02}, {day.day:02})" for day in (first, last)]
        rows = self._rows(access, company_id, ELEMENTS[kind], f"Date>={days[0]} AND Date<={days[1]}")
        return {str(row[ELEMENTS[kind].ident]): content(row) for row in rows}

    def _contact(self, access: str, company_id: str, wanted: BooksContact) -> str:
        """Return the contact with this name, created if missing."""
        where = f'Name=="{wanted.name}"'
        found = self.call(access, "GET", f"{_PATH}/Contacts", params={"where": where}, headers=_tenant(company_id))[
            "Contacts"
        ]
        if found:
            return str(found[0]["ContactID"])
        body = contact(wanted)
        key = hashlib.sha256(json.dumps(body).encode()).hexdigest()[:40]
        return str(self._create(access, company_id, "Contacts", body, key)["ContactID"])

    def _create(self, access: str, company_id: str, path: str, body: Any, key: str) -> Any:
        headers = _tenant(company_id) | {"Idempotency-Key": key}
        answer = self.call(access, "PUT", f"{_PATH}/{path}", body={path: [body]}, headers=headers)
        try:
            return answer[path][0]
        except (KeyError, TypeError, IndexError):
            raise PartnerAway from None

    def _rows(self, access: str, company_id: str, kind: Element, where: str) -> Iterator[Any]:
        """Yield the standing elements of a query, page by page. Transfers come all at once."""
        page = 1
        while True:
            params = {"where": where, "page": str(page)}
            rows: list[Any] = self.call(
                access, "GET", f"{_PATH}/{kind.path}", params=params, headers=_tenant(company_id)
            )[kind.path]
            yield from (row for row in rows if is_standing(row))
            if len(rows) < _PAGE or kind.path == "BankTransfers":
                return
            page += 1

    def reason_of(self, body: Any) -> str:
        """Return the validation errors, or the general message."""
        elements: list[Any] = body.get("Elements") or []
        reasons = [str(error["Message"]) for element in elements for error in element.get("ValidationErrors", [])]
        return " ".join(dict.fromkeys(reasons)) or str(body.get("Message") or body.get("Detail") or "")


def _tenant(company_id: str) -> dict[str, str]:
    return {"Xero-tenant-id": company_id}
