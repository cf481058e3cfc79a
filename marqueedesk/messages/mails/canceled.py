"""To a customer whose confirmed booking is canceled, by whomever."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    received, farewell = facts.booking.received_cents, facts.farewell
    told = "Your booking is canceled, and nothing will be delivered."
    if farewell is None:
        told += " If that is not what you expected, please reply to this mail at once."
    elif farewell.fee_cents:
        told += f" As the page of your booking said, canceling costs {facts.head.money(farewell.fee_cents)}."
    else:
        told += " It costs nothing."
    paid = (
        [parts.text(f"You have paid {facts.head.money(received)}. We get in touch with you about it.")]
        if received
        else []
    )
    return Body(
        title="Your booking is canceled",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            parts.text(told),
            facts.rental(),
            *paid,
        ],
    )


MESSAGE = Message(
    kind="canceled",
    name="Booking canceled",
    when="When a confirmed booking is canceled",
    audience=CUSTOMER,
    texts=Texts("Canceled: {message} on {delivery}", "Hi {customer},", "All the best,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_booking,
)
