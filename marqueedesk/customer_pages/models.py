"""Tables of customers' input on a booking's page."""

from datetime import datetime

from sqlalchemy import BigInteger, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.bookings.models import OfBooking
from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

MADE, DECLINED = "made", "declined"
OUTCOMES = (MADE, DECLINED)
"""Outcomes of a change request."""
MOST_CHANGE_REQUESTS = 30
"""Limit of change requests per booking."""


class CrewNotes(OfBooking, Base):
    """The customer's notes for the crew."""

    __tablename__ = "crew_notes"
    __topic__ = "bookings"

    power: Mapped[str | None] = mapped_column(String(500))
    access: Mapped[str | None] = mapped_column(String(500))
    contact_name: Mapped[str | None] = mapped_column(String(200))
    contact_phone: Mapped[str | None] = mapped_column(String(50))
    notes: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(Instant)


class ChangeRequest(TenantOwned, Base):
    """A customer's change request, with the operator's outcome and optional answer.

    ``change`` has the requested fields of the rental, as sent (`bookings.input_schemas.RentalPatch`), if the customer
    chose them; ``text`` then describes them.
    """

    __tablename__ = "change_requests"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_change_requests_booking", "operator_id", "booking_id"),
        within("booking_id", "bookings", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int] = mapped_column(BigInteger)
    text: Mapped[str] = mapped_column(Text)
    asked_at: Mapped[datetime] = mapped_column(Instant)
    done_at: Mapped[datetime | None] = mapped_column(Instant)
    done_by: Mapped[str | None] = mapped_column(String(100))
    outcome: Mapped[str | None] = mapped_column(String(10))
    answer: Mapped[str | None] = mapped_column(Text)
    change: Mapped[JsonObject | None] = mapped_column(Document)


class Cancellation(OfBooking, Base):
    """A cancellation by the customer, with the fee they were shown."""

    __tablename__ = "cancelations"
    __topic__ = "bookings"

    at: Mapped[datetime] = mapped_column(Instant)
    fee_cents: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str | None] = mapped_column(Text)


class BookingListLink(GoesWithOperator, Base):
    """A link by email to the list of all bookings made with an address. It opens the list once.

    ``customer_email`` is in lowercase.
    """

    __tablename__ = "booking_list_links"
    __table_args__ = (Index("ix_booking_list_links_sent_at", "sent_at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = own_id()
    customer_email: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(32))
    sent_at: Mapped[datetime] = mapped_column(Instant)
    opened_at: Mapped[datetime | None] = mapped_column(Instant)
