"""To a customer who gets money back: how much, where it goes, and how the booking stands."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_paid


def _body(facts: BookingFacts) -> Body:
    back = facts.head.money(facts.amount_cents)
    how = f"We have returned {back} to your card. It shows there within five to ten business days, as your bank has it."
    if facts.by_hand_cents:
        how = f"We have returned {back} to you. Should it not have reached you, please reply to this mail."
    return Body(
        title="Your refund",
        lead=f"{back} for {facts.booking.message}",
        parts=[
            parts.text(how),
            facts.price(),
            parts.button("See your booking", parts.booking_page(facts.booking.id)),
        ],
    )


MESSAGE = Message(
    kind="payment-refunded",
    name="Refund",
    when="When money goes back to a customer",
    audience=CUSTOMER,
    texts=Texts("Your refund for {message}", "Hi {customer},", "Kind regards,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_paid,
)
