"""To a customer who gets money back: how much and where it goes."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PRICE, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_paid


def _body(context: BookingContext) -> Body:
    back = context.head.money(context.amount_cents)
    card, bank = ("your card", "Your") if context.payer is None else (f"the card of {context.payer}", "Their")
    how = f"We have returned {back} to {card}. {bank} bank shows it within five to ten business days."
    if context.by_hand_cents:
        how = f"We have returned {back} to you. If it has not reached you, please reply to this email."
    return Body(
        lead=f"{back} for {context.booking.message}",
        blocks=context.blocks("See your booking"),
        words={"amount": back, "how": how},
    )


MESSAGE = Message(
    kind="payment-refunded",
    name="Refund",
    when="When money goes back to a customer",
    audience=CUSTOMER,
    texts=Texts(
        "Your refund for {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{how}\n\n{price}\n\n{button}",
        "Your refund",
    ),
    fields=(
        *BOOKING_FIELDS,
        Field("amount", "The amount that goes back", "$100.00"),
        Field("how", "A sentence: how it goes back, and when it arrives", "We have returned $100.00 to your card."),
    ),
    blocks=(SIGN, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_paid,
)
