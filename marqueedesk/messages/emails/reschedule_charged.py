"""Email to a customer who is charged a rescheduling fee: the amount and the balance due."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import ChargeContext
from marqueedesk.messages.samples import sample_rescheduled


def _body(context: ChargeContext) -> Body:
    amount = context.head.money(context.amount_cents)
    return context.to_customer(
        f"For rescheduling {context.booking.message}",
        words={"amount": amount},
    )


MESSAGE = to_customer(
    "reschedule-charged",
    "Rescheduling fee",
    "When you charge a customer for rescheduling their booking",
    subject="Rescheduling fee for {message}",
    heading="Rescheduling fee",
    text="We moved your booking to {delivery} and added a rescheduling fee of {amount}, as our payment policy states. "
    "If you have questions about this fee, please reply to this email.\n\n"
    "{details}\n\n{price}\n\n{payment}\n\n{button}",
    own=(Field("amount", "The amount of this charge, with tax", "$50.00"),),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_rescheduled,
)
