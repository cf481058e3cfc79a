"""A moment, signed: given to somebody now, and known again for what it is when they bring it back."""

import hmac
from datetime import datetime, timedelta

from fastapi import Request

LONGEST = timedelta(days=1)
_SIGNED = 24
"""Digits of the signature: 96 bits."""


class Stamps:
    """Gives and reads stamps with one key. A stamp names nobody and is good for any number of times within a day."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def give(self, now: datetime) -> str:
        """A stamp of this moment."""
        moment = str(int(now.timestamp() * 1000))
        return f"{moment}.{self._sign(moment)}"

    def age(self, stamp: str, now: datetime) -> timedelta | None:
        """How long ago the stamp was given; None for what is not one of ours, or older than a day."""
        moment, _, signed = stamp.partition(".")
        if not hmac.compare_digest(signed.encode(), self._sign(moment).encode()):
            return None
        age = now - datetime.fromtimestamp(int(moment) / 1000, now.tzinfo)
        return age if age <= LONGEST else None

    def _sign(self, moment: str) -> str:
        return hmac.digest(self._key, moment.encode(), "sha256").hex()[:_SIGNED]


def stamps(request: Request) -> Stamps:
    """The stamps of forms that were opened. Made when first needed, as the secret may be a file that is made then."""
    state = request.app.state
    if not hasattr(state, "stamps"):
        state.stamps = Stamps(state.settings.key_for("form-opened"))
    return state.stamps
