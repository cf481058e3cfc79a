"""Tables of payments at the door."""

from datetime import date, datetime
from typing import Final, Literal

from sqlalchemy import BigInteger, CheckConstraint, Date, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import own_id, owner_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

Kind = Literal["cash", "check", "card_link", "not_paid"]
"""What happened to the amount at the door: paid in cash or by check, to be paid by a link, or not paid."""
CASH: Final = "cash"
CHECK: Final = "check"
CARD_LINK: Final = "card_link"
NOT_PAID: Final = "not_paid"


class CrewPayment(TenantOwned, Base):
    """A crew's report about the amount to collect at a stop; stored once per client id.

    Cash and checks have a payment in the booking's history. ``day`` is the local date of ``at``.
    """

    __tablename__ = "crew_payments"
    __topic__ = "payments"
    __table_args__ = (
        Index("ix_crew_payments_day", "operator_id", "day"),
        UniqueConstraint("operator_id", "client_id"),
        CheckConstraint("kind IN ('cash', 'check', 'card_link', 'not_paid')", name="kind"),
        within("booking_id", "bookings", ondelete="CASCADE"),
        within("payment_id", "booking_payments", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    client_id: Mapped[str] = mapped_column(String(80))
    fingerprint: Mapped[str] = mapped_column(String(64))
    kind: Mapped[Kind] = mapped_column(String(10))
    # The amount paid, or requested by a link; None if not paid.
    amount_cents: Mapped[int | None] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    reason: Mapped[str | None] = mapped_column(String(300))
    # Time reported by the client, its local date, and the time received by the server.
    at: Mapped[datetime] = mapped_column(Instant)
    day: Mapped[date] = mapped_column(Date)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
    user_id: Mapped[int] = mapped_column(BigInteger)
    payment_id: Mapped[int | None] = mapped_column(BigInteger)


class CashDay(TenantOwned, Base):
    """The cash handed over to the business for a day, as counted when the day was closed."""

    __tablename__ = "cash_days"
    __topic__ = "payments"

    operator_id: Mapped[int] = owner_id()
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    handed_over_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    note: Mapped[str | None] = mapped_column(String(300))
    closed_at: Mapped[datetime] = mapped_column(Instant)
    closed_by: Mapped[str] = mapped_column(String(120))
