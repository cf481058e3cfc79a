"""To the business: a customer has canceled from their own page."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, Part, page
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import BUSINESS
from marqueedesk.messages.samples import sample_canceled


def _body(facts: BookingFacts) -> Body:
    booking, farewell = facts.booking, facts.farewell
    cost = facts.head.money(farewell.fee_cents) if farewell and farewell.fee_cents else None
    shown = f"They saw that it costs {cost}." if cost else "They saw that it costs nothing."
    return Body(
        title=f"{booking.customer_name} has canceled",
        lead=f"{booking.message}, {facts.when()}",
        parts=[
            parts.text(f"Your customer canceled on their booking page. The letters are available again. {shown}"),
            *_money(facts),
            *parts.note("Their reason", farewell.reason if farewell else None),
            facts.rental(contact=True),
            parts.button("Open the booking", page(f"/bookings?id={booking.id}")),
        ],
        reply_to=booking.customer_email or None,
        unsubscribe=page("/settings?tab=messages"),
    )


def _money(facts: BookingFacts) -> list[Part]:
    written = facts.head.money
    notes: list[str] = []
    if facts.amount_cents:
        notes.append(f"{written(facts.amount_cents)} goes back to their card automatically.")
    if facts.by_hand_cents:
        notes.append(
            f"Please return {written(facts.by_hand_cents)} to them: they did not pay it by card. Then record it in the "
            "booking, under Money."
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
