"""To the business: a customer has canceled from their own page."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, Part, page
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import BUSINESS
from marqueedesk.messages.samples import sample_canceled


def _body(context: BookingContext) -> Body:
    booking, farewell = context.booking, context.farewell
    cost = context.head.money(farewell.fee_cents) if farewell and farewell.fee_cents else None
    shown = f"They saw that it costs {cost}." if cost else "They saw that it costs nothing."
    return Body(
        title=f"{booking.customer_name} has canceled",
        lead=f"{booking.message}, {context.when()}",
        parts=[
            parts.text(f"Your customer canceled on their booking page. The letters are available again. {shown}"),
            *_money(context),
            *parts.note("Their reason", farewell.reason if farewell else None),
            context.rental(contact=True),
            parts.button("Open the booking", page(f"/bookings?id={booking.id}")),
        ],
        reply_to=booking.customer_email or None,
        unsubscribe=page("/settings?tab=messages"),
    )


def _money(context: BookingContext) -> list[Part]:
    written = context.head.money
    notes: list[str] = []
    if context.amount_cents:
        notes.append(f"{written(context.amount_cents)} goes back automatically to the card it was paid with.")
    if context.by_hand_cents:
        notes.append(
            f"Please return {written(context.by_hand_cents)} to them: they did not pay it by card. Then record it in "
            "the booking, under Money."
        )
    return [parts.text(" ".join(notes))] if notes else []


MESSAGE = Message(
    kind="customer-canceled",
    name="Canceled by the customer",
    when="When a customer cancels from their own page",
    audience=BUSINESS,
    texts=Texts("Canceled by the customer: {message}, {delivery}", "", ""),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_canceled,
)
