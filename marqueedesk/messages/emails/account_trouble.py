"""To the owner of a business whose account at the payment provider needs attention."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account

_PAYMENTS = page("/settings?tab=payments")


def _restricted(context: AccountContext) -> Body:
    asked = f"Stripe asks for: {context.reason}." if context.reason else "Stripe says there what it asks for."
    return Body(
        title="Your customers cannot pay by card",
        lead="Stripe has paused card payments for your account",
        parts=[
            parts.text(f"Stripe needs more from you before it takes payments again. {asked}"),
            parts.text("Bookings go on as before. Until then, your customers see how to pay you in another way."),
            parts.button("See what is missing", _PAYMENTS),
        ],
    )


def _payout(context: AccountContext) -> Body:
    return Body(
        title="A payout did not arrive",
        lead=f"Your bank has sent back {context.amount}",
        parts=[
            parts.text(
                f"The payout of {context.amount} did not go through. {context.reason or ''} The money is in your "
                "Stripe balance. Check your bank account's details in your Stripe account."
            ),
            parts.button("See your payouts", _PAYMENTS),
        ],
    )


RESTRICTED = Message(
    kind="account-restricted",
    name="Card payments paused",
    when="When Stripe no longer lets your account take payments",
    audience=ACCOUNT,
    texts=Texts("Your customers cannot pay by card at the moment", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_restricted,
    sample=sample_account,
)
PAYOUT_FAILED = Message(
    kind="payout-failed",
    name="A payout failed",
    when="When your bank sends a payout back",
    audience=ACCOUNT,
    texts=Texts("A payout to your bank did not arrive", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_payout,
    sample=sample_account,
)
