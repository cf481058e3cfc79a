"""Signed timestamps: issued to a client and verified when returned."""

import hmac
from datetime import datetime, timedelta

from fastapi import Request

LONGEST = timedelta(days=1)
_SIGNED = 24
"""Hex digits of the signature: 96 bits."""


class Stamps:
    """Issues and verifies stamps with one key. A stamp is anonymous and reusable within a day."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def give(self, now: datetime) -> str:
        """Issue a stamp for this moment."""
        moment = str(int(now.timestamp() * 1000))
        return f"{moment}.{self._sign(moment)}"

    def age(self, stamp: str, now: datetime) -> timedelta | None:
        """Return the age of a stamp; None if it is forged or older than a day."""
        moment, _, signed = stamp.partition(".")
        if not hmac.compare_digest(signed.encode(), self._sign(moment).encode()):
            return None
        age = now - datetime.fromtimestamp(int(moment) / 1000, now.tzinfo)
        return age if age <= LONGEST else None

    def _sign(self, moment: str) -> str:
        return hmac.digest(self._key, moment.encode(), "sha256").hex()[:_SIGNED]


def stamps(request: Request) -> Stamps:
    """Return the application's form stamps. Created on first use, because the secret may be a file created then."""
    state = request.app.state
    if not hasattr(state, "stamps"):
        state.stamps = Stamps(state.settings.key_for("form-opened"))
    return state.stamps
