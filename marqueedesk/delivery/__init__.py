"""When and where a business delivers: rules, install windows and zones as plain values."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "install_windows",  # the hours of deliveries and pickups: plain values
    "rules",  # when and where a business delivers: plain values
    "zones",  # the cost of a delivery by its ZIP code
]
