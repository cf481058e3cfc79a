"""Email to the business about a new request, or a booking that was confirmed without approval."""

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
    intro = (
        _unavailable(booking.asked)
        if booking.asked is not None
        else f"It is waiting for your reply. {_reservation(context)}{_authorization(context)}"
        if waits
        else f"Confirmed: {context.head.money(booking.received_cents)} was paid. The letters are reserved."
        if booking.received_cents > 0
        else "Confirmed: the letters were available, and your rules don't require approval."
    )
    return context.to_business(
        f"New request from {booking.customer_name}" if waits else f"New booking from {booking.customer_name}",
        context.lit(),
        intro,
        context.rental(contact=True),
        context.price(),
        *parts.note("The customer's notes", booking.notes, by_customer=True),
        button="Review the request" if waits else "Open the booking",
        words={"what": "request" if waits else "booking"},
    )


def _authorization(context: BookingContext) -> str:
    """Describe the card authorized with a request; empty if there is none."""
    if context.booking.authorized_until is None:
        return ""
    amount = context.head.money(context.booking.authorized_cents)
    return f" The customer's card is authorized for {amount}: confirming charges it, declining releases it."


def _reservation(context: BookingContext) -> str:
    """Return until when a request reserves its letters, or what has to happen before it does."""
    if context.holds_letters:
        return f"The letters are reserved until {context.lapses()}."
    if context.booking.must_confirm:
        return "No letters are reserved until the customer opens the link in their email."
    return "No letters are reserved until you confirm."


def _unavailable(asked: StoredAsked) -> str:
    """Explain why a request may not fit even though the customer was warned before sending it."""
    letters = [f"{row['needed']} × {row['letter']}" for row in asked["shortages"] if row["size"] != ITEM]
    items = [asked["items"].get(row["letter"], "") for row in asked["shortages"] if row["size"] == ITEM]
    short = ", ".join([*letters, *[name for name in items if name]])
    why = f"Not enough available: {short}." if short else "You are closed or fully booked on these days."
    return (
        f"{why} The customer sent the request anyway. No letters are held; we check your stock again when you confirm."
    )


MESSAGE = to_business(
    "new-request",
    "New request",
    "When a customer sends a request through your form",
    subject="New {what}: {message}, {delivery}",
    own=(Field("what", "The word request, or booking if it is already confirmed", "request"),),
    body=_body,
    sample=sample_request,
)
