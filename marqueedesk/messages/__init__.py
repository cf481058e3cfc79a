"""What is said to customers and operators: turns events into mail and bell entries, and keeps what was said."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
