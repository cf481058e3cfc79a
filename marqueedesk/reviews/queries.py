"""Lists of reviews."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.rows import existing
from marqueedesk.reviews.errors import UnknownReview
from marqueedesk.reviews.models import Review

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Rating:
    """Number of shown reviews and their average rating in stars, None if there are no reviews."""

    count: int
    average: float | None


def page(
    db: Session, *, shown: bool | None = None, limit: int, cursor: str | None
) -> tuple[Sequence[tuple[Review, Booking]], str | None]:
    """Return a page of written reviews with their bookings, newest first, and the cursor of the next page. ``shown``
    limits it to shown or other reviews.
    """
    query = (
        select(Review, Booking)
        .join(Booking, and_(Booking.operator_id == Review.operator_id, Booking.id == Review.booking_id))
        .where(Review.written_at.is_not(None))
        .order_by(Review.written_at.desc(), Review.id.desc())
    )
    if shown is not None:
        query = query.where(Review.shown.is_(shown))
    if cursor is not None:
        at, row_id = paging.decode(cursor, (str, int))
        before: datetime = paging.moment(str(at))
        query = query.where(or_(Review.written_at < before, and_(Review.written_at == before, Review.id < row_id)))
    rows = [(review, booking) for review, booking in db.execute(query.limit(limit + 1))]
    if len(rows) <= limit:
        return rows, None
    last = rows[limit - 1][0]
    return rows[:limit], paging.encode([last.written_at.isoformat() if last.written_at else "", last.id])


def booking_of(db: Session, review: Review) -> Booking:
    """Return the booking of a review. Raises UnknownReview."""
    return existing(db.scalars(select(Booking).where(Booking.id == review.booking_id)).one_or_none(), UnknownReview)


def shown(db: Session, *, most: int = MOST_SHOWN) -> Sequence[Review]:
    """Return the newest reviews that the business shows, at most ``most``."""
    query = select(Review).where(Review.shown, Review.consent, Review.written_at.is_not(None))
    return db.scalars(query.order_by(Review.written_at.desc(), Review.id.desc()).limit(most)).all()


def rating(db: Session) -> Rating:
    """Return the average of all reviews that the business shows, rounded to one decimal."""
    query = select(func.count(), func.sum(Review.stars)).where(Review.shown, Review.consent)
    count, stars = db.execute(query).one()
    # Rounded half up, in whole tenths.
    return Rating(count, (20 * int(stars or 0) + count) // (2 * count) / 10 if count else None)


def shown_photo(db: Session, tag: str) -> str | None:
    """Return the digest of a shown review's photo by the digest's first characters; None if no review shows it."""
    query = select(Review.photo).where(Review.photo.startswith(tag, autoescape=True), Review.shown, Review.consent)
    return db.scalar(query.limit(1))
