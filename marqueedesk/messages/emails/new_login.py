"""To somebody whose account was signed in to from a browser or a network that is new for it."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(context: AccountContext) -> Body:
    return Body(
        title="A new sign-in to your account",
        lead=f"{context.browser or 'A browser'}, {context.moment()}",
        parts=[
            parts.text("Somebody signed in to your account from a browser or a network that we have not seen before."),
            parts.facts(context.occasion()),
            parts.text(
                "If it was you, you don't need to do anything. If not, change your password right away. That ends "
                "every other sign-in."
            ),
            parts.button("See your sign-ins", page("/settings?tab=security")),
        ],
    )


MESSAGE = Message(
    kind="new-login",
    name="New sign-in",
    when="When an account is signed in to from a new browser or network",
    audience=ACCOUNT,
    texts=Texts("New sign-in to your account", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_body,
    sample=sample_account,
)
