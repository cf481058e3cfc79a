"""Messages to customers and operators: turn events into emails and bell notifications, and store sent emails."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "allowance",  # limits on a business's emails to others
    "errors",
    "models",
    "queries",
    "service",
]
