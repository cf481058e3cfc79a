"""Late fees for overdue parts of a booking's price, under its agreed terms (S56).

A worker proposes them; only a team member can charge them. Each part of the price gets at most one fee for each month,
enforced by a unique index. A part is identified by the number of parts due after it.
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
from marqueedesk.bookings.charges.charges import applies_to_part
from marqueedesk.bookings.models import LATE, OWING, PROPOSED, Booking, BookingCharge
from marqueedesk.kit.text.formats import counted, day

BY: Final = "Automatic"


@dataclass(frozen=True, slots=True)
class AccruedFee:
    """A late fee that applies now: the number of parts due after the overdue one, months since it was due (0 for the
    first fee), the due day, and the fee in cents without tax.
    """

    part: int
    month: int
    due: date
    cents: int

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
    found: list[AccruedFee] = []
    if fee is None:
        return found
    for after, part in enumerate(reversed(booking.agreed_parts(zone))):
        cents = fee.of(min(part.cents - part.paid_cents, booking.balance_cents), step)
        if part.paid_cents < part.cents and cents > 0:
            months = [month for month in range(fee.times) if applies_to_part(booking, after, month, today, zone)]
            found += [AccruedFee(after, month, part.due, cents) for month in months]
    return found


def who_is_owed(db: Session, today: date) -> list[int]:
    """Return the businesses with overdue payments; ``today`` may be a day off. The session reads all businesses."""
    overdue = select(Booking.operator_id).where(OWING, Booking.next_due_day < today)
    return sorted(db.scalars(overdue.distinct()))


def anything_due(db: Session, terms: Terms, now: datetime) -> bool:
    """Return true if a late fee has to be proposed or updated."""
    return any(True for _change in _changes(db, terms, now))


def propose_due(db: Session, terms: Terms, now: datetime) -> None:
    """Propose the late fees that apply now, and update undecided ones of payments that became due on another day. The
    caller holds the operator's lock.
    """
    for booking, fee, row in list(_changes(db, terms, now)):
        changed = row or BookingCharge(
            booking_id=booking.id,
            kind=LATE,
            size="",
            letter="",
            finish="",
            count=1,
            state=PROPOSED,
            late_part=fee.part,
            late_month=fee.month,
        )
        changed.cents, changed.note = fee.cents, fee.note(terms.date_format)
        changed.at, changed.who = now, BY
        db.add(changed)
    db.flush()


def _changes(db: Session, terms: Terms, now: datetime) -> Iterator[tuple[Booking, AccruedFee, BookingCharge | None]]:
    """Yield each late fee to propose, with its row if that has to be updated."""
    today = terms.today(now)
    late = [booking for booking in queries.owing(db, today) if booking.terms.late is not None]
    known = _known(db, [booking.id for booking in late])
    for booking in late:
        for fee in accrued(booking, today, terms.zone):
            row = known.get((booking.id, fee.part, fee.month))
            if row is None or (row.state == PROPOSED and row.note != fee.note(terms.date_format)):
                yield booking, fee, row


def _known(db: Session, booking_ids: Iterable[int]) -> dict[tuple[int, int | None, int | None], BookingCharge]:
    statement = select(BookingCharge).where(BookingCharge.booking_id.in_(booking_ids), BookingCharge.kind == LATE)
    return {(row.booking_id, row.late_part, row.late_month): row for row in db.scalars(statement)}
