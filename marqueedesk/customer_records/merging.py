"""Merge two customers, undo it, and split bookings off a customer. Under the operator's lock; nothing here commits.

A merge moves everything that refers to the other customer, in whichever table, and stores what it moved, so that
undoing it returns each row to what it was.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import BigInteger, Table, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.service import contact_of
from marqueedesk.customer_records import figures, merged_conversations, queries
from marqueedesk.customer_records.errors import MergedSince, MergeTooOld, UnknownBookings, UnknownMerge
from marqueedesk.customer_records.merged_conversations import CONVERSATIONS, NOTIFICATIONS
from marqueedesk.customers.contacts import search_text_of, with_emails, with_phones
from marqueedesk.customers.matching import add_details, add_keys, columns_of, customers, detail_keys, keys
from marqueedesk.customers.models import Customer, CustomerMerge
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.keys import unique_sets
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.db.tenancy import OPERATOR, kept_to
from marqueedesk.kit.errors import Invalid
from marqueedesk.quotes.models import Quote
from marqueedesk.waiting_list.waiting_entry import WaitingEntry

UNDO_FOR: Final = timedelta(days=30)
_COLUMN: Final = "customer_id"
_OWN_TABLES: Final = frozenset({"customers", "customer_keys", "customer_updates", "customer_merges"})
_AT_ONCE: Final = 500
_FILLED: Final = (
    "address",
    "language",
    "discount_basis_points",
    "payment_terms",
    "referred_by_partner_id",
    "referred_by_customer_id",
    "text_consent",
)
"""Columns that the remaining customer takes from the other one if they are empty."""
_LISTS: Final = ("emails", "phones", "tags")


def referring_tables() -> list[Table]:
    """Return the tables whose rows belong to a customer and move with a merge."""
    return [
        table
        for table in Base.metadata.sorted_tables
        if _COLUMN in table.c
        # Payments have the provider's ID of a customer in a column of this name, which is text.
        and isinstance(table.c[_COLUMN].type, BigInteger)
        and OPERATOR in table.c
        and "id" in table.c
        and table.name not in _OWN_TABLES
        and not any(_COLUMN in columns for columns in unique_sets(table))
        and _COLUMN not in table.primary_key.columns
    ]


def merge(db: Session, terms: Terms, customer: Customer, other_id: int, now: datetime) -> CustomerMerge:
    """Merge another customer into this one, which keeps its own details and gets those that it lacks.

    Raises Invalid for the same customer, UnknownCustomer and CustomerErased.
    """
    if other_id == customer.id:
        raise Invalid(fields={"other": "Choose another customer"})
    other = queries.customer_for_change(db, other_id)
    before = _columns(customer)
    _take_over(customer, other)
    columns: dict[str, list[object]] = {
        name: [before[name], value] for name, value in _columns(customer).items() if value != before[name]
    }
    other.merged_into_id = customer.id
    rows = {
        f"{table.name}": ids for table in referring_tables() if (ids := _move_all(db, table, other.id, customer.id))
    }
    referred = list(db.scalars(select(Customer.id).where(Customer.referred_by_customer_id == other.id)))
    if referred:
        rows["customers"] = referred
        _point_referred(db, terms, referred, customer.id)
    if merged_conversations.combine(db, other.id, customer.id):
        rows[CONVERSATIONS] = [other.id]
    if told := merged_conversations.notifications_about(db, other.id):
        rows[NOTIFICATIONS] = told
        for some in _portions(told):
            merged_conversations.point_notifications(db, some, other.id, customer.id)
    moved = _keys_of(db, terms, other.id)
    _point_keys(db, terms, moved, customer.id)
    known = {tuple(key) for key in _keys_of(db, terms, customer.id)}
    db.flush()
    add_keys(
        db.connection(),
        terms.operator_id,
        customer.id,
        detail_keys(customer.emails, customer.phones),
        customer.name_key,
    )
    added = [key for key in _keys_of(db, terms, customer.id) if tuple(key) not in known]
    made = CustomerMerge(
        customer_id=customer.id,
        other_id=other.id,
        merged_at=now,
        changes={"rows": rows, "moved_keys": moved, "added_keys": added, "columns": columns},
    )
    db.add(made)
    db.flush()
    figures.refresh(db, [customer.id, other.id], terms.today(now))
    db.refresh(customer)
    return made


def undo(db: Session, terms: Terms, merge_id: int, now: datetime) -> Customer:
    """Undo a merge, and return the customer that remained. Rows that were moved again since stay. A second call changes
    nothing.

    Raises UnknownMerge, MergeTooOld and, if the customer itself was merged since, MergedSince.
    """
    made = existing(fresh(db, CustomerMerge, CustomerMerge.id == merge_id), UnknownMerge)
    customer = existing(fresh(db, Customer, Customer.id == made.customer_id), UnknownMerge)
    other = existing(fresh(db, Customer, Customer.id == made.other_id), UnknownMerge)
    if customer.erased_at is not None:
        raise UnknownMerge
    if made.undone_at is not None:
        return customer
    if customer.merged_into_id is not None:
        raise MergedSince
    if now - made.merged_at > UNDO_FOR:
        raise MergeTooOld
    changes = made.changes
    tables = {table.name: table for table in referring_tables()}
    for name, ids in changes["rows"].items():
        if name == "customers":
            _point_referred(db, terms, ids, other.id, only_from=customer.id)
        elif name in tables:
            _move(db, tables[name], ids, other.id, only_from=customer.id)
    if CONVERSATIONS in changes["rows"]:
        merged_conversations.separate(db, other.id, customer.id)
    for some in _portions(changes["rows"].get(NOTIFICATIONS, [])):
        merged_conversations.point_notifications(db, some, customer.id, other.id)
    _point_keys(db, terms, changes["moved_keys"], other.id, only_from=customer.id)
    for some in _portions(changes["added_keys"]):
        own = (keys.c.operator_id == terms.operator_id, keys.c.customer_id == customer.id)
        named = tuple_(keys.c.match_key, keys.c.name_key).in_([tuple(key) for key in some])
        db.connection().execute(delete(keys).where(*own, named))
    other.merged_into_id = None
    _restore(customer, changes["columns"])
    made.undone_at = now
    db.flush()
    figures.refresh(db, [customer.id, other.id], terms.today(now))
    db.refresh(customer)
    return customer


def split(db: Session, terms: Terms, customer: Customer, booking_ids: Sequence[int], now: datetime) -> Customer:
    """Move bookings, with the quotes and waiting entries that they were made from, to a new customer with the name and
    contact details of the bookings.

    Raises UnknownBookings unless all are the customer's.
    """
    ids = sorted(set(booking_ids))
    bookings = list(
        db.scalars(select(Booking).where(Booking.id.in_(ids), Booking.customer_id == customer.id).order_by(Booking.id))
    )
    if len(bookings) != len(ids):
        raise UnknownBookings
    connection, contacts = db.connection(), [contact_of(booking) for booking in bookings]
    columns = columns_of(terms.operator_id, contacts[0], terms.region, now)
    new_id: int = connection.execute(insert(customers).values(**columns).returning(customers.c.id)).scalar_one()
    name_key: str = columns["name_key"]
    if name_key != customer.name_key:
        # Future bookings with this name are the new customer's.
        moved = [key for key in _keys_of(db, terms, customer.id) if key[1] == name_key]
        _point_keys(db, terms, moved, new_id)
    add_details(connection, terms.operator_id, new_id, terms.region, contacts, now)
    _move(db, cast("Table", Booking.__table__), ids, new_id, only_from=customer.id)
    for model in (Quote, WaitingEntry):
        made_from = select(model.id).where(model.booking_id.in_(ids), model.customer_id == customer.id)
        _move(db, cast("Table", model.__table__), list(db.scalars(made_from)), new_id, only_from=customer.id)
    db.expire_all()
    figures.refresh(db, [customer.id, new_id], terms.today(now))
    return queries.customer_for_change(db, new_id)


def _columns(customer: Customer) -> dict[str, object]:
    return {name: getattr(customer, name) for name in (*_FILLED, *_LISTS, "notes", "name", "name_key", "search_text")}


def _take_over(customer: Customer, other: Customer) -> None:
    if not customer.name:
        customer.name, customer.name_key = other.name, other.name_key
    for name in _FILLED:
        if getattr(customer, name) is None and getattr(other, name) is not None:
            setattr(customer, name, getattr(other, name))
    if customer.referred_by_customer_id == customer.id:
        customer.referred_by_customer_id = None
    if other.notes and other.notes != customer.notes:
        customer.notes = f"{customer.notes}\n{other.notes}" if customer.notes else other.notes
    customer.emails = with_emails(customer.emails, other.emails)
    customer.phones = with_phones(customer.phones, other.phones)
    customer.tags = list(dict.fromkeys([*customer.tags, *other.tags]))
    _set_search_text(customer)


def _set_search_text(customer: Customer) -> None:
    customer.search_text = search_text_of(
        customer.name, customer.emails, customer.phones, customer.address, customer.tags
    )


def _restore(customer: Customer, columns: dict[str, list[object]]) -> None:
    """Restore the columns that a merge changed. What was edited since stays, except entries of lists that came from the
    other customer.
    """
    for name, (before, after) in columns.items():
        current = getattr(customer, name)
        if current == after:
            setattr(customer, name, before)
        elif name in _LISTS:
            had, got = cast("list[Any]", before), cast("list[Any]", after)
            setattr(customer, name, [entry for entry in current if entry in had or entry not in got])
    _set_search_text(customer)


def _move_all(db: Session, table: Table, source: int, target: int) -> list[int]:
    own = (table.c[OPERATOR] == kept_to(db), table.c[_COLUMN] == source)
    ids = list(db.connection().scalars(select(table.c.id).where(*own).order_by(table.c.id)))
    _move(db, table, ids, target, only_from=source)
    return ids


def _move(db: Session, table: Table, ids: Iterable[int], target: int, *, only_from: int) -> None:
    own = (table.c[OPERATOR] == kept_to(db), table.c[_COLUMN] == only_from)
    for some in _portions(list(ids)):
        db.connection().execute(update(table).where(*own, table.c.id.in_(some)).values(**{_COLUMN: target}))


def _point_referred(
    db: Session, terms: Terms, ids: Iterable[int], target: int, *, only_from: int | None = None
) -> None:
    own = [customers.c.operator_id == terms.operator_id]
    if only_from is not None:
        own.append(customers.c.referred_by_customer_id == only_from)
    for some in _portions(list(ids)):
        statement = update(customers).where(*own, customers.c.id.in_(some)).values(referred_by_customer_id=target)
        db.connection().execute(statement)


def _keys_of(db: Session, terms: Terms, customer_id: int) -> list[list[str]]:
    own = (keys.c.operator_id == terms.operator_id, keys.c.customer_id == customer_id)
    return [list(row) for row in db.connection().execute(select(keys.c.match_key, keys.c.name_key).where(*own))]


def _point_keys(
    db: Session, terms: Terms, moved: Sequence[Sequence[str]], target: int, *, only_from: int | None = None
) -> None:
    own = [keys.c.operator_id == terms.operator_id]
    if only_from is not None:
        own.append(keys.c.customer_id == only_from)
    for some in _portions(moved):
        named = tuple_(keys.c.match_key, keys.c.name_key).in_([tuple(key) for key in some])
        db.connection().execute(update(keys).where(*own, named).values(customer_id=target))


def _portions(entries: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (entries[at : at + _AT_ONCE] for at in range(0, len(entries), _AT_ONCE))
