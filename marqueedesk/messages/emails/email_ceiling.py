"""Email to administrators when new businesses reach the shared hourly limit on emails."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "New businesses have reached the email limit",
        context.moment(),
        "Businesses that are less than a month old and have no plan have reached their shared email limit for this "
        "hour. Any further emails from them wait until the next hour.",
        "Check who sends the most, and stop email for any business that abuses it.",
        parts.button("See top senders", page("/admin/settings?tab=email")),
    )


MESSAGE = to_account(
    "email-ceiling",
    "Email limit reached",
    "When new businesses together reach their hourly limit on emails",
    subject="New businesses have reached their email limit",
    body=_body,
)
