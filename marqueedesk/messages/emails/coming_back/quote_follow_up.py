"""Email to a customer whose quote is still open some days after it was sent."""

from dataclasses import dataclass

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS, SIGN, THE_BUTTON, Block
from marqueedesk.messages.samples import sample_quote


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteFollowUpContext(QuoteContext):
    """A sent version of a quote. ``recipient_id`` belongs to the stop link."""

    recipient_id: int


def _body(context: QuoteFollowUpContext) -> Body:
    return Body(
        lead=f"Quote {context.sent['number']} for {context.sent['message']}",
        blocks=context.blocks(),
        unsubscribe=parts.stop_follow_ups(context.recipient_id),
    )


def _sample(head: Letterhead) -> QuoteFollowUpContext:
    return snapshot_of(QuoteFollowUpContext, sample_quote(head), recipient_id=0)


MESSAGE = to_customer(
    "quote-follow-up",
    "Quote follow-up",
    "Some days after you sent a quote without an answer, twice at most, if you turned this on in the booking rules",
    subject="Your quote {number}: {message}",
    heading="Your quote is still open",
    text="{sign}\n\nWe sent you this quote and would love to light up your event. Use the button below to accept it, "
    "ask a question, or let us know if your plans have changed.\n\n{details}\n\n{price}\n\n{button}",
    fields=QUOTE_FIELDS,
    blocks=(
        SIGN,
        Block("details", "Number, message, dates, place and expiration date"),
        Block("price", "The price line by line"),
        THE_BUTTON,
    ),
    body=_body,
    sample=_sample,
)
