"""Emails to a customer with a quote, or a revised version of it, and a link to accept it."""

from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import QUOTE_FIELDS, SIGN, THE_BUTTON, Block
from marqueedesk.messages.samples import sample_quote, sample_revised

_DETAILS = Block("details", "Number, message, dates, place and expiration date")
_PRICE = Block("price", "The price line by line")
_NOTE = Block("note", "Your note to the customer, if there is one")
_CHANGES = Block("changes", "Changes since the previous version")
_REST = "{details}\n\n{price}\n\n{note}\n\n{button}"


def _body(context: QuoteContext) -> Body:
    return Body(
        lead=f"Quote {context.sent['number']} for {context.sent['message']}",
        blocks=context.blocks(),
        files=context.files(),
    )


MESSAGE = to_customer(
    "quote-sent",
    "Quote sent",
    "When you send a quote",
    subject="Your quote {number}: {message}",
    heading="Your quote for {message}",
    text="{sign}\n\n"
    "Thank you for your interest. Here is your quote, also attached as a PDF. Use the button below to accept it or to "
    "ask a question.\n\n" + _REST,
    fields=QUOTE_FIELDS,
    blocks=(SIGN, _DETAILS, _PRICE, _NOTE, THE_BUTTON),
    body=_body,
    sample=sample_quote,
)
REVISED = to_customer(
    "quote-revised",
    "Revised quote sent",
    "When you send a new version of a quote",
    subject="Your revised quote {number}: {message}",
    heading="Your revised quote for {message}",
    text="{sign}\n\n"
    "We have revised your quote. This version, also attached as a PDF, replaces the previous one.\n\n"
    "{changes}\n\n" + _REST,
    fields=QUOTE_FIELDS,
    blocks=(SIGN, _CHANGES, _DETAILS, _PRICE, _NOTE, THE_BUTTON),
    body=_body,
    sample=sample_revised,
)
