"""Email to a past customer eleven months after an event."""

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
class YearLaterContext(BookingContext):
    """A past booking. ``recipient_id`` belongs to the stop link."""

    recipient_id: int


def _body(context: YearLaterContext) -> Body:
    body = context.to_customer(
        "Celebrating again this year?",
        blocks={"button": [parts.button("Book again", parts.book_again(context.booking.id))]},
    )
    return replace(body, unsubscribe=parts.stop_follow_ups(context.recipient_id))


def _sample(head: Letterhead) -> YearLaterContext:
    return snapshot_of(YearLaterContext, sample_booking(head), recipient_id=0)


MESSAGE = to_customer(
    "year-later",
    "A year later",
    "Eleven months after an event, once a year for each customer, if you turned this on in the booking rules",
    subject="A year since {message}",
    heading="It's almost a year",
    text="{sign}\n\nAlmost a year ago we lit up {message} for you. Celebrating again? We'll fill in the form with the "
    "same sign and your details. You choose the days, or change anything you like.\n\n{button}",
    blocks=(SIGN, THE_BUTTON),
    body=_body,
    sample=_sample,
)
