"""What customers pay operators: the operator's account at the payment provider."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "answers",  # what a customer has paid, as the wire shows it
    "canceling",  # what canceling costs, for the customer's page
    "connected",  # a business's account at the provider, for the page that pays into it
    "errors",
    "intents",  # the rounds of asking the provider and recording
    "ledger",  # what a booking's money comes to: plain rows in, cents out
    "models",
    "queries",
    "schemas",  # the wire form of a payment, for the customer's page
    "service",
    "stripe_sync",  # what the provider has told of a customer's payment, written down once
]
