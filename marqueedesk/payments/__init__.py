"""Customers' payments to operators, and the operators' accounts at the payment provider."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "canceling",  # what canceling costs, for the customer's page
    "card_payments",  # prepares a card payment, and closes those that nobody should make anymore
    "collected",  # a booking that waits for its payment, for the customer's page
    "connected",  # a business's account at the provider, for the page that pays into it
    "disputes",  # what a payment's disputes say, for the messages about them
    "errors",
    "fees",  # the platform's fee, for the customer's page
    "intents",  # asks the provider, and records its answers
    "ledger",  # computes a booking's money: plain rows in, cents out
    "models",
    "opening",  # opens a card payment, for the customer's page
    "queries",
    "refunds",  # money that goes back, for the customer's page and the emails about it
    "schemas",  # the API models of a payment, for the customer's page
    "serializers",  # what a customer has paid, as the API returns it
    "service",
    "shares",  # a payment split among several people, for the customer's page
    "shares_api",  # its answers, for the customer's page
    "stripe_sync",  # records the provider's state of a customer's payment, once
]
