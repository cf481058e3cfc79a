"""Email to a customer whose booking is confirmed, with the confirmation PDF and a calendar file."""

from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import CONFIRM
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    return context.to_customer(files=context.files())


MESSAGE = to_customer(
    "confirmed",
    "Booking confirmed",
    "When you confirm a booking, or when a booking needs no approval",
    subject="Booked: {message} on {delivery}",
    heading="Your sign is booked",
    text="{sign}\n\n"
    "Good news: your booking is confirmed. Attached: your confirmation (PDF) and a calendar file.\n\n"
    "{button}\n\n{confirm}\n\n{details}\n\n{price}\n\n{payment}\n\n{notes}",
    sign_off="We look forward to your event",
    blocks=(*OWING_BLOCKS, CONFIRM),
    body=_body,
    sample=sample_booking,
)
