"""To a customer, some days before the delivery."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PAYMENT, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    due = context.balance_cents()
    return Body(
        lead=f"Delivery on {context.values()['delivery']}",
        blocks=context.blocks("See your booking"),
        words={"due": f"{context.head.money(due)} is still due." if due else None},
    )


MESSAGE = Message(
    kind="reminder",
    name="Reminder",
    when="Some days before the delivery, in the morning",
    audience=CUSTOMER,
    texts=Texts(
        "Coming up: {message} on {delivery}",
        "Hi {customer},",
        "See you soon,\n{company}",
        "{sign}\n\n"
        "It is almost time. Please make sure that somebody can let us in and that there is a power outlet close to "
        "where the letters will stand. If anything has changed, reply to this email.\n\n"
        "{details}\n\n{due}\n\n{payment}\n\n{button}",
        "Your sign is coming soon",
    ),
    fields=(
        *BOOKING_FIELDS,
        Field("due", "A sentence: what is still due; nothing once all is paid", "$325.00 is still due."),
    ),
    blocks=(SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON),
    body=_body,
    sample=sample_booking,
)
