"""Email to a customer whose booking was rescheduled, usually to other days."""

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, AGREEMENT, CHANGES, DETAILS, NOTES, PRICE, SIGN
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    confirmed = context.booking.status == CONFIRMED
    return context.to_customer(
        f"{context.booking.message}, now {context.when()}",
        blocks={"before": context.changed()},
        words={
            "files": "The attached confirmation and calendar file are up to date." if confirmed else None,
            "agreement": context.agreement(),
        },
        files=context.files() if confirmed else None,
    )


MESSAGE = to_customer(
    "rescheduled",
    "Booking rescheduled",
    "When you move a booking to other days or times and notify the customer",
    subject="Rescheduled: {message}, {delivery}",
    heading="Your booking has been rescheduled",
    text="{sign}\n\n"
    "Your delivery or pickup time has changed. {files} {agreement} If the new time does not work for you, "
    "please reply to this email.\n\n"
    "{details}\n\n{before}\n\n{price}\n\n{button}",
    sign_off="See you then",
    own=(
        Field("files", "A sentence about the attached files; empty for a request", "The attached confirmation..."),
        AGREEMENT,
    ),
    blocks=(
        SIGN,
        DETAILS,
        CHANGES,
        PRICE,
        NOTES,
        A_BUTTON,
    ),
    body=_body,
    sample=sample_booking,
)
