"""A business's people: inviting them, joining, what they are, leaving, and what they did."""

__all__ = [
    "errors",
    "service",
]
