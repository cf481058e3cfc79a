"""To administrators: all new businesses together have sent as many emails as they may within an hour."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "New businesses send a lot of email",
        context.moment(),
        "Businesses that are less than a month old and have no plan have reached their common ceiling of emails within "
        "an hour. Their further emails wait until the next hour.",
        "Check who sends how much, and stop the email of businesses that abuse it.",
        parts.button("See who sends", page("/admin/settings?tab=email")),
    )


MESSAGE = to_account(
    "email-ceiling",
    "Email ceiling reached",
    "When new businesses together have reached their ceiling of emails within an hour",
    subject="New businesses have reached their email ceiling",
    body=_body,
)
