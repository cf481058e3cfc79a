"""To a customer who has paid something: what has arrived, and what is still open."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_paid


def _body(facts: BookingFacts) -> Body:
    booking, written = facts.booking, facts.head.money
    open_cents = max(0, booking.owed_cents - booking.received_cents)
    left = f"{written(open_cents)} is still open." if open_cents else "Everything is paid."
    if booking.status == CANCELED and not open_cents:
        left = "The booking is canceled; we write to you about what goes back."
    return Body(
        title="Your payment has arrived",
        lead=f"{written(facts.amount_cents)} for {booking.message}",
        parts=[
            facts.lit(),
            parts.text(f"We have received your payment of {written(facts.amount_cents)}. Thank you! {left}"),
            facts.price(),
            parts.button("See your booking", parts.booking_page(booking.id)),
        ],
    )


MESSAGE = Message(
    kind="payment-received",
    name="Payment received",
    when="When a customer has paid online",
    audience=CUSTOMER,
    texts=Texts("We have received your payment for {message}", "Hi {customer},", "Kind regards,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_paid,
)
