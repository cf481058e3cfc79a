"""To a customer whose request could not be taken."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PRICE, REASON, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    return Body(
        lead=f"{context.booking.message}, {context.when()}",
        blocks={**context.blocks("See your request"), "reason": parts.note("Why", context.reason)},
    )


MESSAGE = Message(
    kind="declined",
    name="Request declined",
    when="When you cancel a request that was still pending",
    audience=CUSTOMER,
    texts=Texts(
        "About your request: {message}",
        "Hi {customer},",
        "All the best,\n{company}",
        "Thank you for thinking of us. This time we cannot take your request. Nothing was booked, and there is nothing "
        "to pay. If other days or another size would work, just reply to this email.\n\n"
        "{reason}\n\n{details}",
        "We could not take your request",
    ),
    fields=BOOKING_FIELDS,
    blocks=(SIGN, REASON, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_request,
)
