"""Customers, items, sales, payments and transfers of a company, with the checks of the API that matter here."""

from decimal import Decimal
from typing import Any

from standins.oauth import Json

RECEIVABLE = "84"
_NAMED = {"Customer": "DisplayName", "Item": "Name"}
_SALES = {"Invoice": 1, "CreditMemo": -1, "SalesReceipt": 1, "RefundReceipt": -1}
"""Sign of a sale: whether the customer owes or pays it, or gets it back."""
_TO_ACCOUNT = {"SalesReceipt", "RefundReceipt"}
ENTITIES = (*_NAMED, *_SALES, "Payment", "Transfer")
MONEY = {"Bank", "Other Current Asset"}


class EntityProblem(Exception):
    """A rejected entity: the API's code and message."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


class Entities:
    """The entities of a company by kind. ``accounts`` are its accounts."""

    def __init__(self, accounts: list[Json]) -> None:
        self._accounts = accounts
        self.rows: dict[str, list[Json]] = {name: [] for name in ENTITIES}
        self._next = 1001

    def create(self, name: str, body: Json) -> Json:
        """Create an entity after the API's checks."""
        rows = self.rows[name]
        if name in _NAMED:
            self._check_name(name, body)
        elif name in _SALES:
            self._check_sale(name, body)
        elif name == "Payment":
            self._check_payment(body)
        else:
            for side in ("FromAccountRef", "ToAccountRef"):
                self._account(body.get(side), MONEY)
        number = body.get("DocNumber")
        if number and any(row.get("DocNumber") == number for row in rows):
            raise EntityProblem("6140", "You must specify a different number. This number has already been used.")
        row = {**body, "Id": str(self._next), "SyncToken": "0", "domain": "QBO"}
        self._next += 1
        if name in _SALES:
            total = self._total(body)
            # The API adds a line with the subtotal.
            subtotal = {"Amount": float(total), "DetailType": "SubTotalLineDetail", "SubTotalLineDetail": {}}
            row |= {"TotalAmt": float(total), "Line": [*body["Line"], subtotal]}
        if name == "Invoice":
            row["Balance"] = row["TotalAmt"]
        if name == "Payment":
            self._apply(body)
        rows.append(row)
        return row

    def _check_name(self, name: str, body: Json) -> None:
        key = _NAMED[name]
        if any(row[key] == body.get(key) for row in self.rows[name]):
            raise EntityProblem("6240", "The name supplied already exists.")
        if not body.get(key) or len(body[key]) > 100:
            raise EntityProblem("2050", key)
        if name == "Item":
            self._account(body.get("IncomeAccountRef"), None)

    def _check_sale(self, name: str, body: Json) -> None:
        self._customer(body)
        for line in body.get("Line") or []:
            detail = line.get("SalesItemLineDetail") or {}
            item = (detail.get("ItemRef") or {}).get("value")
            if line.get("DetailType") != "SalesItemLineDetail" or not any(
                one["Id"] == item for one in self.rows["Item"]
            ):
                raise EntityProblem("2500", "Invalid Reference Id : Items element id not found")
        if not body.get("Line"):
            raise EntityProblem("2020", "Required param missing, need to supply the required value for the API : Line")
        if self._total(body) < 0:
            raise EntityProblem("6000", "Transaction amount must be 0 or greater.")
        if name in _TO_ACCOUNT:
            self._account(body.get("DepositToAccountRef"), MONEY)

    def _check_payment(self, body: Json) -> None:
        self._customer(body)
        self._account(body.get("DepositToAccountRef"), MONEY)
        for line in body.get("Line") or []:
            for linked in line["LinkedTxn"]:
                invoice = next((one for one in self.rows["Invoice"] if one["Id"] == linked["TxnId"]), None)
                if invoice is None or Decimal(str(invoice["Balance"])) < Decimal(str(line["Amount"])):
                    raise EntityProblem("6000", "The amount of the payment is larger than the invoice's balance.")

    def _apply(self, body: Json) -> None:
        for line in body.get("Line") or []:
            for linked in line["LinkedTxn"]:
                invoice = next(one for one in self.rows["Invoice"] if one["Id"] == linked["TxnId"])
                invoice["Balance"] = float(Decimal(str(invoice["Balance"])) - Decimal(str(line["Amount"])))
                invoice["SyncToken"] = str(int(invoice["SyncToken"]) + 1)

    def _customer(self, body: Json) -> None:
        ident = (body.get("CustomerRef") or {}).get("value")
        if not any(row["Id"] == ident for row in self.rows["Customer"]):
            raise EntityProblem("2500", "Invalid Reference Id : Names element id not found")

    def _account(self, reference: Json | None, types: set[str] | None) -> None:
        ident = (reference or {}).get("value")
        account = next((one for one in self._accounts if one["Id"] == ident), None)
        if account is None or (types is not None and account["AccountType"] not in types):
            raise EntityProblem("2500", "Invalid Reference Id : Accounts element id not found")

    @staticmethod
    def _total(body: Json) -> Decimal:
        return sum((Decimal(str(line["Amount"])) for line in body["Line"]), Decimal(0))

    def postings(self) -> list[tuple[str, str, Decimal]]:
        """Return what the entities post: day, account and amount, positive for a debit."""
        found: list[tuple[str, str, Decimal]] = []
        accounts = {item["Id"]: item["IncomeAccountRef"]["value"] for item in self.rows["Item"]}
        for name, sign in _SALES.items():
            for row in self.rows[name]:
                day = row["TxnDate"]
                for line in row["Line"]:
                    if line["DetailType"] == "SalesItemLineDetail":
                        account = accounts[line["SalesItemLineDetail"]["ItemRef"]["value"]]
                        found.append((day, account, -sign * Decimal(str(line["Amount"]))))
                other = row["DepositToAccountRef"]["value"] if name in _TO_ACCOUNT else RECEIVABLE
                found.append((day, other, sign * Decimal(str(row["TotalAmt"]))))
        for row in self.rows["Payment"]:
            amount = Decimal(str(row["TotalAmt"]))
            found += [
                (row["TxnDate"], row["DepositToAccountRef"]["value"], amount),
                (row["TxnDate"], RECEIVABLE, -amount),
            ]
        for row in self.rows["Transfer"]:
            amount, day = Decimal(str(row["Amount"])), row["TxnDate"]
            found += [(day, row["ToAccountRef"]["value"], amount), (day, row["FromAccountRef"]["value"], -amount)]
        return found


def matches(row: Json, conditions: list[tuple[str, str, Any]]) -> bool:
    """Return whether a row meets all conditions of a query."""
    compare = {
        "=": lambda mine, value: mine == value,
        ">=": lambda mine, value: mine is not None and mine >= value,
        "<=": lambda mine, value: mine is not None and mine <= value,
        "in": lambda mine, value: mine in value,
    }
    return all(compare[operator](row.get(name), value) for name, operator, value in conditions)
