"""Email to a user after a sign-in to their account from a new browser or network."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "A new sign-in to your account",
        f"{context.browser or 'A browser'}, {context.moment()}",
        "Someone signed in to your account from a browser or network we haven't seen before.",
        parts.facts(context.occasion()),
        (
            "If this was you, you don't need to do anything. If not, change your password right away. That signs out "
            "every other device."
        ),
        parts.button("Review your sign-ins", page("/settings?tab=security")),
    )


MESSAGE = to_account(
    "new-login",
    "New sign-in",
    "When an account is signed in to from a new browser or network",
    subject="New sign-in to your account",
    body=_body,
)
