"""The bell: what the people of a business should know about without looking for it, and what each has read (G4)."""

__all__ = [
    "models",
    "queries",
    "service",
]
