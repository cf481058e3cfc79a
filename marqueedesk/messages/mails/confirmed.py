"""To a customer whose booking is confirmed, with a file for their calendar."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    return Body(
        title="Your sign is booked",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            facts.lit(),
            facts.rental(),
            facts.price(),
            *parts.note("Your notes", facts.booking.notes),
            parts.button("See your booking", parts.booking_page(facts.booking.id)),
        ],
        files=facts.files(),
    )


MESSAGE = Message(
    kind="confirmed",
    name="Booking confirmed",
    when="When you confirm a booking, or when one is made that needs no approval",
    audience=CUSTOMER,
    texts=Texts(
        "Booked: {message} on {delivery}",
        "Hi {customer},",
        "We are looking forward to it,\n{company}",
        "Good news: your booking is confirmed. With this mail come the confirmation on paper, and a file that puts the "
        "days into your calendar.",
    ),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_booking,
)
