"""Billing periods, and date-based status changes of subscriptions without Stripe."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from marqueedesk.billing.periods import BillingState, billing_state, period_end

START = datetime(2027, 1, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "interval, periods, end",
    [
        ("monthly", 1, "2027-02-28"),
        ("monthly", 2, "2027-03-31"),
        ("monthly", 13, "2028-02-29"),
        ("quarterly", 1, "2027-04-30"),
        ("quarterly", 4, "2028-01-31"),
        ("annual", 1, "2028-01-31"),
    ],
)
def test_period_ends_on_same_day_or_last_day_of_shorter_month(interval: str, periods: int, end: str):
    assert period_end(START, interval, periods) == datetime.fromisoformat(f"{end}T12:00:00+00:00")


def state_at(now: datetime, **fields: Any) -> BillingState:
    known = {
        "status": "active",
        "interval": "monthly",
        "start": START,
        "end": period_end(START, "monthly"),
        "trial_end": None,
        "anchor": START,
        "cancel_at_period_end": False,
        "canceled_at": None,
    }
    return billing_state(**{**known, **fields}, now=now)


def test_free_subscription_renews_without_drifting_dates():
    found = state_at(datetime(2027, 6, 15, tzinfo=UTC))

    assert found.status == "active"
    assert (found.period_start, found.period_end) == (period_end(START, "monthly", 4), period_end(START, "monthly", 5))


def test_subscription_is_unchanged_within_its_period():
    assert state_at(START + timedelta(days=3)) == BillingState("active", START, period_end(START, "monthly"), None)


@pytest.mark.parametrize("cancel, status", [(False, "past_due"), (True, "canceled")])
def test_trial_end_makes_subscription_past_due_or_canceled(cancel: bool, status: str):
    end = START + timedelta(days=14)
    trial = {"status": "trial", "trial_end": end, "end": end, "cancel_at_period_end": cancel}

    assert state_at(end - timedelta(seconds=1), **trial).status == "trial"
    assert state_at(end, **trial).status == status


def test_canceled_free_subscription_ends_with_its_period():
    end = period_end(START, "monthly")

    assert state_at(end - timedelta(seconds=1), cancel_at_period_end=True).status == "active"
    assert state_at(end, cancel_at_period_end=True).status == "canceled"


@pytest.mark.parametrize("status", ["past_due", "canceled", "incomplete", "incomplete_expired"])
def test_other_statuses_do_not_change_with_time(status: str):
    assert state_at(START + timedelta(days=900), status=status).status == status
