"""To somebody who forgot their password."""

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
    when="When somebody asks for a new password",
    audience=ACCOUNT,
    texts=Texts(
        "Choose a new password",
        "Hi {customer},",
        "",
        "Somebody, most likely you, asked for a new password for {email} at {site}. The button leads to a page "
        "where you can choose it. It works once, within one hour.\n\n"
        "{button}\n\n"
        "If it was not you, you don't need to do anything: your password stays as it is.",
        "Choose a new password",
    ),
    fields=ACCOUNT_FIELDS,
    blocks=(THE_BUTTON,),
    body=_body,
    sample=sample_account,
)
