"""Browsers that are not asked for the second factor for 30 days, because their person said so when signing in.

A browser is recognized by a cookie of its own, which is worth nothing without the password. Another password, another
way back in, and the end of the second factor forget them.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final, cast

from fastapi import Request
from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts import cookies
from marqueedesk.accounts.models import RememberedDevice
from marqueedesk.accounts.service import digest
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http.http import ResponseT

LASTS: Final = timedelta(days=30)
MOST: Final = 50
COOKIE: Final = "marqueedesk_device"


def of_user(db: Session, user_id: int, now: datetime) -> list[RememberedDevice]:
    """A person's browsers, the one used last first."""
    mine = RememberedDevice.user_id == user_id
    return list(
        db.scalars(
            select(RememberedDevice)
            .where(mine, RememberedDevice.expires_at > now)
            .order_by(RememberedDevice.used_at.desc())
        )
    )


def own_digest(request: Request) -> str | None:
    """The digest of the calling browser's cookie, if it has one."""
    token = None if request.scope["state"].get("foreign") else request.cookies.get(cookies.name_of(request, COOKIE))
    return digest(token) if token else None


def recognize(db: Session, request: Request, user_id: int, now: datetime) -> bool:
    """Whether the calling browser is remembered for a person; notes that it was used."""
    own = own_digest(request)
    if own is None:
        return False
    seen = (
        update(RememberedDevice)
        .where(
            RememberedDevice.token_digest == own,
            RememberedDevice.user_id == user_id,
            RememberedDevice.expires_at > now,
        )
        .values(used_at=now)
    )
    return cast("CursorResult[Any]", db.execute(seen)).rowcount == 1


def remember(db: Session, user_id: int, agent: str | None, now: datetime) -> str:
    """Do not ask this browser again for 30 days; answers the token of its cookie. The oldest of too many goes."""
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


def put_cookie(request: Request, response: ResponseT, token: str) -> ResponseT:
    """The answer with the cookie that tells its browser."""
    return cookies.put(request, response, COOKIE, token, LASTS)


def remove(db: Session, user_id: int, device_id: int) -> None:
    """Ask one browser again. Raises NotFound."""
    gone = delete(RememberedDevice).where(RememberedDevice.user_id == user_id, RememberedDevice.id == device_id)
    if cast("CursorResult[Any]", db.execute(gone)).rowcount != 1:
        raise NotFound


def forget(db: Session, user_id: int, *, but: str | None = None) -> None:
    """Ask every browser of a person again, but the one of a digest."""
    gone = delete(RememberedDevice).where(RememberedDevice.user_id == user_id)
    db.execute(gone.where(RememberedDevice.token_digest != but) if but else gone)


def forget_old(db: Session, now: datetime) -> None:
    """Remove those whose time is over."""
    db.execute(delete(RememberedDevice).where(RememberedDevice.expires_at < now))
