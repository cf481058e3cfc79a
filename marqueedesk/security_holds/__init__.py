"""Security holds on cards on file: placing, capturing for damage, releasing."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "api",
    "background_jobs",
    "comparing",
    "models",
    "queries",
]
