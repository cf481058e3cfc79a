"""To a customer who has accepted a quote: their booking, with a file for their calendar."""

from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, QUOTE_FIELDS, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_quote


def _body(context: QuoteContext) -> Body:
    made = context.booking
    return Body(
        lead=f"Quote {context.sent['number']} is accepted",
        blocks=made.blocks("See your booking") if made else {"sign": [context.lit()]},
        files=made.files() if made else None,
    )


MESSAGE = Message(
    kind="quote-accepted",
    name="Quote accepted",
    when="When a customer accepts a quote",
    audience=CUSTOMER,
    texts=Texts(
        "Booked: {message} on {delivery}",
        "Hi {customer},",
        "We are looking forward to it,\n{company}",
        "{sign}\n\n"
        "You accepted quote {number}, and your booking is confirmed. Attached: your confirmation (PDF) and a calendar "
        "file.\n\n"
        "{details}\n\n{price}\n\n{button}",
        "Thank you, your sign is booked",
    ),
    fields=QUOTE_FIELDS,
    blocks=(SIGN, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_quote,
)
