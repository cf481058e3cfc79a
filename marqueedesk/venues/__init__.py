"""The places that an operator delivers to, with what makes each of them hard or dear."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "address",  # a place that is no venue of the list: a plain value
    "address_schemas",  # its wire form, wherever a place is asked for
    "errors",
    "models",
    "queries",
    "schemas",  # a booking says of its venue what the venue's own answer says
    "service",
    "site",
]
