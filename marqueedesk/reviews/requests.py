"""Requests for reviews: the bookings due for one, and the customer's link. None of these functions commits."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.public_links import open_link
from marqueedesk.bookings.models import COMPLETED, Booking
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Signer
from marqueedesk.reviews.errors import UnknownReview
from marqueedesk.reviews.models import Review

LINK: Final = "review"
"""Kind of the token of a review link."""
AFTER: Final = timedelta(days=1)
"""Time from the pickup day to the request."""
REMINDED_AFTER: Final = timedelta(days=7)
"""Time from the request to the reminder."""
CATCH_UP: Final = timedelta(days=6)
"""How many days late a request or reminder may be, because of daily limits or a booking that is completed late."""


def bookings_to_ask(db: Session, today: date) -> Sequence[Booking]:
    """Return completed bookings whose customers are asked for a review, earliest pickup first. Customers of imported
    bookings aren't asked: they never dealt with the business here.
    """
    day = today - AFTER
    asked = exists().where(
        Review.operator_id == Booking.operator_id,
        Review.booking_id == Booking.id,
        Review.asked_on.is_not(None) | Review.stars.is_not(None),
    )
    query = select(Booking).where(
        Booking.status == COMPLETED,
        Booking.pickup_day.between(day - CATCH_UP, day),
        Booking.customer_email != "",
        Booking.import_id.is_(None),
        ~asked,
    )
    return db.scalars(query.order_by(Booking.pickup_day, Booking.id)).all()


def bookings_to_remind(db: Session, today: date) -> Sequence[Booking]:
    """Return bookings whose customers were asked a week ago, haven't written a review and weren't reminded yet."""
    day = today - REMINDED_AFTER
    query = (
        select(Booking)
        .join(Review, (Review.operator_id == Booking.operator_id) & (Review.booking_id == Booking.id))
        .where(
            Booking.status == COMPLETED,
            Booking.customer_email != "",
            Review.asked_on.between(day - CATCH_UP, day),
            Review.reminded_on.is_(None),
            Review.stars.is_(None),
        )
    )
    return db.scalars(query.order_by(Review.asked_on, Booking.id)).all()


def request_of(db: Session, signer: Signer, booking: Booking, now: datetime) -> Review:
    """Return the request for a review of a booking, with a link; add it if there is none.

    The caller holds the operator's lock.
    """
    row = fresh(db, Review, Review.booking_id == booking.id)
    if row is None:
        row = Review(booking_id=booking.id, nonce=links.new_nonce())
        db.add(row)
        db.flush()
    links.make(db, token_of(signer, row), kind=LINK, operator_id=booking.operator_id, target_id=row.id, now=now)
    return row


def token_of(signer: Signer, row: Review) -> str:
    """Return the token of a review's link."""
    return signer.token(LINK, row.operator_id, row.id, row.nonce)


def address_of(signer: Signer, public_url: str, row: Review) -> str:
    """Return the URL of the page where the customer writes the review."""
    return f"{public_url}/r/{token_of(signer, row)}"


def open_request(db: Session, token: str) -> tuple[Operator, Review]:
    """Scope the session to the operator of a review link; return the operator and the review. Raises UnknownReview."""
    operator, review_id = open_link(db, token, LINK, UnknownReview)
    return operator, existing(fresh(db, Review, Review.id == review_id), UnknownReview)
