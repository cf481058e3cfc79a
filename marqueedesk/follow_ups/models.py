"""Tables of follow-up emails."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Date, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.rentals.stored_lines import StoredLine
from marqueedesk.waiting_list.waiting_entry import StoredDetails


class PricedLead(GoesWithOperator, Base):
    """A visitor who saw the price of a sign on chosen days, and agreed to one email about it.

    ``customer_email`` is in lowercase, ``sign_key`` is the sign in uppercase. There is one row per address and sign.
    """

    __tablename__ = "priced_leads"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "customer_email", "sign_key"),
        Index("ix_priced_leads_priced_at", "priced_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    customer_email: Mapped[str] = mapped_column(String(254))
    sign_key: Mapped[str] = mapped_column(String(500))
    customer_name: Mapped[str | None] = mapped_column(String(200))
    message: Mapped[str] = mapped_column(String(500))
    lines: Mapped[list[StoredLine]] = mapped_column(Document)
    # As entered: a date, or a date-time.
    delivery: Mapped[str] = mapped_column(String(40))
    pickup: Mapped[str] = mapped_column(String(40))
    delivery_day: Mapped[date] = mapped_column(Date)
    # Location, install window and event, as stored with an entry of the waiting list.
    details: Mapped[StoredDetails] = mapped_column(Document)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    nonce: Mapped[str] = mapped_column(String(32))
    # Digest of the network that the form was opened from.
    sender_network: Mapped[str] = mapped_column(String(32))
    priced_at: Mapped[datetime] = mapped_column(Instant)
    emailed_at: Mapped[datetime | None] = mapped_column(Instant)


class FollowUpRecipient(GoesWithOperator, Base):
    """An address that got follow-up emails, and whether it stopped them. ``customer_email`` is in lowercase."""

    __tablename__ = "follow_up_recipients"
    __topic__ = "messages"
    __table_args__ = (
        UniqueConstraint("operator_id", "customer_email"),
        Index("ix_follow_up_recipients_sent_at", "sent_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    customer_email: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(32))
    # Time of the latest follow-up email.
    sent_at: Mapped[datetime] = mapped_column(Instant)
    # When the latest yearly email was sent.
    yearly_at: Mapped[datetime | None] = mapped_column(Instant)
    stopped_at: Mapped[datetime | None] = mapped_column(Instant)
