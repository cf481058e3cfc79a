"""Tables of handovers, pieces out, assigned stops and driving order."""

from datetime import date, datetime
from typing import NotRequired, TypedDict

from sqlalchemy import BigInteger, CheckConstraint, Date, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.bookings.models import OfBooking
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned


class StoredMove(TypedDict):
    """Stored line of a handover: a quantity of a piece, or the single piece with a tag (see
    `bookings.goods.handover_batch`).
    """

    size: str
    letter: str
    finish: str
    count: int
    outcome: str
    note: str | None
    tag: NotRequired[str]
    photo: NotRequired[str]
    borrowed: NotRequired[bool]


class StoredSignOff(TypedDict):
    """Stored light test and signature of a handover (see `bookings.goods.handover_batch`)."""

    lights_tested: bool
    signed_by: str | None
    signature: str | None


class Handover(TenantOwned, Base):
    """A batch of goods packed, sent out or returned; stored once per client id."""

    __tablename__ = "handovers"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_handovers_booking", "operator_id", "booking_id"),
        UniqueConstraint("operator_id", "client_id"),
        CheckConstraint("kind IN ('pack', 'out', 'in')", name="kind"),
        within("booking_id", "bookings", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    client_id: Mapped[str] = mapped_column(String(80))
    fingerprint: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(10))
    # Time reported by the client, and time received by the server.
    at: Mapped[datetime] = mapped_column(Instant)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
    reason: Mapped[str | None] = mapped_column(String(300))
    # Each with size, letter, finish, count, outcome and note (bookings.goods.handovers).
    lines: Mapped[list[StoredMove]] = mapped_column(Document)
    # Light test and recipient (handover_batch.SignOff); None if nothing was recorded.
    sign_off: Mapped[StoredSignOff | None] = mapped_column(Document)


class PieceOut(OfBooking, Base):
    """Number of a piece currently out with a booking: sent, and neither returned nor lost. Derived from the
    handovers.
    """

    __tablename__ = "pieces_out"
    checks = (CheckConstraint("count > 0", name="count"),)

    size: Mapped[str] = mapped_column(String(20), primary_key=True)
    letter: Mapped[str] = mapped_column(String(32), primary_key=True)
    finish: Mapped[str] = mapped_column(String(20), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)


class JobAssignment(OfBooking, Base):
    """The team member assigned to a delivery or pickup. Without a row, anyone on the team can do it."""

    __tablename__ = "job_assignments"
    __topic__ = "bookings"
    checks = (CheckConstraint("kind IN ('delivery', 'pickup')", name="kind"),)

    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True)


class StopPlace(OfBooking, Base):
    """The place of a delivery or pickup in the order in which a business drives a day's stops (goods.route_order)."""

    __tablename__ = "stop_places"
    __topic__ = "bookings"
    checks = (CheckConstraint("kind IN ('delivery', 'pickup')", name="kind"),)

    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    # The stop's day when the order was saved. If the stop moves to another day, its place is ignored.
    day: Mapped[date] = mapped_column(Date)
    place: Mapped[int] = mapped_column(Integer)


Index("ix_stop_places_day", StopPlace.operator_id, StopPlace.day)
