"""Erase a customer: everything personal goes, amounts and issued invoices stay (R1). Under the operator's lock."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import BigInteger, ColumnElement, Table, delete, func, or_, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.goods.models import Handover
from marqueedesk.bookings.models import AWAY, HOLDING, Booking
from marqueedesk.bookings.search import has_text
from marqueedesk.cards_on_file import service as cards
from marqueedesk.contracts.erasing import contract_ids, delete_old, delete_unsigned
from marqueedesk.customer_records.errors import SomethingOpen
from marqueedesk.customer_records.personal_data import ERASED, PERSONAL, PersonalRows, address_without_street, line_of
from marqueedesk.customers.contacts import email_key
from marqueedesk.customers.models import Customer, CustomerErasure, CustomerKey
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents.models import Invoice
from marqueedesk.gift_cards.models import GiftCard, GiftCardPurchase
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.kit.db.db import PERSONAL_ERASED, Base
from marqueedesk.kit.db.tenancy import OPERATOR, kept_to
from marqueedesk.kit.http.links import Link
from marqueedesk.kit.live.changes import mark_changed
from marqueedesk.kit.watch import audit
from marqueedesk.pricing.tax_places import set_exemption
from marqueedesk.quotes.models import OPEN as OPEN_OFFER
from marqueedesk.quotes.models import Quote
from marqueedesk.waiting_list.waiting_entry import OPEN as OPEN_WAITING
from marqueedesk.waiting_list.waiting_entry import WaitingEntry

_AT_ONCE: Final = 300


@dataclass(frozen=True, slots=True)
class CustomerTrail:
    """Keys for finding all rows of a customer: IDs of the customer and merged customers, bookings, quotes and
    contracts, and lowercase email addresses that no other customer has.
    """

    customers: Sequence[int]
    bookings: Sequence[int]
    quotes: Sequence[int]
    contracts: Sequence[int]
    emails: Sequence[str]
    names: Sequence[str]

    @classmethod
    def of(cls, db: Session, customer: Customer) -> "CustomerTrail":
        """Collect the keys of a customer's rows."""
        ids = [customer.id]
        merged = ids
        while merged:
            merged = list(db.scalars(select(Customer.id).where(Customer.merged_into_id.in_(merged))))
            ids += merged
        people = list(db.scalars(select(Customer).where(Customer.id.in_(ids))))
        bookings = db.execute(
            select(Booking.id, Booking.customer_name, Booking.customer_email).where(Booking.customer_id.in_(ids))
        ).all()
        quotes = db.execute(
            select(Quote.id, Quote.customer_name, Quote.customer_email).where(Quote.customer_id.in_(ids))
        ).all()
        emails = {email for person in people for email in person.emails}
        emails |= {row.customer_email for row in (*bookings, *quotes) if row.customer_email}
        names = {person.name for person in people} | {row.customer_name or "" for row in (*bookings, *quotes)}
        return cls(
            ids,
            [row.id for row in bookings],
            [row.id for row in quotes],
            contract_ids(db, [row.id for row in bookings], [row.id for row in quotes]),
            _own_emails(db, ids, emails),
            sorted(name for name in names if name and name != ERASED),
        )

    def ids(self, what: str) -> Sequence[Any]:
        """Return the values of a column that refers to ``what`` (see `personal_data.PersonalRows`)."""
        known: Mapping[str, Sequence[Any]] = {
            "customers": self.customers,
            "bookings": self.bookings,
            "quotes": self.quotes,
            "contracts": self.contracts,
            "emails": self.emails,
        }
        return known[what]


def _own_emails(db: Session, ids: Sequence[int], emails: Iterable[str]) -> list[str]:
    """Return the addresses that no other customer has."""
    keys = {email.lower(): email_key(email) for email in emails}
    shared = set(
        db.scalars(
            select(CustomerKey.match_key).where(
                CustomerKey.match_key.in_(keys.values()), CustomerKey.customer_id.not_in(ids)
            )
        )
    )
    return sorted(email for email, key in keys.items() if key not in shared)


def tables() -> list[tuple[Table, PersonalRows]]:
    """Return all tables with rows about customers, also those of packages that only have the column ``customer_id``."""
    found: list[tuple[Table, PersonalRows]] = []
    for table in reversed(Base.metadata.sorted_tables):
        rows = PERSONAL.get(table.name)
        if rows is None and OPERATOR in table.c and table.name != "customer_updates":
            column = table.c.get("customer_id")
            if column is not None and isinstance(column.type, BigInteger):
                rows = PersonalRows({"customer_id": "customers"}, is_deleted=True)
        if rows is not None:
            found.append((table, rows))
    return found


