"""Fixtures: a fixed clock, API clients that check every response, and a worker that collects emails."""

from tests.messages.conftest import letterbox
from tests.support.checked import clock, new_caller

__all__ = ["clock", "letterbox", "new_caller"]
