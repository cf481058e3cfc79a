"""Email to an owner who has closed their business."""

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
            f"{context.company or context.username} is closed at {context.site}: your booking form, customer pages and "
            f"emails are off. After {last}, we permanently delete your account and all bookings, quotes, "
            "invoices and letters."
        ),
        "Until then, you can sign in, export your data and reopen your business.",
        parts.button("Open your account", page("/settings?tab=account")),
    )


MESSAGE = to_account(
    "closing",
    "Business closed",
    "When an owner closes their business",
    subject="Your business is closed",
    body=_body,
)
