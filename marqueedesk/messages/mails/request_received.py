"""To a customer whose request has arrived."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_request


def _body(facts: BookingFacts) -> Body:
    return Body(
        title="We have your request",
        lead=f"{facts.booking.message}, {facts.when()}. We will get back to you soon.",
        parts=[
            facts.lit(),
            parts.text(
                "Thank you for your request. We look at it and let you know whether it works out. "
                "Nothing is booked until you hear from us."
            ),
            facts.rental(),
            facts.price(),
            *parts.note("Your notes", facts.booking.notes),
            parts.button("See your request", parts.booking_page(facts.booking.id)),
        ],
    )


MESSAGE = Message(
    kind="request-received",
    name="Request received",
    when="As soon as a customer has sent a request through your form",
    audience=CUSTOMER,
    texts=Texts("Your request: {message}", "Hi {customer},", "Thank you,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_request,
)
