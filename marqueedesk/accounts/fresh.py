"""Whether a sign-in has recently proven its identity, required by sensitive calls on a screen that was left open.

A person with a second factor proves that factor: the password alone is not enough (A19).
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import second_factor
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.errors import Reauthenticate

FRESH: Final = timedelta(minutes=10)


def asked_again(caller: Caller, now: datetime) -> bool:
    """Whether the caller gave their password or a code again (POST /api/reauthenticate) in the last ten minutes."""
    return _is_fresh(caller.sign_in.authenticated_at, now)


def require_fresh(db: Session, caller: Caller, now: datetime) -> None:
    """Raise Reauthenticate unless the caller signed in, or was asked again, in the last ten minutes.

    Raises it also for a person with a second factor whose sign-in has not used it in that time.
    """
    require_factor(db, caller, now)
    if not _is_fresh(caller.sign_in.created_at, now) and not asked_again(caller, now):
        raise Reauthenticate.needing()


def require_factor(db: Session, caller: Caller, now: datetime) -> None:
    """Raise Reauthenticate where the caller has a second factor and has not used it in the last ten minutes."""
    methods = second_factor.methods(db, caller.user.id)
    if methods and not _is_fresh(caller.sign_in.factor_at, now):
        raise Reauthenticate.needing(methods)


def _is_fresh(at: datetime | None, now: datetime) -> bool:
    return at is not None and now - at <= FRESH
