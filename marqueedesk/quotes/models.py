"""Tables of quotes: the current draft, each version as sent, and the history."""

from datetime import date, datetime
from typing import Final, Literal, NotRequired, TypedDict

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.bookings.models import LostReason
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
"""Kind of a quote's links."""

DRAFT: Final = "draft"
SENT: Final = "sent"
SEEN: Final = "seen"
ACCEPTED: Final = "accepted"
DECLINED: Final = "declined"
EXPIRED: Final = "expired"
STATUSES = (DRAFT, SENT, SEEN, ACCEPTED, DECLINED, EXPIRED)
"""Statuses shown to the operator. Expired is never stored: it means that a sent quote's expiry has passed."""

UNSENT: Final = "unsent"
OPEN: Final = "open"
WITHDRAWN: Final = "withdrawn"
StoredOffer = Literal["unsent", "open", "accepted", "declined", "withdrawn"]
"""States of the customer's link."""
Offer = Literal["open", "expired", "accepted", "declined", "withdrawn"]
"""States of a sent link as its customer sees it."""


class QuoteContent(TypedDict):
    """A quote's content as stored."""

    message: str
    size: str
    rental_lines: NotRequired[list[StoredLine] | None]
    """The lines, as in rentals.lines. None or absent for one line of letters, which is stored in message, size,
    color_option and add_ons.
    """
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    # Missing in quotes older than address fields.
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
    # Key of the discount code, and true if the customer takes the damage waiver. Missing in older quotes.
    discount_code: NotRequired[str | None]
    damage_waiver: NotRequired[bool | None]
    price: StoredPrice


class PriceLine(TypedDict):
    """A line of a quote's price, as sent."""

    text: str
    cents: int


class SentContent(QuoteContent):
    """The content of a version as sent, with everything that must not change once the customer has seen it (Q2)."""

    number: str | None
    currency: str
    company: Company
    lines: list[PriceLine]
    payment_terms: NotRequired[StoredTerms | None]
    """Payment and cancellation terms (pricing.payment_terms), read by `quotes.due.agreed_terms`; missing in versions
    older than payment policies.
    """
    free_cancellation_hours: NotRequired[int]
    """Number of hours before the delivery when free cancellation ends, if the payment terms have no tiers. Missing in
    older versions, which use the current setting.
    """
    policy: NotRequired[list[str]]
    """Payment and cancellation policy in sentences."""
    terms: str | None


class Quote(KeepsOperator, Dated, Base):
    """A quote. ``content`` is its current version; the customer sees the version that was last sent (Q2)."""

    __tablename__ = "quotes"
    __topic__ = "quotes"
    __table_args__ = (
        Index("ix_quotes_customer_id", "operator_id", "customer_id"),
        Index("ix_quotes_days", "operator_id", "offer", "delivery_day"),
        UniqueConstraint("operator_id", "number"),
        CheckConstraint("status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", name="status"),
        CheckConstraint("offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", name="offer"),
        CheckConstraint("(offer = 'accepted') = (booking_id IS NOT NULL)", name="booked_once_accepted"),
    )

    id: Mapped[int] = own_id()
    status: Mapped[str] = mapped_column(String(10))
    offer: Mapped[StoredOffer] = mapped_column(String(10))
    version: Mapped[int] = mapped_column(Integer)
    sent_version: Mapped[int | None] = mapped_column(Integer)
    # Assigned when first sent, and permanent (Q3).
    number: Mapped[str | None] = mapped_column(String(20))
    content: Mapped[QuoteContent] = mapped_column(Document)
    # Copied from the content for lists, search and conflict checks.
    message: Mapped[str] = mapped_column(String(500))
    size: Mapped[str] = mapped_column(String(20))
    # The customer (customers.models); None while a quote has neither a name nor contact details.
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    customer_name: Mapped[str | None] = mapped_column(String(200))
    customer_email: Mapped[str | None] = mapped_column(String(254))
    total_cents: Mapped[int] = mapped_column(BigInteger)
    delivery_day: Mapped[date | None] = mapped_column(Date)
    pickup_day: Mapped[date | None] = mapped_column(Date)
    # Expiry of the current version; None in a draft means the business's default validity.
    expires_at: Mapped[datetime | None] = mapped_column(Instant)
    hold_letters: Mapped[bool] = mapped_column(Boolean)
    link_nonce: Mapped[str] = mapped_column(String(32))
    # Digest of the link that was sent, to detect whether the same link can still be derived.
    link_digest: Mapped[str | None] = mapped_column(String(64))
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    seen_at: Mapped[datetime | None] = mapped_column(Instant)
    answered_at: Mapped[datetime | None] = mapped_column(Instant)
    # Why it was declined, withdrawn or left to expire, for the report on lost requests; None if unknown.
    lost_reason: Mapped[LostReason | None] = mapped_column(String(10))
    revision: Mapped[int] = mapped_column(Integer)


class QuoteVersion(TenantOwned, Base):
    """An immutable version of a quote, as sent. Versions without ``sent_at`` were never sent: either the operator
    booked them directly, or they were unsent drafts when the customer accepted an earlier version.
    """

    __tablename__ = "quote_versions"
    __topic__ = "quotes"
    __table_args__ = (within("quote_id", "quotes", ondelete="CASCADE"),)

    quote_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[SentContent] = mapped_column(Document)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    expires_at: Mapped[datetime | None] = mapped_column(Instant)


class QuoteHistoryEntry(TenantOwned, Base):
    """An entry in a quote's history: time, person and version."""

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
    # A reason or question; for an acceptance, its evidence: name, sentence, IP address and browser (Q6).
    details: Mapped[JsonObject] = mapped_column(Document)
