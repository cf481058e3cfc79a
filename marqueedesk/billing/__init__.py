"""Operators' payments to the platform: plans, subscriptions, payment history, checkout."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
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
    "stopping",  # stops charging businesses that were deactivated
    "storage",  # picture storage and its quota
    "trials",  # ends of trials, for messages
]
