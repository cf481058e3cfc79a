"""The letters that an operator owns, by letter and size."""

__all__ = [
    "errors",
    "models",
    "queries",
    "schemas",  # the wire form of a letter, for routes that have to see holds and bookings
    "service",
]
