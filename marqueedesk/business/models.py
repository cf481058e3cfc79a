"""The table of business details."""

from datetime import datetime
from typing import NotRequired, TypedDict

from sqlalchemy import Boolean, CheckConstraint, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator
from marqueedesk.kit.db.large_values import Blob

DEFAULT_QUOTE_DAYS = 14
LONGEST_QUOTE_DAYS = 365


class Company(TypedDict):
    """The sender stored with quotes and documents (D1)."""

    name: str
    address: str | None
    email: str | None
    phone: str | None
    website: str | None
    taxId: str | None
    logoUrl: str | None
    # Quotes sent before businesses had a color have no entry for it.
    brandColor: NotRequired[str | None]
    # Missing in quotes sent before documents followed the rules of the business's country.
    vatId: NotRequired[str | None]
    documentCountry: NotRequired[str | None]
    smallBusiness: NotRequired[bool]


class StoredNumberScheme(TypedDict):
    """The scheme of invoice numbers (`business.invoice_numbers`).

    `first` is the lowest number to use in `year`; the year is 0 for numbers that don't restart each year.
    """

    prefix: str
    yearly: bool
    first: int
    year: int


class BusinessDetails(GoesWithOperator, Base):
    """A business's details as its customers see them. A business that hasn't entered any has no row."""

    __tablename__ = "business_details"
    __topic__ = "settings"
    __table_args__ = (CheckConstraint(f"quote_days BETWEEN 1 AND {LONGEST_QUOTE_DAYS}", name="quote_days"),)

    address: Mapped[str | None] = mapped_column(Text)
    email: Mapped[str | None] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(50))
    tax_id: Mapped[str | None] = mapped_column(String(50))
    # A tax number in the form of its country (business.document_rules).
    vat_id: Mapped[str | None] = mapped_column(String(30))
    # Country whose rules documents follow; None means the time zone's.
    document_country: Mapped[str | None] = mapped_column(String(2))
    # True if PDFs of invoices contain their electronic form.
    e_invoices: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    website: Mapped[str | None] = mapped_column(String(200))
    # A PNG encoded by this server (see business.logo), loaded only when needed.
    logo: Mapped[bytes | None] = mapped_column(Blob, deferred=True)
    logo_width: Mapped[int | None] = mapped_column(Integer)
    logo_height: Mapped[int | None] = mapped_column(Integer)
    # A hash of the logo's content, for caching.
    logo_tag: Mapped[str | None] = mapped_column(String(64))
    # Color of buttons in emails and on customers' pages, #rrggbb; None means the default one.
    brand_color: Mapped[str | None] = mapped_column(String(7))
    # Text with fill-in fields (see business.terms); None means the default terms, "" means no terms.
    terms: Mapped[str | None] = mapped_column(Text)
    quote_days: Mapped[int] = mapped_column(Integer, default=DEFAULT_QUOTE_DAYS)
    quotes_hold: Mapped[bool] = mapped_column(Boolean, default=False)
    invoice_note: Mapped[str | None] = mapped_column(Text)
    # None means the default scheme, INV-2027-0001.
    invoice_numbers: Mapped[StoredNumberScheme | None] = mapped_column(Document)
    updated_at: Mapped[datetime] = mapped_column(Instant)
