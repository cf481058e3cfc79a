"""Tables of availability: letters taken by day, and unmet demand."""

from datetime import date, datetime
from typing import Any, NamedTuple, NotRequired, TypedDict

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Index, Integer, String, column, true
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

BOOKING = "booking"
QUOTE = "quote"
OUTAGE = "outage"
WAITING = "waiting"


class Holder(NamedTuple):
    """Whatever holds letters, by kind and ID: a booking, quote, outage, or waiting list offer."""

    kind: str
    id: int


NOBODY = Holder(BOOKING, 0)


class Sender(NamedTuple):
    """The unverified sender of a request: digest of the network, mail domain (empty for common providers), and true if
    the email address is confirmed.
    """

    network: str
    domain: str | None = None
    confirmed: bool = False


class LetterHold(TenantOwned, Base):
    """A quantity of one letter held from ``first_day`` to ``last_day``, inclusive, for a booking, a quote, a waiting
    list offer or an outage (L2, L4, L11).

    All of these share the table, so a letter's total use on a day is a single sum. No row spans more days than the
    longest rental plus the longest turnaround; a longer outage has several rows. This bound lets a check skip old rows,
    so it is as fast with a million bookings as with a thousand.
    """

    __tablename__ = "letter_holds"
    __table_args__ = (
        Index("ix_letter_holds_days", "operator_id", "size", "first_day", "last_day"),
        # Partial index of the few holds that count towards the limits for strangers.
        Index(
            "ix_letter_holds_senders",
            "operator_id",
            "sender_network",
            postgresql_where=column("sender_network").is_not(None),
            sqlite_where=column("sender_network").is_not(None),
        ),
        CheckConstraint("kind IN ('booking', 'quote', 'outage', 'waiting')", name="kind"),
        CheckConstraint("count > 0", name="count"),
        CheckConstraint("first_day <= last_day", name="days"),
    )

    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    holder_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    # Items use "#" and their number; see inventory.pieces.
    letter: Mapped[str] = mapped_column(String(32), primary_key=True)
    size: Mapped[str] = mapped_column(String(20), primary_key=True)
    finish: Mapped[str] = mapped_column(String(20), primary_key=True, server_default="")
    first_day: Mapped[date] = mapped_column(Date, primary_key=True)
    last_day: Mapped[date] = mapped_column(Date)
    count: Mapped[int] = mapped_column(Integer)
    expires_at: Mapped[datetime | None] = mapped_column(Instant)
    # The day a booking's pieces are due back; None in rows from before this was stored, where the last day is used.
    # `borrowed.CONTINUED` in a row that a later row of the same pieces continues.
    due_day: Mapped[date | None] = mapped_column(Date)
    # Sender of a request from the public form, to apply the limits for strangers: hash of the network, email domain
    # (NULL for common providers) and true if the email address is confirmed. Cleared once the business replies or a
    # payment arrives; NULL for all other holds.
    sender_network: Mapped[str | None] = mapped_column(String(32))
    sender_domain: Mapped[str | None] = mapped_column(String(253))
    sender_confirmed: Mapped[bool | None] = mapped_column(Boolean)


REPAIR, MISSING = "repair", "missing"


class LetterOutage(TenantOwned, Base):
    """Pieces out of service for some days, such as for a repair (L11). The count is in its holds.

    ``inventory_id`` is the id of the letter's row, or, if ``size`` marks an item, the item's id.
    """

    __tablename__ = "letter_outages"
    __topic__ = "inventory"
    __table_args__ = (
        Index("ix_letter_outages_item", "operator_id", "inventory_id"),
        Index(
            "ix_letter_outages_photo",
            "operator_id",
            "photo",
            postgresql_where=column("photo").is_not(None),
            sqlite_where=column("photo").is_not(None),
        ),
    )

    id: Mapped[int] = own_id()
    inventory_id: Mapped[int] = mapped_column(BigInteger)
    letter: Mapped[str] = mapped_column(String(32))
    size: Mapped[str] = mapped_column(String(20))
    finish: Mapped[str] = mapped_column(String(20), server_default="")
    count: Mapped[int] = mapped_column(Integer)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    reason: Mapped[str | None] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(10), default=REPAIR, server_default=REPAIR)
    # The booking that the damaged piece came back from.
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    # None in rows from before this was stored.
    reported_by: Mapped[str | None] = mapped_column(String(120))
    # Cost of the repair, and the digest of a photo (inventory.models.GoodsPhoto).
    cost_cents: Mapped[int | None] = mapped_column(BigInteger)
    photo: Mapped[str | None] = mapped_column(String(64))
    # Digests of further photos.
    more_photos: Mapped[list[str] | None] = mapped_column(Document)
    # The tagged piece that was reported (inventory.models.TaggedPiece), if any.
    piece_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)
    # When the pieces were put back in service, which can be undone. None while they are out of service.
    ended_at: Mapped[datetime | None] = mapped_column(Instant)

    @property
    def photos(self) -> list[str]:
        """Return the digests of all photos, in order of upload."""
        return [*([self.photo] if self.photo else []), *(self.more_photos or [])]


class StoredPieces(TypedDict):
    """A quantity of a borrowed letter or item. ``finish`` is empty for the default finish."""

    size: str
    letter: str
    finish: str
    count: int


class BorrowedPieces(TenantOwned, Base):
    """Pieces borrowed from another business for a booking, from ``first_day`` to ``last_day``, inclusive.

    They aren't part of the stock: on these days the booking holds that many fewer of the business's own pieces.
    """

    __tablename__ = "borrowed_pieces"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_borrowed_pieces_booking", "operator_id", "booking_id"),
        Index("ix_borrowed_pieces_last_day", "operator_id", "last_day"),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    # Name of the business that they were borrowed from.
    lender: Mapped[str] = mapped_column(String(120))
    pieces: Mapped[list[StoredPieces]] = mapped_column(Document)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    cost_cents: Mapped[int | None] = mapped_column(BigInteger)
    recorded_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(Instant)
    given_back_at: Mapped[datetime | None] = mapped_column(Instant)


class StoredShortage(TypedDict):
    """A missing letter, with the number needed and the number available. Rows from before lines existed lack size and
    finish.
    """

    letter: str
    size: NotRequired[str]
    finish: NotRequired[str]
    needed: int
    free: int


class UnmetDemand(TenantOwned, Base):
    """A requested rental that the stock didn't allow (L9): one row per form."""

    __tablename__ = "unmet_demand"
    __table_args__ = (Index("ix_unmet_demand_seen", "operator_id", "seen_at"),)

    form_key: Mapped[str] = mapped_column(String(120), primary_key=True)
    size: Mapped[str] = mapped_column(String(20))
    message: Mapped[str] = mapped_column(String(500))
    # [{"letter", "size", "finish", "needed", "free"}]; entries from before lines existed lack size and finish, so those
    # of the row apply. Used to compute which rentals one more of a letter would have allowed.
    short: Mapped[list[StoredShortage]] = mapped_column(Document)
    # [[size, letter, finish, count]] of everything the rental needed; None in rows from before this was stored.
    needs: Mapped[list[Any] | None] = mapped_column(Document)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    # True if the form was sent and rejected; false if it was only priced. True in rows from before this was stored.
    sent: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true())
    seen_at: Mapped[datetime] = mapped_column(Instant)
