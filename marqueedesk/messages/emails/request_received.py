"""Email to a customer confirming receipt of their request."""

from marqueedesk.messages.audiences import BOOKING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import CONFIRM
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    lead = f"{context.booking.message}, {context.when()}. We'll reply soon."
    return context.to_customer(lead, button="See your request")


MESSAGE = to_customer(
    "request-received",
    "Request received",
    "When a customer sends a request through your form",
    subject="Your request: {message}",
    heading="We received your request",
    text="{sign}\n\n"
    "Thank you for your request. We'll review it and reply soon. Nothing is booked until we confirm.\n\n"
    "{confirm}\n\n{details}\n\n{price}\n\n{notes}\n\n{button}",
    sign_off="Thank you",
    blocks=(*BOOKING_BLOCKS, CONFIRM),
    body=_body,
    sample=sample_request,
)
