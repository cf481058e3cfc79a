"""To a customer, some days before the delivery."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    booking = facts.booking
    open_cents = max(0, booking.owed_cents - booking.received_cents)
    due = [parts.text(f"{facts.head.money(open_cents)} is still open.")] if open_cents else []
    return Body(
        title="Your sign is coming soon",
        lead=f"Delivery on {facts.values()['delivery']}",
        parts=[
            facts.lit(),
            parts.text(
                "It is nearly time. Please see to it that somebody can let us in, and that there is a power outlet "
                "close to where the letters will stand. If anything has changed, reply to this mail."
            ),
            facts.rental(),
            *due,
            parts.button("See your booking", parts.booking_page(booking.id)),
        ],
    )


MESSAGE = Message(
    kind="reminder",
    name="Reminder",
    when="Some days before the delivery, in the morning",
    audience=CUSTOMER,
    texts=Texts("Coming up: {message} on {delivery}", "Hi {customer},", "See you soon,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_booking,
)
