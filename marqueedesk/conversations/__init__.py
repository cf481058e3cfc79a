"""Conversations with customers: texts in both directions, emails, notes, calls and questions.

The rules for texts are in docs/rules.md, T1 to T12.
"""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "delivery_states",
    "models",
    "outbox",  # sends texts, for the worker
    "queries",
    "service",  # adds entries and writes texts
    "texting",  # whether a customer may be texted, and when
    "usage",  # texts of each business this month
]
