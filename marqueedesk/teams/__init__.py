"""A business's team: inviting, joining, roles, leaving, and the activity log."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "invitations",  # invitation links
    "members",  # team members
    "service",
]
