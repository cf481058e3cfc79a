"""Turns events into bell notifications (G4): what each kind of event says to the business.

`ring` is called in the transaction that marks the event done, so the business is notified of each event once. It is
not notified of its own actions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts import invitations
from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing import trials
from marqueedesk.billing.cards import takes_card
from marqueedesk.bookings import at_risk
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, PENDING, Booking
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.wording import day, money
from marqueedesk.messages import booking_events, outbox
from marqueedesk.messages import queries as mails
from marqueedesk.messages.mails import invitation
from marqueedesk.messages.models import ACCOUNT, UNCERTAIN
from marqueedesk.notifications import service
from marqueedesk.notifications.service import BOOKING, PLAN, QUOTE, Note
from marqueedesk.payments import service as payments
from marqueedesk.portal.service import AGREEMENT_ANSWERED
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.models import Quote
from marqueedesk.teams import service as teams


@dataclass(frozen=True, slots=True)
class Occasion:
    """An event of a business, with what a notification about it needs. The session is limited to the business."""

    db: Session
    operator: Operator
    payload: Mapping[str, Any]
    now: datetime

    def booking(self) -> Booking | None:
        """The booking that the event is about, as it is now; None if there is none."""
        try:
            return bookings.booking(self.db, self.payload["bookingId"])
        except (NotFound, KeyError):
            return None

    def quote(self) -> Quote | None:
        """The quote that the event is about, as it is now; None if it was deleted."""
        try:
            return quotes.quote(self.db, self.payload["quoteId"])
        except (NotFound, KeyError):
            return None

    def amount(self, cents: int) -> str:
        """Cents in the business's currency."""
        return money(cents, self.operator.currency)


def ring(db: Session, operator: Operator, kind: str, payload: Mapping[str, Any], *, key: str, now: datetime) -> None:
    """Notify the business of an event, if this kind of event rings the bell. ``key`` identifies the event, so that it
    rings once. If several events can announce the same occasion, the note has a key of its own, which is used instead.
    """
    note_of = _NOTES.get(kind)
    note = note_of(Occasion(db, operator, payload, now)) if note_of else None
    if note is not None:
        service.tell(db, note, key=note.key or key, now=now)


def _sign(event: Occasion, booking: Booking) -> str:
    delivery = day(booking.delivery_day, event.operator.date_format)
    return f"#{booking.number} · “{booking.message}” ({booking.size}) · {delivery}"


def _about(
    event: Occasion, booking: Booking, kind: str, title: str, text: str | None = None, *, is_money: bool = False
) -> Note:
    return Note(kind, title, text or _sign(event, booking), BOOKING, booking.id, is_money)


def _placed(event: Occasion) -> Note | None:
    booking = event.booking()
    # Accepting a quote has a notification of its own.
    if booking is None or booking.source != FROM_FORM or booking.quote_id is not None:
        return None
    if booking.status == CONFIRMED:
        return _about(event, booking, "booking", f"New booking from {booking.customer_name}")
    return _about(event, booking, "request", f"New request from {booking.customer_name}")


