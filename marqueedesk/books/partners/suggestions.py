"""Suggestions for mapping the ledger's accounts to a partner's chart, by number, name and type."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from marqueedesk.books.chart import CHART, AccountName
from marqueedesk.books.partners.values import PartnerAccount

_WORDS: Final[Mapping[AccountName, tuple[str, ...]]] = {
    "card_clearing": ("card clearing", "stripe", "card payments", "merchant", "undeposited funds"),
    "cash": ("cash on hand", "petty cash", "cash", "undeposited funds"),
    "bank": ("payout clearing", "checking", "bank", "undeposited funds"),
    "receivables": ("receivable", "owed by customers", "customers who owe", "debtors"),
    "gift_cards": ("gift card", "gift certificate", "voucher"),
    "customer_deposits": ("customer deposit", "deposits received", "unearned", "deferred", "prepayment"),
    "sales_tax_payable": ("sales tax", "vat", "gst"),
    "tips_payable": ("tips", "gratuit"),
    "rental_income": ("rental income", "rental", "sales of product", "sales", "services"),
    "delivery_income": ("delivery", "shipping", "freight"),
    "waiver_income": ("waiver", "insurance"),
    "damage_income": ("damage", "repair"),
    "cancellation_income": ("cancellation", "other income"),
    "late_fee_income": ("late fee", "late charge", "finance charge", "interest income", "other income"),
    "discounts": ("discount",),
    "provider_fees": ("merchant account fee", "payment fee", "processing fee", "merchant", "bank charge", "bank fee"),
    "dispute_fees": ("dispute", "chargeback", "merchant account fee", "merchant", "bank charge", "bank fee"),
    "bad_debt": ("bad debt",),
}
"""Parts of common names, the most fitting first."""


def suggest(
    wanted: Sequence[AccountName],
    chart: Sequence[PartnerAccount],
    numbers: Mapping[AccountName, str],
    fits: Callable[[AccountName, PartnerAccount], bool],
) -> dict[AccountName, str]:
    """Return ids of the partner's accounts by account of the ledger; accounts without a good match are missing.

    Only accounts that ``fits`` are suggested. An account with the business's own number (``numbers``), our code or the
    same name is chosen first, then one of the same type with a common name. Income without a match goes to the account
    of rental income.
    """
    found: dict[AccountName, str] = {}
    for name in wanted:
        match = _match(name, [one for one in chart if fits(name, one)], numbers.get(name))
        if match is not None:
            found[name] = match.id
    of_income = [one for one in chart if fits("rental_income", one)]
    income = _match("rental_income", of_income, numbers.get("rental_income"))
    for name in wanted:
        if name not in found and CHART[name].type == "Revenue" and income is not None:
            found[name] = income.id
    return found


def _match(name: AccountName, chart: Sequence[PartnerAccount], number: str | None) -> PartnerAccount | None:
    account = CHART[name]
    for code in (number, account.code):
        exact = [one for one in chart if code is not None and one.code == code]
        if exact:
            return exact[0]
    fitting = [one for one in chart if one.group == account.type]
    same = [one for one in fitting if one.name.casefold() == account.label.casefold()]
    if same:
        return same[0]
    for words in _WORDS[name]:
        named = [one for one in fitting if words in one.name.casefold()]
        if named:
            return min(named, key=lambda one: len(one.name))
    return None
