"""About another email address of an account: to that address, and to the one before."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _confirm(context: AccountContext) -> Body:
    return Body(
        title="Confirm your new email address",
        lead="The link works once, within a day",
        parts=[
            parts.text(f"You asked to sign in to {context.site} with {context.new_email or 'this address'}."),
            parts.button("Confirm this address", parts.email_page(context.change_id, keep=False)),
            parts.text("If it was not you, you don't need to do anything: nothing changes."),
        ],
    )


def _verify(context: AccountContext) -> Body:
    return Body(
        title="Confirm your email address",
        lead="Then your emails to customers go out",
        parts=[
            parts.text(
                f"You signed up for {context.site} with this address. Everything works already, but emails to your "
                "customers and invitations to your team wait until you have confirmed it."
            ),
            parts.button("Confirm this address", parts.email_page(context.change_id, keep=False)),
            parts.text("The link works for a day. If it was not you, you don't need to do anything."),
        ],
    )


def _keep(context: AccountContext) -> Body:
    return Body(
        title="Your account gets another email address",
        lead=f"{context.new_email or 'Another address'}, {context.moment()}",
        parts=[
            parts.text(
                f"Somebody, most likely you, asked to sign in to {context.site} with another address. Once that "
                "address is confirmed, this one no longer signs in."
            ),
            parts.facts([("Account", context.email), ("New address", context.new_email), ("When", context.moment())]),
            parts.text(
                "If it was not you, keep this address. That ends every sign-in, and you choose a new password. "
                "The link works for 7 days after the change."
            ),
            parts.button("Keep this address", parts.email_page(context.change_id, keep=True)),
        ],
    )


CONFIRM = Message(
    kind="email-confirm",
    name="New email address",
    when="When somebody asks for another email address, to that address",
    audience=ACCOUNT,
    texts=Texts("Confirm your new email address", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_confirm,
    sample=sample_account,
)
VERIFY = Message(
    kind="email-verify",
    name="Your email address",
    when="When you sign up, and when you ask for the link again",
    audience=ACCOUNT,
    texts=Texts("Confirm your email address", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_verify,
    sample=sample_account,
)
KEEP = Message(
    kind="email-changed",
    name="Change of email address",
    when="When somebody asks for another email address, to the one before",
    audience=ACCOUNT,
    texts=Texts("Your account gets another email address", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_keep,
    sample=sample_account,
)
