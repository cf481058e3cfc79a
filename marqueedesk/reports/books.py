"""Sales, sales tax and payments for bookkeeping: plain rows in, balanced entries out, in integer cents. Pure.

A sale counts on its delivery day, while its booking is confirmed or completed; money counts on the day it moved.
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
"""The account that money of each kind comes into."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the journal: its code for software that knows accounts by codes, and what kind of account it is."""

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
"""Every account of the journal. Xero lets no journal post to its own bank, receivables and sales tax accounts, so the
codes are none that it comes with.
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sale was delivered to, for its sales tax; all empty where that is not known."""

    state: str = ""
    city: str = ""
    zip_code: str = ""
    jurisdiction: str = ""
    """The place whose tax was agreed, as the business calls it; empty where it has one rate for all."""
    ppm: int = 0
    """The agreed rate in millionths."""


def owed_of(total_cents: int, reduced_cents: int) -> int:
    """The open and paid part of a price together, after some of it was taken off."""
    return max(0, max(0, total_cents) - reduced_cents)


@dataclass(frozen=True, slots=True)
class Sale:
    """A booking's price, or a charge beside it: what it was computed as (``computed``, of which ``taxable`` was taxed
    with ``tax``), what is charged for it (``total``), and how much of that is no longer owed (``reduced``); in cents.
    """

    number: int
    customer: str
    day: date
    place: Place
    total: int
    computed: int
    taxable: int
    tax: int
    reduced: int = 0
    is_exempt: bool = False
    """Whether its customer pays no sales tax."""
    is_open: bool = False
    """Whether its sales tax is not settled yet."""
    charge: int | None = None
    """The number of a charge beside the agreed price; None for a booking's own price."""
    is_damage: bool = False
    """Whether it is for damaged or lost pieces; otherwise it is the fee for moving the booking."""

    @property
    def owed(self) -> int:
        """What is owed for it."""
        return owed_of(self.total, self.reduced)

    def tax_in(self, cents: int) -> int:
        """The sales tax in so much of the price, rounded half up."""
        return share_of(self.tax, cents, self.computed)

    def taxable_in(self, cents: int) -> int:
        """The taxed part of so much of the price, rounded half up."""
        return share_of(self.taxable, cents, self.computed)


@dataclass(slots=True)
class TaxRow:
    """Sales of one place, or of one month: how many, the amount without tax, the taxed part of it, the tax; and of the
    amount what went to exempt customers, and what has no settled tax yet.
    """

    bookings: int = 0
    sales: int = 0
    taxable: int = 0
    tax: int = 0
    exempt: int = 0
    to_confirm: int = 0

    def add(self, sale: Sale) -> None:
        """Count a sale, at what is owed for it now."""
        tax = sale.tax_in(sale.owed)
        self.bookings += sale.charge is None
        self.sales += sale.owed - tax
        self.taxable += sale.taxable_in(sale.owed)
        self.tax += tax
        self.exempt += sale.owed if sale.is_exempt else 0
        self.to_confirm += sale.owed if sale.is_open else 0


@dataclass(frozen=True, slots=True)
class TaxReport:
    """Sales and their tax: together, by place, and by month ("2027-06")."""

    total: TaxRow
    places: dict[Place, TaxRow]
    months: dict[str, TaxRow]


def tax_report(sales: Iterable[Sale]) -> TaxReport:
    """Sum sales up. The rows of places, and those of months, add up to the total."""
    total, places, months = TaxRow(), dict[Place, TaxRow](), dict[str, TaxRow]()
    for sale in sales:
        month = f"{sale.day:%Y-%m}"
        for row in (total, places.setdefault(sale.place, TaxRow()), months.setdefault(month, TaxRow())):
            row.add(sale)
    in_order = sorted(places.items(), key=lambda pair: astuple(pair[0]))
    return TaxReport(total, dict(in_order), dict(sorted(months.items())))


@dataclass(frozen=True, slots=True)
class DisputeFee:
    """The provider's charge to the business for a dispute, won or lost, on the day on which it was heard of."""

    id: int
    day: date
    cents: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Money that moved: a payment, or with ``is_refund`` what went back. ``lost`` was taken back by the customer's bank
    on ``lost_on``; ``reduces`` is no longer owed since, of the cancellation fee if ``reduces_fee``. ``fee_returned`` is
    what the platform gave back of its fee then.
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
        """What it adds to the business's money: below zero where money left."""
        if self.is_refund:
            return self.fee_returned - self.cents
        return self.cents - self.fee + self.fee_returned - self.lost - self.dispute_fee

    @property
    def dispute_fee(self) -> int:
        """The provider's charges for its disputes."""
        return sum(fee.cents for fee in self.dispute_fees)


@dataclass(frozen=True, slots=True)
class CancelFee:
    """What a canceled booking costs its customer."""

    number: int
    customer: str
    day: date
    cents: int


@dataclass(frozen=True, slots=True)
class Posting:
    """A line of the journal: an amount on one side of an account. The lines of one entry add up to the same amount on
    both sides.
    """

    entry: str
    day: date
    account: str
    debit: int
    credit: int
    text: str
    customer: str

    @property
    def amount(self) -> int:
        """The amount on one scale: a debit above zero, a credit below."""
        return self.debit - self.credit


def journal(sales: Iterable[Sale], fees: Sequence[CancelFee], moved: Iterable[Moved]) -> list[Posting]:
    """Every posting, by day; each entry is balanced. ``moved`` is in the order in which it happened, whole for each
    booking: the tax in what is no longer owed depends on what was taken off before.
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
        # What was taken off a price, or off a fee, that is no longer asked for has nothing left to change.
        if row.reduces and (row.number in with_fee if row.reduces_fee else row.number in by_number):
            found += _reduction(row, by_number.get(row.number), off)
    return sorted(found, key=lambda posting: posting.day)


def _money(row: Moved) -> list[Posting]:
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


def _reduction(row: Moved, sale: Sale | None, off: dict[int, int]) -> list[Posting]:
    """The amount no longer owed, as less income and less tax on it. The tax is what the tax report takes off."""
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
    """Postings of the accounts and their amounts: a debit above zero, a credit below."""
    return [
        Posting(entry, day, account, max(0, cents), max(0, -cents), text, customer) for account, cents in lines if cents
    ]
