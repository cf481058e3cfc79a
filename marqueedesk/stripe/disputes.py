"""What the provider's word for a dispute means, whoever was paid."""

from collections.abc import Iterable
from typing import Final

INQUIRY, DISPUTED, WON, LOST = "inquiry", "disputed", "won", "lost"
"""The state of a dispute at the payer's bank. An inquiry has moved no money yet, and a refund answers it."""
_STATES: Final = {
    "lost": LOST,
    "won": WON,
    "warning_closed": WON,
    "prevented": WON,
    "warning_needs_response": INQUIRY,
    "warning_under_review": INQUIRY,
}
_WEIGHT: Final = (LOST, DISPUTED, INQUIRY, WON)
"""Which of several disputes of one payment gives the status of the payment."""


def state_of(status: str) -> str:
    """The state of a dispute with this status: inquiry, disputed, won or lost."""
    return _STATES.get(status, DISPUTED)


def summary(found: Iterable[tuple[str, int]], most_cents: int) -> tuple[str | None, int]:
    """How a payment of ``most_cents`` stands because of its disputes, each a status and an amount in cents; and the
    amount in that state. None and 0 without any.
    """
    known = [(state_of(status), cents) for status, cents in found]
    for state in _WEIGHT:
        cents = sum(cents for one, cents in known if one == state)
        if cents:
            return state, min(cents, most_cents)
    return None, 0
