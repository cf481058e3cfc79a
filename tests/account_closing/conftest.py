"""The same as for teams: a worker that is run by hand, and a clock that a test sets."""

from tests.teams.conftest import admin, clock, invite, mails, new_caller

__all__ = ["admin", "clock", "invite", "mails", "new_caller"]
