"""Email to a customer whose request was declined."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, REASON, SIGN
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    return context.to_customer(button="See your request", blocks={"reason": parts.note("Why", context.reason)})


MESSAGE = to_customer(
    "declined",
    "Request declined",
    "When you cancel a request that was still pending",
    subject="About your request: {message}",
    heading="We couldn't accept your request",
    text="Thank you for thinking of us. Unfortunately, we can't accept your request. Nothing was booked, and there is "
    "nothing to pay. If other days or another size would work, just reply to this email.\n\n"
    "{reason}\n\n{details}",
    sign_off="All the best",
    blocks=(SIGN, REASON, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_request,
)
