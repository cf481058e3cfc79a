"""Events of bookings, their holds and the waiting list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marqueedesk.domain_events.base import BusinessEvent


class BookingEvent(BusinessEvent):
    """Something that happened to a booking."""

    booking_id: int


class BookingPlaced(BookingEvent, kind="booking.placed"):
    """A booking was placed: by a customer, by a team member, or from a quote."""


class BookingConfirmed(BookingEvent, kind="booking.confirmed"):
    """A booking was confirmed. ``notify``: whether its customer gets an email."""

    notify: bool = True


class BookingCompleted(BookingEvent, kind="booking.completed"):
    """A booking was completed."""


class BookingCharged(BookingEvent, kind="booking.charged"):
    """A booking's customer is charged for a damaged or lost piece. ``notify``: whether they get an email."""

    charge_id: int
    notify: bool = True


class BookingReopened(BookingEvent, kind="booking.reopened"):
    """A canceled or completed booking is active again."""

    notify: bool = False


class BookingCanceled(BookingEvent, kind="booking.canceled"):
    """A booking was canceled ``at`` an instant. It may be undone until it is announced, at ``tell_at``."""

    notify: bool = True
    reason: str | None = None
    at: str | None = None
    tell_at: str | None = None


class CancellationDue(BookingCanceled, kind="booking.cancellation_due"):
    """The time to undo a cancellation has passed."""


class BookingEdited(BookingEvent, kind="booking.edited"):
    """A booking was changed. ``before`` are the replaced values that its customer is shown, by their names on the
    wire.
    """

    before: Mapping[str, Any]
    notify: bool = True


@dataclass(frozen=True, slots=True)
class ShortPiece:
    """A letter or an item of which a booking no longer gets as many as it needs."""

    name: str
    needed: int
    free: int


class BookingAtRisk(BookingEvent, kind="booking.at_risk"):
    """A booking no longer gets everything that it holds."""

    short: tuple[ShortPiece, ...]


class CrewNotesChanged(BookingEvent, kind="booking.crew_notes"):
    """A customer has written notes for the crew."""


class ChangeRequested(BookingEvent, kind="booking.change_asked"):
    """A customer asks for a change; ``text`` is the beginning of what they wrote."""

    text: str = ""


class ChangeAnswered(BookingEvent, kind="booking.change_answered"):
    """A business has answered a customer's change request."""

    request_id: int


class AgreementAnswered(BookingEvent, kind="booking.agreement_answered"):
    """A customer has said whether they agree to a change."""

    agreed: bool
    text: str | None = None


class CustomerConfirmed(BookingEvent, kind="booking.address_confirmed"):
    """A customer has opened the link in the email about their request, which holds its letters now."""


class HoldEvent(BookingEvent):
    """The hold of a pending request, which ends at ``ends_at``."""

    is_scheduled = True
    ends_at: str


class HoldEndsSoon(HoldEvent, kind="hold.lapsing"):
    """A request is about to lose its letters."""


class HoldEnded(HoldEvent, kind="hold.lapsed"):
    """A request has lost its letters."""


class InvoiceSent(BookingEvent, kind="invoice.sent"):
    """A business sends a customer the invoice."""


class PaymentRequested(BookingEvent, kind="payment.requested"):
    """A business asks a customer for a payment of ``amount_cents``, with a note of its own if it wrote one."""

    amount_cents: int
    note: str | None = None


class PaymentPossible(BookingEvent, kind="payment.possible"):
    """A booking that waits for its payment can be paid now: the provider could not be reached when it was placed."""


class LeadLapsed(BookingEvent, kind="lead.lapsed"):
    """A booking was not paid in time. ``could_pay``: whether its customer ever had a card form."""

    could_pay: bool = True


class WaitingEvent(BusinessEvent):
    """Something that happened to an entry of the waiting list."""

    entry_id: int


class WaitingJoined(WaitingEvent, kind="waiting.joined"):
    """A customer waits for letters."""


class WaitingOffered(WaitingEvent, kind="waiting.offered"):
    """Letters that a customer waits for are held for them."""


class WaitingLapsed(WaitingEvent, kind="waiting.lapsed"):
    """A customer has not answered an offer in time."""
