"""Who may administer: an active user whose role is admin, known anew in each transaction (A6).

A change of people begins with the lock on every administrator's row, and only then asks who is calling. So of two
administrators who demote each other at once, one waits, finds that they are no administrator any more, and is refused:
whoever gets through is an active administrator, and nobody's call is about themselves. One always stays.
"""

from collections.abc import Generator
from contextlib import contextmanager

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, database, find_caller, reading
from marqueedesk.admin import queries
from marqueedesk.kit.errors import Forbidden, Unauthenticated
from marqueedesk.kit.tenancy import lift_scope

ADMIN = "admin"


@contextmanager
def overseeing(request: Request) -> Generator[tuple[Session, Caller]]:
    """A read session over every business, for an administrator. Raises Unauthenticated or Forbidden."""
    with reading(request) as (db, caller):
        require_admin(caller)
        with lift_scope(db, "administration"):
            yield db, caller


@contextmanager
def administering(request: Request) -> Generator[tuple[Session, Caller]]:
    """A write transaction over every business, for an administrator, with every administrator's row locked."""
    with database(request).read() as db:
        # Nobody else gets as far as the lock.
        require_admin(find_caller(db, request))
    with database(request).write() as db:
        queries.lock_administrators(db)
        caller = require_admin(find_caller(db, request))
        with lift_scope(db, "administration"):
            yield db, caller
            db.flush()


def require_admin(caller: Caller | None) -> Caller:
    """The caller, who runs the installation. Raises Unauthenticated (401) or Forbidden (403) for anybody else."""
    if caller is None:
        raise Unauthenticated
    if caller.user.role != ADMIN:
        raise Forbidden
    return caller
