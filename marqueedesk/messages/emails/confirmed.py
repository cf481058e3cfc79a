"""To a customer whose booking is confirmed, with the confirmation and a file for their calendar."""

from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PAYMENT, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    return Body(
        lead=f"{context.booking.message}, {context.when()}",
        blocks=context.blocks("See your booking"),
        files=context.files(),
    )


MESSAGE = Message(
    kind="confirmed",
    name="Booking confirmed",
    when="When you confirm a booking, or when a booking needs no approval",
    audience=CUSTOMER,
    texts=Texts(
        "Booked: {message} on {delivery}",
        "Hi {customer},",
        "We are looking forward to it,\n{company}",
        "{sign}\n\n"
        "Good news: your booking is confirmed. Attached: your confirmation (PDF) and a calendar file.\n\n"
        "{details}\n\n{price}\n\n{payment}\n\n{notes}\n\n{button}",
        "Your sign is booked",
    ),
    fields=BOOKING_FIELDS,
    blocks=(SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON),
    body=_body,
    sample=sample_booking,
)
