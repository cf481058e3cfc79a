"""Convert reviews to responses."""

from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import Booking
from marqueedesk.reviews.models import Review
from marqueedesk.reviews.schemas import ReviewOut, ReviewRequestOut, ShownReviewOut

TAG_LENGTH = 32


def for_business(review: Review, booking: Booking, zone: ZoneInfo) -> ReviewOut:
    """Serialize a written review for the business."""
    return ReviewOut(
        id=review.id,
        booking_id=booking.id,
        number=booking.number,
        customer_id=booking.customer_id,
        customer_name=booking.customer_name,
        name=review.name,
        stars=review.stars or 0,
        text=review.text,
        photo=review.photo,
        consent=review.consent,
        shown=review.shown,
        answer=review.answer,
        answered_at=review.answered_at.astimezone(zone).isoformat() if review.answered_at else None,
        written_at=review.written_at.astimezone(zone).isoformat() if review.written_at else "",
    )


def for_customer(review: Review, name: str, company_name: str, review_url: str | None) -> ReviewRequestOut:
    """Serialize a review for the customer who writes it."""
    return ReviewRequestOut(
        company_name=company_name,
        name=name,
        stars=review.stars,
        text=review.text,
        has_photo=review.photo is not None,
        consent=review.consent,
        answer=review.answer,
        review_url=review_url,
    )


def for_visitor(review: Review, public_key: str, zone: ZoneInfo) -> ShownReviewOut:
    """Serialize a shown review for anyone."""
    photo = f"/api/public/review-photos/{public_key}/{review.photo[:TAG_LENGTH]}" if review.photo else None
    return ShownReviewOut(
        name=review.name,
        stars=review.stars or 0,
        text=review.text,
        photo=photo,
        answer=review.answer,
        month=f"{review.written_at.astimezone(zone):%Y-%m}" if review.written_at else "",
    )
