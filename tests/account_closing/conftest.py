"""Fixtures for the tests of closing an account: a worker that tests run, and a clock that they set."""

from tests.teams.conftest import admin, clock, invite, mails, new_caller

__all__ = ["admin", "clock", "invite", "mails", "new_caller"]
