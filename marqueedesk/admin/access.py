"""Administrator access: the caller must be an active user with role admin, checked in each transaction (A6).

Changes to users first lock every administrator's row, then check the caller. If two administrators demote each other at
the same time, the second call waits, finds that its caller is no longer an administrator, and is rejected. Every
accepted call comes from an active administrator and changes another user, so one administrator always remains.
"""

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from marqueedesk.accounts import second_factor, weak_passwords
from marqueedesk.accounts.access import Caller, current_user, database, find_caller, reading
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.errors import LongerPasswordRequired, SecondFactorRequired
from marqueedesk.accounts.models import Operator
from marqueedesk.admin import queries
from marqueedesk.admin.errors import NoSuchBusiness
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.errors import Forbidden, Unauthenticated
from marqueedesk.kit.http.request_middleware import SAFE
from marqueedesk.settings import Settings

ADMIN = "admin"


@contextmanager
def overseeing(request: Request) -> Generator[tuple[Session, Caller]]:
    """Open a read session across all businesses for an administrator. Raises Unauthenticated or Forbidden."""
    with reading(request) as (db, caller):
        acting(db, request, caller)
        with all_tenants(db, "administration"):
            yield db, caller


@contextmanager
def administering(request: Request) -> Generator[tuple[Session, Caller]]:
    """Open a write transaction across all businesses for an administrator, with every administrator's row locked."""
    with database(request).read() as db:
        # Check the caller first, so that only administrators take the lock.
        acting(db, request, current_user(db, request))
    with database(request).write() as db:
        queries.lock_administrators(db)
        caller = require_admin(current_user(db, request))
        with all_tenants(db, "administration"):
            yield db, caller
            db.flush()


@contextmanager
def managing(request: Request, find: Callable[[Session], int]) -> Generator[tuple[Session, Caller, int]]:
    """Open a write transaction scoped to one business for an administrator; ``find`` returns its ID and runs before the
    session is scoped.

    Raises Unauthenticated or Forbidden.
    """
    with database(request).write() as db:
        caller = acting(db, request, current_user(db, request))
        with all_tenants(db, "which business it is"):
            operator_id = find(db)
        set_operator(db, operator_id)
        yield db, caller, operator_id


@contextmanager
def overseeing_business(request: Request, operator_id: int) -> Generator[tuple[Session, Operator]]:
    """Open a read session scoped to one business for an administrator. Raises Unauthenticated, Forbidden and
    NoSuchBusiness.
    """
    with database(request).read() as db:
        acting(db, request, current_user(db, request))
        operator = existing(db.get(Operator, operator_id), NoSuchBusiness)
        set_operator(db, operator_id)
        yield db, operator


def require_admin(caller: Caller | None) -> Caller:
    """Return the caller if they are an administrator. Raises Unauthenticated (401) or Forbidden (403) otherwise."""
    if caller is None:
        raise Unauthenticated
    if caller.user.role != ADMIN:
        raise Forbidden
    return caller


def acting(db: Session, request: Request, caller: Caller | None) -> Caller:
    """Return the caller if they may act as administrator: with a long enough password, and a second factor if required.

    Raises the errors of `require_admin`, LongerPasswordRequired and SecondFactorRequired (403).
    """
    caller = require_admin(caller)
    if weak_passwords.admin_needs_longer(caller.user):
        raise LongerPasswordRequired
    settings: Settings = request.app.state.settings
    if settings.admins_need_second_factor and not second_factor.is_on(db, caller.user.id):
        raise SecondFactorRequired
    return caller


async def administrator(request: Request, db: Db, background: BackgroundTasks) -> AsyncGenerator[Caller]:
    """Return the caller if they may act as administrator, and open the session to all businesses.

    In a transaction that changes data, every administrator's row is locked first. Raises the errors of `acting`.
    """
    caller = await run_in_threadpool(_find_administrator, request, db, background)
    with all_tenants(db, "administration"):
        yield caller
        # Flush here, because rows of several businesses may be written.
        await run_in_threadpool(db.flush)


Administrator = Annotated[Caller, Depends(administrator, scope="function")]
"""A caller who may act as administrator, with the session opened to all businesses (`administrator`)."""


def _find_administrator(request: Request, db: Session, background: BackgroundTasks) -> Caller:
    caller = acting(db, request, find_caller(db, request, background, while_closing=False))
    if request.method not in SAFE:
        # Only administrators take the lock, and a caller who was demoted in the meantime is rejected.
        queries.lock_administrators(db)
        db.expire_all()
        caller = require_admin(current_user(db, request))
    return caller


def check_administrator(request: Request, background: BackgroundTasks) -> None:
    """Reject callers who aren't administrators, for routes that open their own transactions. Raises the errors of
    `acting`.
    """
    with database(request).read() as db:
        acting(db, request, find_caller(db, request, background, while_closing=False))
