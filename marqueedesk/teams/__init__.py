"""A business's team: inviting, joining, roles, leaving, and the activity log."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "invitations",  # a link by which somebody joins a business
    "members",  # who belongs to a business
    "service",
]
