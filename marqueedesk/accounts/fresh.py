"""Recent authentication, which sensitive calls require in case a device was left unattended.

A user with a second factor must use it: the password alone is not enough (A19).
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import second_factor
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.errors import Reauthenticate

FRESH: Final = timedelta(minutes=10)


def asked_again(caller: Caller, now: datetime) -> bool:
    """Return true if the caller re-authenticated (POST /api/reauthenticate) in the last ten minutes."""
    return _is_fresh(caller.sign_in.authenticated_at, now)


def require_fresh(db: Session, caller: Caller, now: datetime) -> None:
    """Raise Reauthenticate unless the caller signed in or re-authenticated in the last ten minutes.

    If the user has a second factor, this session must have used it within that time.
    """
    require_factor(db, caller, now)
    if not _is_fresh(caller.sign_in.created_at, now) and not asked_again(caller, now):
        raise Reauthenticate.needing()


def require_factor(db: Session, caller: Caller, now: datetime) -> None:
    """Raise Reauthenticate if the caller has a second factor and has not used it in the last ten minutes."""
    methods = second_factor.methods(db, caller.user.id)
    if methods and not _is_fresh(caller.sign_in.factor_at, now):
        raise Reauthenticate.needing(methods)


def _is_fresh(at: datetime | None, now: datetime) -> bool:
    return at is not None and now - at <= FRESH
