"""Events of quotes."""

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


class QuoteEvent(BusinessEvent):
    """Base of events about a quote."""

    quote_id: int


class QuoteSent(QuoteEvent, kind="quote.sent"):
    """A version of a quote is sent to its customer."""

    version: int | None = None


class QuoteAccepted(QuoteEvent, BookingEvent, kind="quote.accepted"):
    """A customer accepted a quote, which became a booking."""


class QuoteDeclined(QuoteEvent, kind="quote.declined"):
    """A customer declined a version of a quote."""

    version: int | None = None


class QuoteQuestioned(QuoteEvent, kind="quote.question"):
    """A customer asked a question about a quote; ``email`` is the reply address."""

    text: str
    email: str | None = None
