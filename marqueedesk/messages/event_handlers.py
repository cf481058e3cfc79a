"""Subscribers that send emails about events (N1).

Shared code is in `event_mailer`; events about bookings, quotes and money have a module each.
"""

from functools import partial
from typing import Any, Final

from marqueedesk.accounts import email_changes, resets
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, User
from marqueedesk.announcements.models import Announcement
from marqueedesk.conversations.models import ConversationEntry
from marqueedesk.customers.models import Customer
from marqueedesk.domain_events import (
    AccountCreated,
    AccountEvent,
    AccountRestricted,
    AddressUnconfirmed,
    AgreementAnswered,
    AnnouncementEmailed,
    AuthorizationEnded,
    AuthorizationEndsSoon,
    BookingAtRisk,
    BookingCanceled,
    BookingCharged,
    BookingConfirmed,
    BookingEdited,
    BookingListRequested,
    BookingPlaced,
    BookingReopened,
    BusinessApproved,
    BusinessEvent,
    BusinessRefused,
    CancellationDue,
    CardChargeAnnounced,
    CardChargeWithdrawn,
    CertificateRequested,
    CertificateSent,
    ChangeAnswered,
    ChangeRequested,
    ClosingBegun,
    ContractCompleted,
    ContractLapsed,
    ContractSent,
    ConversationEmailWritten,
    CrewNotesChanged,
    DebitReturned,
    DisputeUnanswered,
    EmailCeilingReached,
    EmailChangeAsked,
    EmailChangeEvent,
    EmailChangeTold,
    EmailFailed,
    EventDelivery,
    FraudSuspected,
    GiftCardBought,
    GiftCardDeliveryDue,
    HoldEndsSoon,
    InvoiceSent,
    LeadFollowUpDue,
    LeadLapsed,
    MemberInvited,
    MemberRemoved,
    NewSignIn,
    PasswordResetMade,
    PaymentDisputed,
    PaymentFailed,
    PaymentHoldBegan,
    PaymentHoldEnds,
    PaymentPossible,
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
    SecurityHoldRefused,
    SignInLinkMade,
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
from marqueedesk.kit.db.tenancy import own, set_operator
from marqueedesk.messages import (
    booking_events,
    document_events,
    load_context,
    money_events,
    outbox,
    queries,
    quote_events,
    returning_events,
    schedules,
    waiting_events,
)
from marqueedesk.messages.emails import (
    alerts,
    closing,
    email_ceiling,
    email_change,
    invitation,
    new_login,
    password_reset,
    payment_refunded,
    review,
    second_factor,
    sign_in_link,
    team,
    welcome,
)
from marqueedesk.messages.emails.by_hand import announcement, personal
from marqueedesk.messages.event_mailer import EventMailer, Handler, Handlers, mailer_for, on
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.messages.message import Message, chosen_texts, write
from marqueedesk.messages.models import ACCOUNT, UNCERTAIN
from marqueedesk.messages.outbox import MailEnvelope
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import BOOKING, QUOTE, Note
from marqueedesk.teams import invitations


def _invited(mailer: EventMailer[MemberInvited]) -> None:
    row = own(mailer.db, Invitation, mailer.event.invitation_id)
    # Resending or revoking an invitation invalidates the links in earlier emails.
    if row is None or row.nonce != mailer.event.nonce or invitations.state(row, mailer.now) != "open":
        return
    context = load_context.invitation_context(
        mailer.db, mailer.operator, row, mailer.mail_settings.site(mailer.db).name
    )
    mailer.send(invitation.MESSAGE, context, row.email, None, good_until=row.expires_at)


def _note_failure(mailer: EventMailer[EmailFailed]) -> None:
    """Add a notification for the business that an email was not sent, because an email about it could fail too."""
    row = queries.outgoing(mailer.db, mailer.event.mail_id)
    if row is None or (row.audience == ACCOUNT and row.kind != invitation.MESSAGE.kind):
        return
    document_events.note_undelivered(mailer.db, row, mailer.now)
    about, about_id = (BOOKING, row.booking_id) if row.booking_id else (QUOTE, row.quote_id)
    to = row.recipient_name or row.recipient
    title = f"The email to {to} may not have arrived" if row.state == UNCERTAIN else f"The email to {to} was not sent"
    note = Note(
        "mail_failed", title, row.subject, about if about_id else None, about_id, is_money=row.booking_id is None
    )
    notifications.notify(mailer.db, note, key=mailer.key, now=mailer.now)


def _email_from_conversation(mailer: EventMailer[ConversationEmailWritten]) -> None:
    """Send the email that a team member wrote in a conversation."""
    entry = own(mailer.db, ConversationEntry, mailer.event.entry_id)
    customer = own(mailer.db, Customer, entry.customer_id) if entry is not None else None
    if entry is None or customer is None or not customer.emails or entry.state != "waiting":
        return
    context = personal.PersonalContext(entry.text, customer.name, load_context.head_of(mailer.db, mailer.operator))
    mailer.send(personal.MESSAGE, context, customer.emails[0], customer.name, entry=entry)


_OF_A_BUSINESS: Final[Handlers] = dict(
    [
        on(LeadFollowUpDue, returning_events.email_price_seen),
        on(BookingListRequested, returning_events.email_booking_list),
        on(WaitingJoined, waiting_events.email_joined),
        on(WaitingOffered, waiting_events.email_offered),
        on(WaitingLapsed, waiting_events.email_lapsed),
        on(BookingPlaced, booking_events.email_placed),
        on(BookingConfirmed, booking_events.email_confirmed),
        on(BookingCanceled, booking_events.email_canceled),
        on(BookingCharged, booking_events.email_charged),
        on(CancellationDue, booking_events.email_cancellation),
        on(BookingReopened, booking_events.email_reopened),
        on(BookingEdited, booking_events.email_edited),
        on(CrewNotesChanged, booking_events.email_crew_notes),
        on(BookingAtRisk, booking_events.email_at_risk),
        on(ChangeRequested, booking_events.email_change_asked),
        on(AgreementAnswered, booking_events.email_agreement),
        on(ChangeAnswered, booking_events.email_change_answered),
        on(HoldEndsSoon, booking_events.email_lapsing),
        on(QuoteSent, quote_events.email_sent),
        on(QuoteAccepted, quote_events.email_accepted),
        on(QuoteDeclined, quote_events.email_declined),
        on(QuoteQuestioned, quote_events.email_asked),
        on(PaymentReceived, money_events.received),
        on(GiftCardBought, money_events.gift_card_bought),
        on(GiftCardDeliveryDue, money_events.gift_card_due),
        on(PaymentRefunded, money_events.to_customer(payment_refunded.MESSAGE)),
        on(MemberInvited, _invited),
        on(PaymentFailed, money_events.failed),
        on(DebitReturned, money_events.debit_returned),
        on(RefundFailed, money_events.to_business(alerts.REFUND_FAILED)),
        on(PaymentDisputed, money_events.disputed),
        on(DisputeUnanswered, money_events.unanswered),
        on(FraudSuspected, money_events.to_business(alerts.FRAUD_SUSPECTED)),
        on(AccountRestricted, money_events.restricted),
        on(PayoutFailed, money_events.payout_failed),
        on(InvoiceSent, booking_events.email_invoice),
        on(CertificateRequested, document_events.email_insurer),
        on(CertificateSent, document_events.email_venue),
        on(ContractSent, document_events.email_signer),
        on(ContractCompleted, document_events.email_copies),
        on(ContractLapsed, document_events.email_lapsed),
        on(PaymentRequested, money_events.requested),
        on(PaymentPossible, money_events.possible),
        on(LeadLapsed, money_events.lapsed),
        on(PaymentHoldBegan, money_events.hold_began),
        on(PaymentHoldEnds, money_events.hold_ends),
        on(AuthorizationEndsSoon, money_events.authorization_ending),
        on(AuthorizationEnded, money_events.authorization_ended),
        on(CardChargeAnnounced, money_events.charge_announced),
        on(CardChargeWithdrawn, money_events.charge_withdrawn),
        on(SecurityHoldRefused, money_events.hold_refused),
        on(SubscriptionUnpaid, money_events.unpaid),
        on(TrialEndsSoon, money_events.trial_ends),
        on(EmailFailed, _note_failure),
        on(ConversationEmailWritten, _email_from_conversation),
        on(RemindersDue, schedules.remind),
        on(RunSheetDue, schedules.send_run_sheet),
    ]
)
"""Handlers of a business's events."""


_GOOD_FOR: Final = {
    password_reset.MESSAGE.kind: resets.LASTS,
    sign_in_link.MESSAGE.kind: resets.LASTS,
    email_change.VERIFY.kind: email_changes.CONFIRM_WITHIN,
    email_change.CONFIRM.kind: email_changes.CONFIRM_WITHIN,
}
"""How long emails whose link expires stay useful."""


def _name(user: User, to: str) -> str:
    """Return the name to use in the greeting.

    For an unconfirmed address, use the part before the @, so that users can't choose text that a stranger would read.
    """
    if to.lower() == user.email_key and user.email_confirmed_at is not None:
        return user.username
    return to.partition("@")[0][:100]


def _about_account(mail_settings: MailSettings, message: Message[Any], delivery: EventDelivery[AccountEvent]) -> None:
    """Email a user about their account. The email belongs to their business, or to the user if they have none."""
    db, event, now = delivery.db, delivery.event, delivery.now
    user = db.get(User, event.user_id)
    if user is None or not user.is_active or delivery.is_stale:
        return
    membership = accounts.membership(db, user.id)
    operator = membership[0] if membership else None
    set_operator(db, operator.id if operator else user.id)
    site = mail_settings.site(db)
    # For a change of email address, the email goes to the new address.
    to = event.to if isinstance(event, EmailChangeEvent) else user.email
    name = _name(user, to)
    context = load_context.account_context(
        site.name,
        user,
        operator,
        delivery.published_at,
        name=name,
        browser=event.browser if isinstance(event, NewSignIn | SecondFactorChanged) else None,
        address=event.address if isinstance(event, NewSignIn | SecondFactorChanged) else None,
        reset_id=event.reset_id if isinstance(event, PasswordResetMade | SignInLinkMade) else 0,
        change_id=event.change_id if isinstance(event, EmailChangeEvent) else 0,
        new_email=event.new_email if isinstance(event, EmailChangeEvent) else None,
        team=event.team if isinstance(event, TeamEvent) else None,
        change=event.change if isinstance(event, SecondFactorChanged) else "app_added",
    )
    about = MailEnvelope(
        kind=message.kind,
        audience=ACCOUNT,
        recipient=to,
        recipient_name=name,
        dedupe_key=f"{delivery.key}:{message.kind}",
        user_id=user.id,
        good_until=delivery.published_at + _GOOD_FOR[message.kind] if message.kind in _GOOD_FOR else None,
    )
    texts = chosen_texts(message, site.templates)
    outbox.write_down(
        db, mail_settings, about, write(message, context, None, site.name, texts, site.signature, site.contact), now
    )


def _email_announcement(mail_settings: MailSettings, delivery: EventDelivery[AnnouncementEmailed]) -> None:
    """Email an owner the announcement, unless it is over or was deleted."""
    db, event, now = delivery.db, delivery.event, delivery.now
    user, row = db.get(User, event.user_id), db.get(Announcement, event.announcement_id)
    if user is None or not user.is_active or row is None or row.ends_at <= now:
        return
    set_operator(db, user.id)
    site, name, message = mail_settings.site(db), _name(user, user.email), announcement.MESSAGE
    about = MailEnvelope(
        kind=message.kind,
        audience=ACCOUNT,
        recipient=user.email,
        recipient_name=name,
        dedupe_key=announcement.dedupe_key(row.id),
        user_id=user.id,
        good_until=row.ends_at,
    )
    context = announcement.AnnouncementContext(site.name, name, row.text)
    content = write(message, context, None, site.name, None, site.signature, site.contact)
    outbox.write_down(db, mail_settings, about, content, now)


_OF_AN_ACCOUNT: Final[dict[type[AccountEvent], Message[Any]]] = {
    AccountCreated: welcome.MESSAGE,
    BusinessApproved: review.APPROVED,
    BusinessRefused: review.REFUSED,
    PasswordResetMade: password_reset.MESSAGE,
    SignInLinkMade: sign_in_link.MESSAGE,
    EmailCeilingReached: email_ceiling.MESSAGE,
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
"""Messages about an account, by type of event."""


def _notify(mail_settings: MailSettings, handler: Handler[Any], delivery: EventDelivery[BusinessEvent]) -> None:
    mailer = mailer_for(mail_settings, delivery)
    if mailer is None:
        return
    handler(mailer)
    if mailer.problems:
        raise Incomplete(f"{len(mailer.problems)} emails") from mailer.problems[0]


def subscriber(mail_settings: MailSettings) -> Subscriber:
    """Return the handlers of this package."""
    of_businesses = {event: partial(_notify, mail_settings, handler) for event, handler in _OF_A_BUSINESS.items()}
    of_accounts = {event: partial(_about_account, mail_settings, message) for event, message in _OF_AN_ACCOUNT.items()}
    announced = {AnnouncementEmailed: partial(_email_announcement, mail_settings)}
    return Subscriber("messages", {**of_businesses, **of_accounts, **announced})
