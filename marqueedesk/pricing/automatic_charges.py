"""When due payments are charged to a card on file, and how the attempts went. Pure functions.

A part of a payment schedule is announced three days before its due day. It is charged at 10:00 on that day where the
business is; if the card is declined, again two and five days after it.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final, Literal, NotRequired, TypedDict
from zoneinfo import ZoneInfo

from marqueedesk.pricing.payment_terms import DuePart

AttemptResult = Literal[
    "charging", "paid", "processing", "returned", "declined", "authentication_required", "stopped", "not_possible"
]
"""Result of an attempt. ``returned``: a bank debit that had been paid was returned. ``stopped``: another payment or a
change came first. ``not_possible``: the business could not charge cards at that time.
"""
ANNOUNCED_DAYS: Final = 3
ATTEMPT_DAYS: Final = (0, 2, 5)
"""Days after the due day on which a part is charged."""
CHARGED_AT: Final = time(10)


class StoredAttempt(TypedDict):
    """An attempt to charge a part of a schedule: the part's due day, the UTC time, the result, and the payment."""

    due: str
    at: str
    result: AttemptResult
    payment_id: NotRequired[int]


class StoredAutomaticCharges(TypedDict):
    """Automatic charges of a booking: due days of announced parts, and attempts, oldest first."""

    announced: list[str]
    attempts: list[StoredAttempt]


def no_charges() -> StoredAutomaticCharges:
    """Return the stored form before the first announcement."""
    return {"announced": [], "attempts": []}


def attempts_of(stored: StoredAutomaticCharges | None, due: date) -> list[StoredAttempt]:
    """Return the attempts to charge the part due on a day."""
    return [row for row in stored["attempts"] if row["due"] == due.isoformat()] if stored else []


def next_attempt(
    part: DuePart, stored: StoredAutomaticCharges | None, kept_at: datetime, zone: ZoneInfo
) -> datetime | None:
    """Return when a part is charged next, to a card kept at ``kept_at``. None if it is paid or all attempts are over.

    The time may have passed if the worker didn't run then.
    """
    if part.paid_cents >= part.cents:
        return None
    after = max([kept_at, *(datetime.fromisoformat(row["at"]) for row in attempts_of(stored, part.due))])
    for days in ATTEMPT_DAYS:
        at = datetime.combine(part.due + timedelta(days=days), CHARGED_AT, zone)
        if at > after:
            return at
    return None


def is_to_announce(part: DuePart, stored: StoredAutomaticCharges | None, at: datetime, now: datetime) -> bool:
    """Return true if the charge of a part at ``at`` has to be announced now."""
    is_announced = stored is not None and part.due.isoformat() in stored["announced"]
    return not is_announced and at - now <= timedelta(days=ANNOUNCED_DAYS)


def due_parts(schedule: Sequence[DuePart], until: date) -> list[DuePart]:
    """Return the unpaid parts of a schedule that are due by a day."""
    return [part for part in schedule if part.due <= until and part.paid_cents < part.cents]
