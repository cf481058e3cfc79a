"""To a customer who is charged for moving their booking: how much, and what is due now."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_rescheduled


def _body(context: BookingContext) -> Body:
    amount = context.head.money(context.amount_cents)
    return context.to_customer(
        f"{amount} for moving {context.booking.message}",
        words={"amount": amount},
    )


MESSAGE = to_customer(
    "reschedule-charged",
    "Rescheduling fee",
    "When you charge a customer for moving their booking",
    subject="A charge for {message}",
    heading="A charge for moving your booking",
    text="Your booking has been moved to {delivery}. We have added {amount} to it, as our payment policy says. "
    "If you have a question about it, please reply to this email.\n\n{details}\n\n{price}\n\n{payment}\n\n{button}",
    own=(Field("amount", "The amount of this charge, with tax", "$50.00"),),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_rescheduled,
)
