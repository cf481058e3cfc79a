"""What is said to customers and operators: turns events into mail and bell entries, and keeps what was said."""

__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
