"""Email to a customer whose booking was changed, except for its dates."""

from dataclasses import replace

from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, AGREEMENT, CHANGES, DETAILS, NOTES, PRICE, SIGN
from marqueedesk.messages.samples import sample_booking
from marqueedesk.rentals.changed_fields import ChangedField


def _body(context: BookingContext) -> Body:
    return context.to_customer(
        blocks={"before": context.changed()},
        words={"agreement": context.agreement()},
        files=context.files() if context.booking.status == CONFIRMED else None,
    )


def _sample(head: Letterhead) -> BookingContext:
    changes = (
        ChangedField("message", "Message", "MARRY", "MARRY ME"),
        ChangedField("totalPrice", "Total", head.money(32000), head.money(42500)),
    )
    return replace(sample_booking(head), changes=changes)


MESSAGE = to_customer(
    "changed",
    "Booking changed",
    "When you change the message, size, options or price of a booking and choose to notify its customer",
    subject="Changed: {message} on {delivery}",
    heading="Your booking has changed",
    text="{sign}\n\n"
    "Here are the updated details of your booking. {agreement} If anything looks wrong, please reply to this email.\n\n"
    "{details}\n\n{before}\n\n{price}\n\n{button}",
    sign_off="See you then",
    own=(AGREEMENT,),
    blocks=(
        SIGN,
        DETAILS,
        CHANGES,
        PRICE,
        NOTES,
        A_BUTTON,
    ),
    body=_body,
    sample=_sample,
)