def _canceled(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    last = next((row for row in reversed(bookings.history(event.db, booking.id)) if row.to_status == CANCELED), None)
    if last is None or last.user_id is not None:
        return None
    return _about(event, booking, "canceled", f"{booking.customer_name} has canceled")


def _lapsed(event: Occasion) -> Note | None:
    booking = event.booking()
    ends = booking.hold_expires_at if booking else None
    # An edit may have extended the hold: the new end has an event of its own.
    if booking is None or booking.status != PENDING or ends is None or ends > event.now:
        return None
    text = f"{_sign(event, booking)}. Its letters are available again."
    return _about(event, booking, "lapsed", f"The hold for {booking.customer_name} has ended", text)


def _quote_accepted(event: Occasion) -> Note | None:
    booking, quote = event.booking(), event.quote()
    if booking is None or quote is None:
        return None
    text = f"{event.amount(booking.total_cents)} · {_sign(event, booking)}"
    return _about(
        event, booking, "accepted", f"{booking.customer_name} accepted quote {quote.number}", text, is_money=True
    )


def _quote_declined(event: Occasion) -> Note | None:
    quote = event.quote()
    if quote is None:
        return None
    told = [row for row in quotes.history(event.db, quote.id) if row.kind == "declined"]
    reason: str | None = told[-1].details.get("text") if told else None
    return _about_quote(quote, "declined", "declined", reason)


def _quote_question(event: Occasion) -> Note | None:
    quote = event.quote()
    return _about_quote(quote, "question", "asks about", event.payload.get("text")) if quote else None


def _about_quote(quote: Quote, kind: str, verb: str, text: str | None) -> Note:
    who = quote.customer_name or quote.customer_email or "Your customer"
    shown = text or f"“{quote.message}” ({quote.size})"
    return Note(kind, f"{who} {verb} quote {quote.number}", shown, QUOTE, quote.id, is_money=True)


def _paid(event: Occasion) -> Note | None:
    booking = event.booking()
    # A payment that a team member entered is not news to the business.
    if booking is None or "by" in event.payload:
        return None
    title = f"{booking.customer_name} has paid {event.amount(event.payload['amountCents'])}"
    return _about(event, booking, "payment", title, is_money=True)


def _not_paid(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    return _about(event, booking, "payment_failed", f"A payment by {booking.customer_name} has failed", is_money=True)


def _not_returned(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    title = f"The refund of {event.amount(event.payload['amountCents'])} to {booking.customer_name} has failed"
    return _about(event, booking, "payment_failed", title, is_money=True)


def _to_return(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    title = f"Return {event.amount(event.payload['amountCents'])} to {booking.customer_name}"
    text = f"They have canceled, and this did not come by card. {_sign(event, booking)}"
    return _about(event, booking, "to_return", title, text, is_money=True)


def _disputed(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    amount, who = event.amount(event.payload["amountCents"]), booking.customer_name
    title = {
        "won": f"The dispute about {who}'s payment of {amount} is won",
        "lost": f"The dispute about {who}'s payment of {amount} is lost",
    }.get(event.payload["dispute"], f"{who} disputes the payment of {amount}")
    return _about(event, booking, "payment_failed", title, is_money=True)


def _trial_ends(event: Occasion) -> Note | None:
    row = trials.ending(event.db, event.payload, event.now)
    if row is None or row.trial_end is None:
        return None
    local = row.trial_end.astimezone(ZoneInfo(event.operator.time_zone))
    text = (
        "No card is on file yet. Add one before then, and your plan continues."
        if takes_card(row)
        else "Nothing is charged then, and nothing is locked. Choose a plan once it is over."
    )
    title = f"Your trial ends on {day(local.date(), event.operator.date_format)}"
    return Note("trial_ending", title, text, PLAN, row.id, is_money=True, key=trials.occasion(row))


def _crew_notes(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    return _about(event, booking, "crew_notes", f"{booking.customer_name} left notes for your crew")


def _at_risk(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None or booking.status not in HOLDING:
        return None
    title = f"The booking of {booking.customer_name} is at risk"
    text = f"{_sign(event, booking)} needs {booking_events.short_in_words(event.payload)}"
    return _about(event, booking, "at_risk", title, text)


def _change_asked(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    title = f"{booking.customer_name} asks for a change"
    return _about(event, booking, "change_request", title, event.payload.get("text"))


def _agreement_answered(event: Occasion) -> Note | None:
    booking = event.booking()
    if booking is None:
        return None
    verb = "agrees" if event.payload["agreed"] else "does not agree"
    title = f"{booking.customer_name} {verb} to your change"
    return _about(event, booking, "change_request", title, event.payload.get("text"))


def _mail_failed(event: Occasion) -> Note | None:
    row = mails.outgoing(event.db, event.payload["mailId"])
    if row is None or (row.audience == ACCOUNT and row.kind != invitation.MESSAGE.kind):
        return None
    about, about_id = (BOOKING, row.booking_id) if row.booking_id else (QUOTE, row.quote_id)
    to = row.recipient_name or row.recipient
    title = f"The email to {to} may not have arrived" if row.state == UNCERTAIN else f"The email to {to} was not sent"
    return Note(
        "mail_failed", title, row.subject, about if about_id else None, about_id, is_money=row.booking_id is None
    )


def _joined(event: Occasion) -> Note | None:
    user = event.db.get(User, event.payload["userId"])
    if user is None:
        return None
    return Note("joined", f"{user.username} has joined your team", user.email, None, None, is_money=False)


def _left(event: Occasion) -> Note:
    return Note(
        "left", f"{event.payload['name']} has left your team", event.payload["email"], None, None, is_money=False
    )


def _declined(event: Occasion) -> Note:
    title = f"{event.payload['email']} has declined your invitation"
    return Note("declined_invitation", title, None, None, None, is_money=False)


_NOTES: Final[dict[str, Callable[[Occasion], Note | None]]] = {
    "booking.placed": _placed,
    "booking.canceled": _canceled,
    "booking.crew_notes": _crew_notes,
    "booking.change_asked": _change_asked,
    at_risk.AT_RISK: _at_risk,
    AGREEMENT_ANSWERED: _agreement_answered,
    "hold.lapsed": _lapsed,
    "quote.accepted": _quote_accepted,
    "quote.declined": _quote_declined,
    "quote.question": _quote_question,
    "team.joined": _joined,
    invitations.DECLINED: _declined,
    teams.LEFT: _left,
    "payment.received": _paid,
    "payment.failed": _not_paid,
    "payment.refund_failed": _not_returned,
    "payment.disputed": _disputed,
    payments.TO_RETURN: _to_return,
    trials.ENDING: _trial_ends,
    outbox.FAILED_EVENT: _mail_failed,
}
"""The function that writes the notification, by kind of event."""
