"""Remembered browsers, which skip the second factor for 30 days.

A browser is recognized by its own cookie, which is useless without the password. Changing or resetting the password, or
removing the second factor, removes all of them.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final, cast

from fastapi import Request
from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import cookies
from marqueedesk.accounts.models import RememberedDevice
from marqueedesk.accounts.service import digest
from marqueedesk.kit.errors import NotFound

LASTS: Final = timedelta(days=30)
MOST: Final = 50
COOKIE: Final = "marqueedesk_device"


def of_user(db: Session, user_id: int, now: datetime) -> list[RememberedDevice]:
    """Return a user's remembered browsers, most recently used first."""
    mine = RememberedDevice.user_id == user_id
    return list(
        db.scalars(
            select(RememberedDevice)
            .where(mine, RememberedDevice.expires_at > now)
            .order_by(RememberedDevice.used_at.desc())
        )
    )


def own_digest(request: Request) -> str | None:
    """Return the digest of the calling browser's cookie, if any."""
    token = None if request.scope["state"].get("foreign") else request.cookies.get(cookies.name_of(request, COOKIE))
    return digest(token) if token else None


def recognize(db: Session, request: Request, user_id: int, now: datetime) -> bool:
    """Return true if the calling browser is remembered for a user, and record that it was used."""
    own = own_digest(request)
    if own is None:
        return False
    updated = (
        update(RememberedDevice)
        .where(
            RememberedDevice.token_digest == own,
            RememberedDevice.user_id == user_id,
            RememberedDevice.expires_at > now,
        )
        .values(used_at=now)
    )
    return cast("CursorResult[Any]", db.execute(updated)).rowcount == 1


def remember(db: Session, user_id: int, agent: str | None, now: datetime) -> str:
    """Remember this browser for 30 days and return its cookie's token. If there are too many, the oldest one is
    removed.
    """
    token = secrets.token_urlsafe(32)
    for row in of_user(db, user_id, now)[MOST - 1 :]:
        db.delete(row)
    db.add(
        RememberedDevice(
            user_id=user_id,
            token_digest=digest(token),
            agent=agent,
            created_at=now,
            used_at=now,
            expires_at=now + LASTS,
        )
    )
    return token


def put_cookie(request: Request, response: Response, token: str) -> None:
    """Set the cookie of a remembered browser on a response."""
    cookies.put(request, response, COOKIE, token, LASTS)


def remove(db: Session, user_id: int, device_id: int) -> None:
    """Remove one remembered browser. Raises NotFound."""
    gone = delete(RememberedDevice).where(RememberedDevice.user_id == user_id, RememberedDevice.id == device_id)
    if cast("CursorResult[Any]", db.execute(gone)).rowcount != 1:
        raise NotFound


def forget(db: Session, user_id: int, *, but: str | None = None) -> None:
    """Remove a user's remembered browsers, except the one whose cookie has the digest ``but``."""
    gone = delete(RememberedDevice).where(RememberedDevice.user_id == user_id)
    db.execute(gone.where(RememberedDevice.token_digest != but) if but else gone)


def forget_old(db: Session, now: datetime) -> None:
    """Delete expired remembered browsers."""
    db.execute(delete(RememberedDevice).where(RememberedDevice.expires_at < now))
