"""To the business: somebody has sent a request through its form, or booked at once where no approval is needed."""

from marqueedesk.bookings.models import PENDING, StoredAsked
from marqueedesk.business.terms import Field
from marqueedesk.inventory.pieces import ITEM
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.samples import sample_request


def _body(context: BookingContext) -> Body:
    booking = context.booking
    waits = booking.status == PENDING
    opening = (
        _asked(booking.asked)
        if booking.asked is not None
        else f"It is waiting for your answer. The letters are reserved until {context.lapses()}."
        if waits
        else f"It is confirmed: {context.head.money(booking.received_cents)} has been paid. The letters are reserved."
        if booking.received_cents > 0
        else "It is already confirmed: the letters were available, and your rules need no approval."
    )
    return context.to_business(
        f"New request from {booking.customer_name}" if waits else f"New booking from {booking.customer_name}",
        context.lit(),
        opening,
        context.rental(contact=True),
        context.price(),
        *parts.note("The customer's notes", booking.notes, by_customer=True),
        button="Answer the request" if waits else "Open the booking",
        words={"what": "request" if waits else "booking"},
    )


def _asked(asked: StoredAsked) -> str:
    """Why a request may not fit that the customer sent anyway."""
    letters = [f"{row['needed']} × {row['letter']}" for row in asked["shortages"] if row["size"] != ITEM]
    items = [asked["items"].get(row["letter"], "") for row in asked["shortages"] if row["size"] == ITEM]
    short = ", ".join([*letters, *[name for name in items if name]])
    why = f"You do not have enough of these free: {short}." if short else "You are closed or full on these days."
    return f"The customer asked anyway. {why} No letters are held; confirming checks the stock again."


MESSAGE = to_business(
    "new-request",
    "New request",
    "As soon as a customer has sent a request through your form",
    subject="New {what}: {message}, {delivery}",
    own=(Field("what", "Whether it is a request or already a booking", "request"),),
    body=_body,
    sample=sample_request,
)
