"""Gateway to the text message provider: a protocol, its implementation, and a recording one for tests."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "gateway",
    "segments",
    "signatures",
]
