"""Report routes for signed-in users. Staff see no money (A5)."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.rights import SEE_BOOKINGS, SEE_BOOKS
from marqueedesk.bookings import lists
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.lists import Filter
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.books import queries as ledger
from marqueedesk.books.up_to_date import reading_books
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.http.streamed_response import streamed_csv
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.kit.text.formats import short_day
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.lines import custom_colors
from marqueedesk.reports import due, queries
from marqueedesk.reports.from_ledger import GROUPINGS, RevenueReport, Share, revenue_report
from marqueedesk.reports.reading import day_of, report_span, saving_money, seeing_money
from marqueedesk.reports.schemas import (
    DashboardOut,
    DueOut,
    DueRow,
    MonthOut,
    PopularOut,
    RevenueOut,
    ShareOut,
)

router = APIRouter(tags=["reports"], responses=errors(401, 403))
DAYS_AHEAD = 14


@router.get("/api/dashboard", response_model_exclude_unset=True)
def dashboard(request: Request) -> DashboardOut:
    """Get the dashboard figures (specification, section 9) in the operator's time zone."""
    with seeing_money(request) as (db, operator, zone):
        now = clock.now().astimezone(zone).replace(tzinfo=None)
        today = now.date()
        figures = queries.figures(db, now)
        months = {
            (row.year, row.month): row
            for row in queries.by_month(db, date(today.year - 1, 1, 1), date(today.year, 12, 31))
        }
        prices = pricing.price_list(db)
        return DashboardOut.model_validate(
            {
                "today": today.isoformat(),
                "bookings_this_week": figures.this_week,
                "bookings_this_month": figures.this_month,
                "pending_quotes": figures.pending,
                "monthly_revenue": units(figures.month_revenue_cents),
                "year_to_date_revenue": units(figures.year_revenue_cents),
                "average_booking_cost": units(figures.average_cents),
                "total_bookings_year_to_date": figures.year_bookings,
                "projected_extra_bookings": figures.projected_extra_bookings,
                "projected_total_bookings": figures.projected_bookings,
                "projected_year_end_revenue": units(figures.projected_revenue_cents),
                "upcoming": [
                    booking_serializers.for_operator(booking, zone, prices) for booking in queries.upcoming(db, today)
                ],
                "months": [_month(months, today.year, month) for month in range(1, 13)],
                "days": [
                    {"date": day.isoformat(), "deliveries": deliveries, "pickups": pickups}
                    for day, (deliveries, pickups) in queries.days_ahead(db, today, DAYS_AHEAD).items()
                ],
                "checklist": queries.has_begun(db, operator),
                "setup_hidden": rules_of(operator.rules).setup_hidden,
            }
        )


def _month(months: dict[tuple[int, int], queries.Month], year: int, month: int) -> MonthOut:
    now, before = months.get((year, month)), months.get((year - 1, month))
    return MonthOut(
        month=month,
        revenue=units(now.revenue_cents) if now else 0,
        bookings=now.bookings if now else 0,
        last_year_revenue=units(before.revenue_cents) if before else 0,
        last_year_bookings=before.bookings if before else 0,
    )


@router.get("/api/reports/due")
def due_payments(request: Request) -> DueOut:
    """Get overdue amounts, and amounts due in the seven days from today, by the bookings' payment schedules."""
    with seeing_money(request, SEE_BOOKS) as (db, _operator, zone):
        found = due.due_by(db, zone, clock.local_day(clock.now(), zone))

    def rows(of: list[due.DueBooking]) -> list[DueRow]:
        return [DueRow.of_row(row, due=row.due.isoformat(), amount=units(row.cents)) for row in of]

    return DueOut(overdue=rows(found.overdue), this_week=rows(found.this_week))


@router.get("/api/reports/popular")
def popular(request: Request) -> list[PopularOut]:
    """Get the operator's most frequently booked messages (G5); empty without bookings."""
    with reading_copy(request) as (db, caller):
        require(caller, SEE_BOOKINGS)
        rows = queries.popular(db)
    return [PopularOut(message=message, bookings=count) for message, count in rows]


def _shares(rows: list[Share]) -> list[ShareOut]:
    return [ShareOut.of_cents(row, expected_revenue=units(row.expected_cents)) for row in rows]


def _revenue(db: Session, first: date, last: date, today: date) -> RevenueReport:
    found = ledger.monthly_figures(db, first, last)
    return revenue_report(found, queries.expected(db, first, last, today))


