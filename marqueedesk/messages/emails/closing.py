"""To an owner who has closed their business."""

from datetime import timedelta

from marqueedesk.closing.service import WAITS
from marqueedesk.kit.wording import day
from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(context: AccountContext) -> Body:
    last = day((context.at + WAITS - timedelta(days=1)).date(), context.date_format)
    return Body(
        title="Your business is closed",
        lead=f"You can reopen it until {last}",
        parts=[
            parts.text(
                f"{context.company or context.username} is closed at {context.site}: its form, its pages and its "
                f"emails are off. After {last} it is removed for good, with its bookings, quotes, invoices and "
                "letters, and with your account."
            ),
            parts.text("Until then you can sign in, export everything, and reopen it."),
            parts.button("Open your account", page("/settings?tab=account")),
        ],
    )


MESSAGE = Message(
    kind="closing",
    name="Closed",
    when="When an owner has closed their business",
    audience=ACCOUNT,
    texts=Texts("Your business is closed", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_body,
    sample=sample_account,
)
