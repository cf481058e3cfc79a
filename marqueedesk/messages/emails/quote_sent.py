"""To a customer: a quote, with the link at which it can be accepted; and a quote that was revised."""

from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import QuoteContext
from marqueedesk.messages.message import A_BUTTON, QUOTE_FIELDS, SIGN, Block, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_quote, sample_revised

_DETAILS = Block("details", "Number, message, days, place, and until when it is good")
_PRICE = Block("price", "The price line by line")
_NOTE = Block("note", "Your note to the customer, if there is one")
_CHANGES = Block("changes", "What is different from the version before")
_REST = "{details}\n\n{price}\n\n{note}\n\n{button}"


def _body(context: QuoteContext) -> Body:
    return Body(
        lead=f"Quote {context.sent['number']}, {context.values()['total']}",
        blocks=context.blocks(),
        files=context.files(),
    )


MESSAGE = Message(
    kind="quote-sent",
    name="Quote sent",
    when="When you send a quote",
    audience=CUSTOMER,
    texts=Texts(
        "Your quote {number}: {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{sign}\n\n"
        "Thank you for asking. Here is our offer, also attached as a PDF. Use the button below to accept it or to "
        "ask a question.\n\n" + _REST,
        "Your quote for {message}",
    ),
    fields=QUOTE_FIELDS,
    blocks=(SIGN, _DETAILS, _PRICE, _NOTE, A_BUTTON),
    body=_body,
    sample=sample_quote,
    needs_button=True,
)
REVISED = Message(
    kind="quote-revised",
    name="Revised quote sent",
    when="When you send a new version of a quote",
    audience=CUSTOMER,
    texts=Texts(
        "Your revised quote {number}: {message}",
        "Hi {customer},",
        "Kind regards,\n{company}",
        "{sign}\n\n"
        "We have revised your quote. This version, also attached as a PDF, replaces the one before.\n\n"
        "{changes}\n\n" + _REST,
        "Your revised quote for {message}",
    ),
    fields=QUOTE_FIELDS,
    blocks=(SIGN, _CHANGES, _DETAILS, _PRICE, _NOTE, A_BUTTON),
    body=_body,
    sample=sample_revised,
    needs_button=True,
)
