"""Routes for bookkeeping: the sales tax report, and payments and a journal as CSV. Staff see no money (A5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.rights import SEE_BOOKS
from marqueedesk.books import queries
from marqueedesk.books.chart import CHART, AccountName
from marqueedesk.books.figures import Sums
from marqueedesk.books.models import LedgerEntry
from marqueedesk.books.up_to_date import read_span, reading_books
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.http.streamed_response import streamed_csv
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.pricing.api import tax_percent
from marqueedesk.reports import money_queries
from marqueedesk.reports.from_ledger import tax_report
from marqueedesk.reports.money_queries import DayRange, MoneyRow
from marqueedesk.reports.reading import report_span, saving_money, seeing_money
from marqueedesk.reports.schemas import JournalAccountOut, TaxMonthOut, TaxReportOut, TaxReportPlaceOut, TaxRowOut

router = APIRouter(tags=["reports"], responses=errors(401, 403))
Since = Annotated[str | None, Query(alias="from", max_length=10)]
Until = Annotated[str | None, Query(alias="to", max_length=10)]
TaxBasis = Annotated[
    Literal["accrual", "cash"], Query(description="When sales count: when they are made, or when they are paid")
]
_PAYMENT_COLUMNS = (
    "date",
    "booking",
    "customer",
    "entry",
    "kind",
    "state",
    "amount",
    "fee",
    "lost",
    "net",
    "currency",
    "card",
    "note",
    "reference",
    "providerFee",
    "method",
    "feeReturned",
    "disputeFee",
)
_JOURNAL_COLUMNS = ("Journal No", "Date", "Account", "Debit", "Credit", "Description", "Name")
# Column names and date format that QuickBooks Online imports without further settings.
_QUICKBOOKS_COLUMNS = ("Journal No", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Name")
# Columns of Xero's manual journal import; the last four are unused tracking categories.
_XERO_COLUMNS = (
    "*Narration",
    "*Date",
    "Description",
    "*AccountCode",
    "*TaxRate",
    "*Amount",
    "TrackingName1",
    "TrackingOption1",
    "TrackingName2",
    "TrackingOption2",
)
# Sales tax is posted separately, so Xero must not add any.
_XERO_TAX_RATE = "Tax Exempt"
_TAX_COLUMNS = (
    "state",
    "city",
    "zipCode",
    "bookings",
    "sales",
    "taxable",
    "tax",
    "place",
    "percent",
    "exempt",
    "toConfirm",
)


@router.get("/api/reports/tax")
def tax(request: Request, since: Since = None, until: Until = None, basis: TaxBasis = "accrual") -> TaxReportOut:
    """Get sales and sales tax that the ledger counts between two days (default: the current year), by place and by
    month.

    On an accrual basis, a rental counts on its delivery day, a charge on the day it was made. Later edits,
    cancellations, refunds and lost disputes change the figures of the day on which they happen. On a cash basis, money
    counts on the day it was received or returned, also for rentals that haven't been delivered yet; `bookings` is 0.
    """
    with reading_books(request) as (db, _operator, zone):
        first, last = report_span(since, until, clock.local_day(clock.now(), zone))
        report = tax_report(queries.monthly_figures(db, first, last, of_money=basis == "cash"))
    places = [
        TaxReportPlaceOut.adding(
            _tax(row),
            state=place.state,
            city=place.city,
            zip_code=place.zip_code,
            place=place.jurisdiction or None,
            percent=tax_percent(place.ppm),
        )
        for place, row in report.places.items()
    ]
    return TaxReportOut.adding(
        _tax(report.total),
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        by_place=places,
        by_month=[TaxMonthOut.adding(_tax(row), month=month) for month, row in report.months.items()],
    )


def _tax(row: Sums) -> TaxRowOut:
    return TaxRowOut.of_cents(row)


@router.get("/api/reports/tax.csv", responses=errors(429) | CSV)
def tax_csv(request: Request, since: Since = None, until: Until = None, basis: TaxBasis = "accrual") -> Response:
    """Get the tax report by place as CSV, on an accrual or a cash basis."""
    CSV_FILES.spend_with(request, SEE_BOOKS)
    with reading_books(request) as (db, _operator, zone):
        first, last = report_span(since, until, clock.local_day(clock.now(), zone))
        report = tax_report(queries.monthly_figures(db, first, last, of_money=basis == "cash"))
    rows = (
        [
            place.state,
            place.city,
            place.zip_code,
            row.bookings,
            units(row.sales),
            units(row.taxable),
            units(row.tax),
            place.jurisdiction,
            tax_percent(place.ppm),
            units(row.exempt),
            units(row.to_confirm),
        ]
        for place, row in report.places.items()
    )
    return csv_answer(csv_text.document(_TAX_COLUMNS, rows), f"sales-tax{'-cash' if basis == 'cash' else ''}.csv")


@router.get("/api/payments.csv", responses=errors(429) | CSV)
def payments_csv(request: Request, since: Since = None, until: Until = None) -> Response:
    """Export payments and refunds as CSV, optionally for some days. Refunds are negative.

    `fee` is the platform's fee, `providerFee` the provider's. `net` is the amount less both fees, lost disputes, and
    the provider's `disputeFee`, which is due whether a dispute is won or lost. `feeReturned` is the platform fee
    returned with a refund; it is included in `net`.
    """
    with saving_money(request, SEE_BOOKS) as (db, _operator, zone):
        first, last = read_span(since, until)
        present = money_queries.all_days(db, zone)
        months = DayRange(max(first or present.first, present.first), min(last or present.last, present.last)).months()
        rows = (_payment_cells(row) for month in months for row in money_queries.money(db, zone, month))
        text = csv_text.long_document(_PAYMENT_COLUMNS, rows)
    return streamed_csv(text, "payments.csv")


def _payment_cells(row: MoneyRow) -> list[Any]:
    payment = row.payment
    card = payment.card or {}
    return [
        row.day.isoformat(),
        row.number,
        row.customer,
        payment.entry,
        payment.kind,
        payment.state,
        units(-payment.amount_cents if row.is_refund else payment.amount_cents),
        units(payment.fee_cents),
        units(row.lost),
        units(row.net),
        payment.currency,
        " ".join(str(part) for part in (card.get("brand"), card.get("last4")) if part),
        payment.note,
        payment.provider_id,
        units(payment.provider_fee_cents or 0),
        payment.method_name,
        units(row.fee_returned),
        units(row.dispute_fee),
    ]


@router.get("/api/journal.csv", responses=errors(429) | CSV)
def journal_csv(
    request: Request,
    since: Since = None,
    until: Until = None,
    layout: Annotated[
        Literal["plain", "quickbooks", "xero"],
        Query(alias="format", description="Columns and date format of QuickBooks Online, or of Xero's manual journals"),
    ] = "plain",
) -> Response:
    """Export the ledger as journal entries for bookkeeping software, optionally for some days. Each entry balances; in
    the Xero layout, its amounts add up to 0. Entries in other currencies than the business's are left out.
    """
    columns, cells, name = _LAYOUTS[layout]
    CSV_FILES.spend_with(request, SEE_BOOKS)
    with reading_books(request) as (db, operator, _zone):
        first, last = read_span(since, until)
        numbers = queries.numbers_by_day(db)
        rows = (
            cells(_Posting(row.entry, account, numbers.of(account, row.entry.day), cents))
            for row in queries.entries(db, first, last, currency=operator.currency)
            for account, cents in row.lines
        )
        text = csv_text.long_document(columns, rows)
    return streamed_csv(text, name)


@dataclass(frozen=True, slots=True)
class _Posting:
    """A line of an entry; ``number`` is the business's own number of its account."""

    entry: LedgerEntry
    account: AccountName
    number: str | None
    cents: int


