"""Customers' payments to operators, and the operators' accounts at the payment provider."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "bank_debits",  # when bank debits arrive, and which ones failed
    "canceling",  # cancellation fee, for the customer's page
    "card_payments",  # prepares card payments, and cancels outdated ones
    "connected",  # a business's account at the provider, for the customer's payment page
    "disputes",  # disputes of a payment, for messages
    "door",  # payments at the door, for the day page
    "errors",
    "fees",  # the platform's fee, for the customer's page
    "imported",  # payments of imported bookings
    "intents",  # calls the provider and records its responses
    "ledger",  # computes a booking's money: plain rows in, cents out
    "models",
    "opening",  # opens a card payment, for the customer's page
    "prepayment_received",  # bookings that await payment, for the customer's page
    "queries",
    "refunds",
    "retaking",  # refunds, for the customer's page and emails
    "schemas",  # the API models of a payment, for the customer's page
    "serializers",  # serialized payments
    "service",
    "shares",  # a payment split among several people, for the customer's page
    "shares_api",  # serialized shares, for the customer's page
    "stripe_sync",  # records the provider's state of a payment, idempotently
]
