"""To somebody whose account was signed in to from a browser or a network that is new for it."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "A new sign-in to your account",
        f"{context.browser or 'A browser'}, {context.moment()}",
        "Somebody signed in to your account from a browser or a network that we have not seen before.",
        parts.facts(context.occasion()),
        (
            "If it was you, you don't need to do anything. If not, change your password right away. That ends "
            "every other sign-in."
        ),
        parts.button("See your sign-ins", page("/settings?tab=security")),
    )


MESSAGE = to_account(
    "new-login",
    "New sign-in",
    "When an account is signed in to from a new browser or network",
    subject="New sign-in to your account",
    body=_body,
)
