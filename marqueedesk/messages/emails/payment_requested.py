"""Email to a customer with a payment request: the amount and how to pay it."""

from marqueedesk.business.terms import Field
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import DETAILS, PAYMENT, PRICE, SIGN, THE_BUTTON, Block
from marqueedesk.messages.samples import sample_asked_to_pay

NOTE = Block("note", "Your note, if you wrote one")


def _body(context: BookingContext) -> Body:
    amount = context.head.money(context.amount_cents)
    own = {"note": parts.note("A note from us", context.note), "button": context.pay_amount()}
    return context.to_customer(
        blocks=own,
        words={"amount": amount},
    )


MESSAGE = to_customer(
    "payment-requested",
    "Payment request",
    "When you request a payment",
    subject="Payment for {message} on {delivery}",
    heading="Your payment",
    text="Please pay {amount} for your booking.\n\n{note}\n\n{button}\n\n{details}\n\n{price}\n\n{payment}",
    sign_off="Thank you",
    own=(Field("amount", "The amount you request", "$325.00"),),
    blocks=(SIGN, DETAILS, PRICE, NOTE, PAYMENT, THE_BUTTON),
    body=_body,
    sample=sample_asked_to_pay,
)
