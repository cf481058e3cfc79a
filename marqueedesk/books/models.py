"""Tables of the ledger: entries with their lines, closed months, and the business's own account numbers.

Entries and lines are never changed or deleted (docs/adr/0030-ledger.md); a correction is a further entry.
"""

from datetime import date, datetime
from typing import Literal, TypedDict

from sqlalchemy import BigInteger, CheckConstraint, Date, Index, String, event
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.books.chart import AccountName
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, owner_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

EntryKind = Literal[
    "delivered",
    "edited",
    "canceled",
    "cancellation_fee",
    "charged",
    "paid",
    "refunded",
    "reduced",
    "fee",
    "dispute_lost",
    "debit_returned",
    "dispute_fee",
    "payout",
    "gift_card_sold",
    "corrected",
]
"""What an entry records."""


class StoredFigures(TypedDict):
    """Figures of an entry for the reports, as JSON: what they are about and the amounts in cents, by which the reports
    change. ``place`` is state, city, ZIP code, taxing place and rate in millionths; ``about`` is size, venue, event and
    phrase.
    """

    part: Literal["rental", "charge", "cancellation", "reduction", "received"]
    place: tuple[str, str, str, str, int]
    about: tuple[str, str, str, str]
    bookings: int
    sales: int
    income: int
    taxable: int
    tax: int
    exempt: int
    to_confirm: int


class LedgerChanged(RuntimeError):
    """An attempt to change or delete a ledger entry, which is a programming error."""


class LedgerEntry(GoesWithOperator, Base):
    """A balanced entry. ``day`` is the day on which it counts; ``of_day`` its own day if that month was closed.

    ``source`` names what it records within its booking, such as ``rental`` or ``payment:7``; later entries with the
    same source correct it. ``from_history`` is true for entries written when the ledger was introduced.
    """

    __tablename__ = "ledger_entries"
    __topic__ = "payments"
    __table_args__ = (
        Index("ix_ledger_entries_day", "operator_id", "day", "id"),
        Index("ix_ledger_entries_booking", "operator_id", "booking_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    # Without a foreign key: entries outlive an imported booking that is deleted again.
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    number: Mapped[int | None] = mapped_column(BigInteger)
    customer: Mapped[str] = mapped_column(String(200))
    kind: Mapped[EntryKind] = mapped_column(String(20))
    source: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(String(200))
    day: Mapped[date] = mapped_column(Date)
    of_day: Mapped[date | None] = mapped_column(Date)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    corrects: Mapped[int | None] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    figures: Mapped[list[StoredFigures]] = mapped_column(Document)
    from_history: Mapped[bool]


class LedgerLine(TenantOwned, Base):
    """A line of an entry: an amount on an account in cents, positive for a debit. ``day`` is that of the entry."""

    __tablename__ = "ledger_lines"
    __table_args__ = (
        Index("ix_ledger_lines_entry", "operator_id", "entry_id"),
        Index("ix_ledger_lines_account", "operator_id", "account", "day", "cents"),
        within("entry_id", "ledger_entries", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    operator_id: Mapped[int] = owner_id()
    id: Mapped[int] = own_id()
    entry_id: Mapped[int] = mapped_column(BigInteger)
    account: Mapped[AccountName] = mapped_column(String(30))
    day: Mapped[date] = mapped_column(Date)
    cents: Mapped[int] = mapped_column(BigInteger)


class LedgerProgress(GoesWithOperator, Base):
    """How far a business's bookings have been entered: deliveries through a day, and rows up to these ids.

    Everything later is entered by its own transaction, except deliveries, which become due with the day. Bookings up to
    ``history_to`` are from before the ledger.
    """

    __tablename__ = "ledger_progress"

    through: Mapped[date] = mapped_column(Date)
    booking_id: Mapped[int] = mapped_column(BigInteger)
    payment_id: Mapped[int] = mapped_column(BigInteger)
    history_to: Mapped[int] = mapped_column(BigInteger)


class BookPeriod(GoesWithOperator, Base):
    """A month, such as "2027-06", that was closed or reopened."""

    __tablename__ = "book_periods"
    __table_args__ = (CheckConstraint("state IN ('open', 'closed')", name="state"),)

    period: Mapped[str] = mapped_column(String(7), primary_key=True)
    state: Mapped[Literal["open", "closed"]] = mapped_column(String(6))
    at: Mapped[datetime] = mapped_column(Instant)
    by: Mapped[str] = mapped_column(String(120))
    # Why it was reopened.
    reason: Mapped[str | None] = mapped_column(String(300))
    # The account numbers of its files, which stay the same while it is closed; null for an open month.
    numbers: Mapped[dict[AccountName, str] | None] = mapped_column(Document)


class AccountNumber(GoesWithOperator, Base):
    """The business's own number of an account."""

    __tablename__ = "account_numbers"

    account: Mapped[AccountName] = mapped_column(String(30), primary_key=True)
    number: Mapped[str] = mapped_column(String(20))


@event.listens_for(LedgerEntry, "before_update")
@event.listens_for(LedgerEntry, "before_delete")
@event.listens_for(LedgerLine, "before_update")
@event.listens_for(LedgerLine, "before_delete")
def _refuse(_mapper: object, _connection: object, row: object) -> None:
    raise LedgerChanged(f"{type(row).__name__} rows are never changed or deleted")
