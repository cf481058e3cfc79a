"""Email that asks a customer for a review the day after the pickup, and once more a week later."""

from dataclasses import dataclass, replace

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import SIGN, THE_BUTTON
from marqueedesk.messages.samples import sample_booking


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequestContext(BookingContext):
    """A completed booking. ``review_id`` belongs to the review's link, ``recipient_id`` to the stop link."""

    review_id: int
    recipient_id: int


def _body(context: ReviewRequestContext) -> Body:
    body = context.to_customer(
        "It takes a minute.",
        blocks={"button": [parts.button("Write a review", parts.review_page(context.review_id))]},
    )
    return replace(body, unsubscribe=parts.stop_follow_ups(context.recipient_id))


def _sample(head: Letterhead) -> ReviewRequestContext:
    return snapshot_of(ReviewRequestContext, sample_booking(head), review_id=0, recipient_id=0)


MESSAGE = to_customer(
    "review-request",
    "Review request",
    "The day after the pickup, and once more a week later without a review, if you turned this on in the booking rules",
    subject="How was {message}?",
    heading="How did we do?",
    text="{sign}\n\nThanks for renting with us. We'd like to hear how it went: your review helps us and the next "
    "customer.\n\n{button}",
    blocks=(SIGN, THE_BUTTON),
    body=_body,
    sample=_sample,
)
