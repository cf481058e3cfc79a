"""Resolve the session cookie of a request to a user, and scope the database session to the user's business.

Every signed-in route opens its session through `reading` or `writing`. Both resolve the caller in the same session,
scope it to the caller's operator, and respond with 401 if no user is signed in. The route opens the session itself, so
that one thread holds the transaction from begin to commit, and the response is sent afterwards.
"""

import re
from collections.abc import Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from fastapi import BackgroundTasks, Request
from pydantic.alias_generators import to_camel
from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.accounts import cookies, queries, second_factor, service
from marqueedesk.accounts.errors import BusinessClosing, BusinessSuspended, NoBusiness, SecondFactorRequired
from marqueedesk.accounts.models import Operator, SignIn, User
from marqueedesk.accounts.rights import Right
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Forbidden, Invalid, Unauthenticated
from marqueedesk.kit.http.schemas import BIGGEST_ID, RequestModel
from marqueedesk.kit.money import set_request_currency
from marqueedesk.kit.watch import audit, timing
from marqueedesk.kit.watch.audit import Actor

COOKIE = "marqueedesk_session"
_ID = re.compile("[0-9]{1,19}")
_PUBLIC_KEY = re.compile("mk_[a-z0-9]{20,40}")
GivenT = TypeVar("GivenT", bound=RequestModel)


@dataclass(frozen=True, slots=True)
class Caller:
    """A signed-in user. ``role`` is their role in the business (`rights.ROLES`).

    ``team_owner`` is the business they belong to, even if it is deactivated. ``business`` is the same business if they
    may use it; it is None if the business is deactivated, or requires a second factor that the user does not have.
    """

    user: User
    sign_in: SignIn
    business: Operator | None
    role: str | None
    team_owner: Operator | None = None
    lacks_second_factor: bool = False

    @property
    def operator(self) -> Operator:
        """Return the caller's business. Raises NoBusiness (403) if the account has none, and SecondFactorRequired."""
        if self.lacks_second_factor:
            raise SecondFactorRequired
        if self.business is None:
            raise NoBusiness
        return self.business

    @property
    def actor(self) -> Actor:
        """Return the caller as the actor of audit entries."""
        return Actor(self.user.id, self.user.email)

    def may(self, right: Right) -> bool:
        """Return true if the caller has a permission in their business (A5)."""
        return self.role in right.roles


def require(caller: Caller, right: Right) -> Operator:
    """Return the caller's business if they have a permission in it (A5). Raises NoBusiness or Forbidden (403)."""
    operator = caller.operator
    if not caller.may(right):
        raise Forbidden
    return operator


def record_action(
    db: Session, caller: Caller, action: str, subject: tuple[int | None, str | None] = (None, None), **details: Any
) -> None:
    """Record the caller's action in the audit log of their business."""
    operator = caller.operator
    audit.record(db, action, by=caller.actor, now=clock.now(), operator_id=operator.id, subject=subject, **details)


def record_settings_change(db: Session, caller: Caller, what: str, body: RequestModel) -> None:
    """Record the names of changed settings in the audit log, without their values."""
    changed = sorted(to_camel(name) for name in body.model_fields_set)
    if changed:
        record_action(db, caller, "settings.changed", (None, what), changed=changed)


def named_operator(text: str) -> int | str:
    """Parse an operator id or public key from the query's ``userId`` or ``key``. Raises Invalid for any other text."""
    if _ID.fullmatch(text) and 1 <= int(text) <= BIGGEST_ID:
        return int(text)
    if _ID.fullmatch(text) or not _PUBLIC_KEY.fullmatch(text):
        raise Invalid(fields={"userId": "userId must be an operator's id or public key"})
    return text


def database(request: Request) -> Database:
    """Return the application's database."""
    return request.app.state.database


def cookie_name(request: Request) -> str:
    """Return the name of the session cookie."""
    return cookies.name_of(request, COOKIE)


def has_cookie(request: Request) -> bool:
    """Return true if the request has a session cookie, whether it is valid or not."""
    return cookie_name(request) in request.cookies


def cookie_digest(request: Request) -> str | None:
    """Return the digest of the session cookie; None if there is none, or for a cross-site request."""
    if request.scope["state"].get("foreign"):
        return None
    token = request.cookies.get(cookie_name(request))
    return service.digest(token) if token else None


