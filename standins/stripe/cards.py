"""The provider's test cards and what happens when they are charged."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A test card. ``decline`` is the code with which every charge is declined. With ``later``, only off-session
    charges are declined. ``challenge`` means that its bank requires authentication; with ``once`` only the first time,
    so that the saved card can be charged off-session. With ``deposits``, it is a bank account whose owner has to
    confirm small deposits first.
    """

    brand: str
    last4: str
    decline: str | None = None
    sentence: str = "Your card was declined."
    challenge: bool = False
    once: bool = False
    later: bool = False
    deposits: bool = False


CARDS = {
    "4242424242424242": Card("visa", "4242"),
    "5555555555554444": Card("mastercard", "4444"),
    "4000000000000002": Card("visa", "0002", "generic_decline"),
    "4000000000009995": Card("visa", "9995", "insufficient_funds", "Your card has insufficient funds."),
    "4000000000000069": Card("visa", "0069", "expired_card", "Your card has expired."),
    "4000000000000127": Card("visa", "0127", "incorrect_cvc", "Your card's security code is incorrect."),
    "4000000000000341": Card("visa", "0341", later=True),
    "4000002500003155": Card("visa", "3155", challenge=True, once=True),
    "4000002760003184": Card("visa", "3184", challenge=True),
    "4000000000003220": Card("visa", "3220", challenge=True),
    "0000000000006789": Card("bank", "6789", deposits=True),
}

NAMED = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_authenticationRequired": "4000002500003155",
    "pm_card_threeDSecure2Required": "4000000000003220",
}
"""Names used by tests instead of numbers."""
