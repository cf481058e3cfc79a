"""The places that an operator delivers to, with what makes each of them hard or dear."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "service",
    "site",
]
