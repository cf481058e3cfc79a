"""Fixtures of tests of payments at the door: responses are checked against the contract, and the clock can be set."""

from tests.support.checked import clock, new_caller

__all__ = ["clock", "new_caller"]
