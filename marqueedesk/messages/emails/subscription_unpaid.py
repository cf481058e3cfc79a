"""To the owner of a business whose payment for the plan did not go through: a card failed, or there is none yet."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _body(context: AccountContext) -> Body:
    return Body.written(
        "Your payment did not go through",
        f"{context.amount} for your plan is still open",
        f"The payment of {context.amount} for your plan at {context.site} did not go through. {context.reason or ''}",
        "Nothing is locked and nothing is lost. Please pay with a card that works. It is used for later payments too.",
        parts.button("Pay now", page("/checkout?for=subscription")),
        "If you have already paid, you don't need to do anything.",
    )


MESSAGE = to_account(
    "subscription-unpaid",
    "Plan not paid",
    "When the payment for the plan did not go through",
    subject="Your payment to {site} did not go through",
    body=_body,
)
