"""Emails about an account's email address, to the new address and to the previous one."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body


def _confirm(context: AccountContext) -> Body:
    return Body.written(
        "Confirm your new email address",
        "The link works once, within a day",
        f"You asked to sign in to {context.site} with {context.new_email or 'this address'}.",
        parts.button("Confirm this address", parts.email_page(context.change_id, keep=False)),
        "If this wasn't you, ignore this email. Nothing will change.",
    )


def _verify(context: AccountContext) -> Body:
    return Body.written(
        "Confirm your email address",
        "We'll then send your emails to customers",
        (
            f"You signed up for {context.site} with this address. You can use everything right away, but "
            "we hold emails to your customers and invitations to your team until you confirm it."
        ),
        parts.button("Confirm this address", parts.email_page(context.change_id, keep=False)),
        "The link works for one day. If this wasn't you, ignore this email.",
    )


def _keep(context: AccountContext) -> Body:
    return Body.written(
        "Your account's email address is about to change",
        f"{context.new_email or 'Another address'}, {context.moment()}",
        (
            f"Someone, probably you, asked to sign in to {context.site} with another address. Once that "
            "address is confirmed, you can no longer sign in with this one."
        ),
        parts.facts([("Account", context.email), ("New address", context.new_email), ("When", context.moment())]),
        (
            "If this wasn't you, keep this address. We'll sign out every device, and you'll choose a new password. "
            "The link works for 7 days after the change."
        ),
        parts.button("Keep this address", parts.email_page(context.change_id, keep=True)),
    )


CONFIRM = to_account(
    "email-confirm",
    "Confirm a new email address",
    "When a user requests a new email address; sent to the new address",
    subject="Confirm your new email address",
    body=_confirm,
)
VERIFY = to_account(
    "email-verify",
    "Confirm your email address",
    "When a user signs up or requests the link again",
    subject="Confirm your email address",
    body=_verify,
)
KEEP = to_account(
    "email-changed",
    "Email address about to change",
    "When a user requests a new email address; sent to the previous address",
    subject="Your account's email address is about to change",
    body=_keep,
)
