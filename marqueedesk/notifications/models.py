"""Tables of notifications."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned


class Notification(GoesWithOperator, Base):
    """A notification with title and text. It never changes."""

    __tablename__ = "notifications"
    __topic__ = "notifications"
    __table_args__ = (
        UniqueConstraint("operator_id", "key"),
        Index("ix_notifications_created_at", "created_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    kind: Mapped[str] = mapped_column(String(30))
    title: Mapped[str] = mapped_column(String(300))
    text: Mapped[str | None] = mapped_column(String(500))
    # The record that the notification links to; None if there is nothing to open.
    about: Mapped[str | None] = mapped_column(String(10))
    about_id: Mapped[int | None] = mapped_column(BigInteger)
    # True if only users who may see money get to see it (A5).
    is_money: Mapped[bool] = mapped_column(Boolean)
    # Idempotency key: one notification for each thing reported.
    key: Mapped[str] = mapped_column(String(160))
    created_at: Mapped[datetime] = mapped_column(Instant)


class NotificationRead(TenantOwned, Base):
    """A notification that a user has read."""

    __tablename__ = "notification_reads"
    __topic__ = "notifications"
    __table_args__ = (
        Index("ix_notification_reads_notification", "operator_id", "notification_id"),
        within("notification_id", "notifications", ondelete="CASCADE"),
    )

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    notification_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
