"""To a customer whose booking was changed, but for its days."""

from dataclasses import replace

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.documents.papers import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    return Body(
        title="Your booking has changed",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            facts.lit(),
            parts.text("This is how your booking is now. If it is not what you expect, please reply to this email."),
            facts.rental(),
            facts.earlier(),
            facts.price(),
            parts.button("See your booking", parts.booking_page(facts.booking.id)),
        ],
        files=facts.files() if facts.booking.status == CONFIRMED else None,
    )


def _sample(head: Letterhead) -> BookingFacts:
    return replace(sample_booking(head), before={"message": "MARRY", "totalPrice": 320.0})


MESSAGE = Message(
    kind="changed",
    name="Booking changed",
    when="When you change the message, size, options or price of a booking and choose to notify its customer",
    audience=CUSTOMER,
    texts=Texts("Changed: {message} on {delivery}", "Hi {customer},", "See you then,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=_sample,
)
