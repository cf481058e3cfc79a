"""Emails about charges to the card on file for damage or loss: the announcement with amount, reason and time, and
its withdrawal.
"""

from dataclasses import dataclass
from typing import Final

from marqueedesk.business.terms import Field
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import THE_BUTTON
from marqueedesk.messages.samples import sample_booking


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedChargeContext(BookingContext):
    """A booking whose customer's card will be charged ``amount_cents``, with the reason and the time."""

    reason_given: str
    charged_at: str


def _sample(head: Letterhead) -> AnnouncedChargeContext:
    booking = sample_booking(head, received_cents=42500, charges_cents=6000)
    return snapshot_of(
        AnnouncedChargeContext,
        booking,
        amount_cents=6000,
        reason_given="Two bulbs of the letter M are broken",
        charged_at="June 10, 2027, 2:00 PM",
        photos=2,
    )


_FIELDS: Final = (
    Field("amount", "The amount of the charge", "$60.00"),
    Field("reason", "Your reason for the charge", "Two bulbs of the letter M are broken"),
    Field("date", "When the card will be charged", "June 10, 2027, 2:00 PM"),
)


def _body(context: AnnouncedChargeContext) -> Body:
    amount = context.head.money(context.amount_cents)
    label = "See the photos or pay now" if context.photos else "See the charge or pay now"
    button = [parts.button(label, parts.booking_page(context.booking.id))]
    return context.to_customer(
        context.reason_given,
        blocks={"button": button},
        words={"amount": amount, "reason": context.reason_given, "date": context.charged_at},
    )


MESSAGE = to_customer(
    "card-charge-announced",
    "Upcoming charge to the card on file",
    "When you announce a charge for damage or loss, 48 hours before the card is charged",
    subject="We will charge {amount} to your card",
    heading="A charge to your card",
    text="After your rental, we need to charge you {amount}: {reason}\n\n"
    "On {date}, we will charge the card that you saved with your booking, as agreed. You don't need to do anything. If "
    "you prefer to pay another way, do so before then. If you have questions about this charge, please reply to this "
    "email.\n\n{button}\n\n{payment}",
    own=_FIELDS,
    blocks=(*OWING_BLOCKS[:-1], THE_BUTTON),
    body=_body,
    sample=_sample,
)


def _withdrawn(context: AnnouncedChargeContext) -> Body:
    words = {
        "amount": context.head.money(context.amount_cents),
        "reason": context.reason_given,
        "date": context.charged_at,
    }
    return context.to_customer("Your card won't be charged.", words=words)


WITHDRAWN = to_customer(
    "card-charge-withdrawn",
    "Charge to the card on file withdrawn",
    "When you withdraw an announced charge",
    subject="We won't charge {amount} to your card",
    heading="Charge withdrawn",
    text="We announced a charge of {amount} to your card on {date}: {reason}\n\n"
    "We have withdrawn it, so your card won't be charged for it. The balance of your booking stays the same.\n\n"
    "{button}\n\n{payment}",
    own=_FIELDS,
    blocks=(*OWING_BLOCKS[:-1], THE_BUTTON),
    body=_withdrawn,
    sample=_sample,
)
