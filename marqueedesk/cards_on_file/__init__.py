"""Cards that customers keep with a business: consent, removal, and charges without the customer present."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "announced",
    "announced_models",
    "api",
    "automatic",
    "background_jobs",
    "errors",
    "event_handlers",
    "forms",
    "mandate",
    "models",
    "notices",
    "queries",
    "schemas",
    "service",
    "webhooks",
]
