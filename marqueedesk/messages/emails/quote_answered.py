"""Emails to the business when a customer accepts or declines a quote, or asks a question about it."""

from collections.abc import Callable
from dataclasses import replace

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS
from marqueedesk.messages.samples import sample_quote


def _answered(title: str, wording: Callable[[QuoteContext], str], note_label: str) -> Callable[[QuoteContext], Body]:
    def body(context: QuoteContext) -> Body:
        booking = context.booking
        summary = wording(context)
        link = page(f"/bookings?id={booking.booking.id}") if booking else page(f"/quotes?id={context.quote_id}")
        return Body(
            title=title.format(who=context.who()),
            lead=f"Quote {context.sent['number']}, {context.values()['total']}",
            parts=[
                *([parts.text(summary)] if summary else []),
                *parts.note(note_label, context.text, by_customer=True),
                context.offer(),
                parts.button("Open the booking" if booking else "Open the quote", link),
            ],
            reply_to=context.email or context.sent["customer_email"],
            unsubscribe=parts.MESSAGE_SETTINGS,
        )

    return body


def _released(context: QuoteContext) -> str:
    """Return a sentence about released letters, or an empty string if the quote held none."""
    return "The letters held for this quote are available again." if context.held else ""


def _sample_accepted(head: Letterhead) -> QuoteContext:
    return replace(sample_quote(head), text=None)


def _sample_unbooked(head: Letterhead) -> QuoteContext:
    return replace(sample_quote(head), booking=None)


ACCEPTED = to_business(
    "quote-accepted-business",
    "Quote accepted",
    "When a customer accepts a quote",
    subject="Accepted: quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} accepted your quote", lambda _: "We created a confirmed booking.", ""),
    sample=_sample_accepted,
)
DECLINED = to_business(
    "quote-declined",
    "Quote declined",
    "When a customer declines a quote",
    subject="Declined: quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} declined your quote", _released, "Their reason"),
    sample=_sample_unbooked,
)
QUESTION = to_business(
    "quote-question",
    "Question about a quote",
    "When a customer asks a question about a quote",
    subject="A question about quote {number}, {message}",
    fields=QUOTE_FIELDS,
    body=_answered("{who} has a question", lambda _: "Reply to this email to answer your customer.", "Their question"),
    sample=_sample_unbooked,
)
