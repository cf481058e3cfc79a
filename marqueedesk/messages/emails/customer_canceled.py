"""To the business: a customer has canceled from their own page."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_canceled


def _body(context: BookingContext) -> Body:
    farewell = context.farewell
    cost = context.head.money(farewell.fee_cents) if farewell and farewell.fee_cents else None
    shown = f"They saw that it costs {cost}." if cost else "They saw that it costs nothing."
    return context.to_business(
        f"{context.booking.customer_name} has canceled",
        f"Your customer canceled on their booking page. The letters are available again. {shown}",
        *_money(context),
        *parts.note("Their reason", farewell.reason if farewell else None, by_customer=True),
        context.rental(contact=True),
    )


def _money(context: BookingContext) -> list[str]:
    written = context.head.money
    notes: list[str] = []
    if context.amount_cents:
        notes.append(f"{written(context.amount_cents)} goes back automatically to the card it was paid with.")
    if context.by_hand_cents:
        notes.append(
            f"Please return {written(context.by_hand_cents)} to them: they did not pay it by card. Then record it in "
            "the booking, under Money."
        )
    return [" ".join(notes)] if notes else []


MESSAGE = to_business(
    "customer-canceled",
    "Canceled by the customer",
    "When a customer cancels from their own page",
    subject="Canceled by the customer: {message}, {delivery}",
    body=_body,
    sample=sample_canceled,
)
