"""Turns events into mails: an event is a job that some verb wrote, and here stands who is told of it (N1). What rings
the bell besides is said in `bell`.

Each handler runs in one transaction with marking its event done, so that every mail is written once. `Handling` carries
what they share. An event that nobody is told of has `_silent`, so that its row ends too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.accounts import invitations, members, resets
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, PENDING, Booking
from marqueedesk.kit import jobs
from marqueedesk.kit.drain import Inner, Task
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.tenancy import set_operator
from marqueedesk.messages import bell, gather, money_events, outbox, queries
from marqueedesk.messages.facts import BookingFacts, Wish
from marqueedesk.messages.mails import (
    canceled,
    change_answered,
    closing,
    confirmed,
    customer_canceled,
    declined,
    hold_lapsing,
    invitation,
    new_login,
    new_request,
    password_reset,
    payment_received,
    payment_refunded,
    quote_accepted,
    quote_answered,
    quote_sent,
    request_received,
    rescheduled,
    team,
    welcome,
)
from marqueedesk.messages.message import Facts, Message, chosen_texts, write
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.outbox import About
from marqueedesk.messages.post import Post
from marqueedesk.payments import service as payments
from marqueedesk.portal import queries as portal
from marqueedesk.portal.models import MADE
from marqueedesk.quotes import queries as quotes
from marqueedesk.teams import service as teams

STALE: Final = timedelta(days=7)
"""Events older than this are no news: nobody is written to about them."""
LAPSING: Final = timedelta(days=1)
"""How long before a request loses its letters its business is told."""

F = TypeVar("F", bound=Facts)


@dataclass(frozen=True, slots=True)
class Handling:
    """One event, with what handling it takes."""

    db: Session
    task: Task
    post: Post
    operator: Operator
    now: datetime

    @property
    def payload(self) -> Mapping[str, Any]:
        """What the event says."""
        return self.task.payload

    @property
    def stamp(self) -> str:
        """What names the event, also after its row is gone and its number was given to another."""
        return f"event:{self.task.id}:{self.task.created_at:%Y%m%d%H%M%S%f}"

    def booking(self) -> Booking | None:
        """The booking that the event is about, as it is now."""
        try:
            return bookings.booking(self.db, self.payload["bookingId"])
        except NotFound:
            return None

    def facts(self, booking: Booking, **more: Any) -> BookingFacts:
        """The booking, for a message."""
        return gather.booking_facts(self.db, self.operator, booking, self.now, **more)

    def tell(
        self, message: Message[F], facts: F, to: str, name: str | None, *, key: str | None = None, **about: Any
    ) -> None:
        """Write a message down: once for this event, or once for ``key``."""
        head = gather.head_of(self.db, self.operator)
        site = self.post.site(self.db)
        own = queries.settings(self.db).texts if message.is_editable else {}
        texts = chosen_texts(message, site.templates, own)
        outbox.write_down(
            self.db,
            self.post,
            About(
                kind=message.kind,
                audience=message.audience,
                recipient=to,
                recipient_name=name,
                key=key or f"{self.stamp}:{message.kind}",
                **about,
            ),
            write(message, facts, head, site.name, texts, site.signature),
            self.now,
        )

    def tell_customer(self, message: Message[BookingFacts], facts: BookingFacts, **about: Any) -> None:
        """Write to a booking's customer, who finds the link of its page in the mail."""
        booking = facts.booking
        self.link(booking)
        self.tell(message, facts, booking.customer_email, booking.customer_name, booking_id=booking.id, **about)

    def link(self, booking: Booking) -> None:
        """Let the booking have its link, made under the operator's lock as everywhere else."""
        availability.lock(self.db, self.operator.id)
        self.post.site(self.db).booking_links.of(self.db, self.operator.id, booking.id, self.now)

    def tell_business(self, message: Message[F], facts: F, **about: Any) -> None:
        """Write to the business."""
        head = gather.head_of(self.db, self.operator)
        if head.email:
            self.tell(message, facts, head.email, head.name, **about)


Handler = Callable[[Handling], None]


def _silent(_event: Handling) -> None:
    """Nobody is written to."""


def _placed(event: Handling) -> None:
    booking = event.booking()
    if booking is None:
        return
    if booking.status == PENDING:
        watch_hold(event.db, booking, event.now)
    if booking.quote_id is not None:
        # A customer's own yes is an event of its own; this is a quote that the business booked.
        if quotes.acceptance(event.db, booking.quote_id) is None and booking.status == CONFIRMED:
            event.tell_customer(confirmed.MESSAGE, event.facts(booking))
        return
    answered = any(change.kind == "status" for change in bookings.history(event.db, booking.id))
    # What was answered before anybody could be told has its own mail.
    if booking.source != FROM_FORM or answered:
        return
    facts = event.facts(booking)
    event.tell_customer(request_received.MESSAGE if booking.status == PENDING else confirmed.MESSAGE, facts)
    event.tell_business(new_request.MESSAGE, facts, booking_id=booking.id)


def _confirmed(event: Handling) -> None:
    booking = event.booking()
    if booking is not None and booking.status == CONFIRMED:
        event.tell_customer(confirmed.MESSAGE, event.facts(booking))


