"""FastAPI dependencies of signed-in routes: the database session, the caller and their permission.

``def add_venue(db: Db, _: Annotated[Caller, Requires(CHANGE_STOCK)], body: VenueInput) -> VenueOut`` responds with 401
or 403 before its body is validated, and commits before the response is sent. Routes that call another server open their
own transactions before and after the call instead; `check_caller` and `check_rights` reject callers without permission
first.
"""

from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager
from typing import Annotated, Any

from fastapi import BackgroundTasks, Depends, Request
from fastapi.concurrency import contextmanager_in_threadpool
from sqlalchemy.orm import Session

from marqueedesk.accounts import access
from marqueedesk.accounts.access import Caller, database
from marqueedesk.accounts.rights import Right
from marqueedesk.kit.db.database import POOL_SIZE, open_writes
from marqueedesk.kit.http.request_middleware import SAFE


async def open_session(request: Request) -> AsyncGenerator[Session]:
    """Open the request's session: a transaction that commits when the route returns; for GET requests, a read-only
    session.
    """
    # Started here, in the request's own context, because parts of a request may run in different threads.
    open_writes()
    session: AbstractContextManager[Session] = (
        database(request).read() if request.method in SAFE else database(request).write()
    )
    async with contextmanager_in_threadpool(session) as db:
        yield db


Db = Annotated[Session, Depends(open_session, scope="function", max_concurrency=POOL_SIZE)]
"""The request's database session (`open_session`). There are at most as many sessions as connections and fewer than
threads, so a request that holds a lock always finds a thread to finish on.
"""


def signed_in(request: Request, db: Db, background: BackgroundTasks) -> Caller:
    """Return the caller, and scope the session to their business. Raises Unauthenticated (401) and BusinessClosing."""
    return access.find_caller(db, request, background, while_closing=False)


def signed_in_while_closing(request: Request, db: Db, background: BackgroundTasks) -> Caller:
    """Like `signed_in`, but also allowed while the caller's business is being closed."""
    return access.find_caller(db, request, background, while_closing=True)


SignedIn = Annotated[Caller, Depends(signed_in)]
"""Any signed-in user."""

SignedInWhileClosing = Annotated[Caller, Depends(signed_in_while_closing)]
"""Any signed-in user, even while their business is being closed: for routes about the user or the closing itself."""


def Requires(*rights: Right, while_closing: bool = False) -> Any:  # noqa: N802 - reads like FastAPI's Depends.
    """Create a dependency on a caller who has all these permissions. Raises the errors of `signed_in`, NoBusiness and
    Forbidden (403).
    """

    def permitted(request: Request, db: Db, background: BackgroundTasks) -> Caller:
        caller = access.find_caller(db, request, background, while_closing=while_closing)
        for right in rights:
            access.require(caller, right)
        return caller

    return Depends(permitted)


def check_rights(*rights: Right, while_closing: bool = False) -> Any:
    """Create a dependency like `Requires` with its own session, for routes that open their own transactions."""

    def check(request: Request, background: BackgroundTasks) -> None:
        with database(request).read() as db:
            caller = access.find_caller(db, request, background, while_closing=while_closing)
            for right in rights:
                access.require(caller, right)

    return Depends(check)
