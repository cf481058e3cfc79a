"""The provider's most frequent refusals, each as a sentence for its reader: what is wrong, and what to do."""

from typing import Final

from marqueedesk.kit.text.wording import money
from marqueedesk.stripe.minimums import smallest_cents

SENTENCES: Final = {
    "account_closed": "This Stripe account is closed. Connect another one under Settings, Payments.",
    "amount_too_large": "This amount is more than Stripe takes in one payment. Split it into smaller ones.",
    "balance_insufficient": (
        "Your Stripe balance is too low for this. Add funds in your Stripe account or wait for the next payments."
    ),
    "bank_account_unusable": "Stripe cannot use this bank account. Add another one in your Stripe account.",
    "charge_already_refunded": "This payment was refunded in full already. Nothing was refunded again.",
    "charge_disputed": (
        "The customer disputes this payment at their bank, so it cannot be refunded. Answer in your Stripe account."
    ),
    "charge_exceeds_source_limit": "This is more than the payment method takes. Try a smaller amount.",
    "charge_exceeds_transaction_limit": "This is more than your Stripe account may take in one payment.",
    "charge_not_refundable": "Stripe cannot refund this payment any more. Return the money another way.",
    "country_unsupported": "Stripe does not support this country for this account.",
    "insufficient_capabilities_for_transfer": (
        "This Stripe account may not receive payments yet. Complete its setup under Settings, Payments."
    ),
    "invalid_charge_amount": "Stripe does not accept this amount. Check it and try again.",
    "livemode_mismatch": "This belongs to Stripe's other mode, test or live. Contact the administrator.",
    "lock_timeout": "Stripe is still working on this. Try again in a few seconds.",
    "payment_intent_unexpected_state": "This payment has changed at Stripe meanwhile. Reload the page.",
    "payment_method_unactivated": "This way to pay is not turned on in the Stripe account.",
    "platform_api_key_expired": "This site's Stripe key has expired. Contact the administrator.",
    "refund_disputed_payment": (
        "The customer disputes this payment at their bank, so it cannot be refunded. Answer in your Stripe account."
    ),
    "testmode_charges_only": (
        "This Stripe account takes test payments only. Complete its setup under Settings, Payments."
    ),
    "transfers_not_allowed": (
        "This Stripe account may not receive payments yet. Complete its setup under Settings, Payments."
    ),
}
"""By the provider's code."""
TOO_SMALL: Final = "amount_too_small"


def sentence_of(code: str | None, currency: str | None) -> str | None:
    """The sentence for a code of the provider; None for a rare one. ``currency`` is that of the charge."""
    if code == TOO_SMALL:
        least = f" in this currency, {money(smallest_cents(currency), currency.upper())}" if currency else ""
        return f"This amount is less than the least that Stripe takes{least}. Ask for it another way."
    return SENTENCES.get(code or "")


REPEATED: Final = (
    "The payment provider has had this request before, with other details. Nothing was done again. "
    "Reload the page to see the result of the first one."
)
"""Of a request that does not match an earlier one of the same key. The earlier one may have charged somebody."""
