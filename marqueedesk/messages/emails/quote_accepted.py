"""To a customer who has accepted a quote: their booking, with a file for their calendar."""

from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS
from marqueedesk.messages.samples import sample_quote


def _body(context: QuoteContext) -> Body:
    made = context.booking
    return Body(
        lead=f"Quote {context.sent['number']} is accepted",
        blocks=made.blocks("See your booking") if made else {"sign": [context.lit()]},
        files=made.files() if made else None,
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
    "{details}\n\n{price}\n\n{button}",
    sign_off="We are looking forward to it",
    fields=QUOTE_FIELDS,
    body=_body,
    sample=sample_quote,
)