def current_user(db: Session, request: Request) -> Caller | None:
    """Return the signed-in caller; None if the session has ended or the user is deactivated.

    A member of a deactivated business is treated as a user without a business, and can leave it. Members of a business
    that is being closed keep access, so that they can follow the closing.
    """
    token_digest = cookie_digest(request)
    row = queries.signed_in(db, token_digest) if token_digest else None
    if row is None:
        return None
    user, sign_in, operator, role = row
    if not user.is_active or sign_in.expires_at <= clock.now():
        return None
    if operator is not None and not operator.is_active and operator.closes_at is None:
        return None if operator.id == user.id else Caller(user, sign_in, None, None, operator)
    if operator is not None and operator.second_factor_required and not second_factor.is_on(db, user.id):
        return Caller(user, sign_in, None, None, operator, lacks_second_factor=True)
    return Caller(user, sign_in, operator, role, operator)


def find_caller(
    db: Session, request: Request, background: BackgroundTasks | None = None, *, while_closing: bool
) -> Caller:
    """Return the caller, and scope the session to their business. Raises Unauthenticated (401), BusinessClosing and
    BusinessSuspended.

    With ``background``, the visit is recorded after the response.
    """
    caller = current_user(db, request)
    if caller is None:
        raise Unauthenticated
    if caller.business is not None:
        timing.enter_business(caller.business.id)
        if caller.business.closes_at is not None and not while_closing:
            raise BusinessClosing
        if caller.business.stopped_at is not None and not while_closing:
            raise BusinessSuspended(caller.business.stopped_reason)
    _keep_to_own(db, caller)
    if caller.business is not None:
        set_request_currency(caller.business.currency)
    if background is not None and clock.now() - caller.sign_in.seen_at > service.SEEN_EVERY:
        background.add_task(_record_visit, database(request), caller.sign_in.token_digest)
    return caller


def _record_visit(database: Database, token_digest: str) -> None:
    with database.write() as db:
        row = db.get(SignIn, token_digest)
        if row is not None:
            service.touch(row, clock.now())


@contextmanager
def reading(
    request: Request, *, while_closing: bool = False, snapshot: bool = False
) -> Generator[tuple[Session, Caller]]:
    """Open a read session scoped to the caller's operator, as one ``snapshot`` if requested. Raises Unauthenticated.

    Raises BusinessClosing if the business is being closed and BusinessSuspended if it is suspended, unless the route is
    also available ``while_closing`` because it is about the user or the closing itself.
    """
    with database(request).read(snapshot=snapshot) as db:
        caller = find_caller(db, request, while_closing=while_closing)
        yield db, caller
    if clock.now() - caller.sign_in.seen_at > service.SEEN_EVERY:
        _record_visit(database(request), caller.sign_in.token_digest)


@contextmanager
def reading_copy(request: Request, *, while_closing: bool = False) -> Generator[tuple[Session, Caller]]:
    """Open a snapshot read session on the read replica, if there is one, for long reads.

    If the replica is unavailable, or does not catch up in time with the writes before this request, the primary is
    used. The caller is always looked up on the primary.
    """
    base = database(request)
    with reading(request, while_closing=while_closing, snapshot=not base.has_copy) as (db, caller):
        if not base.has_copy:
            yield db, caller
            return
    with base.read_copy() as db:
        _keep_to_own(db, caller)
        yield db, caller


def _keep_to_own(db: Session, caller: Caller) -> None:
    if caller.business is not None:
        set_operator(db, caller.business.id)


@contextmanager
def writing(request: Request, *, while_closing: bool = False) -> Generator[tuple[Session, Caller]]:
    """Open a write transaction scoped to the caller's operator. Raises the errors of `reading`."""
    with database(request).write() as db:
        caller = find_caller(db, request, while_closing=while_closing)
        if clock.now() - caller.sign_in.seen_at > service.SEEN_EVERY:
            service.touch(caller.sign_in, clock.now())
        yield db, caller


def still_signed_in(database: Database, digests: Collection[str]) -> set[str]:
    """Filter session digests: return those whose users still have access to their business."""
    with database.read() as db:
        return queries.good_sign_ins(db, digests, clock.now())


def forget_ended_sign_ins(db: Session, now: datetime) -> None:
    """Delete expired sessions."""
    db.execute(delete(SignIn).where(SignIn.expires_at < now))
