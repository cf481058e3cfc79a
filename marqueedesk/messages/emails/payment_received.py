"""Email to a customer after a payment: the amount received and the balance due."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import OPEN_AMOUNT
from marqueedesk.messages.samples import sample_paid


def _body(context: BookingContext) -> Body:
    booking, left = context.booking, context.still_due()
    if booking.status == CANCELED and not context.balance_cents():
        left = "The booking is canceled. We'll contact you about your refund."
    amount = context.head.money(context.amount_cents)
    receipt = f"We have received your payment of {amount}. Thank you!"
    if context.payer is not None:
        receipt = f"{context.payer} has paid {amount} for your booking."
    if context.photos:
        receipt = f"We have charged {amount} to your card: {(context.reason or 'damage').rstrip('.')}."
    return context.to_customer(
        f"Your payment for {booking.message}",
        button="See the photos" if context.photos else "See your booking",
        words={"amount": amount, "receipt": receipt, "due": left},
        files=context.invoice_file(),
    )


MESSAGE = to_customer(
    "payment-received",
    "Payment received",
    "When a customer pays online or their card is charged, or when you record a payment and send a receipt",
    subject="Payment received for {message}",
    heading="Payment received",
    text="{sign}\n\n{receipt} {due}\n\n{price}\n\n{payment}\n\n{button}",
    own=(
        Field("amount", "The amount of this payment", "$100.00"),
        Field(
            "receipt",
            "A sentence confirming the payment, naming the payer if it was not the customer",
            "We have received your payment of $100.00. Thank you!",
        ),
        OPEN_AMOUNT,
    ),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_paid,
)
