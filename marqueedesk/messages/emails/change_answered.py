"""Emails to a customer about a change they requested: made or declined."""

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import ChangeRequestContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, SIGN, Block
from marqueedesk.messages.samples import sample_declined_change, sample_requested_change

_BLOCKS = (
    SIGN,
    Block("answer", "Your reply, if you wrote one"),
    Block("request", "The customer's request"),
    DETAILS,
    PRICE,
    NOTES,
    A_BUTTON,
)
_REST = "{answer}\n\n{request}\n\n{details}\n\n{button}"


def _body(context: ChangeRequestContext) -> Body:
    requested = context.requested
    return context.to_customer(
        blocks={
            "answer": parts.note("Our answer", requested.answer),
            "request": parts.note("Your request", requested.text, by_customer=True),
        },
        # The days or times may have changed, so the file replaces the event in the customer's calendar.
        files=context.files() if requested.is_made and context.booking.status == CONFIRMED else None,
    )


MADE = to_customer(
    "change-answered",
    "Change made",
    "When you make a change that a customer requested",
    subject="Your change to {message} on {delivery}",
    heading="Your booking has been changed",
    text="{sign}\n\nWe changed your booking as you asked. Here are the updated details.\n\n" + _REST,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_requested_change,
)
DECLINED = to_customer(
    "change-declined",
    "Change declined",
    "When you decline a change that a customer requested",
    subject="Your change to {message} on {delivery}",
    heading="About your change request",
    text="{sign}\n\nWe are unable to make the change you asked for. Your booking has not changed.\n\n" + _REST,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_declined_change,
)
