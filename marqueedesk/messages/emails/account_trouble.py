"""Emails to the owner about problems with the business's Stripe account."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page

_PAYMENTS = page("/settings?tab=payments")


def _restricted(context: AccountContext) -> Body:
    request = f"Missing: {context.reason}." if context.reason else "Your Stripe account lists what is missing."
    return Body.written(
        "Your customers cannot pay by card",
        "Stripe has paused card payments for your account",
        f"Stripe needs more information from you before it accepts payments again. {request}",
        "You can still take bookings. Until then, your customers see your other ways to pay.",
        parts.button("See what is missing", _PAYMENTS),
    )


def _payout(context: AccountContext) -> Body:
    return Body.written(
        "A payout did not arrive",
        f"Your bank returned {context.amount}",
        (
            f"The payout of {context.amount} did not go through. {context.reason or ''} The money is back in your "
            "Stripe balance. Check your bank account details in Stripe."
        ),
        parts.button("See your payouts", _PAYMENTS),
    )


RESTRICTED = to_account(
    "account-restricted",
    "Card payments paused",
    "When Stripe pauses card payments for your account",
    subject="Your customers cannot pay by card right now",
    body=_restricted,
)
PAYOUT_FAILED = to_account(
    "payout-failed",
    "A payout failed",
    "When your bank returns a payout",
    subject="A payout to your bank did not arrive",
    body=_payout,
)
