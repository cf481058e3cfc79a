"""To a customer whose confirmed booking is canceled, by whomever."""

from marqueedesk.bookings.models import CANCELED
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import BOOKING_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_booking


def _body(facts: BookingFacts) -> Body:
    farewell = facts.farewell
    told = "Your booking is canceled, and nothing will be delivered."
    if farewell is None:
        told += " If that is not what you expected, please reply to this mail at once."
    elif farewell.fee_cents:
        told += f" As the page of your booking said, canceling costs {facts.head.money(farewell.fee_cents)}."
    else:
        told += " It costs nothing."
    paid = [parts.text(words) for words in _money(facts)]
    return Body(
        title="Your booking is canceled",
        lead=f"{facts.booking.message}, {facts.when()}",
        parts=[
            parts.text(told),
            *parts.note("The reason", facts.reason),
            facts.rental(),
            *paid,
        ],
    )


def _money(facts: BookingFacts) -> list[str]:
    """What becomes of what was paid: ``amount_cents`` goes back to the cards, ``by_hand_cents`` is to be returned by
    the business itself; or what of the cost is still open.
    """
    written, booking = facts.head.money, facts.booking
    words: list[str] = []
    if facts.amount_cents:
        words.append(f"{written(facts.amount_cents)} goes back to your card, which takes five to ten business days.")
    if facts.by_hand_cents and facts.farewell:
        other = "The other " if facts.amount_cents else ""
        words.append(
            f"{other}{written(facts.by_hand_cents)} that you have paid otherwise we return to you ourselves. "
            "We get in touch with you about it."
        )
    elif facts.by_hand_cents:
        words.append(f"You have paid {written(facts.by_hand_cents)}. We get in touch with you about it.")
    open_cents = max(0, booking.owed_cents - booking.received_cents)
    if open_cents and booking.status == CANCELED:
        words.append(f"{written(open_cents)} of the cost is still open.")
    return words


MESSAGE = Message(
    kind="canceled",
    name="Booking canceled",
    when="When a confirmed booking is canceled",
    audience=CUSTOMER,
    texts=Texts("Canceled: {message} on {delivery}", "Hi {customer},", "All the best,\n{company}"),
    fields=BOOKING_FIELDS,
    body=_body,
    sample=sample_booking,
)
