"""Redirects for businesses that moved to another installation: public addresses keep their path.

The form's key, customers' links and the calendar's address stay valid in the other installation, so published
links keep working.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Final
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Scope

from marqueedesk.accounts import suspension
from marqueedesk.accounts.models import Operator, PublicKey
from marqueedesk.instance_settings.cached_settings import CachedSettings
from marqueedesk.instance_settings.service import redirect_business
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.http.links import TOKEN, Link, digest_of
from marqueedesk.kit.watch import audit

MOVING: Final = "This business is moving to another address and will be back in a few minutes."
_NAMES: Final = ("userId", "key")
"""Query parameters that contain a business's id or key."""
_PUBLIC_KEY: Final = re.compile(r"mk_[A-Za-z0-9]{1,47}")
_MOST_PARTS: Final = 20

NextGate = Callable[[Scope], Awaitable[Response | None]]


def begin(db: Session, operator: Operator, now: datetime) -> None:
    """Make a business read-only while it is copied to another installation."""
    suspension.suspend(db, operator, MOVING, now)
    audit.record(db, "business.moving", by=None, now=now, operator_id=operator.id)


def redirect(db: Session, operator: Operator, address: str, now: datetime) -> None:
    """Redirect a business's public addresses to another installation, and show its members where to sign in."""
    suspension.suspend(db, operator, f"This business has moved. Sign in at {address}", now)
    redirect_business(db, operator.id, address, now)
    audit.record(db, "business.moved", by=None, now=now, operator_id=operator.id, to=address)


def come_back(db: Session, operator: Operator, now: datetime) -> None:
    """Undo `begin` and `redirect`."""
    suspension.resume(operator)
    redirect_business(db, operator.id, None, now)
    audit.record(db, "business.moved_back", by=None, now=now, operator_id=operator.id)


class MovedBusinesses:
    """Request filter: redirects public addresses of moved businesses, and passes other requests to ``following``."""

    def __init__(self, database: Database, cached_settings: CachedSettings, following: NextGate) -> None:
        self._database = database
        self._cached_settings = cached_settings
        self._following = following

    async def __call__(self, scope: Scope) -> Response | None:
        """Return the redirect or the next filter's response. Runs no query while no business has moved."""
        if not self._cached_settings.is_fresh:
            await run_in_threadpool(self._cached_settings.read)
        platform = self._cached_settings.known
        if platform is not None and platform.moved_businesses:
            address = await run_in_threadpool(self._new_address, scope, platform.moved_businesses)
            if address is not None:
                # Browsers must not cache this redirect, because the business may move back.
                return Response(status_code=308, headers={"Location": address, "Cache-Control": "no-store"})
        return await self._following(scope)

    def _new_address(self, scope: Scope, moved: Mapping[int, str]) -> str | None:
        path: str = scope["path"]
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        parts = [part.removesuffix(".ics") for part in path.split("/")[:_MOST_PARTS]]
        tokens = [part for part in [*parts, *(value for _, value in query)] if TOKEN.fullmatch(part)]
        keys = [part for part in parts if _PUBLIC_KEY.fullmatch(part)]
        keys += [value for name, value in query if name in _NAMES]
        if not tokens and not keys:
            return None
        try:
            with self._database.read() as db:
                found = _owner(db, tokens, keys, moved)
        except (SQLAlchemyError, Unavailable):
            return None
        if found is None:
            return None
        operator_id, public_key = found
        # The new installation uses another id, so send the public key.
        same = [(name, public_key if name in _NAMES and value == str(operator_id) else value) for name, value in query]
        return f"{moved[operator_id]}{path}{'?' + urlencode(same) if same else ''}"


def _owner(db: Session, tokens: list[str], keys: list[str], moved: Mapping[int, str]) -> tuple[int, str] | None:
    """Return the id and public key of the moved business to which one of these tokens, keys or ids belongs."""
    owners = [int(key) for key in keys if key.isdecimal() and len(key) < 19]  # noqa: PLR2004
    if tokens:
        digests = [digest_of(token) for token in tokens[:_MOST_PARTS]]
        owners += db.scalars(select(Link.operator_id).where(Link.token_digest.in_(digests)))
    if named := [key for key in keys if not key.isdecimal()]:
        owners += db.scalars(select(PublicKey.operator_id).where(PublicKey.public_key.in_(named[:_MOST_PARTS])))
    operator_id = next((owner for owner in owners if owner in moved), None)
    if operator_id is None:
        return None
    public_key = db.scalar(select(Operator.public_key).where(Operator.id == operator_id))
    return None if public_key is None else (operator_id, public_key)
