"""To a customer whose booking was moved to other days."""

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    confirmed = facts.booking.status == CONFIRMED
    files = " The confirmation and the calendar file that come with this email have the new ones." if confirmed else ""
    return Body(
        title="Your days have changed",
        lead=f"{facts.booking.message}, now {facts.when()}",
        parts=[
            facts.lit(),
            parts.text(f"Your booking has new days.{files} If they do not suit you, please reply to this email."),
            facts.rental(),
            facts.earlier(),
            facts.price(),
            parts.button("See your booking", parts.booking_page(facts.booking.id)),
        ],
        files=facts.files() if confirmed else None,
    )


MESSAGE = Message(
    kind="rescheduled",
    name="Booking rescheduled",
    when="When you move a booking to other days or times and choose to notify its customer",
    audience=CUSTOMER,
    texts=Texts("New days for {message}: {delivery}", "Hi {customer},", "See you then,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_booking,
)
