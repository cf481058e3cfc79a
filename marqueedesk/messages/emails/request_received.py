"""To a customer whose request has arrived."""

from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    return Body(
        lead=f"{context.booking.message}, {context.when()}. We'll reply soon.",
        blocks=context.blocks("See your request"),
    )


MESSAGE = Message(
    kind="request-received",
    name="Request received",
    when="As soon as a customer has sent a request through your form",
    audience=CUSTOMER,
    texts=Texts(
        "Your request: {message}",
        "Hi {customer},",
        "Thank you,\n{company}",
        "{sign}\n\n"
        "Thank you for your request. We'll review it and reply soon. Nothing is booked until you hear from us.\n\n"
        "{details}\n\n{price}\n\n{notes}\n\n{button}",
        "We have your request",
    ),
    fields=BOOKING_FIELDS,
    blocks=(SIGN, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_request,
)