def _canceled(event: Handling) -> None:
    booking = event.booking()
    if booking is None:
        return
    last = next((row for row in reversed(bookings.history(event.db, booking.id)) if row.to_status == CANCELED), None)
    was_request = last is not None and last.from_status == PENDING
    by_customer = last is not None and last.user_id is None
    payments.close_later(event.db, booking, event.now)
    back = payments.coming_back(event.db, booking.id, last.at) if last else 0
    facts = event.facts(booking, amount_cents=back)
    event.tell_customer(declined.MESSAGE if was_request and not by_customer else canceled.MESSAGE, facts)
    if by_customer:
        event.tell_business(customer_canceled.MESSAGE, facts, booking_id=booking.id)


def _edited(event: Handling) -> None:
    booking = event.booking()
    if booking is None or booking.status not in HOLDING:
        return
    payments.close_outdated(event.db, booking, event.now)
    if booking.status == PENDING:
        watch_hold(event.db, booking, event.now)
    before: Mapping[str, str] = event.payload["before"]
    if before:
        event.tell_customer(rescheduled.MESSAGE, event.facts(booking, before=before))


def _change_answered(event: Handling) -> None:
    """Tell the customer what became of their wish; not where new days have told them already."""
    booking = event.booking()
    if booking is None:
        return
    try:
        asked = portal.change_request(event.db, booking.id, event.payload["requestId"])
    except NotFound:
        return
    is_made = asked.outcome == MADE
    if (
        is_made
        and asked.answer is None
        and queries.was_told(event.db, rescheduled.MESSAGE.kind, booking.id, since=asked.asked_at)
    ):
        return
    wish = Wish(asked.text, is_made=is_made, answer=asked.answer)
    event.tell_customer(change_answered.MESSAGE, event.facts(booking, wish=wish))


def watch_hold(db: Session, booking: Booking, now: datetime) -> None:
    """Write down when a request is about to lose its letters, and when it has; once for each time that this changes."""
    ends = booking.hold_expires_at
    if ends is None or ends <= now:
        return
    payload = {"bookingId": booking.id, "operatorId": booking.operator_id, "endsAt": ends.isoformat()}
    # The hold's own end is in the key: an edited request that keeps its letters longer is watched anew.
    key = f"{booking.id}:{ends:%Y%m%d%H%M%S%f}"
    soon = max(now + (ends - now) / 2, ends - LAPSING)
    jobs.enqueue_once(db, "hold.lapsing", payload, now, dedupe_key=f"hold:{key}:lapsing", run_at=soon)
    jobs.enqueue_once(db, "hold.lapsed", payload, now, dedupe_key=f"hold:{key}:lapsed", run_at=ends)


def still_held(event: Handling) -> Booking | None:
    """The request that a hold's event is about, if it still waits and its letters are still kept until then."""
    booking = event.booking()
    if booking is None or booking.status != PENDING or booking.hold_expires_at is None:
        return None
    return booking if booking.hold_expires_at.isoformat() == event.payload["endsAt"] else None


def _lapsing(event: Handling) -> None:
    booking = still_held(event)
    if booking is not None and booking.hold_expires_at is not None and booking.hold_expires_at > event.now:
        event.tell_business(
            hold_lapsing.MESSAGE,
            event.facts(booking),
            booking_id=booking.id,
            good_until=booking.hold_expires_at,
        )


def _quote_sent(event: Handling) -> None:
    try:
        quote = quotes.quote(event.db, event.payload["quoteId"])
    except NotFound:
        return
    facts = gather.quote_facts(event.db, event.operator, quote, event.payload.get("version"))
    if facts is not None and facts.sent["customer_email"]:
        event.tell(
            quote_sent.MESSAGE, facts, facts.sent["customer_email"], facts.sent["customer_name"], quote_id=quote.id
        )


def _quote_accepted(event: Handling) -> None:
    booking = event.booking()
    if booking is None or booking.quote_id is None:
        return
    quote = quotes.quote(event.db, booking.quote_id)
    facts = gather.quote_facts(event.db, event.operator, quote, booking=event.facts(booking))
    if facts is None:
        return
    event.link(booking)
    event.tell(
        quote_accepted.MESSAGE,
        facts,
        booking.customer_email,
        booking.customer_name,
        booking_id=booking.id,
        quote_id=quote.id,
    )
    event.tell_business(quote_answered.ACCEPTED, facts, booking_id=booking.id, quote_id=quote.id)


def _quote_answered(event: Handling) -> None:
    try:
        quote = quotes.quote(event.db, event.payload["quoteId"])
    except NotFound:
        return
    asked = event.task.kind == "quote.question"
    words = event.payload.get("text")
    if not asked:
        told = [row for row in quotes.history(event.db, quote.id) if row.kind == "declined"]
        words = told[-1].details.get("text") if told else None
    email = event.payload.get("email")
    facts = gather.quote_facts(event.db, event.operator, quote, event.payload.get("version"), text=words, email=email)
    if facts is not None:
        event.tell_business(quote_answered.QUESTION if asked else quote_answered.DECLINED, facts, quote_id=quote.id)


