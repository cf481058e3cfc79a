"""Bodies of QuickBooks entities, and their content as QuickBooks returns them. Pure.

QuickBooks posts sales to accounts by way of items, so that each account has an item. Sales tax is a line on the account
that the business chose for it: QuickBooks would calculate its own otherwise.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from marqueedesk.books.partners.values import BooksContact, BooksDocument, DocumentKind, JournalLine
from marqueedesk.kit.money import units

ENTITIES: Final[Mapping[DocumentKind, str]] = {
    "journal": "JournalEntry",
    "invoice": "Invoice",
    "credit": "CreditMemo",
    "payment": "Payment",
    "deposit": "SalesReceipt",
    "refund": "RefundReceipt",
    "fee": "JournalEntry",
    "transfer": "Transfer",
}
WITH_ITEMS: Final[frozenset[DocumentKind]] = frozenset({"invoice", "credit", "deposit", "refund"})
WITH_CUSTOMER: Final[frozenset[DocumentKind]] = frozenset({*WITH_ITEMS, "payment"})
_NO_TAX: Final = {"value": "NON"}
Body = dict[str, object]
"""An entity to create."""


def item_name(line: JournalLine) -> str:
    """Return the name of the item of an account; another account needs another item."""
    return f"MarqueeDesk {line.text} {line.account_id}"[:100]


def item(line: JournalLine) -> Body:
    """Return the item of an account."""
    return {"Name": item_name(line), "Type": "Service", "IncomeAccountRef": {"value": line.account_id}}


def customer(contact: BooksContact) -> Body:
    """Return a customer."""
    body: Body = {"DisplayName": contact.name}
    if contact.email:
        body["PrimaryEmailAddr"] = {"Address": contact.email}
    if contact.phone:
        body["PrimaryPhone"] = {"FreeFormNumber": contact.phone}
    return body


def entity(document: BooksDocument, customer_id: str | None, items: Mapping[str, str]) -> Body:
    """Return the body of a document. ``items`` are ids by account."""
    body: Body = {"TxnDate": document.day.isoformat(), "PrivateNote": f"{document.text} ({document.reference})"}
    kind = document.kind
    if customer_id is not None:
        body["CustomerRef"] = {"value": customer_id}
    if kind == "payment":
        linked = {"TxnId": document.pays, "TxnType": "Invoice"}
        body |= {"PaymentRefNum": document.reference, "TotalAmt": units(document.cents)}
        if document.pays is not None:
            body["Line"] = [{"Amount": units(document.cents), "LinkedTxn": [linked]}]
        return body | _deposit_to(document)
    if kind == "transfer":
        (source,) = [line for line in document.lines if line.cents < 0]
        (target,) = [line for line in document.lines if line.cents > 0]
        return body | {
            "Amount": units(target.cents),
            "FromAccountRef": {"value": source.account_id},
            "ToAccountRef": {"value": target.account_id},
        }
    body["DocNumber"] = document.reference
    if kind in WITH_ITEMS:
        sign = 1 if kind in {"credit", "refund"} else -1
        body["Line"] = [_sales_line(line, line.cents * sign, items[line.account_id]) for line in document.lines]
        return body | _deposit_to(document)
    lines = [*document.lines, document.money] if document.money is not None else document.lines
    body["Line"] = [_journal_line(number, line) for number, line in enumerate(lines)]
    return body


def _deposit_to(document: BooksDocument) -> Body:
    money = document.money
    return {"DepositToAccountRef": {"value": money.account_id}} if money is not None else {}


def _sales_line(line: JournalLine, cents: int, item_id: str) -> Body:
    return {
        "Amount": units(cents),
        "Description": line.text,
        "DetailType": "SalesItemLineDetail",
        "SalesItemLineDetail": {"ItemRef": {"value": item_id}, "TaxCodeRef": _NO_TAX},
    }


def _journal_line(number: int, line: JournalLine) -> Body:
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


def content(row: Any) -> str:
    """Return a digest of an entity's day, accounts and amounts. QuickBooks adds lines with subtotals, which are left
    out, and counts the sync token up when a payment is linked.
    """
    lines: list[list[Any]] = []
    rows: list[Any] = row.get("Line") or []
    for line in rows:
        if line.get("DetailType") in {"SalesItemLineDetail", "JournalEntryLineDetail"}:
            detail: Any = line.get(line["DetailType"]) or {}
            account = [_value(detail.get("AccountRef")), _value(detail.get("ItemRef"))]
            lines.append([float(line["Amount"]), detail.get("PostingType"), *account])
    references = [_value(row.get(name)) for name in ("DepositToAccountRef", "FromAccountRef", "ToAccountRef")]
    total = row.get("Amount") if "Amount" in row else row.get("TotalAmt") if "PaymentRefNum" in row else None
    amount = None if total is None else float(total)
    found: list[Any] = [row.get("TxnDate"), amount, references, sorted(lines, key=repr)]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:32]


def _value(reference: Any) -> str | None:
    return None if reference is None else str(reference.get("value"))
