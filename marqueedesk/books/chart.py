"""The chart of accounts: every account that ledger entries use, with its usual name, code and type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

AccountName = Literal[
    "card_clearing",
    "cash",
    "bank",
    "receivables",
    "gift_cards",
    "customer_deposits",
    "sales_tax_payable",
    "tips_payable",
    "rental_income",
    "delivery_income",
    "waiver_income",
    "damage_income",
    "cancellation_income",
    "late_fee_income",
    "discounts",
    "provider_fees",
    "dispute_fees",
    "bad_debt",
]
"""An account's name in the API."""

CARD_CLEARING: Final = "card_clearing"
CASH: Final = "cash"
BANK: Final = "bank"
RECEIVABLES: Final = "receivables"
CUSTOMER_DEPOSITS: Final = "customer_deposits"
SALES_TAX_PAYABLE: Final = "sales_tax_payable"
TIPS_PAYABLE: Final = "tips_payable"
RENTAL_INCOME: Final = "rental_income"
DELIVERY_INCOME: Final = "delivery_income"
WAIVER_INCOME: Final = "waiver_income"
DAMAGE_INCOME: Final = "damage_income"
CANCELLATION_INCOME: Final = "cancellation_income"
LATE_FEE_INCOME: Final = "late_fee_income"
DISCOUNTS: Final = "discounts"
PROVIDER_FEES: Final = "provider_fees"
DISPUTE_FEES: Final = "dispute_fees"
GIFT_CARDS: Final = "gift_cards"
BAD_DEBT: Final = "bad_debt"

AccountType = Literal["Current asset", "Current liability", "Revenue", "Expense"]


@dataclass(frozen=True, slots=True)
class Account:
    """An account: its name for people, its type, and its code in files for bookkeeping software."""

    label: str
    code: str
    type: AccountType


CHART: Final[Mapping[AccountName, Account]] = {
    "card_clearing": Account("Card payments", "MD100", "Current asset"),
    "cash": Account("Cash", "MD101", "Current asset"),
    "bank": Account("Bank", "MD102", "Current asset"),
    "receivables": Account("Accounts receivable", "MD110", "Current asset"),
    "sales_tax_payable": Account("Sales tax payable", "MD200", "Current liability"),
    "customer_deposits": Account("Customer deposits", "MD201", "Current liability"),
    "tips_payable": Account("Tips payable", "MD202", "Current liability"),
    "gift_cards": Account("Gift cards", "MD203", "Current liability"),
    "rental_income": Account("Rental income", "MD400", "Revenue"),
    "cancellation_income": Account("Cancellation fees", "MD401", "Revenue"),
    "damage_income": Account("Damage charges", "MD402", "Revenue"),
    "discounts": Account("Discounts", "MD403", "Revenue"),
    "delivery_income": Account("Delivery", "MD404", "Revenue"),
    "waiver_income": Account("Damage waiver", "MD405", "Revenue"),
    "late_fee_income": Account("Late fees", "MD406", "Revenue"),
    "provider_fees": Account("Payment fees", "MD500", "Expense"),
    "dispute_fees": Account("Dispute fees", "MD501", "Expense"),
    "bad_debt": Account("Bad debt", "MD502", "Expense"),
}
"""All accounts, in the order of their codes. Xero does not allow journal entries on its own bank, receivables and sales
tax accounts, so these codes differ from those.
"""

INCOME: Final[frozenset[AccountName]] = frozenset(name for name, of in CHART.items() if of.type == "Revenue")
"""The accounts that make up income; a discount is a debit among them."""
