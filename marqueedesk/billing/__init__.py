"""Operators' payments to the platform: plans, subscriptions, payment history, checkout."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "cards",  # the card that a subscription is paid with
    "errors",
    "managing",  # administrators' actions on subscriptions
    "models",
    "periods",  # lengths of billing periods, as pure functions
    "queries",
    "refunding",  # administrators' refunds of plan payments
    "serializers",  # serialized plans and subscriptions
    "service",
    "stopping",  # stops charging deactivated businesses
    "trials",  # ends of trials, for messages
]
