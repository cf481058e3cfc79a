"""Email to a customer who accepted a quote: their booking, with a calendar file."""

from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS
from marqueedesk.messages.samples import sample_quote


def _body(context: QuoteContext) -> Body:
    booking = context.booking
    return Body(
        lead=f"Quote {context.sent['number']} is accepted",
        blocks=booking.blocks("See your booking") if booking else {"sign": [context.lit()]},
        files=booking.files() if booking else None,
    )


MESSAGE = to_customer(
    "quote-accepted",
    "Quote accepted",
    "When a customer accepts a quote",
    subject="Booked: {message} on {delivery}",
    heading="Thank you, your sign is booked",
    text="{sign}\n\n"
    "You accepted quote {number}, and your booking is confirmed. Attached: your confirmation (PDF) and a calendar "
    "file.\n\n"
    "{button}\n\n{details}\n\n{price}",
    sign_off="We look forward to your event",
    fields=QUOTE_FIELDS,
    body=_body,
    sample=sample_quote,
)
