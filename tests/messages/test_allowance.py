"""N11: email to others waits for a confirmed address, and is so much a day and no more."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.gateways.mail import Mail, RecordingMailer
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.database import Database
from marqueedesk.messages import allowance
from marqueedesk.worker import Worker
from tests.support.api import Api
from tests.support.together import all_together


@pytest.mark.parametrize(
    "days, bookings, has_plan, expected",
    [
        (0, 0, False, 20),
        (0, 500, False, 20),
        (1, 500, False, 30),
        (6, 0, False, 20),
        (7, 0, False, 40),
        (70, 10, False, 240),
        (700, 1000, False, 420),
        (700, 1000, True, 720),
    ],
)
def test_the_allowance_grows_with_age_bookings_and_a_plan(days: int, bookings: int, has_plan: bool, expected: int):
    assert allowance.daily(age=timedelta(days=days), bookings=bookings, has_plan=has_plan) == expected


def test_of_many_at_once_no_more_than_the_allowance_are_sent(database: Database):
    now = kit_clock.now()
    spent = all_together([lambda: allowance.spend(database, 7, 5, now)] * 12)

    assert sorted(spent) == [False] * 7 + [True] * 5
    allowance.give_back(database, 7, now)
    assert allowance.spend(database, 7, 5, now)
    assert not allowance.spend(database, 7, 5, now)
    assert allowance.spend(database, 8, 5, now), "another business has its own"
    assert allowance.spend(database, 7, 5, now + timedelta(days=1))


class Fresh:
    """Somebody who has just registered where email is sent and limits are on."""

    def __init__(self, caller: Api, worker: Worker, mailer: RecordingMailer) -> None:
        self.caller, self._worker, self._mailer = caller, worker, mailer

    def come(self) -> list[Mail]:
        """What was sent since this was asked last."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent

    def to_customers(self) -> list[str]:
        return [mail.subject for mail in self.come() if mail.to != self.caller.user["email"]]


@pytest.fixture
def fresh(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], database: Database) -> Fresh:
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none", rate_limits="on")
    mailer = RecordingMailer()
    return Fresh(caller_of(app).register(), Worker(database, app.state.settings, mailer=mailer), mailer)


def test_invitations_are_ten_a_day_and_wait_for_the_address(fresh: Fresh):
    fresh.come()
    invited = [
        fresh.caller.post("/api/team/invitations", json={"email": f"p{n}@example.org", "part": "staff"}).status_code
        for n in range(11)
    ]

    assert invited == [201] * 10 + [429]
    assert fresh.to_customers() == []
