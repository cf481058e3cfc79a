"""Email to a customer whose confirmed booking was canceled, either by the customer or by the business."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.business.terms import Field
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body, Files
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, DETAILS, NOTES, PRICE, REASON, SIGN
from marqueedesk.messages.samples import sample_booking


def _body(context: BookingContext) -> Body:
    farewell = context.farewell
    if farewell is None and context.booking.cancel_fee_cents is not None:
        fee = context.booking.cancel_fee_cents
        cost = f"The cancellation fee is {context.head.money(fee)}." if fee else "There is no cancellation fee."
    elif farewell is None:
        cost = "If this is not what you expected, please reply to this email right away."
    elif farewell.fee_cents:
        cost = f"As shown on your booking page, the cancellation fee is {context.head.money(farewell.fee_cents)}."
    else:
        cost = "There is no cancellation fee."
    return context.to_customer(
        blocks={"reason": parts.note("Why", context.reason)},
        words={"cost": cost, "refund": _money(context)},
        files=Files((parts.CALENDAR,), booking_id=context.booking.id, number=context.booking.number),
    )


def _money(context: BookingContext) -> str | None:
    """Return sentences about refunds and the balance, or None.

    ``amount_cents`` is refunded to the cards, ``by_hand_cents`` is returned by the business itself, and any remaining
    balance is still due.
    """
    written, booking = context.head.money, context.booking
    words: list[str] = []
    if context.amount_cents:
        words.append(
            f"We're refunding {written(context.amount_cents)} to the card you paid with, which takes five to ten "
            "business days."
        )
    if context.by_hand_cents and context.farewell:
        other = "the other " if context.amount_cents else ""
        words.append(
            f"We'll return {other}{written(context.by_hand_cents)}, which you did not pay by card, ourselves. "
            "We'll contact you to arrange it."
        )
    elif context.by_hand_cents:
        words.append(f"You have paid {written(context.by_hand_cents)}. We'll contact you about a refund.")
    if context.balance_cents() and booking.status == CANCELED:
        words.append(f"{written(context.balance_cents())} of the cancellation fee is still due.")
    return " ".join(words) or None


MESSAGE = to_customer(
    "canceled",
    "Booking canceled",
    "When a confirmed booking is canceled",
    subject="Canceled: {message} on {delivery}",
    heading="Your booking is canceled",
    text="Your booking is canceled, and nothing will be delivered. {cost}\n\n{reason}\n\n{details}\n\n{refund}",
    sign_off="All the best",
    own=(
        Field("cost", "A sentence about the cancellation fee", "There is no cancellation fee."),
        Field("refund", "Sentences about the refund, if anything was paid", "We're refunding $100.00..."),
    ),
    blocks=(SIGN, REASON, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_booking,
)
