"""To somebody who forgot their password."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import AccountFacts
from marqueedesk.messages.message import ACCOUNT_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(facts: AccountFacts) -> Body:
    return Body(
        title="Choose a new password",
        lead="The link is good for one hour",
        parts=[
            parts.button("Choose a new password", parts.reset_page(facts.reset_id)),
            parts.text("If it was not you, there is nothing to do: your password stays as it is."),
        ],
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
        "Somebody, most likely you, has asked for a new password for {email} at {site}. The button leads to a page "
        "where you can choose it. It works once, and for one hour.",
    ),
    fields=ACCOUNT_FIELDS,
    body=_body,
    sample=sample_account,
)
