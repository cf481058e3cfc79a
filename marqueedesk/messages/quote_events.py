"""Emails about quotes: to customers about sent and accepted quotes, and to the business about replies."""

from marqueedesk.domain_events import QuoteAccepted, QuoteDeclined, QuoteQuestioned, QuoteSent
from marqueedesk.messages import load_context
from marqueedesk.messages.emails import quote_accepted, quote_answered, quote_sent
from marqueedesk.messages.event_mailer import EventMailer, TextRecipient
from marqueedesk.quotes import queries as quotes


def email_sent(mailer: EventMailer[QuoteSent]) -> None:
    """Send the customer the quote."""
    quote = quotes.find_quote(mailer.db, mailer.event.quote_id)
    if quote is None:
        return
    context = load_context.quote_context(mailer.db, mailer.operator, quote, mailer.event.version)
    if context is None:
        return
    message = quote_sent.MESSAGE if context.earlier is None else quote_sent.REVISED
    recipient = TextRecipient(quote.customer_id, context.sent["customer_phone"], {"to": "quote", "id": quote.id})
    if mailer.text(message, context, recipient, quote_id=quote.id):
        return
    if context.sent["customer_email"]:
        mailer.send(message, context, context.sent["customer_email"], context.sent["customer_name"], quote_id=quote.id)


def email_accepted(mailer: EventMailer[QuoteAccepted]) -> None:
    """Notify the customer that the quote is booked, and the business that it was accepted."""
    booking = mailer.booking()
    if booking is None or booking.quote_id is None:
        return
    quote = quotes.quote(mailer.db, booking.quote_id)
    context = load_context.quote_context(mailer.db, mailer.operator, quote, booking=mailer.context(booking))
    if context is None:
        return
    mailer.link(booking)
    recipient = TextRecipient(booking.customer_id, booking.customer_phone, {"to": "booking", "id": booking.id})
    is_texted = mailer.text(quote_accepted.MESSAGE, context, recipient, booking_id=booking.id, quote_id=quote.id)
    if booking.customer_email and not is_texted:
        mailer.send(
            quote_accepted.MESSAGE,
            context,
            booking.customer_email,
            booking.customer_name,
            booking_id=booking.id,
            quote_id=quote.id,
        )
    mailer.email_business(quote_answered.ACCEPTED, context, booking_id=booking.id, quote_id=quote.id)


def email_declined(mailer: EventMailer[QuoteDeclined]) -> None:
    """Notify the business that its quote was declined."""
    quote = quotes.find_quote(mailer.db, mailer.event.quote_id)
    if quote is None:
        return
    declines = [row for row in quotes.history(mailer.db, quote.id) if row.kind == "declined"]
    reason = declines[-1].details.get("text") if declines else None
    context = load_context.quote_context(mailer.db, mailer.operator, quote, mailer.event.version, text=reason)
    if context is not None:
        mailer.email_business(quote_answered.DECLINED, context, quote_id=quote.id)


def email_asked(mailer: EventMailer[QuoteQuestioned]) -> None:
    """Notify the business of a question about its quote."""
    quote = quotes.find_quote(mailer.db, mailer.event.quote_id)
    if quote is None:
        return
    context = load_context.quote_context(
        mailer.db, mailer.operator, quote, text=mailer.event.text, email=mailer.event.email
    )
    if context is not None:
        mailer.email_business(quote_answered.QUESTION, context, quote_id=quote.id)
