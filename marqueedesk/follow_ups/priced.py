"""Visitors who saw a price on chosen days and left: a lead for the business, and one email a day later.

None of these functions commits.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.public_links import open_link
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import senders
from marqueedesk.bookings.estimate import Estimate, estimate
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.delivery.rules import rules_of
from marqueedesk.domain_events import LeadFollowUpDue, publish
from marqueedesk.follow_ups import recipients
from marqueedesk.follow_ups.models import PricedLead
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import Conflict, Invalid, NotFound
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Link, Signer
from marqueedesk.rentals.lines import title_of
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import RentalRequest, read_days, read_moment
from marqueedesk.rentals.stored_lines import read_lines, stored_line
from marqueedesk.waiting_list.waiting_entry import OPEN, WaitingDetails, WaitingEntry

LINK: Final = "lead"
"""Kind of the token that opens the form filled in."""
AFTER: Final = timedelta(days=1)
"""Time from the last price to the email."""
AT_LATEST: Final = timedelta(days=4)
"""Time from the last price after which the email is no longer sent, for example because it was postponed often."""
KEPT: Final = timedelta(days=30)
MOST_LISTED: Final = 100
MOST_OPEN: Final = 500
"""Leads of a business. A further one replaces the oldest of the network with the most leads, so that a stranger can't
displace those of others.
"""
MOST_OF_A_NETWORK: Final = 5
"""New leads of a network per day and business. Further ones aren't stored."""
EMAIL_EVERY: Final = timedelta(days=30)
"""Minimum time between the email and an earlier follow-up email to the same address."""


class NoFollowUps(Conflict):
    """The business has follow-up emails switched off."""

    code = "no_follow_ups"
    message = "This business doesn't email prices."


class UnknownLead(NotFound):
    """The link is invalid, or the lead was deleted."""

    message = "This link is invalid or has expired."


@dataclass(frozen=True, slots=True)
class Contact:
    """The visitor's contact details. ``network`` is the digest of the network that the form was opened from."""

    email: str
    name: str | None
    network: str


def keep(
    db: Session, terms: Terms, contact: Contact, estimated: Estimate, details: WaitingDetails, now: datetime
) -> PricedLead | None:
    """Store a lead, in place of an earlier one with the same address and sign, and schedule its email.

    Returns None if it isn't stored: the price is incomplete, the visitor stopped such emails or is blocked, or the
    network left too many leads. ``terms`` are those read when this transaction took the lock.
    """
    request, rental, email = estimated.request, estimated.rental, contact.email.lower()
    if rental is None or request.days is None or recipients.has_stopped(db, email):
        return None
    if senders.is_refused(db.connection(), terms.operator_id, email, contact.network):
        return None
    message = title_of(request.lines)
    sign_key = " ".join(message.upper().split())[:500]
    same = (PricedLead.customer_email == email) & (PricedLead.sign_key == sign_key)
    row = db.scalars(select(PricedLead).where(same)).one_or_none()
    if row is None:
        if _left_by(db, contact.network, since=now - timedelta(days=1)) >= MOST_OF_A_NETWORK:
            return None
        _make_room(db)
        row = PricedLead(customer_email=email, sign_key=sign_key, nonce=links.new_nonce())
        db.add(row)
    row.customer_name, row.sender_network = contact.name, contact.network
    row.message, row.lines = message, [stored_line(line) for line in request.lines]
    row.delivery, row.pickup = request.days.delivery.day.isoformat(), request.days.pickup.day.isoformat()
    row.delivery_day, row.details = request.days.delivery.day, details.to_json()
    row.total_cents, row.priced_at = rental.total_cents, now
    db.flush()
    if row.emailed_at is None:
        publish(db, LeadFollowUpDue(operator_id=terms.operator_id, lead_id=row.id), now, run_at=now + AFTER)
    return row


def _left_by(db: Session, network: str, *, since: datetime) -> int:
    rows = select(func.count()).select_from(PricedLead)
    return db.scalar(rows.where(PricedLead.sender_network == network, PricedLead.priced_at > since)) or 0


def _make_room(db: Session) -> None:
    """Delete the oldest lead of the network with the most leads if the business has `MOST_OPEN`."""
    if (db.scalar(select(func.count()).select_from(PricedLead)) or 0) < MOST_OPEN:
        return
    by_size = select(PricedLead.sender_network).group_by(PricedLead.sender_network)
    network = db.scalar(by_size.order_by(func.count().desc(), func.min(PricedLead.priced_at)).limit(1))
    of_network = select(PricedLead.id).where(PricedLead.sender_network == network)
    oldest = db.scalar(of_network.order_by(PricedLead.priced_at, PricedLead.id).limit(1))
    db.execute(delete(PricedLead).where(PricedLead.id == oldest))


def withdraw(db: Session, email: str, network: str) -> None:
    """Delete the leads of an address from a network that weren't emailed, because the visitor no longer agrees."""
    db.execute(
        delete(PricedLead).where(
            PricedLead.customer_email == email.lower(),
            PricedLead.sender_network == network,
            PricedLead.emailed_at.is_(None),
        )
    )


