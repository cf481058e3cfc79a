"""Event handlers that create notifications (G4). A business is not notified of its own actions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing import trials
from marqueedesk.billing.cards import takes_card
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.goods import at_risk
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, PENDING, Booking
from marqueedesk.contracts import queries as contracts
from marqueedesk.domain_events import (
    AccountRestricted,
    AgreementAnswered,
    AuthorizationEnded,
    AuthorizationEndsSoon,
    BookingAtRisk,
    BookingCanceled,
    BookingEvent,
    BookingPlaced,
    BooksRefused,
    BusinessEvent,
    ChangeRequested,
    ContractCompleted,
    ContractLapsed,
    ContractRefused,
    CrewNotesChanged,
    DebitReturned,
    DisputeUnanswered,
    EventDelivery,
    FraudSuspected,
    GiftCardBought,
    GiftCardProblem,
    HoldEnded,
    InvitationDeclined,
    LeadFollowUpDue,
    LeadLapsed,
    MemberJoined,
    MemberLeft,
    PaymentDisputed,
    PaymentFailed,
    PaymentNotCollected,
    PaymentReceived,
    PayoutFailed,
    QuoteAccepted,
    QuoteDeclined,
    QuoteEvent,
    QuoteQuestioned,
    RefundDue,
    RefundFailed,
    ReviewWritten,
    SecurityHoldRefused,
    Subscriber,
    TrialEndsSoon,
)
from marqueedesk.follow_ups import priced
from marqueedesk.gift_cards import queries as gift_cards
from marqueedesk.kit.text.formats import clock_time, day, money
from marqueedesk.notifications import service
from marqueedesk.notifications.service import BOOKING, PLAN, QUOTE, Note
from marqueedesk.payments import queries as payments
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.models import Quote
from marqueedesk.security_holds import queries as holds

E = TypeVar("E", bound=BusinessEvent)
E_co = TypeVar("E_co", bound=BusinessEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class EventContext(EventDelivery[E_co]):
    """A business's event with the data to create its notification. The session is scoped to the business."""

    operator: Operator

    def booking(self: "EventContext[BookingEvent]") -> Booking | None:
        """Return the event's booking in its current state, or None."""
        return bookings.find_booking(self.db, self.event.booking_id)

    def quote(self: "EventContext[QuoteEvent]") -> Quote | None:
        """Return the event's quote in its current state, or None if it was deleted."""
        return quotes.find_quote(self.db, self.event.quote_id)

    def amount(self, cents: int) -> str:
        """Format cents in the business's currency."""
        return money(cents, self.operator.currency)


NoteOf = Callable[[EventContext[E]], Note | None]


def notify_business(delivery: EventDelivery[BusinessEvent]) -> None:
    """Notify the business of an event, once. If several events can report the same thing, the note has its own key,
    which replaces the event's.
    """
    operator = accounts.active_operator(delivery.db, delivery.event.operator_id)
    if operator is None or delivery.is_stale:
        return
    occasion = EventContext(delivery.db, delivery.event, delivery.key, delivery.published_at, delivery.now, operator)
    note = _NOTES[type(delivery.event)](occasion)
    if note is not None:
        service.notify(delivery.db, note, key=note.key or delivery.key, now=delivery.now)


def _sign(occasion: EventContext[BookingEvent], booking: Booking) -> str:
    delivery = day(booking.delivery_day, occasion.operator.date_format)
    return f"#{booking.number} · {_quoted(occasion, booking)} · {delivery}"


def _quoted(occasion: EventContext[Any], rental: Booking | Quote) -> str:
    """Return the text of a rental, with its size if it has only one."""
    several = bool(rental.stored_lines if isinstance(rental, Booking) else rental.content.get("rental_lines"))
    shown = f"“{rental.message}”"
    return shown if several else f"{shown} ({pricing.price_list(occasion.db).size_name(rental.size)})"


def _about(
    occasion: EventContext[BookingEvent],
    booking: Booking,
    kind: str,
    title: str,
    text: str | None = None,
    *,
    is_money: bool = False,
) -> Note:
    return Note(kind, title, text or _sign(occasion, booking), BOOKING, booking.id, is_money)


