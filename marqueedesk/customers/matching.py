"""Finds or creates the customer of a booking, quote or waiting entry (docs/adr/0033-matching-customers.md).

Everything here runs under the operator's lock, in the transaction that writes the booking, so two bookings of one new
customer at the same time get one customer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Table, Text, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy import cast as cast_to

from marqueedesk.customers.contacts import (
    NO_TERMS,
    CustomerContact,
    CustomerTerms,
    email_key,
    name_key_of,
    phone_key,
    search_text_of,
    with_emails,
    with_phones,
)
from marqueedesk.customers.errors import UnknownCustomer
from marqueedesk.customers.models import Customer, CustomerKey, CustomerUpdate, StoredPhone
from marqueedesk.kit.db.db import json_rows, next_id, one_of
from marqueedesk.kit.db.row_writer import Columns, Rows, reserve_ids, write_rows
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

customers = cast("Table", Customer.__table__)
keys = cast("Table", CustomerKey.__table__)
updates = cast("Table", CustomerUpdate.__table__)

_EXTENDED = ("name", "name_key", "emails", "phones", "address", "notes")
"""Columns that new contact details can extend."""

NEXT_CUSTOMER_ID = next_id(customers.name).label("next_customer_id")
TERMS = (customers.c.discount_basis_points, cast_to(customers.c.payment_terms, Text))
"""Columns of `CustomerTerms`. JSON is read as text, because SQLite would nest it in JSON as text anyway."""
MATCHING_KEYS = (
    select(json_rows(keys.c.match_key, keys.c.name_key, keys.c.customer_id, *TERMS))
    .join_from(
        keys,
        customers,
        and_(customers.c.operator_id == bindparam("operator"), customers.c.id == keys.c.customer_id),
    )
    .where(
        keys.c.operator_id == bindparam("operator"),
        one_of(keys.c.match_key, "match_keys"),
        # A customer without a name takes the first name given with its contact details.
        or_(keys.c.name_key == bindparam("name_key"), keys.c.name_key == ""),
    )
    .scalar_subquery()
    .label("customer_keys")
)
"""Columns for the statement that reads a new booking. Parameters: operator, match_keys, name_key."""
_KNOWN = assert_tenant_filtered(select(MATCHING_KEYS))


@dataclass(slots=True)
class Match:
    """The customer of a contact, and the rows to insert with the booking.

    ``has_news`` is true if the contact may have details that an existing customer lacks.
    """

    customer_id: int
    rows: list[Rows]
    has_news: bool = False
    terms: CustomerTerms = NO_TERMS


def key_parameters(contact: CustomerContact, time_zone_region: str) -> dict[str, object]:
    """Return the parameters of `MATCHING_KEYS`, except the operator."""
    return {"match_keys": contact.match_keys(time_zone_region), "name_key": contact.name_key}


def match(
    operator_id: int,
    region: str,
    contact: CustomerContact,
    known_keys: Sequence[Sequence[Any]],
    next_customer_id: int,
    now: datetime,
) -> Match:
    """Return the customer of a new booking from the result of `MATCHING_KEYS`, and the rows to insert.

    The email address counts more than the phone number; a row with the contact's name more than one without a name.
    """
    contact_keys, name_key = contact.match_keys(region), contact.name_key
    owners, terms = _read_known(known_keys)
    customer_id = contact.customer_id or _owner(owners, contact_keys, name_key)
    new = [key for key in contact_keys if (key, name_key) not in owners]
    if customer_id is not None:
        rows = [Rows(updates, [{"operator_id": operator_id, "customer_id": customer_id}])]
        has_news = bool(new) or contact.has_more(region)
        agreed = contact.terms if contact.customer_id is not None else terms[customer_id]
        return Match(customer_id, rows, has_news=has_news, terms=agreed)
    rows = [Rows(customers, [{**columns_of(operator_id, contact, region, now), "id": next_customer_id}])]
    if new:
        rows.append(Rows(keys, [key_row(operator_id, key, name_key, next_customer_id) for key in new]))
    rows.append(Rows(updates, [{"operator_id": operator_id, "customer_id": next_customer_id}]))
    return Match(next_customer_id, rows)


def _read_known(known_keys: Sequence[Sequence[Any]]) -> tuple[dict[tuple[str, str], int], dict[int, CustomerTerms]]:
    """Return the customers by key, and their terms, from the result of `MATCHING_KEYS`."""
    owners = {(row[0], row[1]): row[2] for row in known_keys}
    return owners, {row[2]: CustomerTerms.from_row(row[3], row[4]) for row in known_keys}


def known_terms(connection: Connection, operator_id: int, region: str, contact: CustomerContact) -> CustomerTerms:
    """Return the terms agreed with the customer whom a contact matches; none if it matches nobody."""
    if contact.customer_id is not None:
        return contact.terms
    parameters = {"operator": operator_id} | key_parameters(contact, region)
    owners, terms = _read_known(connection.execute(_KNOWN, parameters).scalar_one())
    owner = _owner(owners, contact.match_keys(region), contact.name_key)
    return NO_TERMS if owner is None else terms[owner]


def _owner(owners: Mapping[tuple[str, str], int], contact_keys: Sequence[str], name_key: str) -> int | None:
    for name in (name_key, ""):
        for key in contact_keys:
            if (key, name) in owners:
                return owners[key, name]
    return None


def key_row(operator_id: int, match_key: str, name_key: str, customer_id: int) -> Columns:
    """Return the columns of a key."""
    return {"operator_id": operator_id, "match_key": match_key, "name_key": name_key, "customer_id": customer_id}


def columns_of(operator_id: int, contact: CustomerContact, region: str, now: datetime) -> Columns:
    """Return the columns of a new customer, except its ID."""
    emails, phones = [contact.email] if contact.email else [], list(contact.phones(region))
    return {
        "operator_id": operator_id,
        "name": contact.name,
        "name_key": contact.name_key,
        "emails": emails,
        "phones": phones,
        "address": contact.address,
        "notes": contact.notes,
        "search_text": search_text_of(contact.name, emails, phones, contact.address, ()),
        "created_at": now,
        "updated_at": now,
    }


@dataclass(slots=True)
class _Pending:
    """A customer of a batch: an existing one to extend, or a new one to insert."""

    customer_id: int | None
    contacts: list[CustomerContact] = field(default_factory=list[CustomerContact])


def find_or_create(
    connection: Connection, operator_id: int, region: str, contacts: Sequence[CustomerContact], now: datetime
) -> list[int]:
    """Return the IDs of the contacts' customers in order. Missing customers are inserted, and new contact details
    added.
    """
    keyed = [(contact, contact.match_keys(region), contact.name_key) for contact in contacts]
    owners = _read_keys(connection, operator_id, {key for _, contact_keys, _ in keyed for key in contact_keys})
    places: dict[tuple[str, str], _Pending] = {}
    existing: dict[int, _Pending] = {}
    for key, owner in owners.items():
        places[key] = existing.setdefault(owner, _Pending(owner))
    found: list[_Pending] = []
    new_keys: list[tuple[str, str]] = []
    for contact, contact_keys, name_key in keyed:
        pending = None
        if contact.customer_id is not None:
            pending = existing.setdefault(contact.customer_id, _Pending(contact.customer_id))
        pending = pending or _find_pending(places, contact_keys, name_key) or _Pending(None)
        found.append(pending)
        missing = [(key, name_key) for key in contact_keys if (key, name_key) not in places]
        if pending.customer_id is None or missing or contact.has_more(region):
            pending.contacts.append(contact)
        for key in missing:
            places[key] = pending
            new_keys.append(key)
    new = list({id(row): row for row in found if row.customer_id is None}.values())
    for row, new_id in zip(new, reserve_ids(connection, customers, len(new)), strict=True):
        row.customer_id = new_id
    ids = [cast("int", pending.customer_id) for pending in found]
    key_rows = [key_row(operator_id, *key, cast("int", places[key].customer_id)) for key in new_keys]
    parts = [
        Rows(customers, [_new_row(operator_id, region, row, now) for row in new]),
        Rows(keys, key_rows),
        Rows(updates, [{"operator_id": operator_id, "customer_id": each} for each in sorted(set(ids))]),
    ]
    write_rows(connection, [part for part in parts if part.rows])
    for customer_id, pending in existing.items():
        if pending.contacts:
            add_details(connection, operator_id, customer_id, region, pending.contacts, now)
    return ids


def _find_pending(
    places: Mapping[tuple[str, str], _Pending], contact_keys: Sequence[str], name_key: str
) -> _Pending | None:
    # A contact without a name matches any customer with these details.
    if not name_key:
        named = [pending for (key, _), pending in places.items() if key in contact_keys]
        return min(named, key=lambda row: row.customer_id or 0) if named else None
    for name in (name_key, ""):
        for key in contact_keys:
            if (key, name) in places:
                return places[key, name]
    return None


def _new_row(operator_id: int, region: str, new: _Pending, now: datetime) -> Columns:
    columns = columns_of(operator_id, new.contacts[0], region, now)
    _extend(columns, new.contacts[1:], region)
    return {**columns, "id": new.customer_id}


_READ_KEYS = assert_tenant_filtered(
    select(keys.c.match_key, keys.c.name_key, keys.c.customer_id).where(
        keys.c.operator_id == bindparam("operator"), one_of(keys.c.match_key, "match_keys")
    )
)


def _read_keys(connection: Connection, operator_id: int, wanted: Iterable[str]) -> dict[tuple[str, str], int]:
    rows = connection.execute(_READ_KEYS, {"operator": operator_id, "match_keys": sorted(wanted)})
    return {(row[0], row[1]): row[2] for row in rows}


def add_details(
    connection: Connection,
    operator_id: int,
    customer_id: int,
    region: str,
    contacts: Sequence[CustomerContact],
    now: datetime,
) -> None:
    """Add contact details to an existing customer, who also gets a name if there was none, and the keys for them."""
    own = (customers.c.operator_id == operator_id, customers.c.id == customer_id)
    names = (*_EXTENDED, "tags")
    row = connection.execute(select(*[customers.c[name] for name in names]).where(*own)).one()
    before: Columns = dict(zip(names, row, strict=True))
    columns = dict(before)
    _extend(columns, contacts, region)
    if columns != before:
        changed = {name: columns[name] for name in (*_EXTENDED, "search_text")}
        connection.execute(update(customers).where(*own).values(**changed, updated_at=now))
    for contact in contacts:
        add_keys(connection, operator_id, customer_id, contact.match_keys(region), contact.name_key)


def _extend(columns: Columns, contacts: Iterable[CustomerContact], region: str) -> None:
    before = [columns[name] for name in _EXTENDED]
    for contact in contacts:
        if not columns["name_key"] and contact.name_key:
            columns["name"], columns["name_key"] = contact.name, contact.name_key
        columns["address"] = columns["address"] or contact.address
        columns["notes"] = columns["notes"] or contact.notes
        columns["emails"] = with_emails(columns["emails"], [contact.email])
        columns["phones"] = with_phones(columns["phones"], contact.phones(region))
    if before != [columns[name] for name in _EXTENDED]:
        columns["search_text"] = search_text_of(
            columns["name"], columns["emails"], columns["phones"], columns["address"], columns.get("tags") or ()
        )


def add_keys(
    connection: Connection, operator_id: int, customer_id: int, match_keys: Iterable[str], name_key: str
) -> None:
    """Add the keys of a name at these addresses and numbers. Keys that lead to another customer stay."""
    wanted = dict.fromkeys(match_keys)
    present = _read_keys(connection, operator_id, wanted)
    rows = [key_row(operator_id, key, name_key, customer_id) for key in wanted if (key, name_key) not in present]
    if rows:
        connection.execute(insert(keys), rows)


def remove_keys(connection: Connection, operator_id: int, customer_id: int, match_keys: Iterable[str]) -> None:
    """Remove a customer's keys of these addresses and numbers, under any name."""
    wanted = sorted(match_keys)
    if wanted:
        own = (keys.c.operator_id == operator_id, keys.c.customer_id == customer_id)
        connection.execute(delete(keys).where(*own, keys.c.match_key.in_(wanted)))


