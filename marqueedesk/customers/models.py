"""Tables of customers."""

from datetime import date, datetime
from typing import Final, Literal, TypedDict

from sqlalchemy import BigInteger, CheckConstraint, Date, Index, Integer, String, Text, column
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Dated, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.pricing.payment_terms import StoredTerms

Kind = Literal["person", "organization"]
PERSON: Final = "person"

NO_LAST_EVENT: Final = date.min
NO_NEXT_EVENT: Final = date.max
"""Stored in place of an event that doesn't exist, because NULL sorts differently on the two databases."""


class StoredPhone(TypedDict):
    """A phone number as entered, and its E.164 form and extension if it could be parsed."""

    number: str
    e164: str | None
    extension: str | None


class StoredConsent(TypedDict):
    """Consent to texts, given or withdrawn: when, with which wording, and where."""

    given: bool
    at: str
    wording: str
    source: str


class Customer(GoesWithOperator, Dated, Base):
    """A person or organization. Bookings keep the name and contact details that they were made with.

    Its figures are derived from its bookings and quotes (`customer_records.figures`).
    """

    __tablename__ = "customers"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_customers_name", "operator_id", "name_key", "id"),
        Index("ix_customers_last_event", "operator_id", "last_event", "id"),
        Index("ix_customers_next_event", "operator_id", "next_event", "id"),
        Index("ix_customers_booked", "operator_id", "booked_cents", "id"),
        Index("ix_customers_balance", "operator_id", "balance_cents", "id"),
        Index(
            "ix_customers_merged",
            "operator_id",
            "merged_into_id",
            postgresql_where=column("merged_into_id").is_not(None),
            sqlite_where=column("merged_into_id").is_not(None),
        ),
        CheckConstraint("kind IN ('person', 'organization')", name="kind"),
    )

    id: Mapped[int] = own_id()
    kind: Mapped[Kind] = mapped_column(String(12), server_default=PERSON)
    # Empty if only contact details are known.
    name: Mapped[str] = mapped_column(String(200))
    # The name as compared by `contacts.name_key_of`.
    name_key: Mapped[str] = mapped_column(String(200))
    emails: Mapped[list[str]] = mapped_column(Document)
    phones: Mapped[list[StoredPhone]] = mapped_column(Document)
    address: Mapped[str | None] = mapped_column(String(500))
    notes: Mapped[str | None] = mapped_column(Text)
    tags: Mapped[list[str]] = mapped_column(Document, default=list, server_default="[]")
    language: Mapped[str | None] = mapped_column(String(10))
    discount_basis_points: Mapped[int | None] = mapped_column(Integer)
    payment_terms: Mapped[StoredTerms | None] = mapped_column(Document)
    referred_by_partner_id: Mapped[int | None] = mapped_column(BigInteger)
    referred_by_customer_id: Mapped[int | None] = mapped_column(BigInteger)
    text_consent: Mapped[StoredConsent | None] = mapped_column(Document)
    bookings: Mapped[int] = mapped_column(Integer, default=0, server_default="0", info={"derived": True})
    quotes: Mapped[int] = mapped_column(Integer, default=0, server_default="0", info={"derived": True})
    booked_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0", info={"derived": True})
    received_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0", info={"derived": True})
    balance_cents: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0", info={"derived": True})
    last_event: Mapped[date] = mapped_column(
        Date, default=NO_LAST_EVENT, server_default=NO_LAST_EVENT.isoformat(), info={"derived": True}
    )
    next_event: Mapped[date] = mapped_column(
        Date, default=NO_NEXT_EVENT, server_default=NO_NEXT_EVENT.isoformat(), info={"derived": True}
    )
    # Search text of the row itself (`contacts.search_text_of`), and of the signs in its bookings.
    search_text: Mapped[str] = mapped_column(Text, info={"derived": True})
    sign_text: Mapped[str] = mapped_column(Text, default="", server_default="", info={"derived": True})
    # The customer that this one was merged into. Its bookings and contact details are there.
    merged_into_id: Mapped[int | None] = mapped_column(BigInteger)
    erased_at: Mapped[datetime | None] = mapped_column(Instant)


class CustomerKey(TenantOwned, Base):
    """The customer of a name at an email address or phone number. Several names can lead to one customer."""

    __tablename__ = "customer_keys"
    __table_args__ = (
        Index("ix_customer_keys_customer", "operator_id", "customer_id"),
        within("customer_id", "customers", ondelete="CASCADE"),
    )

    match_key: Mapped[str] = mapped_column(String(260), primary_key=True)
    name_key: Mapped[str] = mapped_column(String(200), primary_key=True)
    customer_id: Mapped[int] = mapped_column(BigInteger)


class CustomerUpdate(GoesWithOperator, Base):
    """A customer whose figures have to be recomputed. Added in the transaction that changes a booking or quote."""

    __tablename__ = "customer_updates"

    id: Mapped[int] = own_id()
    customer_id: Mapped[int] = mapped_column(BigInteger)


class StoredMerge(TypedDict):
    """What a merge changed, to undo it: the moved rows by table, moved and added keys, and the remaining customer's
    columns with their value before and after.
    """

    rows: dict[str, list[int]]
    moved_keys: list[list[str]]
    added_keys: list[list[str]]
    columns: dict[str, list[object]]


class CustomerMerge(GoesWithOperator, Base):
    """A customer merged into another one. It can be undone for 30 days."""

    __tablename__ = "customer_merges"
    __table_args__ = (Index("ix_customer_merges_customer", "operator_id", "customer_id"),)

    id: Mapped[int] = own_id()
    # The remaining customer, and the one that was merged into it.
    customer_id: Mapped[int] = mapped_column(BigInteger)
    other_id: Mapped[int] = mapped_column(BigInteger)
    merged_at: Mapped[datetime] = mapped_column(Instant)
    undone_at: Mapped[datetime | None] = mapped_column(Instant)
    changes: Mapped[StoredMerge] = mapped_column(Document)


class CustomerErasure(GoesWithOperator, Base):
    """A record that a customer was erased, when and by which team member, but not who it was."""

    __tablename__ = "customer_erasures"

    id: Mapped[int] = own_id()
    erased_at: Mapped[datetime] = mapped_column(Instant)
    erased_by: Mapped[str] = mapped_column(String(120))
