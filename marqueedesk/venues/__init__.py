"""The places that an operator delivers to, with what makes each of them hard or dear."""

__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
