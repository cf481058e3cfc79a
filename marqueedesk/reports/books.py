"""Sales, sales tax and payments for bookkeeping: turns plain rows into balanced journal entries, in integer cents.
Pure.

A sale counts on its delivery day if its booking is confirmed or completed; payments count on the day they were made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import date
from typing import Final

from marqueedesk.pricing.breakdown import share_of

RECEIVABLE: Final = "Accounts receivable"
INCOME: Final = "Rental income"
TAX: Final = "Sales tax payable"
CANCELING: Final = "Cancellation fees"
ALLOWANCES: Final = "Refunds and allowances"
DISPUTES: Final = "Disputes lost"
FEES: Final = "Payment fees"
DAMAGE: Final = "Damage charges"
ACCOUNT_OF: Final[Mapping[str, str]] = {
    "card": "Card payments",
    "cash": "Cash",
    "bank_transfer": "Bank transfers",
    "other": "Other payments",
}
"""Account of each kind of payment."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the journal: its type, and its code for bookkeeping software that needs one."""

    code: str
    type: str


ACCOUNTS: Final[Mapping[str, Account]] = {
    "Card payments": Account("MD100", "Current asset"),
    "Cash": Account("MD101", "Current asset"),
    "Bank transfers": Account("MD102", "Current asset"),
    "Other payments": Account("MD103", "Current asset"),
    RECEIVABLE: Account("MD110", "Current asset"),
    TAX: Account("MD200", "Current liability"),
    INCOME: Account("MD400", "Revenue"),
    CANCELING: Account("MD401", "Revenue"),
    DAMAGE: Account("MD402", "Revenue"),
    ALLOWANCES: Account("MD403", "Revenue"),
    FEES: Account("MD500", "Expense"),
    DISPUTES: Account("MD501", "Expense"),
}
"""All accounts of the journal. Xero does not allow journal entries on its own bank, receivables and sales tax accounts,
so these codes differ from those.
"""


@dataclass(frozen=True, slots=True)
class BookedPlace:
    """Delivery location of a sale, for sales tax; all fields are empty if it is unknown."""

    state: str = ""
    city: str = ""
    zip_code: str = ""
    jurisdiction: str = ""
    """The business's name for the place whose tax applies; empty if one rate applies everywhere."""
    ppm: int = 0
    """The agreed rate in millionths."""


def owed_of(total_cents: int, reduced_cents: int) -> int:
    """Return the part of a price that is owed after a reduction, paid or not."""
    return max(0, max(0, total_cents) - reduced_cents)


@dataclass(frozen=True, slots=True)
class Sale:
    """A booking's price, or an additional charge, in cents. ``computed`` is the price by the price list, of which
    ``taxable`` is the taxed part and ``tax`` the tax on it. ``total`` is the price charged, and ``reduced`` the amount
    by which it was reduced later.
    """

    number: int
    customer: str
    day: date
    place: BookedPlace
    total: int
    computed: int
    taxable: int
    tax: int
    reduced: int = 0
    is_exempt: bool = False
    """True if the customer is exempt from sales tax."""
    is_open: bool = False
    """True if the sales tax is not determined yet."""
    charge: int | None = None
    """Number of an additional charge; None for a booking's own price."""
    is_damage: bool = False
    """True for damaged or lost pieces; false for the fee for moving the booking."""

    @property
    def owed(self) -> int:
        """Return the amount owed."""
        return owed_of(self.total, self.reduced)

    def tax_in(self, cents: int) -> int:
        """Return the sales tax included in ``cents`` of the price, rounded half up."""
        return share_of(self.tax, cents, self.computed)

    def taxable_in(self, cents: int) -> int:
        """Return how much of ``cents`` of the price was taxed, rounded half up."""
        return share_of(self.taxable, cents, self.computed)


@dataclass(slots=True)
class TaxRow:
    """Sales of one place or month: number of sales, amount without tax, taxed amount, tax, exempt amount, and amount
    whose tax isn't determined yet.
    """

    bookings: int = 0
    sales: int = 0
    taxable: int = 0
    tax: int = 0
    exempt: int = 0
    to_confirm: int = 0

    def add(self, sale: Sale) -> None:
        """Add a sale at the amount currently owed."""
        tax = sale.tax_in(sale.owed)
        self.bookings += sale.charge is None
        self.sales += sale.owed - tax
        self.taxable += sale.taxable_in(sale.owed)
        self.tax += tax
        self.exempt += sale.owed if sale.is_exempt else 0
        self.to_confirm += sale.owed if sale.is_open else 0


@dataclass(frozen=True, slots=True)
class TaxReport:
    """Sales and their tax: total, by place, and by month ("2027-06")."""

    total: TaxRow
    places: dict[BookedPlace, TaxRow]
    months: dict[str, TaxRow]


def tax_report(sales: Iterable[Sale]) -> TaxReport:
    """Build the tax report of these sales. The rows by place add up to the total, and so do the rows by month."""
    total, places, months = TaxRow(), dict[BookedPlace, TaxRow](), dict[str, TaxRow]()
    for sale in sales:
        month = f"{sale.day:%Y-%m}"
        for row in (total, places.setdefault(sale.place, TaxRow()), months.setdefault(month, TaxRow())):
            row.add(sale)
    in_order = sorted(places.items(), key=lambda pair: astuple(pair[0]))
    return TaxReport(total, dict(in_order), dict(sorted(months.items())))


@dataclass(frozen=True, slots=True)
class DisputeFee:
    """The payment provider's fee for a dispute, on the day it was reported. It is due whether the dispute is won or
    lost.
    """

    id: int
    day: date
    cents: int


