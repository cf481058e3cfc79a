"""Email to a visitor who saw a price a day ago and hasn't booked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import SIGN, THE_BUTTON, WAITING_FIELDS, Block
from marqueedesk.rentals.line_schemas import StandingTextOut


@dataclass(frozen=True, slots=True)
class PriceSeenContext:
    """A visitor's sign with its days and today's price. ``recipient_id`` belongs to the stop link.

    ``is_open_price`` is true if delivery or tax isn't in the price yet, because the visitor chose no place.
    """

    lead_id: int
    recipient_id: int
    customer_name: str
    message: str
    size: str
    delivery: date
    pickup: date
    total_cents: int
    head: Letterhead
    is_open_price: bool = False
    sign: Sequence[StandingTextOut] = ()
    rented: Sequence[tuple[str, str]] = ()

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {
            "company": self.head.name,
            "customer": self.customer_name,
            "message": self.message,
            "size": self.size or None,
            "delivery": self.head.weekday(self.delivery),
            "pickup": self.head.weekday(self.pickup),
        }


def _body(context: PriceSeenContext) -> Body:
    values, price = context.values(), context.head.money(context.total_cents)
    rows = [
        *context.rented,
        ("Delivery", values["delivery"]),
        ("Pickup", values["pickup"]),
        ("Price", f"From {price}" if context.is_open_price else price),
    ]
    return Body(
        lead="Your letters are still available. Nothing is booked yet.",
        blocks={
            "sign": [parts.sign(context.message, context.size or None, context.sign)],
            "details": [parts.facts(rows)],
            "button": [parts.button("Finish my booking", parts.lead_page(context.lead_id))],
        },
        unsubscribe=parts.stop_follow_ups(context.recipient_id),
    )


def _sample(head: Letterhead) -> PriceSeenContext:
    rented = (("Message", "MARRY ME\n7 letters, 4ft"),)
    return PriceSeenContext(
        0, 0, "Ada Lovelace", "MARRY ME", "4ft", date(2027, 6, 5), date(2027, 6, 7), 42500, head, rented=rented
    )


MESSAGE = to_customer(
    "price-seen",
    "Your sign is still here",
    "A day after a visitor saw a price and agreed to one email, if you turned this on in the booking rules",
    subject="Your sign is still here: {message}",
    heading="Your sign is still here",
    text="{sign}\n\nYou recently looked at this sign with us. Your letters are still available on your days, but "
    "nothing is booked yet.\n\n{details}\n\n{button}\n\nThe form opens with everything you entered. This is the only "
    "email we'll send you about it.",
    fields=WAITING_FIELDS,
    blocks=(SIGN, Block("details", "Sign, size, days and price"), THE_BUTTON),
    body=_body,
    sample=_sample,
)
