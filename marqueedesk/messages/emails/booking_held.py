"""Emails to a customer about a booking that is held until it is paid: at once, and shortly before the hold ends."""

from marqueedesk.business.terms import Field
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import DETAILS, PRICE, SIGN, THE_BUTTON
from marqueedesk.messages.samples import sample_held

_OWN = (
    Field("amount", "The amount to pay", "$50.00"),
    Field("until", "When the letters are released", "6:42 PM CDT"),
    Field("how", "What the customer has to do", "Pay $50.00 by then to confirm your booking."),
)
_BLOCKS = (SIGN, DETAILS, PRICE, THE_BUTTON)


def _body(context: BookingContext) -> Body:
    amount, balance = context.head.money(context.amount_cents), context.balance_cents()
    page = parts.booking_page(context.booking.id, pay_cents=context.amount_cents, of_cents=balance)
    lead, button = "Pay to confirm.", f"Pay {amount}"
    how = f"Pay {amount} by then to confirm your booking."
    if context.on_approval:
        lead, button = "Enter your card to send your request.", f"Authorize {amount}"
        how = f"Enter your card by then to send your request. {amount} is charged only if we confirm."
    return context.to_customer(
        f"Held until {context.pay_by()}. {lead}",
        blocks={"button": [parts.button(button, page)]},
        words={"amount": amount, "until": context.pay_by(), "how": how},
    )


HELD = to_customer(
    "booking-held",
    "Booking held until paid",
    "When a customer sends the form and still has to pay",
    subject="Finish your booking: {message}",
    heading="Your letters are held for you",
    text="We're holding your letters until {until}. {how}\n\n{button}\n\n{sign}\n\n{details}\n\n{price}",
    sign_off="Thank you",
    own=_OWN,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_held,
)
ENDING = to_customer(
    "hold-ending",
    "Reminder before unpaid letters are released",
    "Ten minutes before the letters of an unpaid booking are released",
    subject="Your letters are held until {until}: {message}",
    heading="Still want these letters?",
    text="Your booking isn't finished yet. We're holding your letters until {until}. After that, others can "
    "book them.\n\n{button}\n\n{sign}\n\n{details}\n\n{price}",
    sign_off="Thank you",
    own=_OWN,
    blocks=_BLOCKS,
    body=_body,
    sample=sample_held,
)
