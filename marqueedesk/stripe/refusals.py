"""User-facing messages for the provider's most frequent errors: what went wrong and what to do."""

from typing import Final

from marqueedesk.kit.text.formats import money
from marqueedesk.stripe.minimums import smallest_cents

SENTENCES: Final = {
    "account_closed": "This Stripe account is closed. Connect another one under Settings > Payments.",
    "amount_too_large": "This amount exceeds Stripe's limit for one payment. Split it into smaller ones.",
    "balance_insufficient": (
        "Your Stripe balance is too low for this. Add funds in your Stripe account or wait for the next payments."
    ),
    "bank_account_unusable": "Stripe can't use this bank account. Add another one in your Stripe account.",
    "charge_already_refunded": "This payment was already refunded in full. Nothing was refunded again.",
    "charge_disputed": (
        "The customer disputed this payment with their bank, so it can't be refunded. Respond in your Stripe account."
    ),
    "charge_exceeds_source_limit": "This amount exceeds the payment method's limit. Try a smaller amount.",
    "charge_exceeds_transaction_limit": "This amount exceeds your Stripe account's limit for one payment.",
    "charge_not_refundable": "Stripe can no longer refund this payment. Return the money another way.",
    "country_unsupported": "Stripe does not support this country for this account.",
    "insufficient_capabilities_for_transfer": (
        "This Stripe account can't receive payments yet. Complete its setup under Settings > Payments."
    ),
    "invalid_charge_amount": "Stripe does not accept this amount. Check it and try again.",
    "livemode_mismatch": "This belongs to Stripe's other mode, test or live. Contact the administrator.",
    "lock_timeout": "Stripe is still working on this. Try again in a few seconds.",
    "payment_intent_unexpected_state": "This payment has changed at Stripe in the meantime. Reload the page.",
    "payment_method_unactivated": "This payment method is not turned on in the Stripe account.",
    "platform_api_key_expired": "This site's Stripe key has expired. Contact the administrator.",
    "refund_disputed_payment": (
        "The customer disputed this payment with their bank, so it can't be refunded. Respond in your Stripe account."
    ),
    "testmode_charges_only": (
        "This Stripe account accepts only test payments. Complete its setup under Settings > Payments."
    ),
    "transfers_not_allowed": (
        "This Stripe account can't receive payments yet. Complete its setup under Settings > Payments."
    ),
}
"""Messages by the provider's error code."""
TOO_SMALL: Final = "amount_too_small"


def sentence_of(code: str | None, currency: str | None) -> str | None:
    """Return the message for a provider's error code; None for rare errors. ``currency`` is that of the charge."""
    if code == TOO_SMALL:
        least = f" in this currency, {money(smallest_cents(currency), currency.upper())}" if currency else ""
        return f"This amount is below Stripe's minimum{least}. Collect it another way."
    return SENTENCES.get(code or "")


REPEATED: Final = (
    "The payment provider already received this request with different details. Nothing was done again. "
    "Reload the page to see the result of the first one."
)
"""Message for a request that differs from an earlier one with the same key, which may have charged the payer."""
