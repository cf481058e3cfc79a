"""Deletes the customers that an import created, when it is undone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.bookings.models import Booking
from marqueedesk.customers.models import Customer
from marqueedesk.imports.models import ImportedCustomer
from marqueedesk.imports.verdicts import chunks
from marqueedesk.quotes.models import Quote
from marqueedesk.waiting_list.waiting_entry import WaitingEntry

_REFERRING: tuple[InstrumentedAttribute[Any], ...] = (
    Booking.customer_id,
    Quote.customer_id,
    WaitingEntry.customer_id,
    ImportedCustomer.customer_id,
    Customer.merged_into_id,
)


def customers_of(
    db: Session, column: InstrumentedAttribute[Any], ids: InstrumentedAttribute[Any], some: Iterable[int]
) -> set[int]:
    """Return the customers of imported rows."""
    return {each for each in db.scalars(select(column).where(ids.in_(list(some)))) if each is not None}


def delete_unused(db: Session, customer_ids: Iterable[int], since: datetime) -> None:
    """Delete those of the customers that were created since then, were not changed, and have nothing left."""
    for some in chunks(sorted(customer_ids)):
        is_new = (Customer.id.in_(some), Customer.created_at >= since, Customer.updated_at == Customer.created_at)
        unused = set(db.scalars(select(Customer.id).where(*is_new)))
        for column in _REFERRING:
            unused -= set(db.scalars(select(column).where(column.in_(unused))))
        db.execute(delete(Customer).where(Customer.id.in_(unused)))