def _plain_cells(row: _Posting) -> list[Any]:
    return _posting_cells(row, row.entry.day.isoformat())


def _quickbooks_cells(row: _Posting) -> list[Any]:
    return _posting_cells(row, f"{row.entry.day:%m/%d/%Y}")


def _posting_cells(row: _Posting, day: str) -> list[Any]:
    return [
        row.entry.id,
        day,
        CHART[row.account].label,
        units(row.cents) if row.cents > 0 else None,
        units(-row.cents) if row.cents < 0 else None,
        row.entry.text,
        row.entry.customer,
    ]


def _xero_cells(row: _Posting) -> list[Any]:
    """Return a line for Xero's import. Xero merges lines with the same narration and day into one journal, so the
    narration includes the entry's number; the month is spelled out, which is unambiguous in every country.
    """
    account = CHART[row.account]
    narration, text = f"{row.entry.id} {row.entry.text}", f"{account.label}, {row.entry.customer}"
    tracking = [None] * 4
    return [
        narration,
        f"{row.entry.day:%d %b %Y}",
        text,
        row.number or account.code,
        _XERO_TAX_RATE,
        units(row.cents),
        *tracking,
    ]


_LAYOUTS: dict[str, tuple[Sequence[str], Callable[[_Posting], list[Any]], str]] = {
    "plain": (_JOURNAL_COLUMNS, _plain_cells, "journal.csv"),
    "quickbooks": (_QUICKBOOKS_COLUMNS, _quickbooks_cells, "journal.csv"),
    "xero": (_XERO_COLUMNS, _xero_cells, "journal-xero.csv"),
}
"""Columns, function that returns a row, and file name of each layout."""


@router.get("/api/journal/accounts")
def journal_accounts(request: Request) -> list[JournalAccountOut]:
    """Get the accounts of the journal, with their codes in the Xero file."""
    with seeing_money(request, SEE_BOOKS) as (db, _operator, _zone):
        numbers = queries.numbers(db)
    return [
        JournalAccountOut(code=numbers.get(name) or of.code, name=of.label, type=of.type) for name, of in CHART.items()
    ]
