"""What operators pay us: plans, subscriptions, payment history, checkout."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "cards",  # the card that a subscription is paid with
    "errors",
    "managing",  # what administrators do with a business's subscription
    "models",
    "periods",  # how long a period is: plain values in and out
    "queries",
    "refunding",  # what administrators refund of a payment for a plan
    "serializers",  # a plan and a subscription as the API returns them
    "service",
    "stopping",  # what a deactivated business is not charged any more
    "trials",  # the end of a trial, for the message about it
]
