"""What makes up the balances of customers, booking by booking: amounts owed by age, and deposits held."""

from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from sqlalchemy import and_, extract, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.books.chart import CARD_CLEARING, CUSTOMER_DEPOSITS, GIFT_CARDS, RECEIVABLES
from marqueedesk.books.models import LedgerEntry, LedgerLine

Age = Literal["not_due", "days_30", "days_60", "days_90", "older"]
AGES: Final[tuple[tuple[Age, int], ...]] = (("not_due", 0), ("days_30", 30), ("days_60", 60), ("days_90", 90))
"""Names of the ages, with the most days since an amount became due; anything more is ``older``."""


@dataclass(slots=True)
class BookingBalance:
    """A booking's balance on an account in cents, positive for a debit, with the changes that led to it by day."""

    booking_id: int
    number: int
    customer: str
    cents: int = 0
    changes: list[tuple[date, int]] = field(default_factory=list[tuple[date, int]])


def balances_by_booking(
    db: Session, account: Literal["receivables", "customer_deposits"], last: date
) -> list[BookingBalance]:
    """Return the bookings with a balance on an account at the end of a day, by number. They add up to its balance."""
    on_it = and_(LedgerLine.account == account, LedgerLine.day <= last)
    open_ids = (
        select(LedgerEntry.booking_id)
        .join(LedgerLine, LedgerLine.entry_id == LedgerEntry.id)
        .where(on_it, LedgerEntry.booking_id.is_not(None))
        .group_by(LedgerEntry.booking_id)
        .having(func.sum(LedgerLine.cents) != 0)
    )
    asked = (
        select(LedgerEntry.booking_id, LedgerEntry.number, LedgerEntry.customer, LedgerLine.day, LedgerLine.cents)
        .join(LedgerLine, LedgerLine.entry_id == LedgerEntry.id)
        .where(on_it, LedgerEntry.booking_id.in_(open_ids))
        .order_by(LedgerLine.day, LedgerEntry.id)
    )
    found: dict[int, BookingBalance] = {}
    for booking_id, number, customer, day, cents in db.execute(asked):
        assert booking_id is not None  # noqa: S101 - the bookings asked for.
        row = found.setdefault(booking_id, BookingBalance(booking_id, number or 0, customer))
        # The names as of the last entry, as nothing after this day counts.
        row.number, row.customer = number or row.number, customer
        row.cents += cents
        row.changes.append((day, cents))
    return sorted(found.values(), key=lambda row: (row.number, row.booking_id))


def by_age(row: BookingBalance, last: date) -> tuple[date, dict[Age, int]]:
    """Return since when a booking owes its balance, and the balance by age in cents.

    What reduces the debt pays its oldest part. Everything is due on the day on which it is entered: the terms ask for
    the price by the delivery day, and a charge is due when it is made.
    """
    parts: list[tuple[date, int]] = []
    credit = 0
    for day, cents in row.changes:
        if cents > 0:
            parts.append((day, cents))
        else:
            credit -= cents
    ages: dict[Age, int] = {}
    since = last
    for day, cents in parts:
        paid = min(credit, cents)
        credit -= paid
        if cents > paid:
            since = min(since, day)
            age = _age((last - day).days)
            ages[age] = ages.get(age, 0) + cents - paid
    return since, ages


def _age(days: int) -> Age:
    for age, most in AGES:
        if days <= most:
            return age
    return "older"


@dataclass(frozen=True, slots=True)
class CardMonth:
    """Card payments of a month: their number, and their amount in cents before fees and refunds."""

    month: int
    payments: int
    cents: int


def card_payments(db: Session, year: int) -> list[CardMonth]:
    """Return the card payments that the ledger counts in each month of a year, as Form 1099-K has them."""
    by_card = select(LedgerLine.entry_id).where(LedgerLine.account == CARD_CLEARING)
    paid_for = and_(LedgerEntry.kind == "paid", LedgerLine.account.in_((RECEIVABLES, CUSTOMER_DEPOSITS)))
    sold = and_(LedgerEntry.kind == "gift_card_sold", LedgerLine.account == GIFT_CARDS)
    month = extract("month", LedgerEntry.day)
    asked = (
        select(month, func.count(LedgerEntry.id.distinct()), func.sum(-LedgerLine.cents))
        .join(LedgerLine, LedgerLine.entry_id == LedgerEntry.id)
        .where(
            or_(paid_for, sold),
            LedgerEntry.day.between(date(year, 1, 1), date(year, 12, 31)),
            LedgerEntry.id.in_(by_card),
        )
        .group_by(month)
    )
    found = {int(month): CardMonth(int(month), count, int(cents)) for month, count, cents in db.execute(asked)}
    return [found.get(number, CardMonth(number, 0, 0)) for number in range(1, 13)]
