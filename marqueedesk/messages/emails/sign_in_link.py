"""To a person who gave the right password on a new device while guesses at it blocked new devices."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Sign in with this link",
        "The link works once, within one hour",
        "Someone has tried many wrong passwords for your account, so new devices have to wait. One of them entered the "
        "right password. If that was you, open this link on that device to sign in now.",
        parts.button("Sign in", parts.reset_page(context.reset_id)),
        "If it was not you, someone knows your password: change it right away.",
    )


MESSAGE = to_account(
    "sign-in-link",
    "Link to sign in",
    "When the right password is entered on a new device while wrong guesses block new devices",
    subject="Your link to sign in",
    body=_body,
)
