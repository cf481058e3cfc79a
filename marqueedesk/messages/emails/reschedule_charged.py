"""To a customer who is charged for moving their booking: how much, and what is due now."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PAYMENT, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_rescheduled


def _body(context: BookingContext) -> Body:
    amount = context.head.money(context.amount_cents)
    return Body(
        lead=f"{amount} for moving {context.booking.message}",
        blocks=context.blocks("See your booking"),
        words={"amount": amount},
    )


MESSAGE = Message(
    kind="reschedule-charged",
    name="Rescheduling fee",
    when="When you charge a customer for moving their booking",
    audience=CUSTOMER,
    texts=Texts(
        "A charge for {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "Your booking has been moved to {delivery}. We have added {amount} to it, as our payment policy says. "
        "If you have a question about it, please reply to this email.\n\n{details}\n\n{price}\n\n{payment}\n\n{button}",
        "A charge for moving your booking",
    ),
    fields=(*BOOKING_FIELDS, Field("amount", "The amount of this charge, with tax", "$50.00")),
    blocks=(SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON),
    body=_body,
    sample=sample_rescheduled,
)
