"""Email to the business when a customer cancels on their booking page."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_canceled


def _body(context: BookingContext) -> Body:
    farewell = context.farewell
    cost = context.head.money(farewell.fee_cents) if farewell and farewell.fee_cents else None
    shown = f"They accepted a cancellation fee of {cost}." if cost else "There is no cancellation fee."
    return context.to_business(
        f"{context.booking.customer_name} canceled",
        f"Your customer canceled on their booking page. The letters are available again. {shown}",
        *_money(context),
        *parts.note("Their reason", farewell.reason if farewell else None, by_customer=True),
        context.rental(contact=True),
    )


def _money(context: BookingContext) -> list[str]:
    written = context.head.money
    notes: list[str] = []
    if context.amount_cents:
        notes.append(f"{written(context.amount_cents)} is refunded automatically to the card it was paid with.")
    if context.by_hand_cents:
        notes.append(
            f"Please return {written(context.by_hand_cents)} that was not paid by card. Then record the refund in "
            "the booking, under Payment."
        )
    return [" ".join(notes)] if notes else []


MESSAGE = to_business(
    "customer-canceled",
    "Canceled by the customer",
    "When a customer cancels on their booking page",
    subject="Canceled by the customer: {message}, {delivery}",
    body=_body,
    sample=sample_canceled,
)
