"""Email to a user who forgot their password."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import ACCOUNT_FIELDS, THE_BUTTON, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(context: AccountContext) -> Body:
    return Body(
        lead="The link works once, within one hour",
        blocks={"button": [parts.button("Choose a new password", parts.reset_page(context.reset_id))]},
    )


MESSAGE = Message(
    kind="password-reset",
    name="Password reset",
    when="When a user asks to reset their password",
    audience=ACCOUNT,
    texts=Texts(
        "Choose a new password",
        "Hi {customer},",
        "",
        "Someone, probably you, asked to reset the password for {email} at {site}. Use the button below to choose a "
        "new one. The link works once, within one hour.\n\n"
        "{button}\n\n"
        "If this wasn't you, ignore this email. Your password has not changed.",
        "Choose a new password",
    ),
    fields=ACCOUNT_FIELDS,
    blocks=(THE_BUTTON,),
    body=_body,
    sample=sample_account,
)
