"""A clock that stands still, and every answer is held to the OpenAPI document."""

from tests.support.checked import clock, new_caller

__all__ = ["clock", "new_caller"]
