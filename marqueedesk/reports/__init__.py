"""Figures over what is stored: dashboard, revenue, letters out, letters missed. Reads only."""

__all__ = [
    "queries",
]
