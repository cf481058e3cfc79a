"""Table of reviews."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Date, Index, Integer, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

LONGEST_TEXT = 2000
LONGEST_NAME = 100


class Review(TenantOwned, Base):
    """A request for a review of a booking, and the review once the customer has written it (``stars`` isn't null)."""

    __tablename__ = "reviews"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "booking_id"),
        Index("ix_reviews_written_at", "operator_id", "written_at"),
        CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),
        within("booking_id", "bookings", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    nonce: Mapped[str] = mapped_column(String(32))
    # Days of the request and its reminder, in the business's time zone.
    asked_on: Mapped[date | None] = mapped_column(Date)
    reminded_on: Mapped[date | None] = mapped_column(Date)
    written_at: Mapped[datetime | None] = mapped_column(Instant)
    stars: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT), default="", server_default="")
    # Content digest of the photo (inventory.models.GoodsPhoto).
    photo: Mapped[str | None] = mapped_column(String(64))
    # True if the customer agreed that the review is shown.
    consent: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # The customer's first name, shown with the review.
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), default="", server_default="")
    shown: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    answer: Mapped[str | None] = mapped_column(String(LONGEST_TEXT))
    answered_at: Mapped[datetime | None] = mapped_column(Instant)
