"""Fixtures: a fixed clock, and callers that validate each response against the OpenAPI document."""

from tests.support.checked import clock, new_caller

__all__ = ["clock", "new_caller"]
