"""What happens in a business, as types: each is published in the transaction in which it happens.

An event is stored as a row of the job table (docs/adr/0006-jobs.md) and handled by a worker once it is committed.
`kind` is its name there and in logs; its fields are the payload, written in camel case. An event only names rows by
their ids and holds what cannot be read later, such as the values that an edit replaced.
"""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final

from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session

from marqueedesk.kit import jobs


@dataclass(frozen=True, kw_only=True)
class DomainEvent:
    """Something that happened. Instants are text in ISO 8601, as they are stored."""

    kind: ClassVar[str]

    def payload(self) -> dict[str, Any]:
        """The fields as they are stored; those without a value are left out."""
        return {to_camel(name): value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class BusinessEvent(DomainEvent):
    """Something that happened in a business."""

    operator_id: int


# --- Bookings -------------------------------------------------------------------------------------------------------


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


# --- Quotes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class QuoteEvent(BusinessEvent):
    """Something that happened to a quote."""

    quote_id: int


@dataclass(frozen=True, kw_only=True)
class QuoteSent(QuoteEvent):
    """A version of a quote is sent to its customer."""

    kind = "quote.sent"
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class QuoteAccepted(QuoteEvent, BookingEvent):
    """A customer has accepted a quote, which is now a booking."""

    kind = "quote.accepted"


@dataclass(frozen=True, kw_only=True)
class QuoteDeclined(QuoteEvent):
    """A customer has declined a version of a quote."""

    kind = "quote.declined"
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class QuoteQuestioned(QuoteEvent):
    """A customer asks something about a quote; ``email`` is where they want the answer."""

    kind = "quote.question"
    text: str
    email: str | None = None


# --- Money ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PaymentEvent(BookingEvent):
    """Something that happened to a payment or refund of a booking, ``amount_cents`` in all.

    ``by`` is the team member who entered it, if it did not come, or go back, by card.
    """

    payment_id: int
    amount_cents: int
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class PaymentReceived(PaymentEvent):
    """A customer has paid."""

    kind = "payment.received"


@dataclass(frozen=True, kw_only=True)
class PaymentFailed(PaymentEvent):
    """A payment by card has failed."""

    kind = "payment.failed"


@dataclass(frozen=True, kw_only=True)
class PaymentRefunded(PaymentEvent):
    """Money has gone back to a customer."""

    kind = "payment.refunded"


@dataclass(frozen=True, kw_only=True)
class RefundFailed(PaymentEvent):
    """Money did not go back to a customer."""

    kind = "payment.refund_failed"


@dataclass(frozen=True, kw_only=True)
class PaymentDisputed(PaymentEvent):
    """A customer's bank disputes a payment, or has decided; ``dispute`` is the state."""

    kind = "payment.disputed"
    dispute: str


@dataclass(frozen=True, kw_only=True)
class RefundDue(BookingEvent):
    """A business owes the customer of a canceled booking money that did not come by card."""

    kind = "payment.to_return"
    amount_cents: int


# --- The business's own plan ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SubscriptionChanged(BusinessEvent):
    """A business's subscription has another state than ``before``."""

    kind = "subscription.changed"
    subscription_id: int
    status: str
    before: str | None = None
    cancel_at_period_end: bool = False


@dataclass(frozen=True, kw_only=True)
class SubscriptionPaid(BusinessEvent):
    """A business has paid for its plan."""

    kind = "subscription.paid"
    payment_id: int


@dataclass(frozen=True, kw_only=True)
class SubscriptionUnpaid(BusinessEvent):
    """A payment for a business's plan has failed."""

    kind = "subscription.unpaid"
    payment_id: int


@dataclass(frozen=True, kw_only=True)
class TrialEndsSoon(BusinessEvent):
    """A trial is about to end at ``ends_at``, without a card for what follows."""

    kind = "subscription.trial_ending"
    subscription_id: int
    ends_at: str


# --- Teams and emails -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class MemberInvited(BusinessEvent):
    """An invitation is sent; ``nonce`` tells it from an earlier one that it replaces."""

    kind = "team.invited"
    invitation_id: int
    nonce: str


@dataclass(frozen=True, kw_only=True)
class InvitationDeclined(BusinessEvent):
    """Somebody has declined an invitation."""

    kind = "team.declined"
    email: str


@dataclass(frozen=True, kw_only=True)
class MemberJoined(BusinessEvent):
    """Somebody has joined a team."""

    kind = "team.joined"
    user_id: int


@dataclass(frozen=True, kw_only=True)
class MemberLeft(BusinessEvent):
    """Somebody has left a team."""

    kind = "team.left"
    name: str
    email: str


@dataclass(frozen=True, kw_only=True)
class EmailFailed(BusinessEvent):
    """An email was given up, or may not have arrived."""

    kind = "mail.failed"
    mail_id: int


# --- By the clock ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HourReached(BusinessEvent):
    """An hour of a day, in a business's time zone, at which something is due. ``day`` is a date in ISO 8601."""

    day: str
    hour: int


@dataclass(frozen=True, kw_only=True)
class RemindersDue(HourReached):
    """Customers are reminded of their delivery."""

    kind = "schedule.reminders"


@dataclass(frozen=True, kw_only=True)
class RunSheetDue(HourReached):
    """A business gets its run sheet."""

    kind = "schedule.run_sheet"


# --- Accounts -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AccountEvent(DomainEvent):
    """Something that happened to a person's account."""

    user_id: int


@dataclass(frozen=True, kw_only=True)
class AccountCreated(AccountEvent):
    """Somebody has registered."""

    kind = "account.welcome"


@dataclass(frozen=True, kw_only=True)
class PasswordResetMade(AccountEvent):
    """A link to set another password was made."""

    kind = "account.password_reset"
    reset_id: int


@dataclass(frozen=True, kw_only=True)
class EmailChangeEvent(AccountEvent):
    """Another email address was requested. The email about it goes to one of the two addresses."""

    change_id: int
    new_email: str
    to: str


@dataclass(frozen=True, kw_only=True)
class EmailChangeAsked(EmailChangeEvent):
    """The new address is asked to confirm itself."""

    kind = "account.email_confirm"


@dataclass(frozen=True, kw_only=True)
class EmailChangeTold(EmailChangeEvent):
    """The old address gets an email, with which it can take the change back."""

    kind = "account.email_undo"


@dataclass(frozen=True, kw_only=True)
class NewSignIn(AccountEvent):
    """Somebody has signed in with a browser or from an address that was not seen before."""

    kind = "account.new_login"
    browser: str | None = None
    address: str | None = None


@dataclass(frozen=True, kw_only=True)
class ClosingBegun(AccountEvent):
    """An owner has begun to close their business."""

    kind = "account.closing"


@dataclass(frozen=True, kw_only=True)
class TeamEvent(AccountEvent):
    """Something that happened to the team that a person works in, or worked in."""

    team: str | None = None


@dataclass(frozen=True, kw_only=True)
class MemberRemoved(TeamEvent):
    """A person was removed from a team."""

    kind = "account.team_removed"


@dataclass(frozen=True, kw_only=True)
class TeamClosing(TeamEvent):
    """The business that a person works for is about to close."""

    kind = "account.team_closing"


@dataclass(frozen=True, kw_only=True)
class TeamReopened(TeamEvent):
    """The business that a person works for stays open after all."""

    kind = "account.team_reopened"


@dataclass(frozen=True, kw_only=True)
class TeamGone(TeamEvent):
    """The business that a person worked for was closed."""

    kind = "account.team_gone"


@dataclass(frozen=True, kw_only=True)
class PasswordForgotten(DomainEvent):
    """Somebody asks for a link to set another password. Nobody has looked yet whether the address has an account."""

    kind = "account.password_asked"
    email: str


# --- Publishing and reading -----------------------------------------------------------------------------------------


def _leaves(parent: type[DomainEvent]) -> list[type[DomainEvent]]:
    found = [parent] if "kind" in parent.__dict__ else []
    return found + [leaf for child in parent.__subclasses__() for leaf in _leaves(child)]


BY_KIND: Final = {event.kind: event for event in _leaves(DomainEvent)}
"""Every event by the name under which it is stored."""


def row_of(event: DomainEvent, now: datetime) -> dict[str, Any]:
    """The columns of an event's row, for callers that write rows (see kit.row_writer)."""
    return jobs.job_row(event.kind, event.payload(), now)


def publish(
    db: Session, event: DomainEvent, now: datetime, *, run_at: datetime | None = None, dedupe_key: str | None = None
) -> None:
    """Write an event in the caller's transaction. ``dedupe_key`` is unique: a second one fails the transaction."""
    jobs.enqueue(db, event.kind, event.payload(), now, run_at=run_at, dedupe_key=dedupe_key)


def publish_once(
    db: Session, event: DomainEvent, now: datetime, *, dedupe_key: str, run_at: datetime | None = None
) -> bool:
    """Like `publish`, but a second event with the same key is not an error; returns whether the event is new."""
    return jobs.enqueue_once(db, event.kind, event.payload(), now, dedupe_key=dedupe_key, run_at=run_at)


def read(kind: str, payload: Mapping[str, Any]) -> DomainEvent:
    """An event as it was published, by any version since. Raises KeyError for an unknown kind."""
    event = BY_KIND[kind]
    found = {field.name: payload[to_camel(field.name)] for field in fields(event) if to_camel(field.name) in payload}
    missing = [field.name for field in fields(event) if field.default is MISSING and field.name not in found]
    if missing:
        raise ValueError(f"{kind} lacks {', '.join(missing)}")
    if event is BookingAtRisk:
        found["short"] = tuple(ShortPiece(**one) for one in found["short"])
    return event(**found)
