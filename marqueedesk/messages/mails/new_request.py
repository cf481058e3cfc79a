"""To the business: somebody has sent a request through its form, or booked at once where no approval is needed."""

from marqueedesk.bookings.models import PENDING
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import BUSINESS
from marqueedesk.messages.samples import sample_request


def _body(facts: BookingFacts) -> Body:
    booking = facts.booking
    waits = booking.status == PENDING
    told = (
        f"It is waiting for your answer. The letters are reserved until {facts.lapses()}."
        if waits
        else "It is already confirmed: the letters were available, and your rules need no approval."
    )
    return Body(
        title=f"New request from {booking.customer_name}" if waits else f"New booking from {booking.customer_name}",
        lead=f"{booking.message}, {facts.when()}",
        parts=[
            facts.lit(),
            parts.text(told),
            facts.rental(contact=True),
            facts.price(),
            *parts.note("The customer's notes", booking.notes),
            parts.button("Answer the request" if waits else "Open the booking", page(f"/bookings?id={booking.id}")),
        ],
        reply_to=booking.customer_email or None,
        unsubscribe=page("/settings?tab=messages"),
    )


MESSAGE = Message(
    kind="new-request",
    name="New request",
    when="As soon as a customer has sent a request through your form",
    audience=BUSINESS,
    texts=Texts("New request: {message}, {delivery}", "", ""),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_request,
)
