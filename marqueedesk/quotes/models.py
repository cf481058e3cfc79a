"""Tables of quotes: the offer as it is being written, each version as it was sent, and what happened to it."""

from datetime import date, datetime
from typing import NotRequired, TypedDict

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.business.models import Company
from marqueedesk.kit.db.db import Base, Dated, Document, Instant, JsonObject
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.pricing.agreed_price import StoredPrice
from marqueedesk.pricing.extras import StoredDiscount, StoredExtra
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.rentals.stored_lines import StoredLine
from marqueedesk.venues.address import StoredAddress

LINK = "quote"
"""The kind of a quote's links."""

DRAFT, SENT, SEEN, ACCEPTED, DECLINED, EXPIRED = "draft", "sent", "seen", "accepted", "declined", "expired"
STATUSES = (DRAFT, SENT, SEEN, ACCEPTED, DECLINED, EXPIRED)
"""The statuses that the operator reads. Expired is never stored: it is a sent quote whose time is over."""

UNSENT, OPEN, WITHDRAWN = "unsent", "open", "withdrawn"
"""The states of the customer's link, besides accepted and declined."""


class QuoteContent(TypedDict):
    """The content of a quote, as it is stored."""

    message: str
    size: str
    rental_lines: NotRequired[list[StoredLine] | None]
    """As rentals.lines keeps them; None or absent for one line of letters, which message, size, color_option and
    add_ons hold."""
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    # Missing in quotes from before there were addresses.
    address: NotRequired[StoredAddress]
    customer_name: str | None
    customer_email: str | None
    customer_phone: str | None
    delivery_date: str | None
    pickup_date: str | None
    event_type: str | None
    preferred_install_time: str | None
    color_option: str
    add_ons: list[str]
    notes: str | None
    note: str | None
    extra_lines: list[StoredExtra]
    discount: StoredDiscount | None
    # The key of the code that the discount came from, and whether the customer takes the damage waiver. Missing in
    # quotes from before there were these.
    discount_code: NotRequired[str | None]
    damage_waiver: NotRequired[bool | None]
    price: StoredPrice


class PriceLine(TypedDict):
    """A line of a price as it was sent."""

    text: str
    cents: int


class SentContent(QuoteContent):
    """The content as sent: the offer with everything that must not change once its customer has seen it (Q2)."""

    number: str | None
    currency: str
    company: Company
    lines: list[PriceLine]
    payment_terms: NotRequired[StoredTerms | None]
    """When it is paid and what canceling costs (pricing.payment_terms), as `quotes.due.agreed_terms` reads it: versions
    from before there were policies have none."""
    free_cancellation_hours: NotRequired[int]
    """Hours before the delivery when free cancellation ends, where the payment terms have no tiers. Missing in versions
    from before they were stored: the hours that hold now apply."""
    policy: NotRequired[list[str]]
    """The same in sentences."""
    terms: str | None


class Quote(KeepsOperator, Dated, Base):
    """A quote. ``content`` is its present version; what the customer sees is the version that was sent last (Q2)."""

    __tablename__ = "quotes"
    __topic__ = "quotes"
    __table_args__ = (
        Index("ix_quotes_days", "operator_id", "offer", "delivery_day"),
        UniqueConstraint("operator_id", "number"),
        CheckConstraint("status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", name="status"),
        CheckConstraint("offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", name="offer"),
        CheckConstraint("(offer = 'accepted') = (booking_id IS NOT NULL)", name="booked_once_accepted"),
    )

    id: Mapped[int] = own_id()
    status: Mapped[str] = mapped_column(String(10))
    offer: Mapped[str] = mapped_column(String(10))
    version: Mapped[int] = mapped_column(Integer)
    sent_version: Mapped[int | None] = mapped_column(Integer)
    # From its first sending on, for good (Q3).
    number: Mapped[str | None] = mapped_column(String(20))
    content: Mapped[QuoteContent] = mapped_column(Document)
    # Of the content, for lists, search and collisions.
    message: Mapped[str] = mapped_column(String(500))
    size: Mapped[str] = mapped_column(String(20))
    customer_name: Mapped[str | None] = mapped_column(String(200))
    customer_email: Mapped[str | None] = mapped_column(String(254))
    total_cents: Mapped[int] = mapped_column(BigInteger)
    delivery_day: Mapped[date | None] = mapped_column(Date)
    pickup_day: Mapped[date | None] = mapped_column(Date)
    # Of the present version; None in a draft means the business's usual time.
    expires_at: Mapped[datetime | None] = mapped_column(Instant)
    hold_letters: Mapped[bool] = mapped_column(Boolean)
    link_nonce: Mapped[str] = mapped_column(String(32))
    # The digest of the link as it was sent, to know whether the same link can still be shown.
    link_digest: Mapped[str | None] = mapped_column(String(64))
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    seen_at: Mapped[datetime | None] = mapped_column(Instant)
    answered_at: Mapped[datetime | None] = mapped_column(Instant)
    revision: Mapped[int] = mapped_column(Integer)


class QuoteVersion(TenantOwned, Base):
    """A version as it was sent; it never changes. One without ``sent_at`` was booked at once, or was being written when
    an earlier one was accepted and is kept so that nothing is lost.
    """

    __tablename__ = "quote_versions"
    __topic__ = "quotes"
    __table_args__ = (within("quote_id", "quotes", ondelete="CASCADE"),)

    quote_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[SentContent] = mapped_column(Document)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    expires_at: Mapped[datetime | None] = mapped_column(Instant)


class QuoteEvent(TenantOwned, Base):
    """One thing that happened to a quote: when, by whom, to which version."""

    __tablename__ = "quote_events"
    __topic__ = "quotes"
    __table_args__ = (
        Index("ix_quote_events_quote", "operator_id", "quote_id"),
        within("quote_id", "quotes", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    quote_id: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(Instant)
    kind: Mapped[str] = mapped_column(String(12))
    who: Mapped[str] = mapped_column(String(200))
    version: Mapped[int] = mapped_column(Integer)
    # A reason, a question, and of an acceptance what proves it: name, sentence, address of origin, browser (Q6).
    details: Mapped[JsonObject] = mapped_column(Document)
