"""Load the data of messages. Each function reads within the scope of the session's operator."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Invitation, Operator, User
from marqueedesk.billing import queries as billing
from marqueedesk.billing.cards import takes_card
from marqueedesk.billing.models import Subscription
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.agreements import agreement, is_open
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.customer_pages import queries as portal
from marqueedesk.customer_pages.crew import crew_lines
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents import queries as documents
from marqueedesk.documents.document_content import rented_facts
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.domain_events import SecondFactorChange
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.text.formats import money
from marqueedesk.messages.account_context import AccountContext, InvitationContext, LocalTime, TrialContext
from marqueedesk.messages.email_context import (
    BookingContext,
    CancellationSummary,
    DisputeContext,
    QuoteContext,
    WaitingContext,
    fact_rows,
)
from marqueedesk.messages.models import CUSTOMER, OutboxMail
from marqueedesk.payments.service import due_by_card, is_payable
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.content import lines_of
from marqueedesk.quotes.models import Quote
from marqueedesk.rentals.changed_fields import ChangeFormats, Changes, changed_fields, venue_ids
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.rentals.stored_lines import read_lines
from marqueedesk.stripe.queries import takes_cards
from marqueedesk.venues import queries as venues
from marqueedesk.waiting_list import waiting
from marqueedesk.waiting_list.waiting_entry import WaitingEntry


def head_of(db: Session, operator: Operator) -> Letterhead:
    """Return the business's letterhead for emails."""
    return documents.letterhead(db, operator)


def booking_context(
    db: Session,
    operator: Operator,
    booking: Booking,
    now: datetime,
    *,
    changes: Changes | None = None,
    amount_cents: int = 0,
    payer: str | None = None,
    by_hand_cents: int = 0,
    reason: str | None = None,
    problem: str | None = None,
    dispute: DisputeContext | None = None,
    note: str | None = None,
    on_approval: bool = False,
    keys: StripeKeys | None = None,
) -> BookingContext:
    """Load a booking with its business and price list. ``keys`` are the installation's Stripe keys."""
    issued = documents.invoice_of(db, booking.id)
    return BookingContext(
        booking=booking,
        head=head_of(db, operator),
        price_list=pricing.price_list(db),
        extras=documents.extra_lines(db, booking),
        now=now,
        changes=changed_fields(changes, change_formats(db, operator, changes)) if changes else (),
        amount_cents=amount_cents,
        payer=payer,
        by_hand_cents=by_hand_cents,
        reason=reason,
        problem=problem,
        dispute=dispute,
        on_approval=on_approval,
        answer_within=rules_of(operator.rules).answer_within or "soon",
        note=note,
        due_by_card_cents=due_by_card(db, operator, booking, keys, now),
        takes_cards=is_payable(booking, now) and takes_cards(db, operator.id, keys),
        how_to_pay=pricing.how_to_pay(db, operator.id, keys),
        crew=crew_lines(notes) if (notes := portal.crew_notes_of(db, [booking.id]).get(booking.id)) else (),
        farewell=_farewell(db, booking),
        invoice=issued.number if issued else None,
        asks_agreement=is_open(agreement(db, booking.id)),
    )


def change_formats(db: Session, operator: Operator, changes: Changes) -> ChangeFormats:
    """Return the business's formats for changed values."""
    names = venues.names_of(db, venue_ids(changes))
    return ChangeFormats(operator.date_format, operator.time_format, operator.currency, names)


def _farewell(db: Session, booking: Booking) -> CancellationSummary | None:
    canceled = portal.cancellation(db, booking) if booking.status == CANCELED else None
    return CancellationSummary(canceled.fee_cents, canceled.reason) if canceled else None


