"""Write, show and answer reviews. None of these functions commits."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.bookings import queries as bookings
from marqueedesk.domain_events import ReviewWritten, publish
from marqueedesk.inventory import photos
from marqueedesk.inventory.pictures import TwoPictures
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.reviews.errors import NoConsent, ReviewAnswered, UnknownReview
from marqueedesk.reviews.models import LONGEST_NAME, Review
from marqueedesk.reviews.schemas import ReviewPatch


@dataclass(frozen=True, slots=True)
class Written:
    """A review as the customer wrote it. Without ``pictures`` an earlier photo is removed, unless ``keeps_photo``."""

    stars: int
    text: str
    consent: bool
    pictures: TwoPictures | None
    keeps_photo: bool


def ensure_open(row: Review) -> None:
    """Raise ReviewAnswered if the customer can't replace the review anymore."""
    if row.answer is not None:
        raise ReviewAnswered


def write(db: Session, row: Review, written: Written, now: datetime) -> None:
    """Store a customer's review in place of an earlier one. The business approves each version before it is shown.

    Raises ReviewAnswered. The caller holds the operator's lock.
    """
    ensure_open(row)
    row.stars, row.text, row.consent = written.stars, written.text, written.consent
    if written.pictures is not None:
        row.photo = photos.keep(db, written.pictures, now)
    elif not written.keeps_photo:
        row.photo = None
    row.name = first_name(bookings.booking(db, row.booking_id).customer_name)
    row.shown, row.written_at = False, now
    event = ReviewWritten(operator_id=row.operator_id, booking_id=row.booking_id, stars=written.stars)
    publish(db, event, now)


def change(db: Session, review_id: int, patch: ReviewPatch, now: datetime) -> Review:
    """Show or hide a review, or answer it; an empty answer removes it. Raises UnknownReview, and NoConsent if the
    customer didn't agree to have it shown. The caller holds the operator's lock.
    """
    row = existing(fresh(db, Review, Review.id == review_id, Review.stars.is_not(None)), UnknownReview)
    if "shown" in patch.model_fields_set:
        if patch.shown and not row.consent:
            raise NoConsent
        row.shown = patch.shown
    if "answer" in patch.model_fields_set and patch.answer != row.answer:
        row.answer = patch.answer
        row.answered_at = now if patch.answer is not None else None
    return row


def first_name(name: str) -> str:
    """Return the first word of a customer's name."""
    return next(iter(name.split()), "")[:LONGEST_NAME]
