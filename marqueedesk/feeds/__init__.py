"""A business's bookings in its own calendar: a feed at a secret address, which it can end."""

__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
