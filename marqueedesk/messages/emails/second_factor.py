"""To somebody whose second factor has changed: whoever else did it cannot keep it quiet."""

from typing import Final

from marqueedesk.domain_events import SecondFactorChange
from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page

_HAPPENED: Final[dict[SecondFactorChange, str]] = {
    "app_added": "An authenticator app was set up for your account. Signing in asks for its code from now on.",
    "app_removed": "The authenticator app was removed from your account.",
    "passkey_added": "A passkey was added to your account. It can be used to sign in from now on.",
    "passkey_removed": "A passkey was removed from your account.",
    "codes_renewed": "New recovery codes were made for your account. The earlier ones no longer work.",
    "reset": "The people who run this site removed the second factor from your account: apps, passkeys and recovery "
    "codes. Your password alone is enough to sign in until you set up another.",
}


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Your second factor has changed",
        context.moment(),
        _HAPPENED[context.change],
        parts.facts(context.occasion()),
        (
            "If it was you, you don't need to do anything. If not, change your password right away, which ends "
            "every other sign-in, and remove under Settings, Security whatever is not yours."
        ),
        parts.button("See how you sign in", page("/settings?tab=security")),
    )


MESSAGE = to_account(
    "second-factor-changed",
    "Second factor changed",
    "When an authenticator app, a passkey or recovery codes are added, removed or reset",
    subject="The second factor of your account has changed",
    body=_body,
)
