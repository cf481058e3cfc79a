"""Table of charges that are announced to the customer before their card is charged."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import KeepsOperator, own_id, within

ANNOUNCED, CHARGING, CHARGED = "announced", "charging", "charged"
WITHDRAWN, DECLINED, NOT_DUE = "withdrawn", "declined", "not_due"


class AnnouncedCharge(KeepsOperator, Base):
    """A charge for damage or loss, announced to the customer before their card is charged at ``charge_at``.

    It is *announced* until the business withdraws it (*withdrawn*), or the card is charged (*charging*, then *charged*
    or *declined*, also if a bank rejects or returns the debit days later). *not_due*: the customer had already paid.
    ``payment_id`` is set once the charge has begun.
    """

    __tablename__ = "announced_charges"
    __topic__ = "payments"
    __table_args__ = (
        CheckConstraint(
            "state IN ('announced', 'charging', 'charged', 'withdrawn', 'declined', 'not_due')", name="state"
        ),
        Index("ix_announced_charges_booking", "operator_id", "booking_id"),
        within("booking_id", "bookings", ondelete="RESTRICT"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(String(10))
    amount_cents: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str] = mapped_column(String(300))
    photo_digests: Mapped[list[str] | None] = mapped_column(Document)
    charge_at: Mapped[datetime] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
    who_id: Mapped[int | None] = mapped_column(BigInteger)
    payment_id: Mapped[int | None] = mapped_column(BigInteger)
    failure: Mapped[str | None] = mapped_column(String(500))
