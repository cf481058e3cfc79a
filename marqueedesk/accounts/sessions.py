"""Start of sessions: every way to sign in creates its session and sets the cookie here."""

from datetime import datetime, timedelta
from typing import Any

from fastapi import Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import browser_marks, cookies, queries, service
from marqueedesk.accounts.access import COOKIE, cookie_digest
from marqueedesk.accounts.known_devices import browser_name, note_place
from marqueedesk.accounts.models import User
from marqueedesk.domain_events import NewSignIn, SecondFactorChange, SecondFactorChanged, publish
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor

SIGNED_IN = "account.signed_in"
REGISTERED = "account.registered"
UNCONFIRMED = Limit("emails-to-unconfirmed", 10, timedelta(days=1))


def enter(
    db: Session,
    request: Request,
    user: User,
    now: datetime,
    *,
    action: str = SIGNED_IN,
    with_factor: bool = False,
) -> str:
    """Sign a user in on this browser and return the session token. Ends the browser's previous session, if any.

    ``with_factor`` is true if the user has just used a second factor.
    """
    before = cookie_digest(request)
    if before:
        service.sign_out(db, before)
    agent = agent_of(request)
    token = service.sign_in(db, user, now, agent=agent, with_factor=with_factor)
    address = client_address(request)
    if note_place(db, user.id, agent, address, now) and _may_notify(db, request, user, now):
        publish(db, NewSignIn(user_id=user.id, browser=browser_name(agent), address=address), now)
    note_own(db, user, action, now, agent=agent)
    return token


def notify_second_factor_change(
    db: Session, request: Request, user: User, change: SecondFactorChange, now: datetime
) -> None:
    """Notify a user by email that their second factor has changed, with the browser and network of the change."""
    if not _may_notify(db, request, user, now):
        return
    browser, address = browser_name(agent_of(request)), client_address(request)
    publish(db, SecondFactorChanged(user_id=user.id, change=change, browser=browser, address=address), now)


def _may_notify(db: Session, request: Request, user: User, now: datetime) -> bool:
    """Return true if another such email may be sent: at most ten a day to an unconfirmed address, which may belong to a
    stranger.
    """
    if user.email_confirmed_at is not None or not request.app.state.limits_on:
        return True
    return rate_limit.count(db, UNCONFIRMED, UNCONFIRMED.key(user.id), now) <= UNCONFIRMED.times


def agent_of(request: Request) -> str | None:
    """Return the calling browser's user agent."""
    return "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())[:200] or None


def note_own(
    db: Session, user: User, action: str, now: datetime, *, known_as: str | None = None, **details: Any
) -> None:
    """Record a user's action on their own account in the audit log. ``known_as`` is their email address before the
    action, if it changed.
    """
    membership = queries.membership(db, user.id)
    audit.record(
        db,
        action,
        by=Actor(user.id, known_as or user.email),
        now=now,
        operator_id=membership[0].id if membership else None,
        subject=(user.id, user.email),
        **details,
    )


def put_cookie(request: Request, response: Response, token: str, user: User) -> None:
    """Set the session cookie and the browser mark on a response."""
    cookies.put(request, response, COOKIE, token, service.SIGN_IN_LASTS)
    browser_marks.put_cookie(request, response, user)
