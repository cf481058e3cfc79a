"""Notes the customers of changed bookings and quotes, in the transaction that changes them, so that their figures are
computed again. New bookings note their customer themselves (`customers.matching`).
"""

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import event, inspect
from sqlalchemy.orm import Session, UOWTransaction

from marqueedesk.bookings.models import Booking
from marqueedesk.customers.matching import mark_updated
from marqueedesk.quotes.models import Quote


def install() -> None:
    """Make all sessions of this process note the customers of what they change."""
    if not event.contains(Session, "after_flush", _note):
        event.listen(Session, "after_flush", _note)


def _touched(session: Session) -> Iterator[tuple[int, int]]:
    """Yield operator and customer of the bookings and quotes of a flush, also the customer that one had before."""
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, Booking | Quote):
            history = inspect(row).attrs.customer_id.history
            for customer_id in {*history.added, *history.unchanged, *history.deleted} - {None}:
                yield row.operator_id, customer_id


def _note(session: Session, _context: UOWTransaction) -> None:
    touched = sorted(set(_touched(session)))
    for operator_id, rows in groupby(touched, key=lambda row: row[0]):
        mark_updated(session.connection(), operator_id, [customer_id for _, customer_id in rows])
