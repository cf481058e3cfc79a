"""Signed timestamps that are issued to a client and verified when sent back."""

import hmac
from datetime import datetime, timedelta

from fastapi import Request

LONGEST = timedelta(days=1)
_SIGNED = 24
"""Number of hex digits in the signature: 96 bits."""


class Stamps:
    """Issues and verifies tokens with one key. A token is anonymous, and can be used repeatedly within a day."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def give(self, now: datetime) -> str:
        """Issue a token for the given time."""
        moment = str(int(now.timestamp() * 1000))
        return f"{moment}.{self._sign(moment)}"

    def age(self, stamp: str, now: datetime) -> timedelta | None:
        """Return the age of a token; None if it is forged or older than a day."""
        moment, _, signed = stamp.partition(".")
        if not hmac.compare_digest(signed.encode(), self._sign(moment).encode()):
            return None
        age = now - datetime.fromtimestamp(int(moment) / 1000, now.tzinfo)
        return age if age <= LONGEST else None

    def _sign(self, moment: str) -> str:
        return hmac.digest(self._key, moment.encode(), "sha256").hex()[:_SIGNED]


def stamps(request: Request) -> Stamps:
    """Return the application's form tokens. Created on first use, because the secret may be in a file that is created
    at that point.
    """
    state = request.app.state
    if not hasattr(state, "stamps"):
        state.stamps = Stamps(state.settings.key_for("form-opened"))
    return state.stamps
