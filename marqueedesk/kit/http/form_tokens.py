"""Signed timestamps that are issued to a client and verified when sent back."""

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

from fastapi import Request

LONGEST = timedelta(days=1)
_SIGNED = 24
"""Number of hex digits in the signature: 96 bits."""


class Stamps:
    """Issues tokens with the first of its keys, and verifies them with all. A token is anonymous, and can be used
    repeatedly within a day.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys

    def give(self, now: datetime) -> str:
        """Issue a token for the given time."""
        moment = str(int(now.timestamp() * 1000))
        return f"{moment}.{_sign(self._keys[0], moment)}"

    def age(self, stamp: str, now: datetime) -> timedelta | None:
        """Return the age of a token; None if it is forged or older than a day."""
        moment, _, signed = stamp.partition(".")
        if not any(hmac.compare_digest(signed.encode(), _sign(key, moment).encode()) for key in self._keys):
            return None
        age = now - datetime.fromtimestamp(int(moment) / 1000, now.tzinfo)
        return age if age <= LONGEST else None


def _sign(key: bytes, moment: str) -> str:
    return hmac.digest(key, moment.encode(), "sha256").hex()[:_SIGNED]


def stamps(request: Request) -> Stamps:
    """Return the application's form tokens. Created on first use, because the secret may be in a file that is created
    at that point.
    """
    state = request.app.state
    if not hasattr(state, "stamps"):
        state.stamps = Stamps(state.settings.keys_for("form-opened"))
    return state.stamps
