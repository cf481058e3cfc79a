"""The subscribers that send email about events: who is emailed about which (N1).

Shared code is in `handling`; events about bookings, quotes and money have a module each.
"""

from functools import partial
from typing import Any, Final

from marqueedesk.accounts import email_changes, resets
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, User
from marqueedesk.domain_events import (
    AccountCreated,
    AccountEvent,
    AccountRestricted,
    AddressUnconfirmed,
    AgreementAnswered,
    BookingAtRisk,
    BookingCanceled,
    BookingCharged,
    BookingConfirmed,
    BookingEdited,
    BookingPlaced,
    BookingReopened,
    BusinessApproved,
    BusinessEvent,
    BusinessRefused,
    CancellationDue,
    ChangeAnswered,
    ChangeRequested,
    ClosingBegun,
    CrewNotesChanged,
    Delivery,
    DisputeUnanswered,
    EmailChangeAsked,
    EmailChangeEvent,
    EmailChangeTold,
    EmailFailed,
    FraudSuspected,
    HoldEndsSoon,
    InvoiceSent,
    MemberInvited,
    MemberRemoved,
    NewSignIn,
    PasswordResetMade,
    PaymentDisputed,
    PaymentFailed,
    PaymentReceived,
    PaymentRefunded,
    PaymentRequested,
    PayoutFailed,
    QuoteAccepted,
    QuoteDeclined,
    QuoteQuestioned,
    QuoteSent,
    RefundFailed,
    RemindersDue,
    RunSheetDue,
    SecondFactorChanged,
    Subscriber,
    SubscriptionUnpaid,
    TeamClosing,
    TeamEvent,
    TeamGone,
    TeamReopened,
    TrialEndsSoon,
    WaitingJoined,
    WaitingLapsed,
    WaitingOffered,
)
from marqueedesk.domain_events.delivery import Incomplete
from marqueedesk.kit.tenancy import own, set_operator
from marqueedesk.messages import (
    booking_events,
    gather,
    money_events,
    outbox,
    queries,
    quote_events,
    schedules,
    waiting_events,
)
from marqueedesk.messages.emails import (
    alerts,
    closing,
    email_change,
    invitation,
    new_login,
    password_reset,
    payment_refunded,
    review,
    second_factor,
    team,
    welcome,
)
from marqueedesk.messages.handling import Handler, Handlers, Handling, handling_of, on
from marqueedesk.messages.message import Message, chosen_texts, write
from marqueedesk.messages.models import ACCOUNT, UNCERTAIN
from marqueedesk.messages.outbox import About
from marqueedesk.messages.post import Post
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import BOOKING, QUOTE, Note
from marqueedesk.teams import invitations


def _invited(handling: Handling[MemberInvited]) -> None:
    row = own(handling.db, Invitation, handling.event.invitation_id)
    # After an invitation was sent again or revoked, the link of the earlier email no longer exists.
    if row is None or row.nonce != handling.event.nonce or invitations.state(row, handling.now) != "open":
        return
    facts = gather.invitation_facts(handling.db, handling.operator, row, handling.post.site(handling.db).name)
    handling.tell(invitation.MESSAGE, facts, row.email, None, good_until=row.expires_at)


def _note_failure(handling: Handling[EmailFailed]) -> None:
    """Notify the business at the bell that one of its emails has not been sent: an email could fail as well."""
    row = queries.outgoing(handling.db, handling.event.mail_id)
    if row is None or (row.audience == ACCOUNT and row.kind != invitation.MESSAGE.kind):
        return
    about, about_id = (BOOKING, row.booking_id) if row.booking_id else (QUOTE, row.quote_id)
    to = row.recipient_name or row.recipient
    title = f"The email to {to} may not have arrived" if row.state == UNCERTAIN else f"The email to {to} was not sent"
    note = Note(
        "mail_failed", title, row.subject, about if about_id else None, about_id, is_money=row.booking_id is None
    )
    notifications.tell(handling.db, note, key=handling.key, now=handling.now)


