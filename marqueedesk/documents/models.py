"""Tables of issued invoices, and the logos shown on them."""

from datetime import datetime
from typing import TypedDict

from sqlalchemy import BigInteger, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, KeepsOperator, own_id, within
from marqueedesk.kit.db.large_values import Blob

INVOICE, CREDIT_NOTE = "invoice", "credit_note"
"""Kinds of invoices, each numbered separately. A credit note replaces a canceled booking's invoice."""


class StoredInvoice(TypedDict):
    """A replaced invoice as issued; ``issued_at`` is an ISO 8601 date-time."""

    number: str
    kind: str
    issued_at: str
    content: DocumentContent
    logo_tag: str | None


class Invoice(KeepsOperator, Base):
    """A booking's current invoice as issued, along with the ones it replaced; none of them ever changes (D6)."""

    __tablename__ = "invoices"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "booking_id"),
        UniqueConstraint("operator_id", "number"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    number: Mapped[str] = mapped_column(String(20))
    issued_at: Mapped[datetime] = mapped_column(Instant)
    # The whole document as data, with final texts (see documents.document_content).
    content: Mapped[DocumentContent] = mapped_column(Document)
    logo_tag: Mapped[str | None] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(12), default=INVOICE, server_default=INVOICE)
    # Replaced invoices, oldest first; this invoice replaces the last one.
    replaced: Mapped[list[StoredInvoice]] = mapped_column(Document, default=list, server_default="[]")


class KeptLogo(GoesWithOperator, Base):
    """A logo shown on invoices, kept after the business changes its logo; stored once per content digest."""

    __tablename__ = "kept_logos"

    tag: Mapped[str] = mapped_column(String(64), primary_key=True)
    png: Mapped[bytes] = mapped_column(Blob)
