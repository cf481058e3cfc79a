"""Email to the owner whose plan payment failed, or who has no card on file."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Your payment did not go through",
        f"{context.amount} for your plan is still due",
        f"The payment of {context.amount} for your plan at {context.site} did not go through. {context.reason or ''}",
        "You can keep working, and your data is safe. Please pay with another card. We'll use that card for future "
        "payments too.",
        parts.button("Pay now", page("/checkout?for=subscription")),
        "If you have already paid, you don't need to do anything.",
    )


MESSAGE = to_account(
    "subscription-unpaid",
    "Plan payment failed",
    "When a payment for the plan does not go through",
    subject="Your payment to {site} did not go through",
    body=_body,
)
