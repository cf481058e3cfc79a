"""Fixtures: a fixed clock, and API clients that check every response against the OpenAPI document."""

from tests.support.checked import clock, new_caller

__all__ = ["clock", "new_caller"]
