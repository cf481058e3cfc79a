"""To the business: the letters of a request that it has not answered will soon be offered to others."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import BUSINESS
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    booking = context.booking
    return Body(
        title="A request is about to lose its letters",
        lead=f"{booking.message} for {booking.customer_name}",
        parts=[
            context.lit(),
            parts.text(
                f"{booking.customer_name} is still waiting for your answer. The letters are reserved until "
                f"{context.lapses()}. After that, others can book them. The request stays in your list."
            ),
            context.rental(contact=True),
            parts.button("Answer the request", page(f"/bookings?id={booking.id}")),
        ],
        reply_to=booking.customer_email or None,
        unsubscribe=page("/settings?tab=messages"),
    )


MESSAGE = Message(
    kind="hold-lapsing",
    name="Reserved letters about to be released",
    when="A day before the letters of an unanswered request are released",
    audience=BUSINESS,
    texts=Texts("Still waiting: {message}, {delivery}", "", ""),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_request,
)