@dataclass(frozen=True, slots=True)
class MovedMoney:
    """A payment, or a refund if ``is_refund``. ``lost`` is the amount charged back on ``lost_on``. ``reduces`` is the
    amount that the customer no longer owes because of a refund; with ``reduces_fee`` it reduces the cancellation fee
    instead of the price. ``fee_returned`` is the part of the platform fee returned with a refund.
    """

    id: int
    number: int
    customer: str
    day: date
    is_refund: bool
    kind: str
    cents: int
    fee: int = 0
    fee_returned: int = 0
    dispute_fees: tuple[DisputeFee, ...] = ()
    lost: int = 0
    lost_on: date | None = None
    reduces: int = 0
    reduces_fee: bool = False

    @property
    def net(self) -> int:
        """Return the change in the business's balance: negative for outgoing money."""
        if self.is_refund:
            return self.fee_returned - self.cents
        return self.cents - self.fee + self.fee_returned - self.lost - self.dispute_fee

    @property
    def dispute_fee(self) -> int:
        """Return the provider's fees for the payment's disputes."""
        return sum(fee.cents for fee in self.dispute_fees)


@dataclass(frozen=True, slots=True)
class CancelFee:
    """The cancellation fee of a booking."""

    number: int
    customer: str
    day: date
    cents: int


@dataclass(frozen=True, slots=True)
class Posting:
    """A journal line: an amount on one side of an account. The lines of each entry balance."""

    entry: str
    day: date
    account: str
    debit: int
    credit: int
    text: str
    customer: str

    @property
    def amount(self) -> int:
        """Return the signed amount: positive for a debit, negative for a credit."""
        return self.debit - self.credit


def journal(sales: Iterable[Sale], fees: Sequence[CancelFee], moved: Iterable[MovedMoney]) -> list[Posting]:
    """Return all postings by day; each entry balances. ``moved`` is in chronological order and has all payments of each
    booking, because the tax on a reduction depends on earlier ones.
    """
    found: list[Posting] = []
    by_number: dict[int, Sale] = {}
    for sale in sales:
        tax = sale.tax_in(sale.total)
        if sale.charge is not None:
            account, what = (DAMAGE, "Damage") if sale.is_damage else (INCOME, "Rescheduling")
            lines = [(RECEIVABLE, sale.total), (account, tax - sale.total), (TAX, -tax)]
            text = f"{what}, booking #{sale.number}"
            found += _entry(f"L{sale.charge}", sale.day, text, sale.customer, lines)
            continue
        by_number[sale.number] = sale
        lines = [(RECEIVABLE, sale.total), (INCOME, tax - sale.total), (TAX, -tax)]
        found += _entry(f"S{sale.number}", sale.day, f"Booking #{sale.number}", sale.customer, lines)
    for fee in fees:
        text = f"Cancellation of booking #{fee.number}"
        lines = [(RECEIVABLE, fee.cents), (CANCELING, -fee.cents)]
        found += _entry(f"C{fee.number}", fee.day, text, fee.customer, lines)
    off: dict[int, int] = {}
    with_fee = {fee.number for fee in fees}
    for row in moved:
        found += _money(row)
        # A reduction has no effect if the price or fee it reduces is no longer owed.
        if row.reduces and (row.number in with_fee if row.reduces_fee else row.number in by_number):
            found += _reduction(row, by_number.get(row.number), off)
    return sorted(found, key=lambda posting: posting.day)


def _money(row: MovedMoney) -> list[Posting]:
    account = ACCOUNT_OF[row.kind]
    if row.is_refund:
        lines = [(RECEIVABLE, row.cents), (FEES, -row.fee_returned), (account, row.fee_returned - row.cents)]
        return _entry(f"R{row.id}", row.day, f"Refund, booking #{row.number}", row.customer, lines)
    fee = row.fee - row.fee_returned
    lines = [(account, row.cents - fee), (FEES, fee), (RECEIVABLE, -row.cents)]
    found = _entry(f"P{row.id}", row.day, f"Payment, booking #{row.number}", row.customer, lines)
    if row.lost:
        lines = [(RECEIVABLE, row.lost), (account, -row.lost)]
        text = f"Dispute lost, booking #{row.number}"
        found += _entry(f"D{row.id}", row.lost_on or row.day, text, row.customer, lines)
    for charged in row.dispute_fees:
        lines = [(FEES, charged.cents), (account, -charged.cents)]
        found += _entry(f"F{charged.id}", charged.day, f"Dispute fee, booking #{row.number}", row.customer, lines)
    return found


def _reduction(row: MovedMoney, sale: Sale | None, off: dict[int, int]) -> list[Posting]:
    """Post a price reduction as a decrease of income and tax, computed as in the tax report."""
    tax = 0
    if sale is not None and not row.reduces_fee:
        before = off.get(row.number, 0)
        off[row.number] = before + row.reduces
        tax = sale.tax_in(max(0, sale.total - before)) - sale.tax_in(max(0, sale.total - before - row.reduces))
    account = DISPUTES if row.lost else CANCELING if row.reduces_fee else ALLOWANCES
    lines = [(account, row.reduces - tax), (TAX, tax), (RECEIVABLE, -row.reduces)]
    text = f"No longer owed, booking #{row.number}"
    return _entry(f"A{row.id}", (row.lost_on if row.lost else None) or row.day, text, row.customer, lines)


def _entry(entry: str, day: date, text: str, customer: str, lines: Iterable[tuple[str, int]]) -> list[Posting]:
    """Create postings from accounts and signed amounts: positive for debits, negative for credits."""
    return [
        Posting(entry, day, account, max(0, cents), max(0, -cents), text, customer) for account, cents in lines if cents
    ]
