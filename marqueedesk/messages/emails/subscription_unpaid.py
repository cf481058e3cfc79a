"""To the owner of a business whose payment for the plan did not go through: a card failed, or there is none yet."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _body(context: AccountContext) -> Body:
    return Body(
        title="Your payment did not go through",
        lead=f"{context.amount} for your plan is still open",
        parts=[
            parts.text(
                f"The payment of {context.amount} for your plan at {context.site} did not go through. "
                f"{context.reason or ''}"
            ),
            parts.text(
                "Nothing is locked and nothing is lost. Please pay with a card that works. It is used for later "
                "payments too."
            ),
            parts.button("Pay now", page("/checkout?for=subscription")),
            parts.text("If you have already paid, you don't need to do anything."),
        ],
    )


MESSAGE = Message(
    kind="subscription-unpaid",
    name="Plan not paid",
    when="When the payment for the plan did not go through",
    audience=ACCOUNT,
    texts=Texts("Your payment to {site} did not go through", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_body,
    sample=sample_account,
)
