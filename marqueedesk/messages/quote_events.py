"""Emails about quotes: to customers about sent and accepted quotes, and to the business about their answers."""

from marqueedesk.domain_events import QuoteAccepted, QuoteDeclined, QuoteEvent, QuoteQuestioned, QuoteSent
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages import gather
from marqueedesk.messages.emails import quote_accepted, quote_answered, quote_sent
from marqueedesk.messages.handling import Handling
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.models import Quote


def tell_sent(handling: Handling[QuoteSent]) -> None:
    """Send the customer the quote."""
    quote = _quote(handling)
    if quote is None:
        return
    facts = gather.quote_facts(handling.db, handling.operator, quote, handling.event.version)
    if facts is not None and facts.sent["customer_email"]:
        message = quote_sent.MESSAGE if facts.earlier is None else quote_sent.REVISED
        handling.tell(message, facts, facts.sent["customer_email"], facts.sent["customer_name"], quote_id=quote.id)


def tell_accepted(handling: Handling[QuoteAccepted]) -> None:
    """Notify the customer that the quote is booked, and the business that it was accepted."""
    booking = handling.booking()
    if booking is None or booking.quote_id is None:
        return
    quote = quotes.quote(handling.db, booking.quote_id)
    facts = gather.quote_facts(handling.db, handling.operator, quote, booking=handling.facts(booking))
    if facts is None:
        return
    handling.link(booking)
    if booking.customer_email:
        handling.tell(
            quote_accepted.MESSAGE,
            facts,
            booking.customer_email,
            booking.customer_name,
            booking_id=booking.id,
            quote_id=quote.id,
        )
    handling.tell_business(quote_answered.ACCEPTED, facts, booking_id=booking.id, quote_id=quote.id)


def tell_declined(handling: Handling[QuoteDeclined]) -> None:
    """Notify the business that its quote was declined."""
    quote = _quote(handling)
    if quote is None:
        return
    told = [row for row in quotes.history(handling.db, quote.id) if row.kind == "declined"]
    reason = told[-1].details.get("text") if told else None
    facts = gather.quote_facts(handling.db, handling.operator, quote, handling.event.version, text=reason)
    if facts is not None:
        handling.tell_business(quote_answered.DECLINED, facts, quote_id=quote.id)


def tell_asked(handling: Handling[QuoteQuestioned]) -> None:
    """Notify the business of a question about its quote."""
    quote = _quote(handling)
    if quote is None:
        return
    facts = gather.quote_facts(
        handling.db, handling.operator, quote, text=handling.event.text, email=handling.event.email
    )
    if facts is not None:
        handling.tell_business(quote_answered.QUESTION, facts, quote_id=quote.id)


def _quote(handling: Handling[QuoteEvent]) -> Quote | None:
    try:
        return quotes.quote(handling.db, handling.event.quote_id)
    except NotFound:
        return None
