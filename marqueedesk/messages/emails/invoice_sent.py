"""To a customer: the invoice of their booking, when the business sends it."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PAYMENT, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_invoiced


def _body(context: BookingContext) -> Body:
    due = context.balance_cents()
    left = f"{context.head.money(due)} is still due." if due else "Everything is paid."
    return Body(
        lead=f"Invoice {context.invoice} for {context.booking.message}",
        blocks=context.blocks("See your booking"),
        words={"invoice": context.invoice, "due": left},
        files=context.invoice_file(),
    )


MESSAGE = Message(
    kind="invoice-sent",
    name="Invoice",
    when="When you send the invoice of a booking",
    audience=CUSTOMER,
    texts=Texts(
        "Invoice {invoice}: {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "Attached is invoice {invoice} for your booking. {due}\n\n{details}\n\n{price}\n\n{payment}\n\n{button}",
        "Your invoice",
    ),
    fields=(
        *BOOKING_FIELDS,
        Field("invoice", "The invoice's number", "INV-2027-0001"),
        Field("due", "A sentence: what is still due, or that everything is paid", "$325.00 is still due."),
    ),
    blocks=(SIGN, DETAILS, PRICE, NOTES, PAYMENT, A_BUTTON),
    body=_body,
    sample=sample_invoiced,
)