def quote_context(
    db: Session,
    operator: Operator,
    quote: Quote,
    version: int | None = None,
    *,
    text: str | None = None,
    email: str | None = None,
    booking: BookingContext | None = None,
) -> QuoteContext | None:
    """Load a sent version of a quote, by default the latest, and the version sent before it.

    None if the quote was never sent.
    """
    number = version or quote.sent_version
    if number is None:
        return None
    try:
        sent = quotes.version(db, quote.id, number)
    except NotFound:
        return None
    earlier, prices = quotes.sent_before(db, quote.id, number), pricing.price_list(db)
    return QuoteContext(
        quote_id=quote.id,
        sent=sent.content,
        expires_at=sent.expires_at,
        head=head_of(db, operator),
        text=text,
        email=email,
        booking=booking,
        version=sent.version,
        earlier=earlier.content if earlier else None,
        earlier_expires_at=earlier.expires_at if earlier else None,
        held=quote.hold_letters,
        sent_on=sent.sent_at.astimezone(ZoneInfo(operator.time_zone)).date()
        if sent.sent_at and booking is None
        else None,
        size_name=prices.size_name,
        sign=serialize_sign(lines_of(sent.content), prices),
    )


def waiting_context(db: Session, operator: Operator, entry: WaitingEntry) -> WaitingContext:
    """Load a customer's waiting list entry."""
    delivery, pickup = waiting.days_of(entry, operator.time_zone)
    prices, lines = pricing.price_list(db), read_lines(entry.lines)
    return WaitingContext(
        entry_id=entry.id,
        message=entry.message,
        size=prices.size_name(entry.size),
        customer_name=entry.customer_name,
        delivery=delivery,
        pickup=pickup,
        head=head_of(db, operator),
        until=entry.offered_until,
        sign=serialize_sign(lines, prices),
        rented=fact_rows(rented_facts(lines, prices)),
    )


def invitation_context(db: Session, operator: Operator, row: Invitation, site: str) -> InvitationContext:
    """Load an invitation to a business's team."""
    return InvitationContext(
        site=site,
        company=head_of(db, operator).name,
        invited_by=row.invited_by,
        email=row.email,
        part=row.part,
        expires_at=row.expires_at,
        local=LocalTime.of(operator),
        invitation_id=row.id,
    )


def account_context(
    site: str,
    user: User,
    operator: Operator | None,
    at: datetime,
    *,
    name: str | None = None,
    browser: str | None = None,
    address: str | None = None,
    reset_id: int = 0,
    change_id: int = 0,
    new_email: str | None = None,
    amount: str | None = None,
    reason: str | None = None,
    team: str | None = None,
    change: SecondFactorChange = "app_added",
) -> AccountContext:
    """Create the data of an email about an account. ``name`` replaces the username in the greeting."""
    return AccountContext(
        site=site,
        username=name or user.username,
        email=user.email,
        at=at,
        local=LocalTime.of(operator) if operator else LocalTime(),
        company=user.company_name,
        browser=browser,
        address=address,
        reset_id=reset_id,
        change_id=change_id,
        new_email=new_email,
        amount=amount,
        reason=reason,
        team=team,
        change=change,
    )


def present_address(db: Session, row: OutboxMail) -> str:
    """Return the address to resend an email to: the customer's current one, which may have been corrected since."""
    if row.audience != CUSTOMER:
        return row.recipient
    about = None
    if row.booking_id is not None:
        about = bookings.find_booking(db, row.booking_id)
    elif row.quote_id is not None:
        about = quotes.find_quote(db, row.quote_id)
    return (about and about.customer_email) or row.recipient


def trial_context(db: Session, operator: Operator, row: Subscription, site: str, currency: str) -> TrialContext:
    """Load a business's trial. Raises ValueError if the subscription has none."""
    if row.trial_end is None:
        raise ValueError("no trial")
    return TrialContext(
        site=site,
        username=accounts.owner_of(db, operator.id).username,
        plan=billing.plan(db, row.plan_id).name,
        price=money(row.price_cents, currency),
        interval=row.interval,
        ends_at=row.trial_end,
        takes_card=takes_card(row),
        local=LocalTime.of(operator),
    )
