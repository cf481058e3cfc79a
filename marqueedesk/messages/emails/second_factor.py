"""Email to a user whose second factor has changed, so that an attacker can't change it unnoticed."""

from typing import Final

from marqueedesk.domain_events import SecondFactorChange
from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page

_HAPPENED: Final[dict[SecondFactorChange, str]] = {
    "app_added": "An authenticator app was set up for your account. You'll need its code to sign in.",
    "app_removed": "The authenticator app was removed from your account.",
    "passkey_added": "A passkey was added to your account. You can use it to sign in.",
    "passkey_removed": "A passkey was removed from your account.",
    "codes_renewed": "New recovery codes were created for your account. The old ones no longer work.",
    "reset": "An administrator turned off two-factor authentication for your account and removed its apps, passkeys "
    "and recovery codes. You can sign in with your password alone until you set it up again.",
}


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Your two-factor authentication has changed",
        context.moment(),
        _HAPPENED[context.change],
        parts.facts(context.occasion()),
        (
            "If this was you, you don't need to do anything. If not, change your password right away, which signs out "
            "every other device. Then go to Settings > Security and remove anything that isn't yours."
        ),
        parts.button("Review your security settings", page("/settings?tab=security")),
    )


MESSAGE = to_account(
    "second-factor-changed",
    "Two-factor authentication changed",
    "When an authenticator app, a passkey or recovery codes are added, removed or reset",
    subject="Two-factor authentication of your account has changed",
    body=_body,
)
