"""Outcomes of requests and quotes: won, lost with a reason, or still open."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import (
    CANCELED,
    COMPLETED,
    CONFIRMED,
    FROM_FORM,
    PENDING,
    Booking,
    BookingChange,
    LostReason,
)
from marqueedesk.inventory.message import split_message
from marqueedesk.quotes.models import ACCEPTED, OPEN, UNSENT, WITHDRAWN, Quote

Result = Literal["won", "lost", "open"]
_DAY: Final = timedelta(days=1)


@dataclass(slots=True)
class Tally:
    """A number of requests and quotes, and the sum of their total prices in cents."""

    count: int = 0
    cents: int = 0

    def add(self, cents: int) -> None:
        """Count one more."""
        self.count += 1
        self.cents += cents


@dataclass(slots=True)
class MonthOfOutcomes:
    """Requests and quotes of a month by outcome."""

    won: int = 0
    open: int = 0
    lost: Tally = field(default_factory=Tally)


@dataclass(slots=True)
class Outcomes:
    """Requests and quotes of a period by outcome; lost ones by reason, month (``2027-06``) and letter too."""

    won: Tally = field(default_factory=Tally)
    lost: Tally = field(default_factory=Tally)
    open: Tally = field(default_factory=Tally)
    reasons: dict[LostReason, Tally] = field(default_factory=dict[LostReason, Tally])
    months: dict[str, MonthOfOutcomes] = field(default_factory=dict[str, MonthOfOutcomes])
    letters: dict[str, Tally] = field(default_factory=dict[str, Tally])
    median_days_to_answer: float | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    """A request or a quote."""

    at: datetime
    message: str
    cents: int
    result: Result
    reason: LostReason | None


def outcomes(db: Session, first: date, last: date, zone: ZoneInfo, now: datetime) -> Outcomes:
    """Return the outcomes of requests that came in and quotes that were last sent from ``first`` to ``last``, local
    days of the business, both included.
    """
    begin, end = _midnight(first, zone), _midnight(last + _DAY, zone)
    report = Outcomes()
    for case in (*_requests(db, begin, end), *_quotes(db, begin, end, now)):
        month = report.months.setdefault(f"{case.at.astimezone(zone):%Y-%m}", MonthOfOutcomes())
        if case.result == "won":
            report.won.add(case.cents)
            month.won += 1
        elif case.result == "open":
            report.open.add(case.cents)
            month.open += 1
        else:
            _add_lost(report, month, case)
    report.median_days_to_answer = _median_days_to_answer(db, begin, end)
    return report


def _add_lost(report: Outcomes, month: MonthOfOutcomes, case: _Case) -> None:
    report.lost.add(case.cents)
    month.lost.add(case.cents)
    if case.reason is not None:
        report.reasons.setdefault(case.reason, Tally()).add(case.cents)
    for letter in set(split_message(case.message)):
        report.letters.setdefault(letter, Tally()).add(case.cents)


def _requests(db: Session, begin: datetime, end: datetime) -> Iterator[_Case]:
    query = select(Booking.created_at, Booking.message, Booking.total_cents, Booking.status, Booking.lost_reason).where(
        Booking.created_at >= begin,
        Booking.created_at < end,
        Booking.quote_id.is_(None),
        Booking.replaced_by_id.is_(None),
        or_(Booking.source == FROM_FORM, Booking.lost_reason.is_not(None)),
    )
    results: dict[str, Result] = {CONFIRMED: "won", COMPLETED: "won", CANCELED: "lost", PENDING: "open"}
    for at, message, cents, status, reason in db.execute(query):
        yield _Case(at, message, cents, results[status], reason)


def _quotes(db: Session, begin: datetime, end: datetime, now: datetime) -> Iterator[_Case]:
    query = select(
        Quote.sent_at, Quote.message, Quote.total_cents, Quote.offer, Quote.expires_at, Quote.lost_reason
    ).where(
        Quote.sent_at >= begin,
        Quote.sent_at < end,
        Quote.offer != UNSENT,
        # A withdrawn quote is being revised, unless it has a reason.
        or_(Quote.offer != WITHDRAWN, Quote.lost_reason.is_not(None)),
    )
    for at, message, cents, offer, expires_at, reason in db.execute(query):
        if at is None:
            continue
        is_open = offer == OPEN and (expires_at is None or expires_at > now)
        result: Result = "won" if offer == ACCEPTED else "open" if is_open else "lost"
        yield _Case(at, message, cents, result, reason)


def _median_days_to_answer(db: Session, begin: datetime, end: datetime) -> float | None:
    """Return the median time in days from a request to the first change of its status by a member of the business,
    with one decimal.
    """
    answered = func.min(BookingChange.at)
    query = (
        select(Booking.created_at, answered)
        .join(
            BookingChange,
            (BookingChange.operator_id == Booking.operator_id) & (BookingChange.booking_id == Booking.id),
        )
        .where(
            Booking.created_at >= begin,
            Booking.created_at < end,
            Booking.source == FROM_FORM,
            BookingChange.kind == "status",
            BookingChange.from_status == PENDING,
            BookingChange.user_id.is_not(None),
        )
        .group_by(Booking.id, Booking.created_at)
    )
    waits = [(changed - created) / _DAY for created, changed in db.execute(query)]
    return round(median(waits), 1) if waits else None


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
