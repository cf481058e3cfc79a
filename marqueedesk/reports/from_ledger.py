"""The tax report and the revenue report, built from figures of the ledger. Pure, in integer cents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from marqueedesk.books.figures import NOTHING, SalePlace, Subject, Sums

MONTH: Final = "month"
GROUPINGS: Final = (MONTH, "size", "venue", "event", "phrase")
MonthlyFigures = Mapping[tuple[str, Subject], Sums]
"""Figures by month ("2027-06") and subject."""


@dataclass(frozen=True, slots=True)
class TaxReport:
    """Sales and their tax: total, by place, and by month ("2027-06")."""

    total: Sums
    places: dict[SalePlace, Sums]
    months: dict[str, Sums]


def tax_report(found: MonthlyFigures) -> TaxReport:
    """Build the tax report. The rows by place add up to the total, and so do the rows by month.

    Cancellation fees aren't sales.
    """
    total, places, months = NOTHING, dict[SalePlace, Sums](), dict[str, Sums]()
    for (month, subject), sums in found.items():
        if sums._replace(income=0) == NOTHING:
            continue
        total = total.plus(sums)
        places[subject.place] = places.get(subject.place, NOTHING).plus(sums)
        months[month] = months.get(month, NOTHING).plus(sums)
    return TaxReport(total, dict(sorted(places.items())), dict(sorted(months.items())))


@dataclass(slots=True)
class Share:
    """A row of the revenue report: delivered bookings and their revenue without tax, and what confirmed bookings that
    aren't delivered yet are expected to add.
    """

    key: str
    bookings: int = 0
    revenue_cents: int = 0
    tax_cents: int = 0
    """Sales tax of the bookings and their charges, less that of refunds."""
    expected_bookings: int = 0
    expected_cents: int = 0
    expected_tax_cents: int = 0


@dataclass(slots=True)
class RevenueReport:
    """The revenue report, in cents. Revenue less refunds, plus charges and cancellation fees, is the income."""

    bookings: int = 0
    revenue: int = 0
    refunded: int = 0
    charges: int = 0
    cancellations: int = 0
    tax: int = 0
    expected_revenue: int = 0
    expected_tax: int = 0
    shares: dict[str, list[Share]] = field(default_factory=dict[str, list[Share]])


def revenue_report(found: MonthlyFigures, expected: Iterable[tuple[str, Subject, Sums]]) -> RevenueReport:
    """Build the revenue report from the ledger's figures and those of confirmed bookings: months in chronological
    order, other groups largest first.
    """
    report = RevenueReport()
    groups: dict[str, dict[str, Share]] = {name: {} for name in GROUPINGS}

    def rows(month: str, subject: Subject) -> Iterable[Share]:
        for name, key in zip(GROUPINGS, (month, *subject.about), strict=True):
            shown = key.upper() if name == "phrase" else key
            yield groups[name].setdefault(shown, Share(shown))

    for (month, subject), sums in found.items():
        report.tax += sums.tax
        is_rental = subject.part == "rental"
        if is_rental:
            report.bookings += sums.bookings
            report.revenue += sums.income
        elif subject.part == "reduction":
            report.refunded -= sums.income
        elif subject.part == "charge":
            report.charges += sums.income
        else:
            report.cancellations += sums.income
        if is_rental or sums.tax:
            for row in rows(month, subject):
                row.tax_cents += sums.tax
                if is_rental:
                    row.bookings += sums.bookings
                    row.revenue_cents += sums.income
    for month, subject, sums in expected:
        report.expected_revenue += sums.income
        report.expected_tax += sums.tax
        for row in rows(month, subject):
            row.expected_bookings += sums.bookings
            row.expected_cents += sums.income
            row.expected_tax_cents += sums.tax
    report.shares = {name: _in_order(name, list(of.values())) for name, of in groups.items()}
    return report


def _in_order(grouping: str, rows: list[Share]) -> list[Share]:
    if grouping == MONTH:
        return sorted(rows, key=lambda row: row.key)
    return sorted(rows, key=lambda row: (-row.revenue_cents - row.expected_cents, row.key))
