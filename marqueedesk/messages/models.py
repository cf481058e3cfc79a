"""Tables of messages: the outbox with every email written, and each business's email settings."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.messages.content import Content

WAITING, SENT, FAILED, UNSENT, UNCERTAIN = "waiting", "sent", "failed", "unsent", "uncertain"
STATES = (WAITING, SENT, FAILED, UNSENT, UNCERTAIN)
"""Delivery states.

``unsent``: there was no mail server. ``uncertain``: the server received the whole email but did not acknowledge it, so
it may have been sent; it is only resent on request.
"""

CUSTOMER, BUSINESS, ACCOUNT = "customer", "business", "account"
"""Audiences of emails: a customer, the business, or a user (about their account)."""

DEFAULT_REMINDER_DAYS = 3
LONGEST_REMINDER_DAYS = 30
LONGEST_PAYMENT_REMINDER_DAYS = 14
DEFAULT_RUN_SHEET_HOUR = 7
LAST_HOUR = 23


class OutboxMail(TenantOwned, Base):
    """An email with its content, recipient and delivery state. Only the delivery state ever changes.

    An email about an account belongs to the user's business, or to the user's own ID if they have no business.
    """

    __tablename__ = "outbox"
    __topic__ = "messages"
    __table_args__ = (
        Index("ix_outbox_booking", "operator_id", "booking_id"),
        Index("ix_outbox_quote", "operator_id", "quote_id"),
        Index("ix_outbox_state", "operator_id", "state", "id"),
        Index("ix_outbox_created_at", "created_at"),
        UniqueConstraint("operator_id", "dedupe_key"),
        UniqueConstraint("operator_id", "message_id"),
        CheckConstraint("state IN ('waiting', 'sent', 'failed', 'unsent', 'uncertain')", name="state"),
        CheckConstraint("audience IN ('customer', 'business', 'account')", name="audience"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    kind: Mapped[str] = mapped_column(String(40))
    audience: Mapped[str] = mapped_column(String(10))
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    quote_id: Mapped[int | None] = mapped_column(BigInteger)
    # Identifies the event so that the email is written only once: "booking:7:confirmed:2".
    dedupe_key: Mapped[str | None] = mapped_column(String(200))
    recipient: Mapped[str] = mapped_column(String(254))
    recipient_name: Mapped[str | None] = mapped_column(String(200))
    subject: Mapped[str] = mapped_column(String(300))
    # The content, part by part (see messages.content). Links are stored as targets, so the row contains no secrets.
    content: Mapped[Content] = mapped_column(Document)
    message_id: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10))
    attempts: Mapped[int] = mapped_column(Integer)
    last_error: Mapped[str | None] = mapped_column(String(500))
    # Cause of the last failure: "server", "address" or "email" (mail.mail.Cause).
    cause: Mapped[str | None] = mapped_column(String(10))
    # Time when all but the last byte was sent. If this is set and no reply was recorded, the email may have been
    # delivered.
    handed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Not sent after this time, because it would no longer be useful.
    good_until: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
    tried_at: Mapped[datetime | None] = mapped_column(Instant)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    # Time when the recipient reported the email as spam.
    complained_at: Mapped[datetime | None] = mapped_column(Instant)


class MessageSettings(GoesWithOperator, Base):
    """A business's email settings. Without a row, the defaults apply."""

    __tablename__ = "message_settings"
    __topic__ = "settings"
    __table_args__ = (
        CheckConstraint(f"reminder_days BETWEEN 0 AND {LONGEST_REMINDER_DAYS}", name="reminder_days"),
        CheckConstraint(f"run_sheet_hour BETWEEN 0 AND {LAST_HOUR}", name="run_sheet_hour"),
    )

    # Days before the delivery when customers are reminded; 0 for never.
    reminder_days: Mapped[int] = mapped_column(Integer, default=DEFAULT_REMINDER_DAYS)
    # Days before the due date when customers are reminded of a payment, 0 for that day; None for never.
    payment_reminder_days: Mapped[int | None] = mapped_column(Integer)
    # Local hour when the run sheet is sent; None for never.
    run_sheet_hour: Mapped[int | None] = mapped_column(Integer, default=DEFAULT_RUN_SHEET_HOUR)
    # The business's own subject, heading, greeting, body and sign-off, by kind of message.
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(Document, default=dict)
    # Kinds of messages to the business that it has switched off.
    muted: Mapped[list[str]] = mapped_column(Document, default=list)
    # Channel of messages to customers that don't go by email alone, by kind (messages.text_messages).
    channels: Mapped[dict[str, str]] = mapped_column(Document, default=dict, server_default="{}")
    updated_at: Mapped[datetime] = mapped_column(Instant)
