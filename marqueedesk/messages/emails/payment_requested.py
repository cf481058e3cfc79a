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
    amount, balance = context.head.money(context.amount_cents), context.balance_cents()
    page = parts.booking_page(context.booking.id, pay_cents=context.amount_cents, of_cents=balance)
    own = {"note": parts.note("A note from us", context.note), "button": [parts.button("View and pay", page)]}
    return context.to_customer(
        f"{amount} for {context.booking.message}, {context.when()}",
        blocks=own,
        words={"amount": amount},
    )


MESSAGE = to_customer(
    "payment-requested",
    "Payment request",
    "When you request a payment",
    subject="Payment for {message} on {delivery}",
    heading="Your payment",
    text="Please pay {amount} for your booking.\n\n{note}\n\n{details}\n\n{price}\n\n{payment}\n\n{button}",
    sign_off="Thank you",
    own=(Field("amount", "The amount you request", "$325.00"),),
    blocks=(SIGN, DETAILS, PRICE, NOTE, PAYMENT, THE_BUTTON),
    body=_body,
    sample=sample_asked_to_pay,
)
