"""What the server answers to browsers besides the API: the built pages, their policies, and the start of a process."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "pages",  # the routes of pages
    "policies",  # the security headers of every answer
]
