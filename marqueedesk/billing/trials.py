"""The end of a trial that no card will pay for: the business's owner is told some days before it (S15).

The job that tells is written in the transaction that records the trial, and looks again when it runs: the trial may
have been moved, canceled or given a card meanwhile. Told is once for each end that a trial has had, however often it is
recorded: `occasion` names it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.billing.models import TRIAL, Subscription
from marqueedesk.kit import jobs
from marqueedesk.kit.tenancy import own

ENDING: Final = "subscription.trial_ending"
"""The kind of the job that tells that a trial is about to end."""
TOLD_BEFORE: Final = timedelta(days=3)
_SHORTEST: Final = timedelta(days=1)
"""Whoever begins a trial no longer than this has just read when it ends."""


def watch(db: Session, row: Subscription, now: datetime) -> None:
    """Write the job that tells of a trial's end, where it would end without a card as things stand.

    To be called whenever a subscription was recorded. Who takes a cancelation back within the last days is told as
    well, so the moment is part of the key.
    """
    if not _ends_unpaid(row, now) or row.trial_end is None:
        return
    if row.trial_end - (row.trial_start or row.created_at) <= _SHORTEST:
        return
    at = max(now, row.trial_end - TOLD_BEFORE)
    payload = {"operatorId": row.operator_id, "subscriptionId": row.id, "endsAt": row.trial_end.isoformat()}
    jobs.enqueue_once(db, ENDING, payload, now, run_at=at, dedupe_key=f"{occasion(row)}:{_stamp(at)}")


def ending(db: Session, payload: Mapping[str, Any], now: datetime) -> Subscription | None:
    """The subscription that such a job is about, if its trial still ends then, and without a card."""
    row = own(db, Subscription, payload["subscriptionId"])
    if row is None or not _ends_unpaid(row, now):
        return None
    return row if row.trial_end == datetime.fromisoformat(payload["endsAt"]) else None


def occasion(row: Subscription) -> str:
    """What names the end that a trial has now: it is told of once."""
    return f"{ENDING}:{row.id}:{_stamp(row.trial_end) if row.trial_end else 'never'}"


def _ends_unpaid(row: Subscription, now: datetime) -> bool:
    runs = row.status == TRIAL and row.trial_end is not None and row.trial_end > now
    return runs and not row.cancel_at_period_end and row.card is None


def _stamp(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M%S%f}"