def _invited(event: Handling) -> None:
    row = event.db.get(Invitation, event.payload["invitationId"])
    # A mail that was asked for again, or an invitation that was taken back, has no link any more.
    if row is None or row.nonce != event.payload["nonce"] or invitations.state(row, event.now) != "open":
        return
    facts = gather.invitation_facts(event.db, event.operator, row, event.post.site(event.db).name)
    event.tell(invitation.MESSAGE, facts, row.email, None, good_until=row.expires_at)


_OF_A_BUSINESS: Final[dict[str, Handler]] = {
    "booking.placed": _placed,
    "booking.confirmed": _confirmed,
    "booking.canceled": _canceled,
    "booking.completed": _silent,
    "booking.edited": _edited,
    "booking.crew_notes": _silent,
    "booking.change_asked": _silent,
    "booking.change_answered": _change_answered,
    "hold.lapsing": _lapsing,
    "hold.lapsed": _silent,
    "quote.sent": _quote_sent,
    "quote.accepted": _quote_accepted,
    "quote.declined": _quote_answered,
    "quote.question": _quote_answered,
    "payment.received": money_events.to_customer(payment_received.MESSAGE),
    "payment.refunded": money_events.to_customer(payment_refunded.MESSAGE),
    invitations.INVITED: _invited,
    invitations.DECLINED: _silent,
    "team.joined": _silent,
    teams.LEFT: _silent,
    "payment.failed": _silent,
    "payment.refund_failed": _silent,
    "payment.disputed": _silent,
    "subscription.changed": _silent,
    "subscription.paid": _silent,
    "subscription.unpaid": money_events.unpaid,
    outbox.FAILED_EVENT: _silent,
}
"""Events of a business: their payload has ``operatorId``."""


def _about_account(db: Session, task: Task, post: Post, message: Message[Any], now: datetime) -> None:
    """Write to a person about their account. The mail belongs to their business, or to themselves without one."""
    user = db.get(User, task.payload["userId"])
    if user is None or not user.is_active or now - task.created_at > STALE:
        return
    found = accounts.membership(db, user.id)
    operator = found[0] if found else None
    set_operator(db, operator.id if operator else user.id)
    site = post.site(db)
    facts = gather.account_facts(
        site.name,
        user,
        operator,
        task.created_at,
        browser=task.payload.get("browser"),
        address=task.payload.get("address"),
        reset_id=task.payload.get("resetId", 0),
        team=task.payload.get("team"),
    )
    about = About(
        kind=message.kind,
        audience=ACCOUNT,
        recipient=user.email,
        recipient_name=user.username,
        key=f"event:{task.id}:{task.created_at:%Y%m%d%H%M%S%f}:{message.kind}",
        user_id=user.id,
        good_until=task.created_at + resets.LASTS if message is password_reset.MESSAGE else None,
    )
    texts = chosen_texts(message, site.templates)
    outbox.write_down(db, post, about, write(message, facts, None, site.name, texts, site.signature), now)


_OF_AN_ACCOUNT: Final[dict[str, Message[Any]]] = {
    "account.welcome": welcome.MESSAGE,
    "account.password_reset": password_reset.MESSAGE,
    "account.new_login": new_login.MESSAGE,
    "account.closing": closing.MESSAGE,
    members.REMOVED: team.REMOVED,
    "account.team_closing": team.CLOSING,
    "account.team_reopened": team.REOPENED,
    "account.team_gone": team.GONE,
}
"""Events of an account: their payload has ``userId``."""


KINDS: Final = (*_OF_A_BUSINESS, *_OF_AN_ACCOUNT, resets.ASKED)


def handling(db: Session, task: Task, post: Post, now: datetime) -> Handling | None:
    """Keep the session to the business that a job is about; None where it is gone or deactivated."""
    operator_id: int = task.payload["operatorId"]
    set_operator(db, operator_id)
    operator = db.get(Operator, operator_id)
    return Handling(db, task, post, operator, now) if operator is not None and operator.is_active else None


def _step(post: Post, handler: Handler) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        event = handling(db, task, post, now)
        # A schedule's row may be old when it comes due: what counts is when it was to be handled.
        if event is not None and (task.kind.startswith("hold.") or now - task.created_at <= STALE):
            handler(event)
            bell.ring(db, event.operator, task.kind, task.payload, key=event.stamp, now=now)

    return step


def _account_step(post: Post, message: Message[Any]) -> Inner:
    return lambda db, task, now: _about_account(db, task, post, message, now)


def steps(post: Post) -> dict[str, Inner]:
    """The step that each kind of event takes."""
    of_businesses = {kind: _step(post, handler) for kind, handler in _OF_A_BUSINESS.items()}
    of_accounts = {kind: _account_step(post, message) for kind, message in _OF_AN_ACCOUNT.items()}
    return of_businesses | of_accounts | {resets.ASKED: _asked_step(post)}


def _asked_step(post: Post) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        if now - task.created_at <= resets.LASTS:
            resets.ask(db, task.payload["email"], post.site(db).signer, now)

    return step