def conditions(
    table: Table, rows: PersonalRows, subject: CustomerTrail, operator_id: int
) -> list[list[ColumnElement[bool]]]:
    """Return the conditions of a customer's rows in a table, in portions."""
    found: list[list[ColumnElement[bool]]] = []
    for name, what in rows.by.items():
        values = subject.ids(what)
        column = func.lower(table.c[name]) if what == "emails" else table.c[name]
        found += [[table.c[OPERATOR] == operator_id, column.in_(some)] for some in _portions(values)]
    return found


def ensure_closed(db: Session, subject: CustomerTrail) -> None:
    """Raise SomethingOpen if a booking isn't over or paid, or a quote or waiting entry is open."""
    bookings = [
        {"bookingId": booking.id, "number": booking.number}
        for booking in db.scalars(select(Booking).where(Booking.id.in_(subject.bookings)).order_by(Booking.id))
        if booking.status in HOLDING
        or booking.balance_cents > 0
        or booking.processing_cents > 0
        or booking.authorized_cents > 0
        or booking.disputed_cents > 0
        or booking.goods in AWAY
    ]
    quotes = list(db.scalars(select(Quote.id).where(Quote.id.in_(subject.quotes), Quote.offer == OPEN_OFFER)))
    waiting = list(
        db.scalars(
            select(WaitingEntry.id).where(
                WaitingEntry.customer_id.in_(subject.customers), WaitingEntry.state.in_(OPEN_WAITING)
            )
        )
    )
    if bookings or quotes or waiting:
        raise SomethingOpen(bookings=bookings, quotes=quotes, waiting=waiting)


def erase(db: Session, customer: Customer, *, by: str, now: datetime) -> None:
    """Erase a customer and those merged into it. Issued invoices keep the name and address printed on them until the
    business's retention period ends. The erasure is recorded without the customer's identity.

    Raises SomethingOpen.
    """
    db.flush()
    db.info[PERSONAL_ERASED] = True
    subject, operator_id, connection = CustomerTrail.of(db, customer), kept_to(db), db.connection()
    ensure_closed(db, subject)
    cards.remove_all(db, subject.bookings, now)
    _release_photos(db, subject)
    delete_unsigned(db, subject.contracts)
    _erase_gift_card_recipients(db, subject)
    for table, rows in tables():
        for where in conditions(table, rows, subject, operator_id):
            if rows.is_deleted:
                connection.execute(delete(table).where(*where))
            elif rows.changes:
                _change(db, table, rows, where)
    _erase_places(db, subject)
    set_exemption(db, subject.emails, None)
    _delete_notifications(db, subject, operator_id)
    for kind, ids in (("booking", subject.bookings), ("quote", subject.quotes)):
        for some in _portions(ids):
            own = (Link.operator_id == operator_id, Link.kind == kind, Link.target_id.in_(some))
            connection.execute(delete(cast("Table", Link.__table__)).where(*own))
    audit.erase_subjects(db, operator_id, subject.names, [*subject.customers, *subject.bookings, *subject.quotes])
    people = cast("Table", Customer.__table__)
    own = (people.c.operator_id == operator_id, people.c.id.in_(subject.customers))
    connection.execute(update(people).where(*own).values(erased_at=now, updated_at=now))
    db.add(CustomerErasure(erased_at=now, erased_by=by))
    mark_changed(db, ("bookings", "quotes", "messages", "notifications"))
    db.flush()
    db.expire_all()


def _change(db: Session, table: Table, rows: PersonalRows, where: Sequence[ColumnElement[bool]]) -> None:
    connection, key = db.connection(), list(table.primary_key.columns)
    names = list(rows.changes)
    found = connection.execute(select(*key, *[table.c[name] for name in names]).where(*where)).all()
    for row in found:
        own = [column == value for column, value in zip(key, row, strict=False)]
        values = {name: rows.changes[name](value) for name, value in zip(names, row[len(key) :], strict=True)}
        connection.execute(update(table).where(*own).values({table.c[name]: value for name, value in values.items()}))


def _erase_places(db: Session, subject: CustomerTrail) -> None:
    """Remove the street of bookings at an address that isn't a listed venue. The rest of it decides the tax."""
    table = cast("Table", Booking.__table__)
    for some in _portions(subject.bookings):
        rows = select(Booking.id, Booking.address).where(Booking.id.in_(some), Booking.venue_id.is_(None))
        for booking_id, stored in db.execute(rows).all():
            address = address_without_street(dict(stored or {}))
            own = (table.c.operator_id == kept_to(db), table.c.id == booking_id)
            values = {"venue_name": None, "venue_address": line_of(address), "address": address}
            db.connection().execute(update(table).where(*own).values(**values))


