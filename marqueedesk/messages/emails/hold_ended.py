"""Email to a customer whose hold was released because the booking could not be paid by card."""

from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, SIGN
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    return context.to_customer(button="See your booking")


MESSAGE = to_customer(
    "hold-ended",
    "Payment not possible in time",
    "When a booking could not be paid because card payments were not available",
    subject="Your letters are no longer held: {message}",
    heading="Your booking is not confirmed",
    text="Card payments were not available, so you could not pay for your booking in time. Nothing was charged, and "
    "your letters are no longer held.\n\nStill interested? Reply to this email and we'll help you book.\n\n{details}",
    sign_off="Sorry for the trouble",
    blocks=(SIGN, DETAILS, A_BUTTON),
    body=_body,
    sample=sample_request,
)
