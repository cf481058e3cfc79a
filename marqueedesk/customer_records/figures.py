"""Figures of customers, derived from their bookings and quotes: counts, amounts, and the days of events.

Whoever changes a booking or quote notes its customer (`customers.matching.mark_updated`, `recording`). Readers compute
the noted ones first (`up_to_date`), so a booking costs no more than the note.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, cast

from sqlalchemy import Table, bindparam, delete, func, select, update
from sqlalchemy.orm import Session, load_only

from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.customers.models import NO_LAST_EVENT, NO_NEXT_EVENT, Customer, CustomerUpdate
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.kit.text.text_forms import folded
from marqueedesk.quotes.models import Quote

AT_ONCE: Final = 500
"""Number of customers computed in one transaction."""
_LONGEST_SIGNS: Final = 4000
"""Maximum length of the search text of a customer's signs."""
_customers = cast("Table", Customer.__table__)
_UPDATE: Final = (
    update(_customers)
    .where(_customers.c.operator_id == bindparam("of_operator"), _customers.c.id == bindparam("customer"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "bookings",
                "quotes",
                "booked_cents",
                "received_cents",
                "balance_cents",
                "last_event",
                "next_event",
                "sign_text",
            )
        }
    )
)
_BOOKING_COLUMNS: Final = (
    Booking.customer_id,
    Booking.status,
    Booking.message,
    Booking.delivery_day,
    Booking.total_cents,
    Booking.charges_cents,
    Booking.cancel_fee_cents,
    Booking.reduced_cents,
    Booking.fee_reduced_cents,
    Booking.received_cents,
    Booking.processing_cents,
)


@dataclass(slots=True)
class _Figures:
    bookings: int = 0
    booked_cents: int = 0
    received_cents: int = 0
    balance_cents: int = 0
    last_event: date = NO_LAST_EVENT
    next_event: date = NO_NEXT_EVENT
    signs: dict[str, None] = field(default_factory=dict[str, None])

    def add(self, booking: Booking, today: date) -> None:
        """Count a booking. Canceled ones count towards money received and due only, requests owe nothing yet."""
        self.bookings += 1
        self.received_cents += booking.received_cents
        self.signs[folded(booking.message)] = None
        if booking.status != PENDING:
            self.balance_cents += booking.balance_cents
        if booking.status == CANCELED:
            return
        self.booked_cents += booking.total_cents
        if booking.delivery_day < today:
            self.last_event = max(self.last_event, booking.delivery_day)
        else:
            self.next_event = min(self.next_event, booking.delivery_day)


def is_behind(db: Session, today: date) -> bool:
    """Return true if figures have to be recomputed."""
    return bool(
        db.scalar(select(CustomerUpdate.id).limit(1))
        or db.scalar(select(Customer.id).where(Customer.next_event < today).limit(1))
    )


def refresh_some(db: Session, today: date) -> bool:
    """Recompute the figures of up to `AT_ONCE` customers. Return false if some may be left.

    The caller holds the operator's lock. Notes written meanwhile stay.
    """
    notes = db.execute(
        select(CustomerUpdate.id, CustomerUpdate.customer_id).order_by(CustomerUpdate.id).limit(AT_ONCE)
    ).all()
    ids = {row.customer_id for row in notes}
    passed = select(Customer.id).where(Customer.next_event < today).limit(AT_ONCE - len(ids))
    ids.update(db.scalars(passed))
    refresh(db, ids, today)
    noted = [row.id for row in notes]
    if noted:
        db.execute(delete(CustomerUpdate).where(CustomerUpdate.id.in_(noted)))
    return len(ids) < AT_ONCE and len(notes) < AT_ONCE


def refresh(db: Session, customer_ids: Iterable[int], today: date) -> None:
    """Recompute the figures of customers."""
    ids = sorted(set(customer_ids))
    if not ids:
        return
    computed = {each: _Figures() for each in ids}
    statement = select(Booking).where(Booking.customer_id.in_(ids)).options(load_only(*_BOOKING_COLUMNS))
    bookings = db.scalars(statement.execution_options(populate_existing=True)).all()
    # Sorted here, because SQLite would read all of the operator's bookings in the order of an index.
    for booking in sorted(bookings, key=lambda row: row.delivery_day, reverse=True):
        computed[cast("int", booking.customer_id)].add(booking, today)
    quotes = _quote_counts(db, ids)
    db.connection().execute(
        _UPDATE,
        [
            {
                "of_operator": kept_to(db),
                "customer": each,
                "bookings": row.bookings,
                "quotes": quotes.get(each, 0),
                "booked_cents": row.booked_cents,
                "received_cents": row.received_cents,
                "balance_cents": row.balance_cents,
                "last_event": row.last_event,
                "next_event": row.next_event,
                "sign_text": "\n".join(row.signs)[:_LONGEST_SIGNS],
            }
            for each, row in computed.items()
        ],
    )


def _quote_counts(db: Session, ids: Sequence[int]) -> dict[int, int]:
    counted = select(Quote.customer_id, func.count()).where(Quote.customer_id.in_(ids)).group_by(Quote.customer_id)
    return {cast("int", row[0]): row[1] for row in db.execute(counted)}
