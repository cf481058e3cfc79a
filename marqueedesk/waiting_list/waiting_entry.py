"""An entry of the waiting list: its stored request and its states."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, TypedDict

from sqlalchemy import BigInteger, CheckConstraint, Date, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.availability.models import WAITING as HELD_FOR_OFFER
from marqueedesk.availability.models import Holder
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.rentals.lines import letters_lines
from marqueedesk.rentals.rental_request import Place
from marqueedesk.rentals.stored_lines import StoredLine, read_lines
from marqueedesk.venues.address import Address, StoredAddress

WAITING, OFFERED, BOOKED, LAPSED, WITHDRAWN = "waiting", "offered", "booked", "lapsed", "withdrawn"
State = Literal["waiting", "offered", "booked", "lapsed", "withdrawn"]
OPEN: Final = (WAITING, OFFERED)


class StoredDetails(TypedDict):
    """`WaitingDetails` as JSON."""

    venue_id: int | None
    venue_name: str | None
    address: StoredAddress | None
    install_time: str | None
    event_type: str | None
    notes: str | None


class WaitingEntry(GoesWithOperator, Base):
    """A customer waiting for letters: request, dates and contact details. The customer agreed to be contacted."""

    __tablename__ = "waiting_entries"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_waiting_entries_customer_id", "operator_id", "customer_id"),
        Index("ix_waiting_entries_state", "operator_id", "state", "id"),
        CheckConstraint("state IN ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')", name="state"),
    )

    id: Mapped[int] = own_id()
    state: Mapped[str] = mapped_column(String(10))
    # Stored lines (rentals.lines), and their title.
    lines: Mapped[list[StoredLine]] = mapped_column(Document)
    message: Mapped[str] = mapped_column(String(500))
    # As entered: a date, or a date-time.
    delivery: Mapped[str] = mapped_column(String(40))
    pickup: Mapped[str] = mapped_column(String(40))
    delivery_day: Mapped[date] = mapped_column(Date)
    # The result of `WaitingDetails.to_json`; None in entries from before this was stored.
    details: Mapped[StoredDetails | None] = mapped_column(Document)
    # The customer (customers.models); None only in rows of an older server version.
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    customer_name: Mapped[str] = mapped_column(String(200))
    customer_email: Mapped[str] = mapped_column(String(254))
    customer_phone: Mapped[str | None] = mapped_column(String(50))
    nonce: Mapped[str] = mapped_column(String(32))
    offered_at: Mapped[datetime | None] = mapped_column(Instant)
    offered_until: Mapped[datetime | None] = mapped_column(Instant)
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    # The price at the time of joining; None in entries from before this was stored.
    total_cents: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)
    # Digest of the network that the request was sent from.
    sender_network: Mapped[str | None] = mapped_column(String(32))

    @property
    def holder(self) -> Holder:
        """Return the holder for the letters of the entry's offer."""
        return Holder(HELD_FOR_OFFER, self.id)

    @property
    def size(self) -> str:
        """Return the size of the first line of letters; empty if there are no letters."""
        return next((line.size for line in letters_lines(read_lines(self.lines))), "")

    def state_at(self, now: datetime) -> State:
        """Return the entry's state. An offer that wasn't answered in time has lapsed."""
        over = self.state == OFFERED and self.offered_until is not None and self.offered_until <= now
        return LAPSED if over else self.state  # pyright: ignore[reportReturnType] - the column's constraint ensures it.


class UnknownEntry(NotFound):
    """The entry doesn't exist, or the link is invalid."""

    message = "This link is invalid or has expired."


class NotOffered(Conflict):
    """There is nothing to book: no offer was made yet, or it has lapsed."""

    code = "not_offered"


@dataclass(frozen=True, slots=True)
class WaitingDetails:
    """Additional details: location, install window, event and notes. They become part of the booking."""

    place: Place
    install_time: str | None = None
    event_type: str | None = None
    notes: str | None = None

    def to_json(self) -> StoredDetails:
        """Return the stored form."""
        place = self.place
        return {
            "venue_id": place.venue_id,
            "venue_name": place.name,
            "address": place.other.to_json() if place.other else None,
            "install_time": self.install_time,
            "event_type": self.event_type,
            "notes": self.notes,
        }

    @classmethod
    def from_json(cls, stored: StoredDetails | None) -> "WaitingDetails":
        """Parse the stored form."""
        if not stored:
            return cls(Place())
        other = Address.from_json(stored["address"])
        place = Place.at(other, stored["venue_name"]) if other else Place(stored["venue_id"], stored["venue_name"])
        return cls(place, stored["install_time"], stored["event_type"], stored["notes"])
