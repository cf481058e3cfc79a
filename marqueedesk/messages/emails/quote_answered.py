"""To the business: a customer accepted or declined a quote, or asked a question about it."""

from collections.abc import Callable
from dataclasses import replace

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS
from marqueedesk.messages.samples import sample_quote


def _answered(title: str, wording: Callable[[QuoteContext], str], words: str) -> Callable[[QuoteContext], Body]:
    def body(context: QuoteContext) -> Body:
        made = context.booking
        said = wording(context)
        to = page(f"/bookings?id={made.booking.id}") if made else page(f"/quotes?id={context.quote_id}")
        return Body(
            title=title.format(who=context.who()),
            lead=f"Quote {context.sent['number']}, {context.values()['total']}",
            parts=[
                *([parts.text(said)] if said else []),
                *parts.note(words, context.text, by_customer=True),
                context.offer(),
                parts.button("Open the booking" if made else "Open the quote", to),
            ],
            reply_to=context.email or context.sent["customer_email"],
            unsubscribe=parts.MESSAGE_SETTINGS,
        )

    return body


def _released(context: QuoteContext) -> str:
    """What happens to the letters, if the quote held some."""
    return "The letters that were held for it are available again." if context.held else ""


def _sample_accepted(head: Letterhead) -> QuoteContext:
    return replace(sample_quote(head), text=None)


def _sample_unbooked(head: Letterhead) -> QuoteContext:
    return replace(sample_quote(head), booking=None)


ACCEPTED = to_business(
    "quote-accepted-business",
    "A customer accepts",
    "When a customer accepts a quote",
    subject="Accepted: quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} accepted your quote", lambda _: "The booking is made and confirmed.", ""),
    sample=_sample_accepted,
)
DECLINED = to_business(
    "quote-declined",
    "A customer declines",
    "When a customer declines a quote",
    subject="Declined: quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} declined your quote", _released, "Their reason"),
    sample=_sample_unbooked,
)
QUESTION = to_business(
    "quote-question",
    "A customer asks",
    "When a customer asks something about a quote",
    subject="A question about quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} has a question", lambda _: "Reply to this email to answer your customer.", "They ask"),
    sample=_sample_unbooked,
)