def _placed(occasion: EventContext[BookingPlaced]) -> Note | None:
    booking = occasion.booking()
    # Accepting a quote has a notification of its own.
    if booking is None or booking.source != FROM_FORM or booking.quote_id is not None:
        return None
    if booking.status == CONFIRMED:
        return _about(occasion, booking, "booking", f"New booking from {booking.customer_name}")
    return _about(occasion, booking, "request", f"New request from {booking.customer_name}")


def _canceled(occasion: EventContext[BookingCanceled]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    last = next((row for row in reversed(bookings.history(occasion.db, booking.id)) if row.to_status == CANCELED), None)
    if last is None or last.user_id is not None or not occasion.event.notify:
        return None
    return _about(occasion, booking, "canceled", f"{booking.customer_name} has canceled")


def _lapsed(occasion: EventContext[HoldEnded]) -> Note | None:
    booking = occasion.booking()
    ends = booking.hold_expires_at if booking else None
    # If an edit extended the hold, another event reports the new end.
    if booking is None or booking.status != PENDING or ends is None or ends > occasion.now:
        return None
    text = f"{_sign(occasion, booking)}. Its letters are available again."
    return _about(occasion, booking, "lapsed", f"The hold for {booking.customer_name} has ended", text)


def _authorization_ending(occasion: EventContext[AuthorizationEndsSoon]) -> Note | None:
    booking = occasion.booking()
    until = booking.authorized_until if booking else None
    if booking is None or until is None or until <= occasion.now or until.isoformat() != occasion.event.ends_at:
        return None
    local = until.astimezone(ZoneInfo(occasion.operator.time_zone))
    when = f"{day(local.date(), occasion.operator.date_format)}, {clock_time(local, occasion.operator.time_format)}"
    text = f"{_sign(occasion, booking)}. Confirm by {when} to charge the authorized card."
    title = f"The card of {booking.customer_name} is about to be released"
    return _about(occasion, booking, "authorization.ending", title, text)


def _authorization_ended(occasion: EventContext[AuthorizationEnded]) -> Note | None:
    booking = occasion.booking()
    if booking is None or booking.status != PENDING:
        return None
    text = f"{_sign(occasion, booking)}. Nothing was charged, and the letters are available again."
    title = f"The card authorization of {booking.customer_name} has ended"
    return _about(occasion, booking, "authorization.ended", title, text)


def _lead_lapsed(occasion: EventContext[LeadLapsed]) -> Note | None:
    booking = occasion.booking()
    if booking is None or occasion.event.again:
        return None
    why = "" if occasion.event.could_pay else "Card payments were not available. "
    text = f"{_sign(occasion, booking)}. {why}The letters are available again."
    return _about(occasion, booking, "lead.lapsed", f"{booking.customer_name} did not pay in time", text)


def _lead_priced(occasion: EventContext[LeadFollowUpDue]) -> Note | None:
    lead = priced.due_lead(occasion.db, occasion.event.lead_id, occasion.now)
    if lead is None:
        return None
    text = f"“{lead.message}” · {day(lead.delivery_day, occasion.operator.date_format)}"
    name = lead.customer_name or lead.customer_email
    return Note("lead.priced", f"{name} saw a price and did not book", text, key=f"lead-priced:{lead.id}")


def _review(occasion: EventContext[ReviewWritten]) -> Note | None:
    booking, stars = occasion.booking(), occasion.event.stars
    if booking is None:
        return None
    title = f"{booking.customer_name} left a review: {stars} {'star' if stars == 1 else 'stars'}"
    return replace(_about(occasion, booking, "review", title), key=f"review:{booking.id}")


def _contract_signed(occasion: EventContext[ContractCompleted]) -> Note | None:
    return _of_contract(occasion, "contract_signed", "Contract signed")


def _contract_declined(occasion: EventContext[ContractRefused]) -> Note | None:
    return _of_contract(occasion, "contract_declined", "Contract declined")


def _contract_lapsed(occasion: EventContext[ContractLapsed]) -> Note | None:
    return _of_contract(occasion, "contract_expired", "Contract not signed in time")


def _of_contract(
    occasion: EventContext[ContractCompleted] | EventContext[ContractLapsed] | EventContext[ContractRefused],
    kind: str,
    title: str,
) -> Note | None:
    contract = contracts.find_contract(occasion.db, occasion.event.contract_id)
    if contract is None:
        return None
    if contract.booking_id is not None:
        booking = bookings.find_booking(occasion.db, contract.booking_id)
        return Note(kind, f"{title}: {booking.customer_name}", None, BOOKING, booking.id) if booking else None
    quote = quotes.find_quote(occasion.db, contract.quote_id or 0)
    if quote is None:
        return None
    return Note(kind, f"{title}: {quote.customer_name or quote.number}", None, QUOTE, quote.id, is_money=True)


def _quote_accepted(occasion: EventContext[QuoteAccepted]) -> Note | None:
    booking, quote = occasion.booking(), occasion.quote()
    if booking is None or quote is None:
        return None
    text = f"{occasion.amount(booking.total_cents)} · {_sign(occasion, booking)}"
    return _about(
        occasion, booking, "accepted", f"{booking.customer_name} accepted quote {quote.number}", text, is_money=True
    )


def _quote_declined(occasion: EventContext[QuoteDeclined]) -> Note | None:
    quote = occasion.quote()
    if quote is None:
        return None
    declines = [row for row in quotes.history(occasion.db, quote.id) if row.kind == "declined"]
    reason: str | None = declines[-1].details.get("text") if declines else None
    return _about_quote(occasion, quote, "declined", "declined", reason)


def _quote_question(occasion: EventContext[QuoteQuestioned]) -> Note | None:
    quote = occasion.quote()
    return _about_quote(occasion, quote, "question", "asks about", occasion.event.text) if quote else None


def _about_quote(occasion: EventContext[Any], quote: Quote, kind: str, verb: str, text: str | None) -> Note:
    who = quote.customer_name or quote.customer_email or "Your customer"
    shown = text or _quoted(occasion, quote)
    return Note(kind, f"{who} {verb} quote {quote.number}", shown, QUOTE, quote.id, is_money=True)


def _paid(occasion: EventContext[PaymentReceived]) -> Note | None:
    booking = occasion.booking()
    # The business already knows about payments that a team member entered.
    if booking is None or occasion.event.by is not None:
        return None
    who = payments.payer(occasion.db, occasion.event.payment_id) or booking.customer_name
    title = f"{who} has paid {occasion.amount(occasion.event.amount_cents)}"
    return _about(occasion, booking, "payment", title, is_money=True)


def _not_paid(occasion: EventContext[PaymentFailed]) -> Note | None:
    return _not_as_it_should(occasion, lambda who: f"A payment by {who} has failed")


def _not_collected(occasion: EventContext[PaymentNotCollected]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    title = f"{booking.customer_name} did not pay at the door"
    text = f"{occasion.event.by}: {occasion.event.reason}"
    return _about(occasion, booking, "payment.not_collected", title, text, is_money=True)


def _not_returned(occasion: EventContext[RefundFailed]) -> Note | None:
    amount = occasion.amount(occasion.event.amount_cents)
    return _not_as_it_should(occasion, lambda who: f"The refund of {amount} to {who} has failed")


def _to_return(occasion: EventContext[RefundDue]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    title = f"Return {occasion.amount(occasion.event.amount_cents)} to {booking.customer_name}"
    is_canceled = booking.status == CANCELED
    why = "They canceled, and did not pay this by card." if is_canceled else "Their booking costs less after a change."
    text = f"{why} {_sign(occasion, booking)}"
    return _about(occasion, booking, "to_return", title, text, is_money=True)


def _disputed(occasion: EventContext[PaymentDisputed]) -> Note | None:
    amount, dispute = occasion.amount(occasion.event.amount_cents), occasion.event.dispute

    def title(who: str) -> str:
        if dispute in {"won", "lost"}:
            return f"The dispute about {who}'s payment of {amount} is {dispute}"
        return f"{who} disputed the payment of {amount}"

    return _not_as_it_should(occasion, title)


def _debit_returned(occasion: EventContext[DebitReturned]) -> Note | None:
    amount = occasion.amount(occasion.event.amount_cents)
    return _not_as_it_should(occasion, lambda who: f"A bank returned {who}'s payment of {amount}: it is due again")


def _unanswered(occasion: EventContext[DisputeUnanswered]) -> Note | None:
    return _not_as_it_should(occasion, lambda who: f"The dispute about {who}'s payment still needs an answer")


def _suspected(occasion: EventContext[FraudSuspected]) -> Note | None:
    amount = occasion.amount(occasion.event.amount_cents)
    return _not_as_it_should(occasion, lambda who: f"The payment of {amount} by {who} may be fraud")


def _hold_refused(occasion: EventContext[SecurityHoldRefused]) -> Note | None:
    hold = holds.by_id(occasion.db, occasion.event.hold_id)
    if hold is None or holds.is_replaced(occasion.db, hold):
        return None
    amount = occasion.amount(hold.amount_cents)
    return _not_as_it_should(occasion, lambda who: f"The {amount} security hold on {who}'s card was refused")


def _not_as_it_should(occasion: EventContext[BookingEvent], title: Callable[[str], str]) -> Note | None:
    """Build a notification about a payment problem; the customer's name is inserted into ``title``."""
    booking = occasion.booking()
    if booking is None:
        return None
    return _about(occasion, booking, "payment_failed", title(booking.customer_name), is_money=True)


def _restricted(_occasion: EventContext[AccountRestricted]) -> Note | None:
    text = "Stripe needs more information. See Settings > Payments."
    return Note("payment_failed", "Your customers cannot pay by card right now", text, is_money=True)


def _payout_failed(occasion: EventContext[PayoutFailed]) -> Note | None:
    title = f"A payout of {money(occasion.event.amount_cents, occasion.event.currency)} did not arrive"
    return Note("payment_failed", title, occasion.event.reason, is_money=True)


def _gift_card_bought(occasion: EventContext[GiftCardBought]) -> Note | None:
    row = gift_cards.purchase(occasion.db, occasion.event.purchase_id)
    if row is None:
        return None
    title = f"{row.buyer} bought a {money(row.amount_cents, row.currency)} gift card"
    return Note("payment_received", title, f"For {row.recipient}", is_money=True)


_GIFT_CARD_PROBLEMS: Final = {
    "inquiry": "A bank inquired about a gift card purchase. The card is blocked for now",
    "disputed": "A gift card purchase was disputed. The card is blocked for now",
    "won": "You won a gift card dispute. The card can be used again",
    "lost": "You lost a gift card dispute. The card stays blocked",
    "refund_failed": "A gift card refund failed. The card can be used again",
    "refund_failed_blocked": "A gift card refund failed. The card stays blocked",
}


def _gift_card_problem(occasion: EventContext[GiftCardProblem]) -> Note | None:
    row = gift_cards.purchase(occasion.db, occasion.event.purchase_id)
    if row is None:
        return None
    text = f"{money(row.amount_cents, row.currency)}, bought by {row.buyer}, ending in {row.ending}"
    what = occasion.event.what
    card = gift_cards.card(occasion.db, row.gift_card_id) if row.gift_card_id is not None else None
    if what == "refund_failed" and card is not None and card.blocked_at is not None:
        what = "refund_failed_blocked"
    return Note("payment_disputed", _GIFT_CARD_PROBLEMS[what], text, is_money=True)


def _books_refused(occasion: EventContext[BooksRefused]) -> Note | None:
    name = "QuickBooks" if occasion.event.system == "quickbooks" else "Xero"
    text = f"{name} no longer accepts the connection. Connect it again in Settings > Bookkeeping."
    return Note("books_refused", f"Your books are no longer pushed to {name}", text, is_money=True)


def _trial_ends(occasion: EventContext[TrialEndsSoon]) -> Note | None:
    row = trials.ending(occasion.db, occasion.event, occasion.now)
    if row is None or row.trial_end is None:
        return None
    local = row.trial_end.astimezone(ZoneInfo(occasion.operator.time_zone))
    text = (
        "No card is on file yet. Add one before then, and your plan continues."
        if takes_card(row)
        else "You won't be charged or locked out. Choose a plan when it ends."
    )
    title = f"Your trial ends on {day(local.date(), occasion.operator.date_format)}"
    return Note("trial_ending", title, text, PLAN, row.id, is_money=True, key=trials.occasion(row))


def _crew_notes(occasion: EventContext[CrewNotesChanged]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    return _about(occasion, booking, "crew_notes", f"{booking.customer_name} left notes for your crew")


def _at_risk(occasion: EventContext[BookingAtRisk]) -> Note | None:
    booking = occasion.booking()
    if booking is None or booking.status not in HOLDING:
        return None
    title = f"The booking of {booking.customer_name} is at risk"
    text = f"{_sign(occasion, booking)} needs {at_risk.short_in_words(occasion.event)}"
    return _about(occasion, booking, "at_risk", title, text)


def _change_asked(occasion: EventContext[ChangeRequested]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    verb = "changed their booking" if occasion.event.is_made else "requested a change"
    title = f"{booking.customer_name} {verb}"
    return _about(occasion, booking, "change_request", title, occasion.event.text)


def _agreement_answered(occasion: EventContext[AgreementAnswered]) -> Note | None:
    booking = occasion.booking()
    if booking is None:
        return None
    verb = "agreed" if occasion.event.agreed else "did not agree"
    title = f"{booking.customer_name} {verb} to your change"
    return _about(occasion, booking, "change_request", title, occasion.event.text)


def _joined(occasion: EventContext[MemberJoined]) -> Note | None:
    user = occasion.db.get(User, occasion.event.user_id)
    if user is None:
        return None
    return Note("joined", f"{user.username} has joined your team", user.email, None, None, is_money=False)


def _left(occasion: EventContext[MemberLeft]) -> Note:
    return Note("left", f"{occasion.event.name} has left your team", occasion.event.email, None, None, is_money=False)


def _declined(occasion: EventContext[InvitationDeclined]) -> Note:
    title = f"{occasion.event.email} has declined your invitation"
    return Note("declined_invitation", title, None, None, None, is_money=False)


def _on(event: type[E], note: NoteOf[E]) -> tuple[type[BusinessEvent], NoteOf[Any]]:
    return event, note


_NOTES: Final[dict[type[BusinessEvent], NoteOf[Any]]] = dict(
    [
        _on(BookingPlaced, _placed),
        _on(BookingCanceled, _canceled),
        _on(CrewNotesChanged, _crew_notes),
        _on(ChangeRequested, _change_asked),
        _on(BookingAtRisk, _at_risk),
        _on(AgreementAnswered, _agreement_answered),
        _on(HoldEnded, _lapsed),
        _on(AuthorizationEndsSoon, _authorization_ending),
        _on(AuthorizationEnded, _authorization_ended),
        _on(LeadLapsed, _lead_lapsed),
        _on(LeadFollowUpDue, _lead_priced),
        _on(ReviewWritten, _review),
        _on(ContractCompleted, _contract_signed),
        _on(ContractRefused, _contract_declined),
        _on(ContractLapsed, _contract_lapsed),
        _on(QuoteAccepted, _quote_accepted),
        _on(QuoteDeclined, _quote_declined),
        _on(QuoteQuestioned, _quote_question),
        _on(MemberJoined, _joined),
        _on(InvitationDeclined, _declined),
        _on(MemberLeft, _left),
        _on(PaymentReceived, _paid),
        _on(PaymentFailed, _not_paid),
        _on(DebitReturned, _debit_returned),
        _on(PaymentNotCollected, _not_collected),
        _on(RefundFailed, _not_returned),
        _on(PaymentDisputed, _disputed),
        _on(DisputeUnanswered, _unanswered),
        _on(FraudSuspected, _suspected),
        _on(SecurityHoldRefused, _hold_refused),
        _on(AccountRestricted, _restricted),
        _on(PayoutFailed, _payout_failed),
        _on(GiftCardBought, _gift_card_bought),
        _on(GiftCardProblem, _gift_card_problem),
        _on(BooksRefused, _books_refused),
        _on(RefundDue, _to_return),
        _on(TrialEndsSoon, _trial_ends),
    ]
)
"""Functions that build the notification, by type of event."""

SUBSCRIBER: Final = Subscriber("notifications", dict.fromkeys(_NOTES, notify_business))
