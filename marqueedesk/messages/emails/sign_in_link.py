"""Email with a sign-in link, sent after a correct password on a new device while repeated wrong guesses block new
devices.
"""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Sign in with this link",
        "The link works once, within one hour",
        "Someone tried many wrong passwords for your account, so new devices are blocked for now. One of them then "
        "entered the right password. If this was you, open this link on that device to sign in now.",
        parts.button("Sign in", parts.reset_page(context.reset_id)),
        "If this wasn't you, someone knows your password. Change it right away.",
    )


MESSAGE = to_account(
    "sign-in-link",
    "Sign-in link",
    "When the right password is entered on a new device while wrong guesses block new devices",
    subject="Your sign-in link",
    body=_body,
)
