"""Email to a user who has just registered."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        f"Welcome to {context.site}",
        "Four steps to your first request",
        parts.sign("HELLO"),
        (
            "Your account is ready. In four steps, customers can send you requests: add your letters, set "
            "your prices, add your venues, and share your form."
        ),
        parts.button("Get started", page("/")),
        "The Help Center answers most questions, step by step.",
    )


MESSAGE = to_account(
    "welcome",
    "Welcome",
    "When a user registers",
    subject="Welcome to {site}",
    body=_body,
)
