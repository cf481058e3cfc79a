"""To a customer who has accepted a quote: their booking, with a file for their calendar."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import QuoteFacts
from marqueedesk.messages.message import QUOTE_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_quote


def _body(facts: QuoteFacts) -> Body:
    made = facts.booking
    rest = (
        [made.rental(), made.price(), parts.button("See your booking", parts.booking_page(made.booking.id))]
        if made
        else []
    )
    return Body(
        title="Thank you, your sign is booked",
        lead=f"Quote {facts.sent['number']} is accepted",
        parts=[
            facts.lit(),
            parts.text(
                f"You have accepted quote {facts.sent['number']}, and your booking is confirmed. With this mail come "
                "the confirmation on paper, and a file that puts the days into your calendar."
            ),
            *rest,
        ],
        files=made.files() if made else None,
    )


MESSAGE = Message(
    kind="quote-accepted",
    name="Quote accepted",
    when="When a customer accepts a quote",
    audience=CUSTOMER,
    texts=Texts("Booked: {message} on {delivery}", "Hi {customer},", "We are looking forward to it,\n{company}"),
    fields=QUOTE_FIELDS,
    body=_body,
    sample=sample_quote,
)
