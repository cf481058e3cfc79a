"""Email with a one-time link to all bookings that a customer made with this address."""

from dataclasses import dataclass

from marqueedesk.business.terms import FIELDS
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import THE_BUTTON

_FIELDS = tuple([field for field in FIELDS if field.name in {"company", "customer"}])


@dataclass(frozen=True, slots=True)
class BookingListContext:
    """The customer and the link to their list."""

    link_id: int
    customer_name: str
    head: Letterhead

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"company": self.head.name, "customer": self.customer_name}


def _body(context: BookingListContext) -> Body:
    link = parts.booking_list(context.link_id)
    return Body(
        lead="The link works once, for 30 minutes.",
        blocks={"button": [parts.button("Show my bookings", link)]},
    )


def _sample(head: Letterhead) -> BookingListContext:
    return BookingListContext(0, "Ada Lovelace", head)


MESSAGE = to_customer(
    "booking-list",
    "Link to all bookings",
    "When a customer asks for a link to all of their bookings with you",
    subject="Your bookings with {company}",
    heading="All of your bookings",
    text="You asked for a link to your bookings with us. It works once, within 30 minutes.\n\n{button}\n\n"
    "If you didn't ask for it, you can ignore this email.",
    fields=_FIELDS,
    blocks=(THE_BUTTON,),
    body=_body,
    sample=_sample,
)
