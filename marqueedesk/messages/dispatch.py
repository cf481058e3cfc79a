"""Turns events into emails: an event is a job that another function wrote, and this module decides who is notified of
it (N1). `bell` decides which events also ring the bell.

Each handler runs in the transaction that marks its event done, so that every email is written once. Shared code is in
`handling`; events about bookings, quotes and money have a module each. An event that notifies nobody has `_silent`, so
that its row is completed too.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import invitations, members, resets
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, User
from marqueedesk.billing import trials
from marqueedesk.bookings import at_risk, waiting
from marqueedesk.documents.service import INVOICE_SENT
from marqueedesk.kit.drain import Inner, Task
from marqueedesk.kit.tenancy import own, set_operator
from marqueedesk.messages import bell, booking_events, gather, money_events, outbox, quote_events, waiting_events
from marqueedesk.messages.handling import STALE, Handler, Handling, handling
from marqueedesk.messages.mails import (
    alerts,
    closing,
    invitation,
    new_login,
    password_reset,
    payment_refunded,
    team,
    welcome,
)
from marqueedesk.messages.message import Message, chosen_texts, write
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.outbox import About
from marqueedesk.messages.post import Post
from marqueedesk.payments import service as payments
from marqueedesk.portal.service import AGREEMENT_ANSWERED
from marqueedesk.teams import service as teams


def _silent(_event: Handling) -> None:
    """Send nothing."""


def _invited(event: Handling) -> None:
    row = own(event.db, Invitation, event.payload["invitationId"])
    # After an invitation was sent again or revoked, the link of the earlier email no longer exists.
    if row is None or row.nonce != event.payload["nonce"] or invitations.state(row, event.now) != "open":
        return
    facts = gather.invitation_facts(event.db, event.operator, row, event.post.site(event.db).name)
    event.tell(invitation.MESSAGE, facts, row.email, None, good_until=row.expires_at)


_OF_A_BUSINESS: Final[dict[str, Handler]] = {
    waiting.JOINED: waiting_events.tell_joined,
    waiting.OFFER_MADE: waiting_events.tell_offered,
    waiting.OFFER_LAPSED: waiting_events.tell_lapsed,
    "booking.placed": booking_events.tell_placed,
    "booking.confirmed": booking_events.tell_confirmed,
    "booking.canceled": booking_events.tell_canceled,
    booking_events.CANCELLATION_DUE: booking_events.tell_cancellation,
    "booking.completed": _silent,
    "booking.reopened": booking_events.tell_reopened,
    "booking.edited": booking_events.tell_edited,
    "booking.crew_notes": booking_events.tell_crew_notes,
    at_risk.AT_RISK: booking_events.tell_at_risk,
    "booking.change_asked": booking_events.tell_change_asked,
    AGREEMENT_ANSWERED: booking_events.tell_agreement,
    "booking.change_answered": booking_events.tell_change_answered,
    "hold.lapsing": booking_events.tell_lapsing,
    "hold.lapsed": _silent,
    "quote.sent": quote_events.tell_sent,
    "quote.accepted": quote_events.tell_accepted,
    "quote.declined": quote_events.tell_answered,
    "quote.question": quote_events.tell_answered,
    "payment.received": money_events.received,
    "payment.refunded": money_events.to_customer(payment_refunded.MESSAGE),
    invitations.INVITED: _invited,
    invitations.DECLINED: _silent,
    "team.joined": _silent,
    teams.LEFT: _silent,
    "payment.failed": money_events.to_business(alerts.PAYMENT_FAILED),
    "payment.refund_failed": money_events.to_business(alerts.REFUND_FAILED),
    "payment.disputed": money_events.disputed,
    INVOICE_SENT: booking_events.tell_invoice,
    payments.TO_RETURN: _silent,
    "subscription.changed": _silent,
    "subscription.paid": _silent,
    "subscription.unpaid": money_events.unpaid,
    trials.ENDING: money_events.trial_ends,
    outbox.FAILED_EVENT: _silent,
}
"""Events of a business: their payload has ``operatorId``."""
_BY_THE_CLOCK: Final = ("hold.", trials.ENDING)
"""Prefixes of the kinds whose rows are written long before they are due."""


def _about_account(db: Session, task: Task, post: Post, message: Message[Any], now: datetime) -> None:
    """Email a person about their account. The email belongs to their business, or to themselves if they have none."""
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
    outbox.write_down(db, post, about, write(message, facts, None, site.name, texts, site.signature, site.contact), now)


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


def _step(post: Post, handler: Handler) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        event = handling(db, task, post, now)
        # A scheduled row may be old when it is due; its handler checks whether it still applies.
        if event is not None and (task.kind.startswith(_BY_THE_CLOCK) or now - task.created_at <= STALE):
            handler(event)
            bell.ring(db, event.operator, task.kind, task.payload, key=event.stamp, now=now)

    return step


def _account_step(post: Post, message: Message[Any]) -> Inner:
    return lambda db, task, now: _about_account(db, task, post, message, now)


def steps(post: Post) -> dict[str, Inner]:
    """The step for each kind of event."""
    of_businesses = {kind: _step(post, handler) for kind, handler in _OF_A_BUSINESS.items()}
    of_accounts = {kind: _account_step(post, message) for kind, message in _OF_AN_ACCOUNT.items()}
    return of_businesses | of_accounts | {resets.ASKED: _asked_step(post)}


def _asked_step(post: Post) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        if now - task.created_at <= resets.LASTS:
            resets.ask(db, task.payload["email"], post.site(db).signer, now)

    return step
