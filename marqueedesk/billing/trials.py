"""Notify owners a few days before a trial without a card ends (S15).

The job is scheduled in the transaction that records the trial. It checks again when it runs, because the trial may have
been extended or canceled, or a card added. The owner gets one message per trial end, identified by `occasion`.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.billing.models import TRIAL, Subscription
from marqueedesk.domain_events import TrialEndsSoon, publish_once
from marqueedesk.kit.db.tenancy import own

TOLD_BEFORE: Final = timedelta(days=3)
_SHORTEST: Final = timedelta(days=1)
"""Trials up to this length end without a notification, because the owner was just shown when they end."""


def watch(db: Session, row: Subscription, now: datetime) -> None:
    """Schedule the event that announces a trial's end, if it would end without a card.

    Call this whenever a subscription is recorded. Owners who undo a cancellation in the last days are notified too, so
    the time is part of the key.
    """
    if not _ends_unpaid(row, now) or row.trial_end is None:
        return
    if row.trial_end - (row.trial_start or row.created_at) <= _SHORTEST:
        return
    at = max(now, row.trial_end - TOLD_BEFORE)
    news = TrialEndsSoon(operator_id=row.operator_id, subscription_id=row.id, ends_at=row.trial_end.isoformat())
    publish_once(db, news, now, run_at=at, dedupe_key=f"{occasion(row)}:{_stamp(at)}")


def ending(db: Session, event: TrialEndsSoon, now: datetime) -> Subscription | None:
    """Return the event's subscription if its trial still ends at that time without a card, else None."""
    row = own(db, Subscription, event.subscription_id)
    if row is None or not _ends_unpaid(row, now):
        return None
    return row if row.trial_end == datetime.fromisoformat(event.ends_at) else None


def occasion(row: Subscription) -> str:
    """Return the key of a trial's current end, so that each end is announced only once."""
    return f"{TrialEndsSoon.kind}:{row.id}:{_stamp(row.trial_end) if row.trial_end else 'never'}"


def _ends_unpaid(row: Subscription, now: datetime) -> bool:
    runs = row.status == TRIAL and row.trial_end is not None and row.trial_end > now
    return runs and not row.cancel_at_period_end and row.card is None


def _stamp(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M%S%f}"
