"""Tables of partners, the bookings they brought, and the commission paid to them."""

from datetime import date, datetime
from typing import Final, Literal

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Index, Integer, String, UniqueConstraint, true
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

PartnerKind = Literal["planner", "venue", "photographer", "other"]
CommissionFree = Literal["delivery", "items"]
"""Parts of a price that earn no commission if the business chooses so."""
LONGEST_CODE: Final = 40
LINK_DAYS: Final = 30
"""Number of days for which a visitor's browser remembers the partner's link."""


class Partner(GoesWithOperator, Base):
    """A partner. ``key`` is the case-insensitive form of its code; one of the two commissions is 0."""

    __tablename__ = "partners"
    __topic__ = "settings"
    __table_args__ = (
        UniqueConstraint("operator_id", "key"),
        CheckConstraint("kind IN ('planner', 'venue', 'photographer', 'other')", name="kind"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    name: Mapped[str] = mapped_column(String(200))
    kind: Mapped[PartnerKind] = mapped_column(String(12))
    email: Mapped[str | None] = mapped_column(String(254))
    code: Mapped[str] = mapped_column(String(LONGEST_CODE))
    key: Mapped[str] = mapped_column(String(2 * LONGEST_CODE))
    commission_basis_points: Mapped[int] = mapped_column(Integer, default=0)
    commission_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    excludes: Mapped[list[CommissionFree]] = mapped_column(Document)
    # False hides it from choices and disables its code; its statements remain.
    active: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true())
    created_at: Mapped[datetime] = mapped_column(Instant)


class PartnerReferral(TenantOwned, Base):
    """The partner who brought a booking: at most one, by link or named by the business."""

    __tablename__ = "partner_referrals"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_partner_referrals_partner", "operator_id", "partner_id"),
        within("booking_id", "bookings", ondelete="CASCADE"),
        within("partner_id", "partners", ondelete="CASCADE"),
    )

    booking_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    partner_id: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(Instant)


class PartnerPayout(TenantOwned, Base):
    """Commission of a month that was paid. The amount stays even if the bookings change later."""

    __tablename__ = "partner_payouts"
    __topic__ = "settings"
    __table_args__ = (
        Index("ix_partner_payouts_partner", "operator_id", "partner_id", "month"),
        Index("ix_partner_payouts_paid_on", "operator_id", "paid_on"),
        within("partner_id", "partners", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    partner_id: Mapped[int] = mapped_column(BigInteger)
    # The first day of the month.
    month: Mapped[date] = mapped_column(Date)
    cents: Mapped[int] = mapped_column(BigInteger)
    paid_on: Mapped[date] = mapped_column(Date)
    recorded_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(Instant)
