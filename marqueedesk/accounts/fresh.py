"""Whether a sign-in has lately shown whose it is, for what must not happen by a screen that was left open."""

from datetime import datetime, timedelta
from typing import Final

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.errors import Reauthenticate

FRESH: Final = timedelta(minutes=10)


def asked_again(caller: Caller, now: datetime) -> bool:
    """Whether the caller gave their password or a code again (POST /api/reauthenticate) in the last ten minutes."""
    at = caller.sign_in.authenticated_at
    return at is not None and now - at <= FRESH


def require_fresh(caller: Caller, now: datetime) -> None:
    """Raise Reauthenticate unless the caller signed in, or was asked again, in the last ten minutes."""
    if now - caller.sign_in.created_at > FRESH and not asked_again(caller, now):
        raise Reauthenticate
