"""To a customer who asked for a change: that it is made, or that it cannot be."""

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext, RequestedChange
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, SIGN, Block
from marqueedesk.messages.samples import sample_declined_wish, sample_wish

_BLOCKS = (
    SIGN,
    Block("answer", "What you wrote to it, if anything"),
    Block("request", "What the customer asked for"),
    DETAILS,
    PRICE,
    NOTES,
    A_BUTTON,
)
_REST = "{answer}\n\n{request}\n\n{details}\n\n{button}"


def _body(context: BookingContext) -> Body:
    requested = context.requested or RequestedChange("", is_made=True, answer=None)
    return context.to_customer(
        blocks={
            "answer": parts.note("Our answer", requested.answer),
            "request": parts.note("You asked", requested.text, by_customer=True),
        },
        # The days or times may be other ones now: the entry in the customer's calendar is replaced.
        files=context.files() if requested.is_made and context.booking.status == CONFIRMED else None,
    )


MADE = to_customer(
    "change-answered",
    "Change made",
    "When you make a change that a customer asked for",
    subject="Your change to {message} on {delivery}",
    heading="Your change is made",
    text="{sign}\n\nWe changed your booking as you asked. Here is how it looks now.\n\n" + _REST,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_wish,
)
DECLINED = to_customer(
    "change-declined",
    "Change declined",
    "When you decline a change that a customer asked for",
    subject="Your change to {message} on {delivery}",
    heading="About the change you asked for",
    text="{sign}\n\nWe cannot make the change you asked for. Your booking stays as it is.\n\n" + _REST,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_declined_wish,
)
