"""Tables of conversations: their entries, which include the outbox of texts, and the settings for texts."""

from datetime import datetime
from typing import Final, Literal, TypedDict

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    column,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within

EntryKind = Literal["text", "email", "note", "call", "question"]
Direction = Literal["in", "out"]
EntryState = Literal["waiting", "sent", "delivered", "failed", "held"]

TEXT: Final = "text"
EMAIL: Final = "email"
CALL: Final = "call"
IN: Final = "in"
OUT: Final = "out"
WAITING: Final = "waiting"
SENT: Final = "sent"
DELIVERED: Final = "delivered"
FAILED: Final = "failed"
HELD: Final = "held"
UNSENT: Final = (WAITING, HELD)
"""States of entries that can still be canceled."""

LINK_MARK: Final = "{link}"
"""Placeholder in a text for the URL of its link."""
LONGEST_TEXT: Final = 1600
"""The provider's limit in characters."""


class SmsLink(TypedDict):
    """A page that a text links to, by the kind of its target (messages.content.Link)."""

    to: Literal["booking", "quote", "waiting", "review", "contract"]
    id: int


class ConversationEntry(GoesWithOperator, Base):
    """A text, email, note, call or question. For a text to a customer, the row is also its place in the outbox."""

    __tablename__ = "conversation_entries"
    __topic__ = "conversations"
    __table_args__ = (
        Index("ix_conversation_entries_customer", "operator_id", "customer_id", "id"),
        Index("ix_conversation_entries_phone", "phone", "at"),
        Index(
            "ix_conversation_entries_mail",
            "operator_id",
            "mail_id",
            postgresql_where=column("mail_id").is_not(None),
            sqlite_where=column("mail_id").is_not(None),
        ),
        Index("ix_conversation_entries_at", "operator_id", "kind", "at"),
        UniqueConstraint("operator_id", "key"),
        within("customer_id", "customers", ondelete="CASCADE"),
        CheckConstraint("kind IN ('text', 'email', 'note', 'call', 'question')", name="kind"),
        CheckConstraint("direction IN ('in', 'out')", name="direction"),
        CheckConstraint("state IN ('waiting', 'sent', 'delivered', 'failed', 'held')", name="state"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    customer_id: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[EntryKind] = mapped_column(String(10))
    direction: Mapped[Direction] = mapped_column(String(3))
    # The wording. That of a text with a link contains `LINK_MARK`, so the row contains no secret.
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Instant)
    # Delivery state; None for notes, calls and questions.
    state: Mapped[EntryState | None] = mapped_column(String(10))
    reason: Mapped[str | None] = mapped_column(String(300))
    held_until: Mapped[datetime | None] = mapped_column(Instant)
    # The team member who wrote it; None if it was written automatically or by the customer.
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    quote_id: Mapped[int | None] = mapped_column(BigInteger)
    # The email of the outbox, whose state is copied here.
    mail_id: Mapped[int | None] = mapped_column(BigInteger)
    # The customer's number of a text, in E.164 form, and our number or messaging service.
    phone: Mapped[str | None] = mapped_column(String(20))
    sender: Mapped[str | None] = mapped_column(String(120))
    link: Mapped[SmsLink | None] = mapped_column(Document)
    segments: Mapped[int | None] = mapped_column(Integer)
    # Number of pictures in a text from a customer. They stay at the provider.
    pictures: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Sent despite an opt-out: the single answer to STOP, START or HELP.
    answers_keyword: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Not sent after this time, because it would no longer be useful.
    good_until: Mapped[datetime | None] = mapped_column(Instant)
    # When the text was about to be sent. If this is set and no response was recorded, the provider may have it.
    handed_at: Mapped[datetime | None] = mapped_column(Instant)
    attempts: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Identifies the event, so that the text is written only once.
    key: Mapped[str | None] = mapped_column(String(200))


class CustomerConversation(GoesWithOperator, Base):
    """A customer's conversation: its latest entry, and how many entries from the customer nobody has read."""

    __tablename__ = "conversations"
    __topic__ = "conversations"
    __table_args__ = (
        Index("ix_conversations_last_at", "operator_id", "last_at"),
        within("customer_id", "customers", ondelete="CASCADE"),
    )

    customer_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    last_at: Mapped[datetime] = mapped_column(Instant)
    unread: Mapped[int] = mapped_column(Integer, default=0)


class ProviderText(Base):
    """A text's ID at the provider, and whose it is. Not operator-owned, because it determines the session's operator.

    A status that arrives before the text's own row has its ID is kept here without an operator.
    """

    __tablename__ = "provider_texts"
    __table_args__ = (Index("ix_provider_texts_at", "at"), {"info": {"owned": False}})

    provider_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    operator_id: Mapped[int | None] = mapped_column(BigInteger)
    entry_id: Mapped[int | None] = mapped_column(BigInteger)
    status: Mapped[str | None] = mapped_column(String(20))
    error_code: Mapped[str | None] = mapped_column(String(20))
    at: Mapped[datetime] = mapped_column(Instant)


class SmsSettings(GoesWithOperator, Base):
    """A business's settings for texts. Without a row, the defaults apply."""

    __tablename__ = "sms_settings"
    __topic__ = "settings"

    # Estimated cost of texts per calendar month above which none are sent, in cents of the installation's currency;
    # None for no limit.
    monthly_cap_cents: Mapped[int | None] = mapped_column(BigInteger)
    staff_see: Mapped[bool] = mapped_column(Boolean, default=False)
    updated_at: Mapped[datetime] = mapped_column(Instant)
