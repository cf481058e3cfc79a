"""A business's people: inviting them, joining, what they are, leaving, and what they did."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "service",
]
