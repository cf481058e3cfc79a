"""Browser-facing server besides the API: built pages, security policies and process startup."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "pages",  # page routes
    "policies",  # security headers of every response
]
