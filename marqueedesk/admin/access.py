"""Checks that a caller may administer: an active user whose role is admin, looked up in each transaction (A6).

A change to users first locks every administrator's row, and only then looks up the caller. So if two administrators
demote each other at once, one waits, is no longer an administrator by then, and is refused: each accepted call comes
from an active administrator and is about somebody else. One administrator always remains.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import second_factor, weak_passwords
from marqueedesk.accounts.access import Caller, current_user, database, reading
from marqueedesk.accounts.errors import LongerPasswordRequired, SecondFactorRequired
from marqueedesk.admin import queries
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.errors import Forbidden, Unauthenticated
from marqueedesk.settings import Settings

ADMIN = "admin"


@contextmanager
def overseeing(request: Request) -> Generator[tuple[Session, Caller]]:
    """A read session over every business, for an administrator. Raises Unauthenticated or Forbidden."""
    with reading(request) as (db, caller):
        acting(db, request, caller)
        with all_tenants(db, "administration"):
            yield db, caller


@contextmanager
def administering(request: Request) -> Generator[tuple[Session, Caller]]:
    """A write transaction over every business, for an administrator, with every administrator's row locked."""
    with database(request).read() as db:
        # Only administrators reach the lock.
        acting(db, request, current_user(db, request))
    with database(request).write() as db:
        queries.lock_administrators(db)
        caller = require_admin(current_user(db, request))
        with all_tenants(db, "administration"):
            yield db, caller
            db.flush()


@contextmanager
def managing(request: Request, find: Callable[[Session], int]) -> Generator[tuple[Session, Caller, int]]:
    """A write transaction kept to one business, for an administrator; ``find`` answers which, with the scope lifted.

    Raises Unauthenticated or Forbidden.
    """
    with database(request).write() as db:
        caller = acting(db, request, current_user(db, request))
        with all_tenants(db, "which business it is"):
            operator_id = find(db)
        set_operator(db, operator_id)
        yield db, caller, operator_id


def require_admin(caller: Caller | None) -> Caller:
    """The caller, who runs the installation. Raises Unauthenticated (401) or Forbidden (403) for anybody else."""
    if caller is None:
        raise Unauthenticated
    if caller.user.role != ADMIN:
        raise Forbidden
    return caller


def acting(db: Session, request: Request, caller: Caller | None) -> Caller:
    """The caller, who runs the installation and may act as administrator: with a password that is long enough, and a
    second factor where the installation wants one.

    Raises as `require_admin`, LongerPasswordRequired and SecondFactorRequired (403).
    """
    caller = require_admin(caller)
    if weak_passwords.admin_needs_longer(caller.user):
        raise LongerPasswordRequired
    settings: Settings = request.app.state.settings
    if settings.admins_need_second_factor and not second_factor.is_on(db, caller.user.id):
        raise SecondFactorRequired
    return caller
