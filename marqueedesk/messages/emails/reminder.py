"""Email to a customer some days before the delivery."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    due = context.balance_cents()
    return context.to_customer(
        f"Delivery on {context.values()['delivery']}",
        words={"due": f"{context.head.money(due)} is still due." if due else None},
    )


MESSAGE = to_customer(
    "reminder",
    "Reminder",
    "In the morning, some days before the delivery",
    subject="Coming up: {message} on {delivery}",
    heading="Your delivery is coming up",
    text="{sign}\n\n"
    "Your event is almost here. Please make sure that someone can let us in and that there is a power outlet near "
    "where the letters will stand. If anything has changed, reply to this email.\n\n"
    "{details}\n\n{due}\n\n{payment}\n\n{button}",
    sign_off="See you soon",
    own=(Field("due", "A sentence with the balance due; empty when paid in full", "$325.00 is still due."),),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_booking,
)