@router.get("/api/reports/revenue")
def revenue(
    request: Request,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
) -> RevenueOut:
    """Get the revenue that the ledger counts between two days (default: the current year), grouped by month, size,
    venue, event and phrase; without sales tax and tips.

    Revenue less refunds, plus charges and cancellation fees, is the income of these days.
    """
    with reading_books(request) as (db, _operator, zone):
        today = clock.local_day(clock.now(), zone)
        first, last = report_span(since, until, today)
        report = _revenue(db, first, last, today)
    return RevenueOut.of_cents(
        report,
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        by_month=_shares(report.shares["month"]),
        by_size=_shares(report.shares["size"]),
        by_venue=_shares(report.shares["venue"]),
        by_event=_shares(report.shares["event"]),
        by_phrase=_shares(report.shares["phrase"]),
    )


@router.get("/api/reports/revenue.csv", responses=errors(429) | CSV)
def revenue_csv(
    request: Request,
    by: Annotated[str, Query(max_length=10)] = "month",
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
) -> Response:
    """Get one grouping of the revenue report as CSV."""
    CSV_FILES.spend_with(request, SEE_BOOKS)
    with reading_books(request) as (db, _operator, zone):
        if by not in GROUPINGS:
            raise Invalid(fields={"by": f"By must be one of: {', '.join(GROUPINGS)}"})
        today = clock.local_day(clock.now(), zone)
        first, last = report_span(since, until, today)
        rows = _revenue(db, first, last, today).shares[by]
    header = [
        *(by.capitalize(), "Delivered bookings", "Revenue", "Confirmed bookings", "Expected revenue"),
        *("Sales tax", "Expected sales tax"),
    ]
    text = csv_text.document(
        header,
        (
            [
                *(row.key, row.bookings, units(row.revenue_cents), row.expected_bookings, units(row.expected_cents)),
                *(units(row.tax_cents), units(row.expected_tax_cents)),
            ]
            for row in rows
        ),
    )
    return csv_answer(text, f"revenue-by-{by}.csv")


@router.get("/api/reports/bookings.csv", responses=errors(429) | CSV)
def bookings_csv(
    request: Request,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
    ids: Annotated[str | None, Query(max_length=4000, pattern=r"^[0-9]{1,18}(,[0-9]{1,18}){0,199}$")] = None,
) -> Response:
    """Export bookings as CSV: all of them, those delivered in a period (either end may be open), or those in ``ids``,
    separated by commas.
    """
    with saving_money(request) as (db, operator, zone):
        named = tuple(int(part) for part in ids.split(",")) if ids else ()
        wanted = Filter(delivered_since=day_of(since, "from"), delivered_until=day_of(until, "to"), ids=named)
        rows = _csv_rows(lists.every(db, operator.id, wanted), zone, operator.date_format, pricing.price_list(db))
        # Read all rows while the session is open; the response is then streamed from a file.
        text = csv_text.long_document(_CSV_COLUMNS, rows)
    return streamed_csv(text, "bookings.csv")


_CSV_COLUMNS = (
    "id",
    "number",
    "status",
    "message",
    "size",
    "letterCount",
    "deliveryDate",
    "pickupDate",
    "rentalDays",
    "customerName",
    "customerEmail",
    "customerPhone",
    "venueName",
    "venueAddress",
    "eventType",
    "colorOption",
    "customColor",
    "totalPrice",
    "deposit",
    "depositPaid",
    "balanceDue",
    "notes",
    "received",
    "disputed",
    "lost",
)
# Only serialize these fields: the whole booking would cost six times as much.
_CSV_FIELDS = {name for name in BookingOut.model_fields if to_camel(name) in _CSV_COLUMNS}


def _csv_rows(rows: Iterable[Booking], zone: ZoneInfo, order: str, prices: PriceList) -> Iterator[list[Any]]:
    for booking in rows:
        answer = booking_serializers.for_operator(booking, zone, prices)
        shown = answer.model_dump(by_alias=True, include=_CSV_FIELDS) | {
            "deliveryDate": f"{short_day(booking.delivery_day, order)} {booking.delivery_clock[:5]}",
            "pickupDate": f"{short_day(booking.pickup_day, order)} {booking.pickup_clock[:5]}",
            "customColor": "; ".join(filter(None, custom_colors(booking.lines))) if booking.stored_lines else "",
        }
        yield [shown[name] for name in _CSV_COLUMNS]
