"""To a customer who gets money back: how much and where it goes."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_paid


def _body(context: BookingContext) -> Body:
    back = context.head.money(context.amount_cents)
    card, bank = ("your card", "Your") if context.payer is None else (f"the card of {context.payer}", "Their")
    how = f"We have returned {back} to {card}. {bank} bank shows it within five to ten business days."
    if context.by_hand_cents:
        how = f"We have returned {back} to you. If it has not reached you, please reply to this email."
    return context.to_customer(
        f"{back} for {context.booking.message}",
        words={"amount": back, "how": how},
    )


MESSAGE = to_customer(
    "payment-refunded",
    "Refund",
    "When money goes back to a customer",
    subject="Your refund for {message}",
    heading="Your refund",
    text="{how}\n\n{price}\n\n{button}",
    own=(
        Field("amount", "The amount that goes back", "$100.00"),
        Field("how", "A sentence: how it goes back, and when it arrives", "We have returned $100.00 to your card."),
    ),
    body=_body,
    sample=sample_paid,
)
