"""Failing background jobs: the administrators' list and retries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.jobs import jobs
from marqueedesk.stripe.webhooks import EVENT
from tests.support.api import Api, ok_json

PATH = "/api/admin/failing-jobs"


@pytest.fixture
def failing(database: Database, operator: Api) -> Api:
    """A business with two retrying jobs, one failed job, and one job that has not failed."""
    with database.write() as db:
        for state, attempts, error in (("waiting", 3, "refused"), ("waiting", 1, "away"), ("failed", 10, "refused")):
            job = jobs.enqueue(db, "mail.send", {"operatorId": operator.id}, clock.now() + timedelta(hours=1))
            job.state, job.attempts, job.last_error = state, attempts, error
        jobs.enqueue(db, "mail.send", {"operatorId": operator.id}, clock.now() + timedelta(hours=1))
    return operator


def states(database: Database) -> list[tuple[str, int]]:
    with database.read() as db:
        rows = db.execute(select(Job.state, Job.attempts).where(Job.kind == "mail.send").order_by(Job.id))
        return [(state, attempts) for state, attempts in rows]


def test_failing_jobs_are_listed_with_their_business_and_error(failing: Api, admin: Api):
    (row,) = ok_json(admin.get(PATH))
    expected = {"kind": "mail.send", "operatorId": failing.id, "retrying": 2, "givenUp": 1, "lastError": "refused"}
    assert row | expected == row
    assert row["name"]


def test_retry_makes_failed_jobs_due_and_resets_attempts(failing: Api, admin: Api, database: Database):
    ok_json(admin.post(f"{PATH}/retry", json={"kind": "mail.send", "operatorId": failing.id}))

    assert states(database) == [("waiting", 0)] * 4
    assert ok_json(admin.get(PATH)) == []
    (entry,) = [row for row in ok_json(admin.get("/api/admin/audit"))["items"] if row["action"] == "jobs.retried"]
    assert entry["subjectId"] == failing.id


@pytest.mark.parametrize(
    "body", [{"kind": "mail.send"}, {"kind": "quote.sent"}, {"kind": "mail.send", "operatorId": 99}]
)
def test_retry_does_not_affect_other_kinds_and_businesses(
    body: dict[str, Any], failing: Api, admin: Api, database: Database
):
    before = states(database)
    ok_json(admin.post(f"{PATH}/retry", json=body))
    assert states(database) == before


def test_due_jobs_of_an_unknown_kind_are_counted(database: Database, admin: Api):
    with database.write() as db:
        jobs.enqueue(db, "no.such.kind", {}, clock.now())
    assert ok_json(admin.get("/api/admin/overview"))["jobs"]["unknown"] == 1
    assert "marqueedesk_jobs_unknown 1" in admin.get("/metrics").text


def test_deleting_business_deletes_its_jobs(failing: Api, admin: Api, database: Database):
    ok_json(admin.delete(f"/api/admin/users/{failing.id}"))
    with database.read() as db:
        assert db.scalars(select(Job.id).where(Job.operator_id == failing.id)).all() == []


def test_waiting_events_of_the_payment_provider_are_counted_with_the_age_of_the_oldest(database: Database, admin: Api):
    def gauges() -> tuple[float, float]:
        page = admin.get("/metrics").text
        waiting, age = (
            float(re.findall(rf"^marqueedesk_provider_event{name} (\S+)$", page, re.MULTILINE)[0])
            for name in ("s_waiting", "_age_seconds")
        )
        return waiting, age

    assert gauges() == (0, 0)
    with database.write() as db:
        jobs.enqueue(db, EVENT, {"eventId": "evt_1"}, clock.now() - timedelta(minutes=20))
        # Its retry is due later, and it was received before.
        jobs.enqueue(
            db, EVENT, {"eventId": "evt_2"}, clock.now() - timedelta(hours=1), run_at=clock.now() + timedelta(hours=1)
        )
    waiting, age = gauges()
    assert (waiting, round(age / 60)) == (2, 60)