_OF_A_BUSINESS: Final[Handlers] = dict(
    [
        on(WaitingJoined, waiting_events.tell_joined),
        on(WaitingOffered, waiting_events.tell_offered),
        on(WaitingLapsed, waiting_events.tell_lapsed),
        on(BookingPlaced, booking_events.tell_placed),
        on(BookingConfirmed, booking_events.tell_confirmed),
        on(BookingCanceled, booking_events.tell_canceled),
        on(BookingCharged, booking_events.tell_charged),
        on(CancellationDue, booking_events.tell_cancellation),
        on(BookingReopened, booking_events.tell_reopened),
        on(BookingEdited, booking_events.tell_edited),
        on(CrewNotesChanged, booking_events.tell_crew_notes),
        on(BookingAtRisk, booking_events.tell_at_risk),
        on(ChangeRequested, booking_events.tell_change_asked),
        on(AgreementAnswered, booking_events.tell_agreement),
        on(ChangeAnswered, booking_events.tell_change_answered),
        on(HoldEndsSoon, booking_events.tell_lapsing),
        on(QuoteSent, quote_events.tell_sent),
        on(QuoteAccepted, quote_events.tell_accepted),
        on(QuoteDeclined, quote_events.tell_declined),
        on(QuoteQuestioned, quote_events.tell_asked),
        on(PaymentReceived, money_events.received),
        on(PaymentRefunded, money_events.to_customer(payment_refunded.MESSAGE)),
        on(MemberInvited, _invited),
        on(PaymentFailed, money_events.to_business(alerts.PAYMENT_FAILED)),
        on(RefundFailed, money_events.to_business(alerts.REFUND_FAILED)),
        on(PaymentDisputed, money_events.disputed),
        on(DisputeUnanswered, money_events.unanswered),
        on(FraudSuspected, money_events.to_business(alerts.FRAUD_SUSPECTED)),
        on(AccountRestricted, money_events.restricted),
        on(PayoutFailed, money_events.payout_failed),
        on(InvoiceSent, booking_events.tell_invoice),
        on(PaymentRequested, money_events.requested),
        on(SubscriptionUnpaid, money_events.unpaid),
        on(TrialEndsSoon, money_events.trial_ends),
        on(EmailFailed, _note_failure),
        on(RemindersDue, schedules.remind),
        on(RunSheetDue, schedules.send_run_sheet),
    ]
)
"""Who is emailed about an event of a business."""


_GOOD_FOR: Final = {
    password_reset.MESSAGE.kind: resets.LASTS,
    email_change.VERIFY.kind: email_changes.CONFIRM_WITHIN,
    email_change.CONFIRM.kind: email_changes.CONFIRM_WITHIN,
}
"""Emails whose link ends."""


def _about_account(post: Post, message: Message[Any], delivery: Delivery[AccountEvent]) -> None:
    """Email a person about their account. The email belongs to their business, or to themselves if they have none."""
    db, event, now = delivery.db, delivery.event, delivery.now
    user = db.get(User, event.user_id)
    if user is None or not user.is_active or delivery.is_stale:
        return
    found = accounts.membership(db, user.id)
    operator = found[0] if found else None
    set_operator(db, operator.id if operator else user.id)
    site = post.site(db)
    facts = gather.account_facts(
        site.name,
        user,
        operator,
        delivery.published_at,
        browser=event.browser if isinstance(event, NewSignIn | SecondFactorChanged) else None,
        address=event.address if isinstance(event, NewSignIn | SecondFactorChanged) else None,
        reset_id=event.reset_id if isinstance(event, PasswordResetMade) else 0,
        change_id=event.change_id if isinstance(event, EmailChangeEvent) else 0,
        new_email=event.new_email if isinstance(event, EmailChangeEvent) else None,
        team=event.team if isinstance(event, TeamEvent) else None,
        change=event.change if isinstance(event, SecondFactorChanged) else "app_added",
    )
    about = About(
        kind=message.kind,
        audience=ACCOUNT,
        # About another address, one email goes to that one.
        recipient=event.to if isinstance(event, EmailChangeEvent) else user.email,
        recipient_name=user.username,
        key=f"{delivery.key}:{message.kind}",
        user_id=user.id,
        good_until=delivery.published_at + _GOOD_FOR[message.kind] if message.kind in _GOOD_FOR else None,
    )
    texts = chosen_texts(message, site.templates)
    outbox.write_down(db, post, about, write(message, facts, None, site.name, texts, site.signature, site.contact), now)


_OF_AN_ACCOUNT: Final[dict[type[AccountEvent], Message[Any]]] = {
    AccountCreated: welcome.MESSAGE,
    BusinessApproved: review.APPROVED,
    BusinessRefused: review.REFUSED,
    PasswordResetMade: password_reset.MESSAGE,
    NewSignIn: new_login.MESSAGE,
    SecondFactorChanged: second_factor.MESSAGE,
    AddressUnconfirmed: email_change.VERIFY,
    EmailChangeAsked: email_change.CONFIRM,
    EmailChangeTold: email_change.KEEP,
    ClosingBegun: closing.MESSAGE,
    MemberRemoved: team.REMOVED,
    TeamClosing: team.CLOSING,
    TeamReopened: team.REOPENED,
    TeamGone: team.GONE,
}
"""The email about an event of an account."""


def _notify(post: Post, handler: Handler[Any], delivery: Delivery[BusinessEvent]) -> None:
    handling = handling_of(post, delivery)
    if handling is None:
        return
    handler(handling)
    if handling.problems:
        raise Incomplete(f"{len(handling.problems)} emails") from handling.problems[0]


def subscriber(post: Post) -> Subscriber:
    """The handlers of this package."""
    of_businesses = {event: partial(_notify, post, handler) for event, handler in _OF_A_BUSINESS.items()}
    of_accounts = {event: partial(_about_account, post, message) for event, message in _OF_AN_ACCOUNT.items()}
    return Subscriber("messages", {**of_businesses, **of_accounts})
