"""The meaning of the provider's dispute statuses."""

from collections.abc import Iterable
from typing import Final

INQUIRY, DISPUTED, WON, LOST = "inquiry", "disputed", "won", "lost"
"""States of a dispute at the payer's bank. An inquiry has not moved any money yet, and a refund resolves it."""
DEBIT_RETURNED: Final = "returned"
"""State of a bank debit that was returned after it had been received. The provider reports a lost dispute, though
nothing was decided: the amount is due again.
"""
WITHDRAWN: Final = (LOST, DEBIT_RETURNED)
"""States in which a bank has taken the money back for good."""
_STATES: Final = {
    "lost": LOST,
    "won": WON,
    "warning_closed": WON,
    "prevented": WON,
    "warning_needs_response": INQUIRY,
    "warning_under_review": INQUIRY,
}
_WEIGHT: Final = (LOST, DISPUTED, INQUIRY, WON)
"""Precedence among several disputes about one payment."""


def state_of(status: str) -> str:
    """Map the provider's status to the state of a dispute: inquiry, disputed, won or lost."""
    return _STATES.get(status, DISPUTED)


def summary(found: Iterable[tuple[str, int]], most_cents: int) -> tuple[str | None, int]:
    """Return the dispute state of a payment of ``most_cents``, and the amount in that state; None and 0 without
    disputes.

    Each dispute is a status and an amount in cents.
    """
    known = [(state_of(status), cents) for status, cents in found]
    for state in _WEIGHT:
        cents = sum(cents for one, cents in known if one == state)
        if cents:
            return state, min(cents, most_cents)
    return None, 0
