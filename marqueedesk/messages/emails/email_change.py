"""About another email address of an account: to that address, and to the one before."""

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
        "If it was not you, you don't need to do anything: nothing changes.",
    )


def _verify(context: AccountContext) -> Body:
    return Body.written(
        "Confirm your email address",
        "Then your emails to customers go out",
        (
            f"You signed up for {context.site} with this address. Everything works already, but emails to your "
            "customers and invitations to your team wait until you have confirmed it."
        ),
        parts.button("Confirm this address", parts.email_page(context.change_id, keep=False)),
        "The link works for a day. If it was not you, you don't need to do anything.",
    )


def _keep(context: AccountContext) -> Body:
    return Body.written(
        "Your account gets another email address",
        f"{context.new_email or 'Another address'}, {context.moment()}",
        (
            f"Somebody, most likely you, asked to sign in to {context.site} with another address. Once that "
            "address is confirmed, this one no longer signs in."
        ),
        parts.facts([("Account", context.email), ("New address", context.new_email), ("When", context.moment())]),
        (
            "If it was not you, keep this address. That ends every sign-in, and you choose a new password. "
            "The link works for 7 days after the change."
        ),
        parts.button("Keep this address", parts.email_page(context.change_id, keep=True)),
    )


CONFIRM = to_account(
    "email-confirm",
    "New email address",
    "When somebody asks for another email address, to that address",
    subject="Confirm your new email address",
    body=_confirm,
)
VERIFY = to_account(
    "email-verify",
    "Your email address",
    "When you sign up, and when you ask for the link again",
    subject="Confirm your email address",
    body=_verify,
)
KEEP = to_account(
    "email-changed",
    "Change of email address",
    "When somebody asks for another email address, to the one before",
    subject="Your account gets another email address",
    body=_keep,
)