def leads(db: Session, today: date) -> Sequence[PricedLead]:
    """Return the business's leads with coming days whose visitor hasn't booked since, newest first."""
    query = select(PricedLead).where(PricedLead.delivery_day >= today, ~_has_booked())
    return db.scalars(query.order_by(PricedLead.priced_at.desc(), PricedLead.id.desc()).limit(MOST_LISTED)).all()


def due_lead(db: Session, lead_id: int, now: datetime) -> PricedLead | None:
    """Return a lead that is a day old and whose visitor hasn't booked since; None if there is nothing to follow up."""
    query = select(PricedLead).where(PricedLead.id == lead_id, PricedLead.priced_at <= now - AFTER, ~_has_booked())
    return db.scalars(query).one_or_none()


def price_to_email(
    db: Session, operator: Operator, terms: Terms, lead: PricedLead, now: datetime
) -> PricedRental | None:
    """Return the rental at today's price if a lead's visitor gets the email: the business sends it, the visitor got no
    follow-up email in the last 30 days, saw no other price since and hasn't stopped them, and the sign can still be
    booked.
    """
    return _available_price(db, terms, lead, now) if _may_email(db, operator, lead, now) else None


def _may_email(db: Session, operator: Operator, lead: PricedLead, now: datetime) -> bool:
    email = lead.customer_email
    newer = select(PricedLead.id).where(PricedLead.customer_email == email, PricedLead.priced_at > lead.priced_at)
    waits = select(WaitingEntry.id).where(
        WaitingEntry.state.in_(OPEN), func.lower(WaitingEntry.customer_email) == email
    )
    return (
        rules_of(operator.rules).email_prices
        and now - lead.priced_at <= AT_LATEST
        and db.scalar(newer.limit(1)) is None
        and not recipients.was_emailed(db, email, since=now - EMAIL_EVERY)
        and not recipients.has_stopped(db, email)
        and not senders.is_refused(db.connection(), operator.id, email, lead.sender_network)
        and db.scalar(waits.limit(1)) is None
    )


def _available_price(db: Session, terms: Terms, lead: PricedLead, now: datetime) -> PricedRental | None:
    """Return the rental at today's price if a lead's letters are available on its days, which are still open."""
    with suppress(Invalid, NotFound):
        request = request_of(terms, lead, now)
        estimated = estimate(db.connection(), terms, request, by_operator=False, now=now, with_alternatives=False)
        if estimated.rental is not None and not estimated.shortages and not estimated.closed:
            return estimated.rental
    return None


def request_of(terms: Terms, lead: PricedLead, now: datetime) -> RentalRequest:
    """Return the rental of a lead. Raises Invalid if its days can no longer be booked."""
    details = WaitingDetails.from_json(lead.details)
    days = read_days(terms, lead.delivery, lead.pickup, details.install_time, now, by_operator=False)
    return RentalRequest(read_lines(lead.lines), days, details.place, by_line=True)


def days_of(lead: PricedLead, time_zone: str) -> tuple[date, date]:
    """Return the days of delivery and pickup in the business's time zone."""
    zone = ZoneInfo(time_zone)
    return read_moment(lead.delivery, zone, "deliveryDate").day, read_moment(lead.pickup, zone, "pickupDate").day


def _has_booked() -> ColumnElement[bool]:
    """Return the condition that a lead's visitor has a booking for the day, or that one was made or changed since."""
    return exists().where(
        and_(
            Booking.operator_id == PricedLead.operator_id,
            func.lower(Booking.customer_email) == PricedLead.customer_email,
            or_(
                Booking.updated_at >= PricedLead.priced_at,
                and_(Booking.delivery_day == PricedLead.delivery_day, Booking.status != CANCELED),
            ),
        )
    )


def make_link(db: Session, signer: Signer, lead: PricedLead, now: datetime) -> None:
    """Make the link in a lead's email work."""
    links.make(db, token_of(signer, lead), kind=LINK, operator_id=lead.operator_id, target_id=lead.id, now=now)


def token_of(signer: Signer, lead: PricedLead) -> str:
    """Return the token of a lead's link."""
    return signer.token(LINK, lead.operator_id, lead.id, lead.nonce)


def address_of(signer: Signer, public_url: str, lead: PricedLead) -> str:
    """Return the URL that opens the form filled in with a lead."""
    return f"{public_url}/f/{token_of(signer, lead)}"


def open_lead(db: Session, token: str) -> tuple[Operator, PricedLead]:
    """Scope the session to the operator of a lead's link; return the operator and the lead. Raises UnknownLead."""
    operator, lead_id = open_link(db, token, LINK, UnknownLead)
    return operator, existing(fresh(db, PricedLead, PricedLead.id == lead_id), UnknownLead)


def forget_old(db: Session, now: datetime) -> None:
    """Delete leads after 30 days, of all businesses."""
    before = now - KEPT
    db.execute(delete(Link).where(Link.kind == LINK, Link.created_at < before))
    db.execute(delete(PricedLead).where(PricedLead.priced_at < before))
