"""Bodies of Xero's elements, and their content as Xero returns them. Pure.

Amounts are without Xero's own tax: sales tax is a line on the account that the business chose for it.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from marqueedesk.books.partners.values import BooksContact, BooksDocument, DocumentKind, JournalLine
from marqueedesk.kit.money import units

Body = dict[str, object]
"""An element to create."""


@dataclass(frozen=True, slots=True)
class Element:
    """A kind of element: its path, the names of its id and reference, and its types, if several share the path."""

    path: str
    ident: str
    reference: str
    types: frozenset[str] = frozenset()


_BANK: Final = frozenset({"RECEIVE", "SPEND"})
ELEMENTS: Final[Mapping[DocumentKind, Element]] = {
    "journal": Element("ManualJournals", "ManualJournalID", "Narration"),
    "invoice": Element("Invoices", "InvoiceID", "InvoiceNumber"),
    "credit": Element("CreditNotes", "CreditNoteID", "CreditNoteNumber"),
    "payment": Element("Payments", "PaymentID", "Reference"),
    "deposit": Element("BankTransactions", "BankTransactionID", "Reference", _BANK),
    "refund": Element("BankTransactions", "BankTransactionID", "Reference", _BANK),
    "fee": Element("BankTransactions", "BankTransactionID", "Reference", _BANK),
    "transfer": Element("BankTransfers", "BankTransferID", "Reference"),
}
_GONE: Final = frozenset({"DELETED", "VOIDED"})
_MILLISECONDS: Final = re.compile(r"/Date\((-?\d+)")


def contact(found: BooksContact) -> Body:
    """Return a contact."""
    body: Body = {"Name": found.name}
    if found.email:
        body["EmailAddress"] = found.email
    if found.phone:
        body["Phones"] = [{"PhoneType": "DEFAULT", "PhoneNumber": found.phone}]
    return body


def narration(document: BooksDocument) -> str:
    """Return the text of a journal, which has no other place for the reference."""
    return f"{document.text} ({document.reference})"


def element(document: BooksDocument, contact_id: str | None) -> Body:
    """Return the body of a document."""
    kind, day = document.kind, document.day.isoformat()
    if kind == "journal":
        return {
            "Narration": narration(document),
            "Date": day,
            "Status": "POSTED",
            "LineAmountTypes": "NoTax",
            "JournalLines": [
                {"LineAmount": units(line.cents), "AccountCode": line.account_code, "Description": line.text}
                for line in document.lines
            ],
        }
    money = {"AccountID": document.money.account_id} if document.money is not None else {}
    if kind == "payment":
        return {
            "Invoice": {"InvoiceID": document.pays},
            "Account": money,
            "Date": day,
            "Amount": units(document.cents),
            "Reference": document.reference,
        }
    if kind == "transfer":
        (source,) = [line for line in document.lines if line.cents < 0]
        (target,) = [line for line in document.lines if line.cents > 0]
        return {
            "FromBankAccount": {"AccountID": source.account_id},
            "ToBankAccount": {"AccountID": target.account_id},
            "Amount": units(target.cents),
            "Date": day,
            "Reference": document.reference,
        }
    total = -sum(line.cents for line in document.lines)
    is_reversed = kind == "credit" or (kind not in {"invoice", "credit"} and total < 0)
    body: Body = {
        "Contact": {"ContactID": contact_id},
        "Date": day,
        "LineAmountTypes": "NoTax",
        "Status": "AUTHORISED",
        "LineItems": [_line(line, line.cents if is_reversed else -line.cents) for line in document.lines],
    }
    if kind == "invoice":
        return body | {"Type": "ACCREC", "DueDate": day, "InvoiceNumber": document.reference}
    if kind == "credit":
        return body | {"Type": "ACCRECCREDIT", "CreditNoteNumber": document.reference}
    bank = {"BankAccount": money, "Reference": document.reference}
    return body | bank | {"Type": "SPEND" if is_reversed else "RECEIVE"}


def _line(line: JournalLine, cents: int) -> Body:
    return {"Description": line.text, "Quantity": 1, "UnitAmount": units(cents), "AccountCode": line.account_code}


def is_standing(row: Any) -> bool:
    """Return true unless an element was deleted or voided."""
    return row.get("Status") not in _GONE


def content(row: Any) -> str:
    """Return a digest of an element's day, accounts and amounts."""
    lines: list[list[Any]] = []
    for name in ("LineItems", "JournalLines"):
        rows: list[Any] = row.get(name) or []
        lines += [[float(line.get("LineAmount", line.get("UnitAmount", 0))), line.get("AccountCode")] for line in rows]
    accounts: list[Any] = []
    for name in ("Account", "BankAccount", "FromBankAccount", "ToBankAccount"):
        account: Any = row.get(name) or {}
        accounts.append(account.get("AccountID"))
    amount = float(row["Amount"]) if "Amount" in row else None
    found: list[Any] = [_day(row).isoformat(), amount, accounts, sorted(lines, key=repr)]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:32]


def _day(row: Any) -> date:
    """Return an element's day. Xero returns it as text, or as the milliseconds since 1970 in UTC."""
    text = str(row.get("DateString") or row.get("Date") or "")
    matched = _MILLISECONDS.match(text)
    if matched:
        return datetime.fromtimestamp(int(matched[1]) / 1000, UTC).date()
    return date.fromisoformat(text[:10])
