"""Finds or creates the customers of rows that have none: those from before customers were stored, and those that a
server of an older version wrote. Runs under the operator's lock, in portions.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from sqlalchemy import Select, Table, bindparam, or_, select, update
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create
from marqueedesk.imports.models import ImportedCustomer
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.quotes.models import Quote
from marqueedesk.waiting_list.waiting_entry import WaitingEntry

AT_ONCE: Final = 500
"""Number of rows linked in one transaction."""

_TABLES: Final = (Booking, Quote, WaitingEntry, ImportedCustomer)


def is_behind(db: Session) -> bool:
    """Return true if the session's operator has rows without a customer."""
    return any(db.execute(_unlinked(model).limit(1)).first() is not None for model in _TABLES)


def link_some(db: Session, region: str, now: datetime) -> bool:
    """Link up to `AT_ONCE` rows of a table that has rows without a customer. Return false if some may be left."""
    operator_id, connection = kept_to(db), db.connection()
    for model in _TABLES:
        rows = db.execute(_unlinked(model).order_by(model.id).limit(AT_ONCE)).all()
        if not rows:
            continue
        ids = find_or_create(connection, operator_id, region, [_contact(model, row) for row in rows], now)
        table = cast("Table", model.__table__)
        statement = (
            update(table)
            .where(table.c.operator_id == operator_id, table.c.id == bindparam("row_id"))
            .values(customer_id=bindparam("found_id"))
        )
        connection.execute(
            statement, [{"row_id": row.id, "found_id": each} for row, each in zip(rows, ids, strict=True)]
        )
        return False
    return True


def _unlinked(model: type[Any]) -> Select[*tuple[Any, ...]]:
    if model is Quote:
        reached = or_(Quote.customer_name.is_not(None), Quote.customer_email.is_not(None))
        columns = (Quote.id, Quote.customer_name, Quote.customer_email, Quote.content["customer_phone"].as_string())
        return select(*columns).where(Quote.customer_id.is_(None), reached)
    if model is ImportedCustomer:
        names = ("name", "email", "phone", "address", "notes")
    else:
        names = ("customer_name", "customer_email", "customer_phone")
    return select(model.id, *[getattr(model, name) for name in names]).where(model.customer_id.is_(None))


def _contact(model: type[Any], row: Sequence[Any]) -> CustomerContact:
    _, name, email, phone, *more = row
    contact = CustomerContact(name or "", email or "", phone)
    if model is ImportedCustomer:
        address, notes = more
        return CustomerContact(name, email, phone, None, address, notes)
    return contact
