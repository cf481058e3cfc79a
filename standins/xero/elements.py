"""Contacts, invoices, credit notes, payments, bank transactions and transfers of an organisation, with the checks of
the API that matter here.
"""

import re
import uuid
from decimal import Decimal

from standins.oauth import Json

RECEIVABLE = "610"
_IDS = {
    "Contacts": "ContactID",
    "Invoices": "InvoiceID",
    "CreditNotes": "CreditNoteID",
    "Payments": "PaymentID",
    "BankTransactions": "BankTransactionID",
    "BankTransfers": "BankTransferID",
}
_WITH_LINES = {"Invoices": ("ACCREC",), "CreditNotes": ("ACCRECCREDIT",), "BankTransactions": ("RECEIVE", "SPEND")}
_BY_NAME = re.compile(r'Name=="([^"]*)"')


class Elements:
    """The elements of an organisation by path. ``accounts`` are its accounts."""

    def __init__(self, accounts: list[Json]) -> None:
        self._accounts = accounts
        self.rows: dict[str, list[Json]] = {path: [] for path in _IDS}

    def contacts(self, where: str) -> list[Json]:
        """Return the contacts with a name."""
        matched = _BY_NAME.fullmatch(where)
        return [one for one in self.rows["Contacts"] if matched is None or one["Name"] == matched[1]]

    def problems(self, path: str, given: Json) -> list[str]:
        """Return the API's validation errors."""
        if path == "Contacts":
            is_used = any(one["Name"] == given.get("Name") for one in self.rows["Contacts"])
            return ["The contact name must be unique across all active contacts."] if is_used else []
        if path in _WITH_LINES:
            return self._of_lines(path, given)
        if path == "Payments":
            return self._of_payment(given)
        return [
            "The bank account is invalid."
            for side in ("FromBankAccount", "ToBankAccount")
            if self._code(given.get(side), bank=True) is None
        ]

    def _of_lines(self, path: str, given: Json) -> list[str]:
        found: list[str] = []
        if given.get("Type") not in _WITH_LINES[path]:
            found.append("The Type is invalid.")
        ident = (given.get("Contact") or {}).get("ContactID")
        if not any(one["ContactID"] == ident for one in self.rows["Contacts"]):
            found.append("The Contact is required.")
        by_code = {one["Code"]: one for one in self._accounts if one["Status"] == "ACTIVE"}
        for line in given.get("LineItems") or []:
            account = by_code.get(line.get("AccountCode", ""))
            if account is None or account["Type"] == "BANK" or account["SystemAccount"]:
                found.append(f"Account code '{line.get('AccountCode')}' is not a valid code for this document.")
        if not given.get("LineItems"):
            found.append("One or more line items must be specified.")
        elif self.total(given) < 0:
            found.append("The document total must not be negative.")
        number = "InvoiceNumber" if path == "Invoices" else "CreditNoteNumber"
        if given.get(number) and any(one.get(number) == given[number] for one in self.rows[path]):
            found.append(f"{number} must be unique.")
        if path == "BankTransactions" and self._code(given.get("BankAccount"), bank=True) is None:
            found.append("The bank account is invalid.")
        return found

    def _of_payment(self, given: Json) -> list[str]:
        ident = (given.get("Invoice") or {}).get("InvoiceID")
        invoice = next((one for one in self.rows["Invoices"] if one["InvoiceID"] == ident), None)
        if invoice is None:
            return ["The Invoice is required."]
        if Decimal(str(given["Amount"])) > Decimal(str(invoice["AmountDue"])):
            return ["Payment amount exceeds the amount outstanding on this document."]
        return [] if self._code(given.get("Account"), bank=True) else ["The account is invalid for payments."]

    def create(self, path: str, given: Json) -> Json:
        """Create an element that has no problems."""
        row = {**given, _IDS[path]: str(uuid.uuid4())}
        if path in _WITH_LINES:
            row["LineItems"] = [
                line | {"LineAmount": float(Decimal(str(line["UnitAmount"])) * Decimal(str(line["Quantity"])))}
                for line in given["LineItems"]
            ]
            row["Total"] = float(self.total(given))
        if path == "Invoices":
            row["AmountDue"] = row["Total"]
        if path == "Payments":
            invoice = next(one for one in self.rows["Invoices"] if one["InvoiceID"] == given["Invoice"]["InvoiceID"])
            invoice["AmountDue"] = float(Decimal(str(invoice["AmountDue"])) - Decimal(str(given["Amount"])))
            invoice["Status"] = "AUTHORISED" if invoice["AmountDue"] else "PAID"
        self.rows[path].append(row)
        return row

    def _code(self, account: Json | None, *, bank: bool) -> str | None:
        ident = (account or {}).get("AccountID")
        return next(
            (one["Code"] for one in self._accounts if one["AccountID"] == ident and (one["Type"] == "BANK") == bank),
            None,
        )

    @staticmethod
    def total(given: Json) -> Decimal:
        """Return the total of a document without tax."""
        lines = given["LineItems"]
        return sum((Decimal(str(one["UnitAmount"])) * Decimal(str(one["Quantity"])) for one in lines), Decimal(0))

    def postings(self) -> list[tuple[str, str, Decimal]]:
        """Return what the elements post: day, account code and amount, positive for a debit."""
        found: list[tuple[str, str, Decimal]] = []
        for path in _WITH_LINES:
            for row in self.rows[path]:
                if row.get("Status") in {"VOIDED", "DELETED"}:
                    continue
                sign = -1 if row["Type"] in {"ACCRECCREDIT", "SPEND"} else 1
                other = RECEIVABLE if path != "BankTransactions" else self._code(row["BankAccount"], bank=True) or ""
                found.append((row["Date"], other, sign * Decimal(str(row["Total"]))))
                found += [
                    (row["Date"], line["AccountCode"], -sign * Decimal(str(line["LineAmount"])))
                    for line in row["LineItems"]
                ]
        for row in self.rows["Payments"]:
            amount = Decimal(str(row["Amount"]))
            account = self._code(row["Account"], bank=True) or ""
            found += [(row["Date"], account, amount), (row["Date"], RECEIVABLE, -amount)]
        for row in self.rows["BankTransfers"]:
            amount = Decimal(str(row["Amount"]))
            for side, sign in (("ToBankAccount", 1), ("FromBankAccount", -1)):
                found.append((row["Date"], self._code(row[side], bank=True) or "", sign * amount))
        return found
