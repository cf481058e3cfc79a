"""To a customer: a quote, with the link at which it can be accepted."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import QuoteFacts
from marqueedesk.messages.message import QUOTE_FIELDS, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.samples import sample_quote


def _body(facts: QuoteFacts) -> Body:
    return Body(
        title=f"Your quote for {facts.sent['message']}",
        lead=f"Quote {facts.sent['number']}, {facts.values()['total']}",
        parts=[
            facts.lit(),
            facts.offer(),
            facts.lines(),
            *parts.note("A note from us", facts.sent["note"]),
            parts.button("See your quote", parts.quote_page(facts.quote_id)),
        ],
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
        "Thank you for asking. Here is what we offer. You can look at it, accept it or ask us something; all it takes "
        "is the button below.",
    ),
    fields=QUOTE_FIELDS,
    body=_body,
    sample=sample_quote,
)
