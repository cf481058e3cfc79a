"""Events of quotes."""

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


class QuoteEvent(BusinessEvent):
    """Something that happened to a quote."""

    quote_id: int


class QuoteSent(QuoteEvent, kind="quote.sent"):
    """A version of a quote is sent to its customer."""

    version: int | None = None


class QuoteAccepted(QuoteEvent, BookingEvent, kind="quote.accepted"):
    """A customer has accepted a quote, which is now a booking."""


class QuoteDeclined(QuoteEvent, kind="quote.declined"):
    """A customer has declined a version of a quote."""

    version: int | None = None


class QuoteQuestioned(QuoteEvent, kind="quote.question"):
    """A customer asks something about a quote; ``email`` is where they want the answer."""

    text: str
    email: str | None = None
