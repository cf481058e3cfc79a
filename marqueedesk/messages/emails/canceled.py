"""To a customer whose confirmed booking was canceled, by them or by the business."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.business.terms import Field
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body, Files
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import A_BUTTON, BOOKING_FIELDS, DETAILS, NOTES, PRICE, REASON, SIGN, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    farewell = facts.farewell
    if farewell is None and facts.booking.cancel_fee_cents is not None:
        fee = facts.booking.cancel_fee_cents
        cost = f"The cancellation fee is {facts.head.money(fee)}." if fee else "Canceling costs nothing."
    elif farewell is None:
        cost = "If this is not what you expected, please reply to this email right away."
    elif farewell.fee_cents:
        cost = f"As your booking page said, canceling costs {facts.head.money(farewell.fee_cents)}."
    else:
        cost = "Canceling costs nothing."
    return Body(
        lead=f"{facts.booking.message}, {facts.when()}",
        blocks={**facts.blocks("See your booking"), "reason": parts.note("Why", facts.reason)},
        words={"cost": cost, "refund": _money(facts)},
        files=Files((parts.CALENDAR,), booking_id=facts.booking.id, number=facts.booking.number),
    )


def _money(facts: BookingFacts) -> str | None:
    """What happens to the money: ``amount_cents`` goes back to the cards, and the business returns ``by_hand_cents``
    itself; or how much of the cost is still due.
    """
    written, booking = facts.head.money, facts.booking
    words: list[str] = []
    if facts.amount_cents:
        words.append(f"{written(facts.amount_cents)} goes back to your card, which takes five to ten business days.")
    if facts.by_hand_cents and facts.farewell:
        other = "The other " if facts.amount_cents else ""
        words.append(
            f"{other}{written(facts.by_hand_cents)} that you paid another way we return to you ourselves. "
            "We'll contact you about it."
        )
    elif facts.by_hand_cents:
        words.append(f"You have paid {written(facts.by_hand_cents)}. We'll contact you about it.")
    if facts.balance_cents() and booking.status == CANCELED:
        words.append(f"{written(facts.balance_cents())} of the cost is still due.")
    return " ".join(words) or None


MESSAGE = Message(
    kind="canceled",
    name="Booking canceled",
    when="When a confirmed booking is canceled",
    audience=CUSTOMER,
    texts=Texts(
        "Canceled: {message} on {delivery}",
        "Hi {customer},",
        "All the best,\n{company}",
        "Your booking is canceled, and nothing will be delivered. {cost}\n\n{reason}\n\n{details}\n\n{refund}",
        "Your booking is canceled",
    ),
    fields=(
        *BOOKING_FIELDS,
        Field("cost", "A sentence: what canceling costs", "Canceling costs nothing."),
        Field("refund", "A sentence: how money that was paid goes back, if any was", "$100.00 goes back..."),
    ),
    blocks=(SIGN, REASON, DETAILS, PRICE, NOTES, A_BUTTON),
    body=_body,
    sample=sample_booking,
)
