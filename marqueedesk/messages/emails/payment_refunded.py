"""Email to a customer after a refund: the amount and where it was sent."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_paid


def _body(context: BookingContext) -> Body:
    back = context.head.money(context.amount_cents)
    card, bank = ("your card", "Your") if context.payer is None else (f"{context.payer}'s card", "Their")
    how = f"We refunded {back} to {card}. {bank} bank will show it within five to ten business days."
    if context.by_hand_cents:
        how = f"We returned {back} to you. If you haven't received it, please reply to this email."
    return context.to_customer(
        f"Your refund for {context.booking.message}",
        words={"amount": back, "how": how},
    )


MESSAGE = to_customer(
    "payment-refunded",
    "Refund",
    "When you refund a customer",
    subject="Your refund for {message}",
    heading="Your refund",
    text="{how}\n\n{price}\n\n{button}",
    own=(
        Field("amount", "The refunded amount", "$100.00"),
        Field("how", "A sentence: how the refund was made, and when it arrives", "We refunded $100.00 to your card."),
    ),
    body=_body,
    sample=sample_paid,
)
