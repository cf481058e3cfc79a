"""Lengths of billing periods, and the state over time of subscriptions that do not exist at the provider.

Free plans, and trials taken without keys (S2), exist only in our records. Pure: no database, no clock.
"""

import calendar
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from marqueedesk.billing.models import ACTIVE, CANCELED, PAST_DUE, TRIAL

MONTHS = {"monthly": 1, "quarterly": 3, "annual": 12}
RECURRING: dict[str, tuple[Literal["month", "year"], int]] = {
    "monthly": ("month", 1),
    "quarterly": ("month", 3),
    "annual": ("year", 1),
}
"""Intervals in the provider's terms."""
INTERVAL_OF: dict[tuple[str, int], str] = {words: interval for interval, words in RECURRING.items()}
"""Intervals by the provider's unit and count."""


@dataclass(frozen=True, slots=True)
class BillingState:
    """The state of a subscription at a point in time."""

    status: str
    period_start: datetime | None
    period_end: datetime | None
    canceled_at: datetime | None


def period_end(start: datetime, interval: str, periods: int = 1) -> datetime:
    """Return the end of ``periods`` periods from ``start``: the same day of a later month, or the last day of a shorter
    month.
    """
    index = start.year * 12 + start.month - 1 + MONTHS[interval] * periods
    year, month = divmod(index, 12)
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return start.replace(year=year, month=month + 1, day=day)


def billing_state(
    *,
    status: str,
    interval: str,
    start: datetime | None,
    end: datetime | None,
    trial_end: datetime | None,
    anchor: datetime,
    cancel_at_period_end: bool,
    canceled_at: datetime | None,
    now: datetime,
) -> BillingState:
    """Compute the state at ``now`` of a subscription that does not exist at the provider.

    Once a trial is over, it is past due (S6), or canceled if that was requested. A free subscription renews period by
    period, counted from ``anchor``.
    """
    if status == TRIAL and trial_end is not None and trial_end <= now:
        return BillingState(CANCELED if cancel_at_period_end else PAST_DUE, start, trial_end, canceled_at)
    if status == ACTIVE and end is not None and end <= now:
        if cancel_at_period_end:
            return BillingState(CANCELED, start, end, canceled_at)
        periods = 1
        while period_end(anchor, interval, periods) <= now:
            periods += 1
        begun = period_end(anchor, interval, periods - 1) if periods > 1 else anchor
        return BillingState(status, begun, period_end(anchor, interval, periods), canceled_at)
    return BillingState(status, start, end, canceled_at)