def _erase_gift_card_recipients(db: Session, subject: CustomerTrail) -> None:
    """Remove the customer as the recipient of gift cards that others bought, and the recipients of the customer's own.
    Another buyer's details stay, and a card that was not emailed yet goes to the buyer.
    """
    bought = cast("Table", GiftCardPurchase.__table__)
    cards = cast("Table", GiftCard.__table__)
    recipient, buyer = func.lower(bought.c.recipient_email), func.lower(bought.c.buyer_email)
    for some in _portions(subject.emails):
        own = bought.c.operator_id == kept_to(db)
        theirs = select(bought.c.gift_card_id).where(own, or_(recipient.in_(some), buyer.in_(some)))
        named = (cards.c.operator_id == kept_to(db), cards.c.id.in_(theirs))
        db.connection().execute(update(cards).where(*named).values(recipient=""))
        changed = update(bought).where(own, recipient.in_(some))
        db.connection().execute(changed.values(recipient=ERASED, recipient_email="", message=""))


def _release_photos(db: Session, subject: CustomerTrail) -> None:
    """Mark the photos of the bookings' handovers as unused, so that the daily cleanup deletes those that nothing else
    refers to.
    """
    digests: set[str] = set()
    for some in _portions(subject.bookings):
        for lines in db.scalars(select(Handover.lines).where(Handover.booking_id.in_(some))):
            digests.update(photo for line in lines if (photo := line.get("photo")))
    photos = cast("Table", GoodsPhoto.__table__)
    for some in _portions(sorted(digests)):
        own = (photos.c.operator_id == kept_to(db), photos.c.digest.in_(some))
        db.connection().execute(update(photos).where(*own).values(in_handover=False))


def _delete_notifications(db: Session, subject: CustomerTrail, operator_id: int) -> None:
    """Delete notifications that link to the customer or their bookings and quotes, or name the customer."""
    notices = Base.metadata.tables["notifications"]
    reads = Base.metadata.tables["notification_reads"]
    about = [
        (notices.c.about == kind) & notices.c.about_id.in_(some)
        for kind, ids in (("booking", subject.bookings), ("quote", subject.quotes), ("customer", subject.customers))
        for some in _portions(ids)
    ]
    words = (*subject.names, *subject.emails)
    about += [has_text(notices.c.title, text) for text in words]
    named = re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in words) or "(?!)")
    connection, ids_about = db.connection(), {*subject.bookings, *subject.quotes, *subject.customers}
    for condition in about:
        found = connection.execute(
            select(notices.c.id, notices.c.title, notices.c.about_id).where(
                notices.c.operator_id == operator_id, condition
            )
        )
        ids = [row.id for row in found if row.about_id in ids_about or named.search(row.title)]
        for some in _portions(ids):
            own = (reads.c.operator_id == operator_id, reads.c.notification_id.in_(some))
            connection.execute(delete(reads).where(*own))
            connection.execute(delete(notices).where(notices.c.operator_id == operator_id, notices.c.id.in_(some)))


def forget_old_invoices(db: Session, now: datetime) -> None:
    """Delete the invoices and signed contracts of erased customers after the business's retention period
    (`DeliveryRules.keep_invoice_years`). Requires a session without an operator filter.
    """
    invoices, bookings = cast("Table", Invoice.__table__), cast("Table", Booking.__table__)
    people = cast("Table", Customer.__table__)
    operators = select(Operator.id, Operator.rules).where(Operator.id.in_(select(CustomerErasure.operator_id)))
    for operator_id, rules in db.execute(operators).all():
        before = now - timedelta(days=366 * rules_of(rules).keep_invoice_years)
        erased = (
            select(bookings.c.id)
            .join(people, (people.c.operator_id == bookings.c.operator_id) & (people.c.id == bookings.c.customer_id))
            .where(bookings.c.operator_id == operator_id, people.c.erased_at.is_not(None))
        )
        own = (invoices.c.operator_id == operator_id, invoices.c.issued_at < before)
        db.execute(delete(invoices).where(*own, invoices.c.booking_id.in_(erased)))
        delete_old(db, operator_id, erased, before)


def _portions(values: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (values[at : at + _AT_ONCE] for at in range(0, len(values), _AT_ONCE))
