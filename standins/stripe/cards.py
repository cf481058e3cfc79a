"""The provider's test cards and bank accounts, and what happens when they are charged."""

from dataclasses import dataclass

US_BANK, SEPA = "us_bank_account", "sepa_debit"


@dataclass(frozen=True)
class Debit:
    """What happens to debits of a bank account. With ``fails``, the bank rejects them with this code when they would
    settle; with ``returned``, it returns them for this reason some days after they have settled.
    """

    kind: str
    fails: str | None = None
    returned: str | None = None


@dataclass(frozen=True)
class Card:
    """A test card, or a bank account that is debited if it has ``debit``.

    ``decline`` is the code with which every charge is declined. With ``later``, only off-session charges are declined.
    ``challenge`` means that its bank requires authentication; with ``once`` only the first time, so that the saved card
    can be charged off-session. With ``deposits``, it is a bank account whose owner has to confirm small deposits first.
    """

    brand: str
    last4: str
    decline: str | None = None
    sentence: str = "Your card was declined."
    challenge: bool = False
    once: bool = False
    later: bool = False
    deposits: bool = False
    debit: Debit | None = None


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
    "000123456789": Card("STRIPE TEST BANK", "6789", debit=Debit(US_BANK)),
    "000111111116": Card("STRIPE TEST BANK", "1116", debit=Debit(US_BANK, fails="account_closed")),
    "000222222227": Card("STRIPE TEST BANK", "2227", debit=Debit(US_BANK, fails="insufficient_funds")),
    # Our own: R01 and R10 after the debit has settled.
    "000444444449": Card("STRIPE TEST BANK", "4449", debit=Debit(US_BANK, returned="insufficient_funds")),
    "000555555550": Card("STRIPE TEST BANK", "5550", debit=Debit(US_BANK, returned="debit_not_authorized")),
    # IBANs, as their digits.
    "89370400440532013000": Card("sepa", "3000", debit=Debit(SEPA)),
    "62370400440532013001": Card("sepa", "3001", debit=Debit(SEPA, fails="insufficient_funds")),
    "35370400440532013002": Card("sepa", "3002", debit=Debit(SEPA, returned="debit_not_authorized")),
}
"""Test cards and bank accounts by number. Those with a number of the provider's behave the same in its test mode, but
for the days that a debit takes.
"""

NAMED = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_authenticationRequired": "4000002500003155",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_usBankAccount_success": "000123456789",
    "pm_usBankAccount_accountClosed": "000111111116",
    "pm_usBankAccount_insufficientFunds": "000222222227",
}
"""Names used by tests instead of numbers."""
