"""To a customer who has paid something: what has arrived, and what is still due."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.business.terms import Field
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PAYMENT, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_paid


def _body(context: BookingContext) -> Body:
    booking, written = context.booking, context.head.money
    due = context.balance_cents()
    left = f"{written(due)} is still due." if due else "Everything is paid."
    if booking.status == CANCELED and not due:
        left = "The booking is canceled. We'll write to you about what goes back."
    amount = written(context.amount_cents)
    receipt = f"We have received your payment of {amount}. Thank you!"
    if context.payer is not None:
        receipt = f"{context.payer} has paid {amount} for your booking."
    return Body(
        lead=f"{amount} for {booking.message}",
        blocks=context.blocks("See your booking"),
        words={"amount": amount, "receipt": receipt, "due": left},
        files=context.invoice_file(),
    )


MESSAGE = Message(
    kind="payment-received",
    name="Payment received",
    when="When a customer has paid online, or when you record a payment and send a receipt",
    audience=CUSTOMER,
    texts=Texts(
        "Payment received for {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{sign}\n\n{receipt} {due}\n\n{price}\n\n{payment}\n\n{button}",
        "Payment received",
    ),
    fields=(
        *BOOKING_FIELDS,
        Field("amount", "The amount of this payment", "$100.00"),
        Field(
            "receipt",
            "A sentence: that the payment has arrived, and who made it if somebody else did",
            "We have received your payment of $100.00. Thank you!",
        ),
        Field("due", "A sentence: what is still due, or that everything is paid", "$325.00 is still due."),
    ),
    blocks=(SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON),
    body=_body,
    sample=sample_paid,
)
