"""The text message provider: its gateway, with an implementation and a recording one for tests, and the numbers that
businesses text from.
"""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "gateway",
    "models",
    "opt_outs",  # numbers that replied STOP
    "segments",
    "senders",  # the numbers that businesses text from
    "signatures",
]
