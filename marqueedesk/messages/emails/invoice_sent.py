"""Email to a customer with the invoice for their booking."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import OPEN_AMOUNT
from marqueedesk.messages.samples import sample_invoiced


def _body(context: BookingContext) -> Body:
    return context.to_customer(
        f"Invoice {context.invoice} for {context.booking.message}",
        words={"invoice": context.invoice, "due": context.still_due()},
        files=context.invoice_file(),
    )


MESSAGE = to_customer(
    "invoice-sent",
    "Invoice",
    "When you send the invoice of a booking",
    subject="Invoice {invoice}: {message}",
    heading="Your invoice",
    text="Attached is invoice {invoice} for your booking. {due}\n\n{details}\n\n{price}\n\n{payment}\n\n{button}",
    own=(
        Field("invoice", "The invoice's number", "INV-2027-0001"),
        OPEN_AMOUNT,
    ),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_invoiced,
)
