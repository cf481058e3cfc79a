"""Fixtures of the team tests: a manually run worker, and a clock set by the test."""

from tests.teams.conftest import admin, clock, invite, mails, new_caller

__all__ = ["admin", "clock", "invite", "mails", "new_caller"]