def detail_keys(emails: Iterable[str], phones: Iterable[StoredPhone]) -> list[str]:
    """Return the keys of a customer's addresses and numbers."""
    found = [email_key(email) for email in emails]
    found += [key for phone in phones if (key := phone_key(phone)) is not None]
    return list(dict.fromkeys(found))


def is_same_person(before: CustomerContact, after: CustomerContact, region: str) -> bool:
    """Return true if an edit of a booking's name and contact details leaves it with the same customer: the name stays,
    or an address or number does.
    """
    if name_key_of(before.name) == name_key_of(after.name):
        return True
    return not set(before.match_keys(region)).isdisjoint(after.match_keys(region))


def mark_updated(connection: Connection, operator_id: int, customer_ids: Iterable[int | None]) -> None:
    """Note that the figures of these customers have to be recomputed."""
    ids = sorted({each for each in customer_ids if each is not None})
    if ids:
        connection.execute(insert(updates), [{"operator_id": operator_id, "customer_id": each} for each in ids])


_CHOSEN = assert_tenant_filtered(
    select(customers.c.name, customers.c.emails, customers.c.phones, TERMS[0], TERMS[1].label("payment_terms")).where(
        customers.c.operator_id == bindparam("operator"),
        customers.c.id == bindparam("customer"),
        customers.c.merged_into_id.is_(None),
        customers.c.erased_at.is_(None),
    )
)


def chosen(connection: Connection, operator_id: int, customer_id: int) -> CustomerContact:
    """Return the name, first email address, first phone number and terms of a customer. Raises UnknownCustomer."""
    row = connection.execute(_CHOSEN, {"operator": operator_id, "customer": customer_id}).one_or_none()
    if row is None:
        raise UnknownCustomer
    emails: list[str] = row.emails
    phones: list[StoredPhone] = row.phones
    return CustomerContact(
        row.name,
        emails[0] if emails else "",
        phones[0]["number"] if phones else None,
        customer_id,
        terms=CustomerTerms.from_row(row.discount_basis_points, row.payment_terms),
    )
