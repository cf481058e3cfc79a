"""Turns events into emails: an event is a job that another function wrote, and this module decides who is notified of
it (N1). `bell` decides which events also ring the bell.

Each handler runs in the transaction that marks its event done, so that every email is written once. Shared code is in
`handling`; events about bookings, quotes and money have a module each. An event that notifies nobody has `_silent`, so
that its row is completed too.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import email_changes, invitations, resets
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, User
from marqueedesk.domain_events import (
    AccountCreated,
    AccountEvent,
    AgreementAnswered,
    BookingAtRisk,
    BookingCanceled,
    BookingCompleted,
    BookingConfirmed,
    BookingEdited,
    BookingPlaced,
    BookingReopened,
    BusinessEvent,
    CancellationDue,
    ChangeAnswered,
    ChangeRequested,
    ClosingBegun,
    CrewNotesChanged,
    EmailChangeAsked,
    EmailChangeEvent,
    EmailChangeTold,
    EmailFailed,
    HoldEnded,
    HoldEndsSoon,
    HoldEvent,
    InvitationDeclined,
    InvoiceSent,
    MemberInvited,
    MemberJoined,
    MemberLeft,
    MemberRemoved,
    NewSignIn,
    PasswordForgotten,
    PasswordResetMade,
    PaymentDisputed,
    PaymentFailed,
    PaymentReceived,
    PaymentRefunded,
    QuoteAccepted,
    QuoteDeclined,
    QuoteQuestioned,
    QuoteSent,
    RefundDue,
    RefundFailed,
    SubscriptionChanged,
    SubscriptionPaid,
    SubscriptionUnpaid,
    TeamClosing,
    TeamEvent,
    TeamGone,
    TeamReopened,
    TrialEndsSoon,
    WaitingJoined,
    WaitingLapsed,
    WaitingOffered,
    read,
)
from marqueedesk.kit.drain import Inner, Task
from marqueedesk.kit.tenancy import own, set_operator
from marqueedesk.messages import bell, booking_events, gather, money_events, outbox, quote_events, waiting_events
from marqueedesk.messages.handling import STALE, Handler, Handlers, Handling, handling_of, on
from marqueedesk.messages.mails import (
    alerts,
    closing,
    email_change,
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


def _silent(_handling: Handling[BusinessEvent]) -> None:
    """Send nothing."""


def _invited(handling: Handling[MemberInvited]) -> None:
    row = own(handling.db, Invitation, handling.event.invitation_id)
    # After an invitation was sent again or revoked, the link of the earlier email no longer exists.
    if row is None or row.nonce != handling.event.nonce or invitations.state(row, handling.now) != "open":
        return
    facts = gather.invitation_facts(handling.db, handling.operator, row, handling.post.site(handling.db).name)
    handling.tell(invitation.MESSAGE, facts, row.email, None, good_until=row.expires_at)


_OF_A_BUSINESS: Final[Handlers] = dict(
    [
        on(WaitingJoined, waiting_events.tell_joined),
        on(WaitingOffered, waiting_events.tell_offered),
        on(WaitingLapsed, waiting_events.tell_lapsed),
        on(BookingPlaced, booking_events.tell_placed),
        on(BookingConfirmed, booking_events.tell_confirmed),
        on(BookingCanceled, booking_events.tell_canceled),
        on(CancellationDue, booking_events.tell_cancellation),
        on(BookingCompleted, _silent),
        on(BookingReopened, booking_events.tell_reopened),
        on(BookingEdited, booking_events.tell_edited),
        on(CrewNotesChanged, booking_events.tell_crew_notes),
        on(BookingAtRisk, booking_events.tell_at_risk),
        on(ChangeRequested, booking_events.tell_change_asked),
        on(AgreementAnswered, booking_events.tell_agreement),
        on(ChangeAnswered, booking_events.tell_change_answered),
        on(HoldEndsSoon, booking_events.tell_lapsing),
        on(HoldEnded, _silent),
        on(QuoteSent, quote_events.tell_sent),
        on(QuoteAccepted, quote_events.tell_accepted),
        on(QuoteDeclined, quote_events.tell_declined),
        on(QuoteQuestioned, quote_events.tell_asked),
        on(PaymentReceived, money_events.received),
        on(PaymentRefunded, money_events.to_customer(payment_refunded.MESSAGE)),
        on(MemberInvited, _invited),
        on(InvitationDeclined, _silent),
        on(MemberJoined, _silent),
        on(MemberLeft, _silent),
        on(PaymentFailed, money_events.to_business(alerts.PAYMENT_FAILED)),
        on(RefundFailed, money_events.to_business(alerts.REFUND_FAILED)),
        on(PaymentDisputed, money_events.disputed),
        on(InvoiceSent, booking_events.tell_invoice),
        on(RefundDue, _silent),
        on(SubscriptionChanged, _silent),
        on(SubscriptionPaid, _silent),
        on(SubscriptionUnpaid, money_events.unpaid),
        on(TrialEndsSoon, money_events.trial_ends),
        on(EmailFailed, _silent),
    ]
)
"""Who is emailed about an event of a business."""
_SCHEDULED: Final = (HoldEvent, TrialEndsSoon)
"""Events whose rows are written long before they are due."""


_GOOD_FOR: Final = {
    password_reset.MESSAGE.kind: resets.LASTS,
    email_change.CONFIRM.kind: email_changes.CONFIRM_WITHIN,
}
"""Emails whose link ends."""


def _about_account(db: Session, task: Task, post: Post, message: Message[Any], now: datetime) -> None:
    """Email a person about their account. The email belongs to their business, or to themselves if they have none."""
    event = read(task.kind, task.payload)
    assert isinstance(event, AccountEvent)  # noqa: S101 - only kinds of such events come here.
    user = db.get(User, event.user_id)
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
        browser=event.browser if isinstance(event, NewSignIn) else None,
        address=event.address if isinstance(event, NewSignIn) else None,
        reset_id=event.reset_id if isinstance(event, PasswordResetMade) else 0,
        change_id=event.change_id if isinstance(event, EmailChangeEvent) else 0,
        new_email=event.new_email if isinstance(event, EmailChangeEvent) else None,
        team=event.team if isinstance(event, TeamEvent) else None,
    )
    about = About(
        kind=message.kind,
        audience=ACCOUNT,
        # About another address, one email goes to that one.
        recipient=event.to if isinstance(event, EmailChangeEvent) else user.email,
        recipient_name=user.username,
        key=f"event:{task.id}:{task.created_at:%Y%m%d%H%M%S%f}:{message.kind}",
        user_id=user.id,
        good_until=task.created_at + _GOOD_FOR[message.kind] if message.kind in _GOOD_FOR else None,
    )
    texts = chosen_texts(message, site.templates)
    outbox.write_down(db, post, about, write(message, facts, None, site.name, texts, site.signature, site.contact), now)


_OF_AN_ACCOUNT: Final[dict[type[AccountEvent], Message[Any]]] = {
    AccountCreated: welcome.MESSAGE,
    PasswordResetMade: password_reset.MESSAGE,
    NewSignIn: new_login.MESSAGE,
    EmailChangeAsked: email_change.CONFIRM,
    EmailChangeTold: email_change.KEEP,
    ClosingBegun: closing.MESSAGE,
    MemberRemoved: team.REMOVED,
    TeamClosing: team.CLOSING,
    TeamReopened: team.REOPENED,
    TeamGone: team.GONE,
}
"""The email about an event of an account."""
KINDS: Final = tuple(event.kind for event in (*_OF_A_BUSINESS, *_OF_AN_ACCOUNT, PasswordForgotten))


def _step(post: Post, handler: Handler[Any]) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        handling = handling_of(db, task, post, now)
        # A scheduled row may be old when it is due; its handler checks whether it still applies.
        if handling is not None and (isinstance(handling.event, _SCHEDULED) or now - task.created_at <= STALE):
            handler(handling)
            bell.ring(db, handling.operator, handling.event, key=handling.stamp, now=now)

    return step


def _account_step(post: Post, message: Message[Any]) -> Inner:
    return lambda db, task, now: _about_account(db, task, post, message, now)


def steps(post: Post) -> dict[str, Inner]:
    """The step for each kind of event."""
    of_businesses = {event.kind: _step(post, handler) for event, handler in _OF_A_BUSINESS.items()}
    of_accounts = {event.kind: _account_step(post, message) for event, message in _OF_AN_ACCOUNT.items()}
    return of_businesses | of_accounts | {PasswordForgotten.kind: _forgotten_step(post)}


def _forgotten_step(post: Post) -> Inner:
    def step(db: Session, task: Task, now: datetime) -> None:
        event = read(task.kind, task.payload)
        if isinstance(event, PasswordForgotten) and now - task.created_at <= resets.LASTS:
            resets.ask(db, event.email, post.site(db).signer, now)

    return step
