"""To a customer who gets money back: how much, where it goes, and how the booking stands."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_paid


def _body(facts: BookingFacts) -> Body:
    back = facts.head.money(facts.amount_cents)
    return Body(
        title="Your refund",
        lead=f"{back} for {facts.booking.message}",
        parts=[
            parts.text(
                f"We have returned {back} to you, the way you have paid. On a card it shows within five to ten "
                "business days, depending on your bank."
            ),
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
