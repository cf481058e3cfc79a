"""Late fees for overdue parts of a booking's price, under its agreed terms (S56).

A worker proposes them; only a team member can charge them. Each due day gets at most one fee for each month, enforced
by a unique index, and a part whose due day moved gets none for a month that was already decided on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries
from marqueedesk.bookings.charges.charges import is_repeated, late_fee_day, late_fees_of
from marqueedesk.bookings.models import LATE, OWING, PROPOSED, Booking, BookingCharge
from marqueedesk.kit.text.formats import counted, day

BY: Final = "Automatic"


@dataclass(frozen=True, slots=True)
class AccruedFee:
    """A late fee that applies now: the due day of the overdue part, the number of parts due after it, months since it
    was due (0 for the first fee), and its overdue amount in cents.
    """

    due: date
    part: int
    month: int
    overdue_cents: int

    def note(self, style: str) -> str:
        """Describe the payment, with its due day in the business's date format: "Payment due June 1, 2027, 1 month
        late".
        """
        late = f", {counted(self.month, 'month')} late" if self.month else ""
        return f"Payment due {day(self.due, style)}{late}"


def accrued(booking: Booking, today: date, zone: ZoneInfo) -> list[AccruedFee]:
    """Return the late fees that apply to a booking's unpaid parts, including those already proposed.

    Charges on top of the price incur no fee, and money received for them counts toward the price.
    """
    fee, step = booking.terms.late, booking.breakdown.get("step_cents", 1)
    fees: list[AccruedFee] = []
    if fee is None:
        return fees
    for after, part in enumerate(reversed(booking.agreed_parts(zone))):
        overdue = min(part.cents - part.paid_cents, booking.balance_cents)
        if overdue <= 0 or fee.of(overdue, step) == 0:
            continue
        days = [late_fee_day(booking, part.due, month) for month in range(fee.times)]
        months = [month for month, first in enumerate(days) if first is not None and first <= today]
        fees += [AccruedFee(part.due, after, month, overdue) for month in months]
    return fees


def operators_with_overdue(db: Session, today: date) -> list[int]:
    """Return the businesses with overdue payments; ``today`` may be a day off. The session reads all businesses."""
    overdue = select(Booking.operator_id).where(OWING, Booking.next_due_day < today)
    return sorted(db.scalars(overdue.distinct()))


def anything_due(db: Session, terms: Terms, now: datetime) -> bool:
    """Return true if a late fee has to be proposed or updated."""
    return any(True for _change in _changes(db, terms, now))


def propose_due(db: Session, terms: Terms, now: datetime) -> None:
    """Propose the late fees that apply now, and update undecided ones whose overdue amount changed. The caller holds
    the operator's lock.
    """
    for booking, fee, row in list(_changes(db, terms, now)):
        changed = row or BookingCharge(
            booking_id=booking.id, kind=LATE, size="", letter="", finish="", count=1, state=PROPOSED
        )
        changed.late_due, changed.late_part = fee.due, fee.part
        changed.late_month, changed.late_cents = fee.month, fee.overdue_cents
        changed.note, changed.at, changed.who = fee.note(terms.date_format), now, BY
        db.add(changed)
    db.flush()


def drop_paid(db: Session, booking: Booking, paid_on: date, zone: ZoneInfo) -> None:
    """Delete proposed fees for parts that are paid in full by a payment of an earlier day, entered only now. The caller
    holds the operator's lock.
    """
    parts = {part.due: part for part in booking.agreed_parts(zone)}
    for row in late_fees_of(db, booking.id):
        if row.state != PROPOSED or row.late_due is None or row.late_month is None:
            continue
        part, first = parts.get(row.late_due), late_fee_day(booking, row.late_due, row.late_month)
        if part is not None and first is not None and part.paid_cents >= part.cents and paid_on < first:
            db.delete(row)


def _changes(db: Session, terms: Terms, now: datetime) -> Iterator[tuple[Booking, AccruedFee, BookingCharge | None]]:
    """Yield each late fee to propose, with its row if that has to be updated."""
    today = terms.today(now)
    late = [booking for booking in queries.owing(db, today) if booking.terms.late is not None]
    existing = _existing(db, [booking.id for booking in late])
    for booking in late:
        rows = existing.get(booking.id, [])
        for fee in accrued(booking, today, terms.zone):
            row = next((row for row in rows if (row.late_due, row.late_month) == (fee.due, fee.month)), None)
            if row is None:
                if not is_repeated(fee.part, fee.month, fee.overdue_cents, rows):
                    yield booking, fee, None
            elif row.state == PROPOSED and _facts(row) != (fee.part, fee.overdue_cents, fee.note(terms.date_format)):
                yield booking, fee, row


def _facts(row: BookingCharge) -> tuple[int | None, int | None, str | None]:
    return row.late_part, row.late_cents, row.note


def _existing(db: Session, booking_ids: Iterable[int]) -> dict[int, list[BookingCharge]]:
    statement = select(BookingCharge).where(BookingCharge.booking_id.in_(booking_ids), BookingCharge.kind == LATE)
    rows: dict[int, list[BookingCharge]] = {}
    for row in db.scalars(statement):
        rows.setdefault(row.booking_id, []).append(row)
    return rows
