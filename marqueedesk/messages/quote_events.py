"""Emails about quotes: to customers about sent and accepted quotes, and to the business about their answers."""

from marqueedesk.kit.errors import NotFound
from marqueedesk.messages import gather
from marqueedesk.messages.handling import Handling
from marqueedesk.messages.mails import quote_accepted, quote_answered, quote_sent
from marqueedesk.quotes import queries as quotes


def tell_sent(event: Handling) -> None:
    """Send the customer the quote."""
    try:
        quote = quotes.quote(event.db, event.payload["quoteId"])
    except NotFound:
        return
    facts = gather.quote_facts(event.db, event.operator, quote, event.payload.get("version"))
    if facts is not None and facts.sent["customer_email"]:
        message = quote_sent.MESSAGE if facts.earlier is None else quote_sent.REVISED
        event.tell(message, facts, facts.sent["customer_email"], facts.sent["customer_name"], quote_id=quote.id)


def tell_accepted(event: Handling) -> None:
    """Notify the customer that the quote is booked, and the business that it was accepted."""
    booking = event.booking()
    if booking is None or booking.quote_id is None:
        return
    quote = quotes.quote(event.db, booking.quote_id)
    facts = gather.quote_facts(event.db, event.operator, quote, booking=event.facts(booking))
    if facts is None:
        return
    event.link(booking)
    if booking.customer_email:
        event.tell(
            quote_accepted.MESSAGE,
            facts,
            booking.customer_email,
            booking.customer_name,
            booking_id=booking.id,
            quote_id=quote.id,
        )
    event.tell_business(quote_answered.ACCEPTED, facts, booking_id=booking.id, quote_id=quote.id)


def tell_answered(event: Handling) -> None:
    """Notify the business that its quote was declined, or of a question about it."""
    try:
        quote = quotes.quote(event.db, event.payload["quoteId"])
    except NotFound:
        return
    asked = event.task.kind == "quote.question"
    words = event.payload.get("text")
    if not asked:
        told = [row for row in quotes.history(event.db, quote.id) if row.kind == "declined"]
        words = told[-1].details.get("text") if told else None
    email = event.payload.get("email")
    facts = gather.quote_facts(event.db, event.operator, quote, event.payload.get("version"), text=words, email=email)
    if facts is not None:
        event.tell_business(quote_answered.QUESTION if asked else quote_answered.DECLINED, facts, quote_id=quote.id)
