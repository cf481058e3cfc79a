"""Email to a customer confirming receipt of their request."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import BOOKING_BLOCKS, REPLY, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import CONFIRM
from marqueedesk.messages.samples import sample_request

_HELD = Field("held", "How long the letters are held", "Your letters are held until Friday, June 4, 6:00 PM CDT.")


def _body(context: BookingContext) -> Body:
    within = context.answer_within
    lead = f"{context.booking.message}, {context.when()}. We'll reply {within}."
    words = {"reply": within, "held": context.held_sentence()}
    return context.to_customer(lead, button="See your request", words=words)


MESSAGE = to_customer(
    "request-received",
    "Request received",
    "When a customer sends a request through your form",
    subject="Your request: {message}",
    heading="We received your request",
    text="{sign}\n\n"
    "Thank you for your request. We'll review it and reply {reply}. Nothing is booked until we confirm.\n\n{held}\n\n"
    "{confirm}\n\n{details}\n\n{price}\n\n{notes}\n\n{button}",
    sign_off="Thank you",
    own=(
        REPLY,
        _HELD,
    ),
    blocks=(*BOOKING_BLOCKS, CONFIRM),
    body=_body,
    sample=sample_request,
)
