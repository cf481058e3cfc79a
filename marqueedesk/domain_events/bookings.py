"""Events of bookings, their holds and the waiting list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from marqueedesk.domain_events.base import BusinessEvent


class BookingEvent(BusinessEvent):
    """Base of events about a booking."""

    booking_id: int


class BookingPlaced(BookingEvent, kind="booking.placed"):
    """A booking was created by a customer, by a team member or from a quote, or, if it is prepaid, paid."""


class BookingConfirmed(BookingEvent, kind="booking.confirmed"):
    """A booking was confirmed. ``notify`` is true if its customer gets an email."""

    notify: bool = True


class BookingCompleted(BookingEvent, kind="booking.completed"):
    """A booking was completed."""


class BookingCharged(BookingEvent, kind="booking.charged"):
    """A customer is charged for a damaged or lost piece. ``notify`` is true if they get an email."""

    charge_id: int
    notify: bool = True


class BookingReopened(BookingEvent, kind="booking.reopened"):
    """A canceled or completed booking was reopened."""

    notify: bool = False


class BookingCanceled(BookingEvent, kind="booking.canceled"):
    """A booking was canceled ``at`` an instant. The cancellation can be undone until the customer is notified at
    ``tell_at``.
    """

    notify: bool = True
    reason: str | None = None
    at: str | None = None
    tell_at: str | None = None


class CancellationDue(BookingCanceled, kind="booking.cancellation_due"):
    """The undo period of a cancellation has ended."""


class BookingEdited(BookingEvent, kind="booking.edited"):
    """A booking was edited. ``before`` and ``after`` have the changed values shown to its customer, by wire name.

    ``after`` is empty in events of servers older than this field.
    """

    before: Mapping[str, JsonValue]
    after: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    notify: bool = True


@dataclass(frozen=True, slots=True)
class ShortPiece:
    """A letter or item of which a booking has too few."""

    name: str
    needed: int
    free: int


class BookingAtRisk(BookingEvent, kind="booking.at_risk"):
    """A booking will no longer get everything it has reserved."""

    short: tuple[ShortPiece, ...]


class CrewNotesChanged(BookingEvent, kind="booking.crew_notes"):
    """A customer wrote notes for the crew."""


class ChangeRequested(BookingEvent, kind="booking.change_asked"):
    """A customer requested a change, or made it themselves if ``is_made``; ``text`` is the start of its description."""

    text: str = ""
    is_made: bool = False


class ChangeAnswered(BookingEvent, kind="booking.change_answered"):
    """A business responded to a customer's change request."""

    request_id: int


class AgreementAnswered(BookingEvent, kind="booking.agreement_answered"):
    """A customer accepted or rejected a proposed change."""

    agreed: bool
    text: str | None = None


class CertificateRequested(BookingEvent, kind="booking.certificate_requested"):
    """The business requests a certificate of insurance from its insurer, by email to ``to``."""

    to: str


class CertificateSent(BookingEvent, kind="booking.certificate_sent"):
    """The business sends a certificate of insurance to a booking's venue, by email to ``to``."""

    to: str
    certificate_id: int


class CustomerConfirmed(BookingEvent, kind="booking.address_confirmed"):
    """A customer opened the link in the email about their request, which now holds its letters."""


class HoldEvent(BookingEvent):
    """Base of events about a pending request's hold, which ends at ``ends_at``."""

    is_scheduled = True
    ends_at: str


class HoldEndsSoon(HoldEvent, kind="hold.lapsing"):
    """A request is about to lose its letters."""


class HoldEnded(HoldEvent, kind="hold.lapsed"):
    """A request lost its letters."""


class PaymentHoldBegan(BookingEvent, kind="payment_hold.began"):
    """A customer's letters are held until the booking is paid. ``again`` is true if the business sends the email
    again.
    """

    again: bool = False


class PaymentHoldEnds(HoldEvent, kind="payment_hold.ends"):
    """The hold of a booking that awaits its payment is about to end."""


class BookingReplaced(BookingEvent, kind="booking.replaced"):
    """An unpaid booking was canceled because its customer sent another request in its place."""


class InvoiceSent(BookingEvent, kind="invoice.sent"):
    """A business sends an invoice to a customer."""


class PaymentRequested(BookingEvent, kind="payment.requested"):
    """A business requests a payment of ``amount_cents`` from a customer, with an optional note."""

    amount_cents: int
    note: str | None = None


class PaymentPossible(BookingEvent, kind="payment.possible"):
    """A booking that awaits its payment can be paid now. The provider was unavailable when the booking was created."""


class AuthorizationEndsSoon(HoldEvent, kind="authorization.ending"):
    """A card authorized for a request is about to be released, because the business has not decided yet."""


class AuthorizationEnded(BookingEvent, kind="authorization.ended"):
    """A card authorized for a request was released, and its letters with it."""


class LeadLapsed(BookingEvent, kind="lead.lapsed"):
    """A booking was not paid in time. ``could_pay`` is true if its customer ever had a card form. ``again`` is true if
    the business sends the email again.
    """

    could_pay: bool = True
    again: bool = False


class LeadFollowUpDue(BusinessEvent, kind="lead.follow_up"):
    """A visitor saw a price a day ago."""

    is_scheduled = True
    lead_id: int


class ReviewWritten(BookingEvent, kind="review.written"):
    """A customer wrote a review, or replaced it."""

    stars: int


class BookingListRequested(BusinessEvent, kind="booking_list.requested"):
    """A link to all bookings made with an address was requested. There may be none."""

    customer_email: str


class WaitingEvent(BusinessEvent):
    """Base of events about the waiting list."""

    entry_id: int


class WaitingJoined(WaitingEvent, kind="waiting.joined"):
    """A customer joined the waiting list."""


class WaitingOffered(WaitingEvent, kind="waiting.offered"):
    """Letters were held for a waiting customer as an offer."""


class WaitingLapsed(WaitingEvent, kind="waiting.lapsed"):
    """A customer did not respond to an offer in time."""
