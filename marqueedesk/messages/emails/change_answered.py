"""To a customer who asked for a change: that it is made, or that it cannot be."""

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext, RequestedChange
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PRICE, SIGN, Block, Message, Texts
from marqueedesk.messages.models import CUSTOMER
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
    return Body(
        lead=f"{context.booking.message}, {context.when()}",
        blocks={
            **context.blocks("See your booking"),
            "answer": parts.note("Our answer", requested.answer),
            "request": parts.note("You asked", requested.text),
        },
        # The days or times may be other ones now: the entry in the customer's calendar is replaced.
        files=context.files() if requested.is_made and context.booking.status == CONFIRMED else None,
    )


MADE = Message(
    kind="change-answered",
    name="Change made",
    when="When you make a change that a customer asked for",
    audience=CUSTOMER,
    texts=Texts(
        "Your change to {message} on {delivery}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{sign}\n\nWe changed your booking as you asked. Here is how it looks now.\n\n" + _REST,
        "Your change is made",
    ),
    fields=BOOKING_FIELDS,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_wish,
)
DECLINED = Message(
    kind="change-declined",
    name="Change declined",
    when="When you decline a change that a customer asked for",
    audience=CUSTOMER,
    texts=Texts(
        "Your change to {message} on {delivery}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{sign}\n\nWe cannot make the change you asked for. Your booking stays as it is.\n\n" + _REST,
        "About the change you asked for",
    ),
    fields=BOOKING_FIELDS,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_declined_wish,
)
