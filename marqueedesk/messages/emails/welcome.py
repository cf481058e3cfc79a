"""To somebody who has just registered."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(context: AccountContext) -> Body:
    return Body(
        title=f"Welcome to {context.site}",
        lead="Four steps to your first request",
        parts=[
            parts.sign("HELLO"),
            parts.text(
                "Your account is ready. Four steps, and your customers can send you requests: enter your letters, set "
                "your prices, add the places that you deliver to, and share your form."
            ),
            parts.button("Begin", page("/")),
            parts.text("The Help Center answers most questions, step by step."),
        ],
    )


MESSAGE = Message(
    kind="welcome",
    name="Welcome",
    when="When somebody has registered",
    audience=ACCOUNT,
    texts=Texts("Welcome to {site}", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_body,
    sample=sample_account,
)
