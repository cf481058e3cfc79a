"""To a customer whose request could not be taken on."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_request


def _body(facts: BookingFacts) -> Body:
    return Body(
        title="We could not take your request",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            parts.text(
                "Thank you for thinking of us. This time we cannot take your request on. Nothing was booked, and there "
                "is nothing to pay. If other days or another size would do, just reply to this mail."
            ),
            *parts.note("The reason", facts.reason),
            facts.rental(),
        ],
    )


MESSAGE = Message(
    kind="declined",
    name="Request declined",
    when="When you cancel a request that was still pending",
    audience=CUSTOMER,
    texts=Texts("About your request: {message}", "Hi {customer},", "All the best,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_request,
)
