"""Events of quotes."""

from dataclasses import dataclass

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


@dataclass(frozen=True, kw_only=True)
class QuoteEvent(BusinessEvent):
    """Something that happened to a quote."""

    quote_id: int


@dataclass(frozen=True, kw_only=True)
class QuoteSent(QuoteEvent):
    """A version of a quote is sent to its customer."""

    kind = "quote.sent"
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class QuoteAccepted(QuoteEvent, BookingEvent):
    """A customer has accepted a quote, which is now a booking."""

    kind = "quote.accepted"


@dataclass(frozen=True, kw_only=True)
class QuoteDeclined(QuoteEvent):
    """A customer has declined a version of a quote."""

    kind = "quote.declined"
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class QuoteQuestioned(QuoteEvent):
    """A customer asks something about a quote; ``email`` is where they want the answer."""

    kind = "quote.question"
    text: str
    email: str | None = None
