"""Email to the business a day before the letters of an unanswered request are released."""

from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    booking = context.booking
    return context.to_business(
        "A request's letters are about to be released",
        context.lit(),
        (
            f"{booking.customer_name} is still waiting for your reply. The letters are reserved until "
            f"{context.lapses()}. After that, other customers can book them. The request stays in your list."
        ),
        context.rental(contact=True),
        lead=f"{booking.message} for {booking.customer_name}",
        button="Review the request",
    )


MESSAGE = to_business(
    "hold-lapsing",
    "Reserved letters about to be released",
    "A day before the letters of an unanswered request are released",
    subject="Still waiting: {message}, {delivery}",
    body=_body,
    sample=sample_request,
)
