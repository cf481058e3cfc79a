"""Routes of the lists behind the balances: open items by age, deposits held, and card payments of a year."""

from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.rights import SEE_BOOKS
from marqueedesk.books import open_items
from marqueedesk.books.chart import CUSTOMER_DEPOSITS, RECEIVABLES
from marqueedesk.books.schemas import (
    AgesOut,
    CardMonthOut,
    CardPaymentsOut,
    DepositOut,
    DepositsOut,
    OpenItemOut,
    OpenItemsOut,
)
from marqueedesk.books.up_to_date import reading_books
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["books"], responses=errors(401, 403))
On = Annotated[str | None, Query(max_length=10, description="Default: today")]
Year = Annotated[int | None, Query(ge=2000, le=2200, description="Default: the current year")]
_OPEN_COLUMNS: Final = (
    *("Booking", "Customer", "Owed since", "Amount", "Not due", "1-30 days", "31-60 days", "61-90 days"),
    *("Over 90 days", "Currency"),
)
_DEPOSIT_COLUMNS: Final = ("Booking", "Customer", "Amount", "Currency")
_CARD_COLUMNS: Final = ("Month", "Payments", "Gross amount", "Currency")


@router.get("/api/reports/open-items")
def list_open_items(request: Request, on: On = None) -> OpenItemsOut:
    """List what customers owe at the end of a day, by booking and age. The sum is the balance of receivables.

    An amount is due on the day on which it is entered: a rental on its delivery day, a charge when it is made. What was
    paid is deducted from the oldest part.
    """
    with reading_books(request) as (db, operator, zone):
        last = _day(on, clock.local_day(clock.now(), zone))
        found = [(row, *open_items.by_age(row, last)) for row in open_items.balances_by_booking(db, RECEIVABLES, last)]
        items = [
            OpenItemOut(
                booking_id=row.booking_id,
                number=row.number,
                customer=row.customer,
                since=since.isoformat(),
                amount=units(row.cents),
                ages=_ages(ages),
            )
            for row, since, ages in found
        ]
        total: dict[open_items.Age, int] = {}
        for _row, _since, ages in found:
            for age, cents in ages.items():
                total[age] = total.get(age, 0) + cents
        return OpenItemsOut(
            on=last.isoformat(),
            currency=operator.currency,
            total=units(sum(row.cents for row, *_ in found)),
            ages=_ages(total),
            items=items,
        )


def _ages(cents: dict[open_items.Age, int]) -> AgesOut:
    return AgesOut(
        not_due=units(cents.get("not_due", 0)),
        days_30=units(cents.get("days_30", 0)),
        days_60=units(cents.get("days_60", 0)),
        days_90=units(cents.get("days_90", 0)),
        older=units(cents.get("older", 0)),
    )


def _day(on: str | None, today: date) -> date:
    return read_day(on, "on") if on else today


@router.get("/api/reports/open-items.csv", responses=errors(429) | CSV)
def open_items_csv(request: Request, on: On = None) -> Response:
    """Export the open items as CSV."""
    CSV_FILES.spend_with(request, SEE_BOOKS)
    found = list_open_items(request, on)
    rows = [
        [row.number, row.customer, row.since, row.amount, *row.ages.model_dump().values(), found.currency]
        for row in found.items
    ]
    return csv_answer(csv_text.document(_OPEN_COLUMNS, rows), "open-items.csv")


@router.get("/api/reports/deposits")
def list_deposits(request: Request, on: On = None) -> DepositsOut:
    """List the money held for customers at the end of a day, by booking. They add up to its account."""
    with reading_books(request) as (db, operator, zone):
        last = _day(on, clock.local_day(clock.now(), zone))
        found = open_items.balances_by_booking(db, CUSTOMER_DEPOSITS, last)
        return DepositsOut(
            on=last.isoformat(),
            currency=operator.currency,
            total=units(-sum(row.cents for row in found)),
            deposits=[
                DepositOut(
                    booking_id=row.booking_id, number=row.number, customer=row.customer, amount=units(-row.cents)
                )
                for row in found
            ],
        )


@router.get("/api/reports/deposits.csv", responses=errors(429) | CSV)
def deposits_csv(request: Request, on: On = None) -> Response:
    """Export the deposits held as CSV."""
    CSV_FILES.spend_with(request, SEE_BOOKS)
    found = list_deposits(request, on)
    rows = [[row.number, row.customer, row.amount, found.currency] for row in found.deposits]
    return csv_answer(csv_text.document(_DEPOSIT_COLUMNS, rows), "deposits.csv")


@router.get("/api/reports/card-payments")
def list_card_payments(request: Request, year: Year = None) -> CardPaymentsOut:
    """Get the card payments of a year by month, to compare with Form 1099-K: gross, so before fees, refunds and
    disputes, and with sales tax and tips.
    """
    with reading_books(request) as (db, operator, zone):
        wanted = year or clock.local_day(clock.now(), zone).year
        months = open_items.card_payments(db, wanted)
        return CardPaymentsOut(
            year=wanted,
            currency=operator.currency,
            payments=sum(row.payments for row in months),
            gross=units(sum(row.cents for row in months)),
            months=[
                CardMonthOut(month=f"{wanted}-{row.month:02}", payments=row.payments, gross=units(row.cents))
                for row in months
            ],
        )


@router.get("/api/reports/card-payments.csv", responses=errors(429) | CSV)
def card_payments_csv(request: Request, year: Year = None) -> Response:
    """Export the card payments of a year by month as CSV."""
    CSV_FILES.spend_with(request, SEE_BOOKS)
    found = list_card_payments(request, year)
    rows = [[row.month, row.payments, row.gross, found.currency] for row in found.months]
    return csv_answer(csv_text.document(_CARD_COLUMNS, rows), "card-payments.csv")
