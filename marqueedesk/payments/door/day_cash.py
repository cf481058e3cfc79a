"""The cash of a day: what the stops should bring, what was recorded, and what was handed over."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.goods import day_stops
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.money import units
from marqueedesk.payments.door.collecting import CHECK_NAMES
from marqueedesk.payments.door.models import NOT_PAID, CashDay, CrewPayment
from marqueedesk.payments.door.schemas import CashPaymentOut, CollectorOut, DayCashOut, HandedOverOut, NotPaidOut
from marqueedesk.payments.models import CASH, RECEIVED, REFUND, RETURNED, BookingPayment


@dataclass(frozen=True, slots=True)
class _Entry:
    """A payment in cash or by check, or a refund of one, with its booking."""

    payment: BookingPayment
    booking: Booking

    @property
    def cents(self) -> int:
        """Return the amount that came in; negative for a refund."""
        return -self.payment.amount_cents if self.payment.entry == REFUND else self.payment.amount_cents


def cash_of(db: Session, operator: Operator, day: date) -> DayCashOut:
    """Return the cash and checks of a local day.

    The amount expected does not depend on what was recorded: it is due at the day's stops, plus what was already
    recorded there on that day. Money given back on that day is deducted from both.
    """
    entries = _entries_of(db, operator, day)
    recorded = sum(row.cents for row in entries)
    at_booking: dict[int, int] = defaultdict(int)
    by_person: dict[tuple[int | None, str], int] = defaultdict(int)
    for row in entries:
        at_booking[row.booking.id] += row.cents
        by_person[row.payment.recorded_by_id, row.payment.recorded_by or ""] += row.cents
    stops = {booking.id: booking for _, booking in day_stops.stops_on(db, day)}
    expected = sum(booking.balance_cents + at_booking[booking.id] for booking in stops.values())
    return DayCashOut(
        date=day.isoformat(),
        expected=units(expected),
        recorded=units(recorded),
        difference=units(recorded - expected),
        by_person=[
            CollectorOut(user_id=user_id, name=name, amount=units(cents))
            for (user_id, name), cents in by_person.items()
        ],
        payments=[
            CashPaymentOut(
                booking_id=row.booking.id,
                number=row.booking.number,
                customer_name=row.booking.customer_name,
                kind=row.payment.method_name or "Cash",
                amount=units(row.cents),
                by=row.payment.recorded_by,
            )
            for row in entries
        ],
        not_paid=_not_paid_on(db, day),
        handed_over=_handed_over(db.get(CashDay, (operator.id, day)), recorded),
    )


def close(db: Session, operator: Operator, day: date, cents: int, note: str | None, *, by: str, now: datetime) -> None:
    """Record the amount handed over for a day. A second call replaces it."""
    row = db.get(CashDay, (operator.id, day))
    if row is None:
        row = CashDay(operator_id=operator.id, day=day)
        db.add(row)
    row.handed_over_cents, row.currency, row.note = cents, operator.currency, note
    row.closed_at, row.closed_by = now, by[:120]
    db.flush()


def reopen(db: Session, operator: Operator, day: date) -> bool:
    """Remove the amount handed over for a day. Returns false if the day was not closed."""
    row = db.get(CashDay, (operator.id, day))
    if row is None:
        return False
    db.delete(row)
    db.flush()
    return True


def _entries_of(db: Session, operator: Operator, day: date) -> list[_Entry]:
    """Return the payments and refunds of a day: entered for this day, or entered without a day on it."""
    zone = ZoneInfo(operator.time_zone)
    begin, end = (datetime.combine(each, time(), zone).astimezone(UTC) for each in (day, day + timedelta(days=1)))
    rows = db.execute(
        select(BookingPayment, Booking)
        .join(Booking, and_(Booking.operator_id == BookingPayment.operator_id, Booking.id == BookingPayment.booking_id))
        .where(
            BookingPayment.state.in_((RECEIVED, RETURNED)),
            or_(BookingPayment.kind == CASH, func.lower(BookingPayment.method_name).in_(CHECK_NAMES)),
            or_(
                BookingPayment.on_day == day,
                and_(
                    BookingPayment.on_day.is_(None),
                    BookingPayment.settled_at >= begin,
                    BookingPayment.settled_at < end,
                ),
            ),
        )
        .order_by(BookingPayment.created_at, BookingPayment.id)
    )
    return [_Entry(payment, booking) for payment, booking in rows]


def _not_paid_on(db: Session, day: date) -> list[NotPaidOut]:
    rows = db.execute(
        select(CrewPayment, Booking)
        .join(Booking, and_(Booking.operator_id == CrewPayment.operator_id, Booking.id == CrewPayment.booking_id))
        .where(CrewPayment.day == day, CrewPayment.kind == NOT_PAID)
        .order_by(CrewPayment.at, CrewPayment.id)
    )
    return [
        NotPaidOut(
            booking_id=booking.id,
            number=booking.number,
            customer_name=booking.customer_name,
            reason=report.reason,
            by=report.who,
        )
        for report, booking in rows
    ]


def _handed_over(row: CashDay | None, recorded: int) -> HandedOverOut | None:
    if row is None:
        return None
    return HandedOverOut(
        amount=units(row.handed_over_cents),
        difference=units(row.handed_over_cents - recorded),
        note=row.note,
        closed_at=row.closed_at.isoformat(),
        closed_by=row.closed_by,
    )
