"""Tables of the connection to bookkeeping software: the connection, users on their way back, and pushes."""

from datetime import date, datetime
from typing import Final, Literal, NotRequired, TypedDict

from sqlalchemy import BigInteger, CheckConstraint, Date, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.books.chart import AccountName
from marqueedesk.books.partners.values import BooksMode, BooksSystem, DocumentKind
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id

PushState = Literal["waiting", "sent", "pushed", "failed"]
WAITING: Final = "waiting"
SENT: Final = "sent"
"""A request went out, and no response has been recorded: the partner may have the journal."""
PUSHED: Final = "pushed"
FAILED: Final = "failed"
"""The partner rejected it, so that it certainly doesn't have it."""


class MappedAccount(TypedDict):
    """An account of the partner, as JSON: its id, its code if it has one, and its name when it was chosen.

    ``journals`` and ``money`` are true if journals can use it, and if payments can be paid into it; accounts chosen
    before they were stored are for journals only.
    """

    id: str
    code: str | None
    name: str
    journals: NotRequired[bool]
    money: NotRequired[bool]


class StoredContact(TypedDict):
    """A customer at the partner, as JSON."""

    name: str
    email: str | None
    phone: str | None


class PushedLine(TypedDict):
    """A line of a push, as JSON, in cents, positive for a debit. The partner's account is that of its time."""

    account: AccountName
    cents: int
    partner: MappedAccount


class BooksConnection(GoesWithOperator, Base):
    """A business's bookkeeping software. Without a ``company_id`` it is chosen, but not connected.

    Tokens are encrypted. ``refused_at`` is set while the partner no longer accepts them; ``refreshing_until`` while a
    process gets new ones, because each refresh token works once.
    """

    __tablename__ = "books_connections"
    __topic__ = "settings"

    system: Mapped[BooksSystem] = mapped_column(String(10))
    mode: Mapped[BooksMode] = mapped_column(String(10))
    company_id: Mapped[str | None] = mapped_column(String(60))
    company_name: Mapped[str] = mapped_column(String(200))
    currency: Mapped[str] = mapped_column(String(3))
    accounts: Mapped[dict[AccountName, MappedAccount]] = mapped_column(Document)
    access_token: Mapped[str | None] = mapped_column(Text)
    refresh_token: Mapped[str | None] = mapped_column(Text)
    access_expires_at: Mapped[datetime | None] = mapped_column(Instant)
    refreshing_until: Mapped[datetime | None] = mapped_column(Instant)
    refused_at: Mapped[datetime | None] = mapped_column(Instant)
    connected_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def is_connected(self) -> bool:
        """Return true if a company is connected and the partner accepts its tokens, as far as known."""
        return self.company_id is not None and self.refresh_token is not None and self.refused_at is None


class BooksConsent(GoesWithOperator, Base):
    """A user who went to the partner to allow access. The state in the address they return to works once, in the
    session that they left from.
    """

    __tablename__ = "books_consents"

    state_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    session_digest: Mapped[str] = mapped_column(String(64))
    system: Mapped[BooksSystem] = mapped_column(String(10))
    expires_at: Mapped[datetime] = mapped_column(Instant)


class BooksPush(GoesWithOperator, Base):
    """A journal of one day, or a document of one ledger entry, recorded before it is sent. All pushes of a day add up
    to its ledger entries.

    ``lines`` never change once it was sent, unless the partner rejected it; ``revision`` counts how often that
    happened, so that a changed push has another idempotency key. ``correction`` is 0 for a day's first journal.

    A document has ``entry_id`` and ``part``, its name within the entry; ``pays`` is the push of the invoice that a
    payment is for. ``content`` identifies what the partner stored, and ``changed_at`` is when a difference was noticed.
    """

    __tablename__ = "books_pushes"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'sent', 'pushed', 'failed')", name="state"),
        Index("ix_books_pushes_day", "operator_id", "day", "id"),
        Index("ix_books_pushes_booking", "operator_id", "booking_id"),
        Index("ix_books_pushes_document", "operator_id", "system", "company_id", "entry_id", "part", unique=True),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    system: Mapped[BooksSystem] = mapped_column(String(10))
    company_id: Mapped[str] = mapped_column(String(60))
    day: Mapped[date] = mapped_column(Date)
    correction: Mapped[int]
    lines: Mapped[list[PushedLine]] = mapped_column(Document)
    state: Mapped[PushState] = mapped_column(String(10))
    revision: Mapped[int]
    reason: Mapped[str | None] = mapped_column(String(500))
    partner_id: Mapped[str | None] = mapped_column(String(60))
    entry_id: Mapped[int | None] = mapped_column(BigInteger)
    part: Mapped[str | None] = mapped_column(String(20))
    kind: Mapped[DocumentKind | None] = mapped_column(String(10))
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    text: Mapped[str | None] = mapped_column(String(200))
    contact: Mapped[StoredContact | None] = mapped_column(Document)
    pays: Mapped[int | None] = mapped_column(BigInteger)
    content: Mapped[str | None] = mapped_column(String(40))
    changed_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    pushed_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def is_of_day(self) -> bool:
        """Return true for the journal of a day, false for the document of an entry."""
        return self.entry_id is None

    @property
    def reference(self) -> str:
        """Return what identifies it at the partner, at most 21 characters."""
        return f"MD{self.id}-{self.day:%Y%m%d}"
