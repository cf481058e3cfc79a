"""The list of all bookings that a customer made with one email address at one business.

A link by email opens it, once and within half an hour; the list then stays open in that browser for a day. None of
these functions commits.
"""

from datetime import datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import CursorResult, delete, func, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.public_links import open_link
from marqueedesk.bookings.models import Booking
from marqueedesk.customer_pages.errors import NoBookingList
from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Link, Signer

LINK: Final = "list"
SESSION: Final = "open_list"
"""Kinds of tokens: of the link in the email, and of the list that it opened."""
LINK_VALID: Final = timedelta(minutes=30)
OPEN_FOR: Final = timedelta(days=1)
MOST_LISTED: Final = 200


def bookings_of(db: Session, customer_email: str, limit: int = MOST_LISTED) -> list[Booking]:
    """Return the bookings made with an address, in any case, by delivery day with the latest first."""
    same = func.lower(Booking.customer_email) == customer_email.lower()
    return list(db.scalars(select(Booking).where(same).order_by(Booking.delivery_day.desc(), Booking.id).limit(limit)))


def create_link(db: Session, operator_id: int, customer_email: str, signer: Signer, now: datetime) -> BookingListLink:
    """Create a link to the list of an address."""
    row = BookingListLink(customer_email=customer_email.lower(), nonce=links.new_nonce(), sent_at=now)
    db.add(row)
    db.flush()
    links.make(db, token_of(signer, row), kind=LINK, operator_id=operator_id, target_id=row.id, now=now)
    return row


def token_of(signer: Signer, row: BookingListLink) -> str:
    """Return the token of the link in the email."""
    return signer.token(LINK, row.operator_id, row.id, row.nonce)


def address_of(signer: Signer, public_url: str, row: BookingListLink) -> str:
    """Return the URL of the list."""
    return f"{public_url}/my/{token_of(signer, row)}"


def open_once(db: Session, token: str, signer: Signer, now: datetime) -> tuple[Operator, BookingListLink, str]:
    """Use up a link. Return the operator, the link and the token of the opened list. Raises NoBookingList."""
    operator, link_id = open_link(db, token, LINK, NoBookingList)
    used = update(BookingListLink).where(
        BookingListLink.id == link_id,
        BookingListLink.opened_at.is_(None),
        BookingListLink.sent_at > now - LINK_VALID,
    )
    # A condition of the statement itself, so that of two browsers at the same time only one opens the list.
    if cast("CursorResult[Any]", db.execute(used.values(opened_at=now))).rowcount != 1:
        raise NoBookingList
    row = existing(fresh(db, BookingListLink, BookingListLink.id == link_id), NoBookingList)
    session = signer.token(SESSION, operator.id, row.id, row.nonce)
    links.make(db, session, kind=SESSION, operator_id=operator.id, target_id=row.id, now=now)
    return operator, row, session


def open_list(db: Session, token: str, now: datetime) -> tuple[Operator, BookingListLink]:
    """Scope the session to the operator of an opened list; return the operator and the link that opened it.

    Raises NoBookingList.
    """
    operator, link_id = open_link(db, token, SESSION, NoBookingList)
    row = own(db, BookingListLink, link_id)
    if row is None or row.opened_at is None or row.opened_at <= now - OPEN_FOR:
        raise NoBookingList
    return operator, row


def forget_old(db: Session, now: datetime) -> None:
    """Delete links and lists that no longer open, of all businesses."""
    before = now - LINK_VALID - OPEN_FOR
    db.execute(delete(Link).where(Link.kind.in_((LINK, SESSION)), Link.created_at < before))
    db.execute(delete(BookingListLink).where(BookingListLink.sent_at < before))
