"""Events of bookings, their holds and the waiting list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marqueedesk.domain_events.base import BusinessEvent


@dataclass(frozen=True, kw_only=True)
class BookingEvent(BusinessEvent):
    """Something that happened to a booking."""

    booking_id: int


@dataclass(frozen=True, kw_only=True)
class BookingPlaced(BookingEvent):
    """A booking was placed: by a customer, by a team member, or from a quote."""

    kind = "booking.placed"


@dataclass(frozen=True, kw_only=True)
class BookingConfirmed(BookingEvent):
    """A booking was confirmed. ``notify``: whether its customer gets an email."""

    kind = "booking.confirmed"
    notify: bool = True


@dataclass(frozen=True, kw_only=True)
class BookingCompleted(BookingEvent):
    """A booking was completed."""

    kind = "booking.completed"


@dataclass(frozen=True, kw_only=True)
class BookingCharged(BookingEvent):
    """A booking's customer is charged for a damaged or lost piece. ``notify``: whether they get an email."""

    kind = "booking.charged"
    charge_id: int
    notify: bool = True


@dataclass(frozen=True, kw_only=True)
class BookingReopened(BookingEvent):
    """A canceled or completed booking is active again."""

    kind = "booking.reopened"
    notify: bool = False


@dataclass(frozen=True, kw_only=True)
class BookingCanceled(BookingEvent):
    """A booking was canceled ``at`` an instant. It may be undone until it is announced, at ``tell_at``."""

    kind = "booking.canceled"
    notify: bool = True
    reason: str | None = None
    at: str | None = None
    tell_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class CancellationDue(BookingCanceled):
    """The time to undo a cancellation has passed."""

    kind = "booking.cancellation_due"


@dataclass(frozen=True, kw_only=True)
class BookingEdited(BookingEvent):
    """A booking was changed. ``before`` are the replaced values that its customer is shown, by their names on the
    wire.
    """

    kind = "booking.edited"
    before: Mapping[str, Any]
    notify: bool = True


@dataclass(frozen=True, slots=True)
class ShortPiece:
    """A letter or an item of which a booking no longer gets as many as it needs."""

    name: str
    needed: int
    free: int


@dataclass(frozen=True, kw_only=True)
class BookingAtRisk(BookingEvent):
    """A booking no longer gets everything that it holds."""

    kind = "booking.at_risk"
    short: tuple[ShortPiece, ...]


@dataclass(frozen=True, kw_only=True)
class CrewNotesChanged(BookingEvent):
    """A customer has written notes for the crew."""

    kind = "booking.crew_notes"


@dataclass(frozen=True, kw_only=True)
class ChangeRequested(BookingEvent):
    """A customer asks for a change; ``text`` is the beginning of what they wrote."""

    kind = "booking.change_asked"
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class ChangeAnswered(BookingEvent):
    """A business has answered a customer's change request."""

    kind = "booking.change_answered"
    request_id: int


@dataclass(frozen=True, kw_only=True)
class AgreementAnswered(BookingEvent):
    """A customer has said whether they agree to a change."""

    kind = "booking.agreement_answered"
    agreed: bool
    text: str | None = None


@dataclass(frozen=True, kw_only=True)
class HoldEvent(BookingEvent):
    """The hold of a pending request, which ends at ``ends_at``."""

    is_scheduled = True
    ends_at: str


@dataclass(frozen=True, kw_only=True)
class HoldEndsSoon(HoldEvent):
    """A request is about to lose its letters."""

    kind = "hold.lapsing"


@dataclass(frozen=True, kw_only=True)
class HoldEnded(HoldEvent):
    """A request has lost its letters."""

    kind = "hold.lapsed"


@dataclass(frozen=True, kw_only=True)
class InvoiceSent(BookingEvent):
    """A business sends a customer the invoice."""

    kind = "invoice.sent"


@dataclass(frozen=True, kw_only=True)
class PaymentRequested(BookingEvent):
    """A business asks a customer for a payment of ``amount_cents``, with a note of its own if it wrote one."""

    kind = "payment.requested"
    amount_cents: int
    note: str | None = None


@dataclass(frozen=True, kw_only=True)
class WaitingEvent(BusinessEvent):
    """Something that happened to an entry of the waiting list."""

    entry_id: int


@dataclass(frozen=True, kw_only=True)
class WaitingJoined(WaitingEvent):
    """A customer waits for letters."""

    kind = "waiting.joined"


@dataclass(frozen=True, kw_only=True)
class WaitingOffered(WaitingEvent):
    """Letters that a customer waits for are held for them."""

    kind = "waiting.offered"


@dataclass(frozen=True, kw_only=True)
class WaitingLapsed(WaitingEvent):
    """A customer has not answered an offer in time."""

    kind = "waiting.lapsed"
