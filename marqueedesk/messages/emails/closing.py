"""To an owner who has closed their business."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    last = context.last_day()
    return Body.written(
        "Your business is closed",
        f"You can reopen it until {last}",
        (
            f"{context.company or context.username} is closed at {context.site}: its form, its pages and its "
            f"emails are off. After {last} it is removed for good, with its bookings, quotes, invoices and "
            "letters, and with your account."
        ),
        "Until then you can sign in, export everything, and reopen it.",
        parts.button("Open your account", page("/settings?tab=account")),
    )


MESSAGE = to_account(
    "closing",
    "Closed",
    "When an owner has closed their business",
    subject="Your business is closed",
    body=_body,
)
