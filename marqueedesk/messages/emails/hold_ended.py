"""Email to a customer whose letters were released because the booking was not paid in time."""

from marqueedesk.business.terms import Field
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import DETAILS, SIGN, THE_BUTTON
from marqueedesk.messages.samples import sample_lapsed

OUT_OF_TIME = "Your time to pay has expired, so your letters are no longer held."
NO_CARDS = "Card payments were not available, so you could not pay in time, and your letters are no longer held."


def _body(context: BookingContext) -> Body:
    page = parts.booking_page(context.booking.id, retakes=True)
    return context.to_customer(
        "Your letters are no longer held. Nothing was charged.",
        blocks={"button": [parts.button("Hold my letters again", page)]},
        words={"reason": context.reason or OUT_OF_TIME},
    )


MESSAGE = to_customer(
    "hold-ended",
    "Unpaid letters released",
    "When the letters of an unpaid booking are released",
    subject="Your letters are no longer held: {message}",
    heading="Your booking is not confirmed",
    text="{reason} Nothing was charged.\n\nStill interested? If your letters are still available, we'll hold them "
    "again at the same price.\n\n{button}\n\n{sign}\n\n{details}",
    own=(Field("reason", "Why the booking wasn't paid", OUT_OF_TIME),),
    blocks=(SIGN, DETAILS, THE_BUTTON),
    body=_body,
    sample=sample_lapsed,
)
