"""The job queue: claims, retries, leases and retention."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import IntegrityError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.jobs import jobs
from tests.support import rows
from tests.support.together import all_together

NOON = datetime(2027, 3, 3, 12, tzinfo=UTC)


class TestJobs:
    """Jobs are leased to one worker and taken over when the lease expires."""

    def enqueue(self, database: Database, number: int = 1, **fields: Any) -> None:
        with database.write() as db:
            for _ in range(number):
                jobs.enqueue(db, "mail", {"n": 1}, NOON, **fields)

    def claim(self, database: Database, worker: str, now: datetime, most: int = 10) -> list[int]:
        with database.write() as db:
            return [job.id for job in jobs.claim(db, worker, now, kinds=["mail"], most=most)]

    def finish(self, database: Database, job: int, worker: str) -> bool:
        with database.write() as db:
            return jobs.finish(db, job, worker)

    def fail(self, database: Database, job: int, worker: str, now: datetime) -> bool:
        with database.write() as db:
            row = db.get_one(Job, job)
            return jobs.fail(db, job, worker, "no answer", jobs.next_try(row.attempts, now))

    def test_each_job_is_claimed_by_one_worker(self, database: Database, elsewhere: Database):
        self.enqueue(database, 40)

        found = all_together(
            [
                lambda worker=worker, where=where: self.claim(where, worker, NOON)
                for worker, where in (("a", database), ("b", elsewhere), ("c", database), ("d", elsewhere))
            ]
        )

        claimed = [job for batch in found for job in batch]
        assert sorted(claimed) == sorted(set(claimed))
        while rest := self.claim(database, "e", NOON):
            claimed += rest
        assert len(claimed) == len(set(claimed)) == 40

    def test_claim_returns_only_due_jobs_of_the_requested_kind(self, database: Database):
        self.enqueue(database, run_at=NOON + timedelta(hours=1))
        with database.write() as db:
            jobs.enqueue(db, "other", {}, NOON)
        assert self.claim(database, "a", NOON) == []
        assert len(self.claim(database, "a", NOON + timedelta(hours=1))) == 1

    def test_finished_job_is_never_claimed_again(self, database: Database):
        self.enqueue(database)
        (job,) = self.claim(database, "a", NOON)
        assert self.finish(database, job, "b") is False
        assert self.finish(database, job, "a") is True
        assert self.finish(database, job, "a") is False
        assert self.claim(database, "b", NOON + timedelta(days=9)) == []

    def test_job_with_an_expired_lease_is_taken_over(self, database: Database):
        self.enqueue(database)
        (job,) = self.claim(database, "dead", NOON)
        assert self.claim(database, "b", NOON + jobs.LEASE) == []
        later = NOON + jobs.LEASE + timedelta(seconds=1)
        assert self.claim(database, "b", later) == [job]
        # The first worker no longer holds the lease, so its result is ignored.
        assert self.finish(database, job, "dead") is False
        assert self.fail(database, job, "dead", later) is False
        assert self.finish(database, job, "b") is True

    def test_claim_from_a_long_queue_uses_the_index(self, database: Database):
        with database.write() as db:
            db.add_all(Job(**jobs.job_row("mail", {}, NOON + timedelta(seconds=n))) for n in range(3000))
        later = NOON + timedelta(days=1)
        if not database.is_sqlite:
            # On SQLite, whose installations have no statistics, they would affect the plans of all later tests.
            with database.autocommit_connection() as connection:
                connection.exec_driver_sql("ANALYZE jobs")
        asked: list[tuple[str, Any]] = []

        def note(_connection: object, _cursor: object, statement: str, parameters: object, *_rest: object) -> None:
            asked.append((statement, parameters))

        event.listen(database.engine, "before_cursor_execute", note)
        try:
            assert len(self.claim(database, "a", later)) == 10
        finally:
            event.remove(database.engine, "before_cursor_execute", note)
        explain = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
        with database.autocommit_connection() as connection:
            plans = [
                str(connection.exec_driver_sql(explain + statement, parameters).all())
                for statement, parameters in asked
                if statement.startswith("SELECT")
            ]
        abandoned, waiting, others = plans
        for plan in (abandoned, waiting, others):
            assert "ix_jobs_due" in plan
        assert not any(word in waiting for word in ("TEMP B-TREE", "Seq Scan", "Bitmap")), waiting

    def test_failed_job_is_retried_with_growing_delays_then_abandoned(self, database: Database):
        self.enqueue(database)
        now, pauses = NOON, []
        for _ in range(jobs.MAX_ATTEMPTS - 1):
            (job,) = self.claim(database, "a", now)
            assert self.fail(database, job, "a", now)
            run_at = rows.rows(database, "jobs")[0]["run_at"]
            pauses.append((run_at - now).total_seconds())
            assert self.claim(database, "a", run_at - timedelta(seconds=1)) == []
            now = run_at
        assert pauses == sorted(pauses)
        assert pauses[0] >= 5
        assert pauses[-1] <= 3600
        (job,) = self.claim(database, "a", now)
        assert self.fail(database, job, "a", now)
        (row,) = rows.rows(database, "jobs")
        assert (row["state"], row["last_error"], row["attempts"]) == ("failed", "no answer", jobs.MAX_ATTEMPTS)
        assert self.claim(database, "a", now + timedelta(days=1)) == []

    def test_duplicate_dedupe_key_raises(self, database: Database):
        self.enqueue(database, dedupe_key="once")
        with pytest.raises(IntegrityError):
            self.enqueue(database, dedupe_key="once")
        assert rows.number(database, "jobs") == 1

    def test_job_returned_unstarted_does_not_count_as_an_attempt(self, database: Database):
        self.enqueue(database, 2)
        first, second = self.claim(database, "a", NOON)
        with database.write() as db:
            jobs.give_back(db, [second], "a")
            jobs.give_back(db, [first], "b")
        assert [(row["state"], row["attempts"]) for row in rows.rows(database, "jobs")] == [
            ("leased", 1),
            ("waiting", 0),
        ]
        assert self.claim(database, "b", NOON) == [second]

    def test_enqueue_once_skips_a_duplicate_key(self, database: Database):
        def enqueue() -> bool:
            with database.write() as db:
                return jobs.enqueue_once(db, "mail", {}, NOON, dedupe_key="once")

        assert [enqueue(), enqueue()] == [True, False]
        assert rows.number(database, "jobs") == 1

    def test_ended_jobs_are_deleted_after_the_retention_period(self, database: Database):
        self.enqueue(database, 3)
        done, failed, _ = self.claim(database, "a", NOON)
        self.finish(database, done, "a")
        with database.write() as db:
            jobs.fail(db, failed, "a", "no answer", None)
            assert jobs.number_failed(db) == 1
        for later, left in ((jobs.KEPT_DONE, 3), (jobs.KEPT_DONE + timedelta(hours=1), 2), (jobs.KEPT_FAILED * 2, 1)):
            with database.write() as db:
                jobs.forget_ended(db, NOON + later)
            assert rows.number(database, "jobs") == left

    def test_lag_is_the_time_a_due_job_has_waited(self, database: Database):
        def lag(now: datetime) -> float:
            with database.read() as db:
                return jobs.lag_seconds(db, now, kinds=["mail"])

        assert lag(NOON) == 0
        self.enqueue(database)
        assert lag(NOON + timedelta(seconds=90)) == 90
        with database.read() as db:
            assert db.scalars(select(Job)).one().state == "waiting"


class TestTurns:
    """Businesses and kinds of jobs take turns, so that no backlog delays the others."""

    def enqueue(self, database: Database, operator_id: int | None, number: int = 1, kind: str = "mail") -> None:
        payload = {"n": 1} if operator_id is None else {"operatorId": operator_id}
        with database.write() as db:
            for _ in range(number):
                jobs.enqueue(db, kind, payload, NOON)

    def claim(
        self, database: Database, turns: jobs.JobTurns, most: int, kinds: tuple[str, ...] = ("mail",)
    ) -> list[Any]:
        with database.write() as db:
            claimed = jobs.claim(db, "a", NOON, kinds=kinds, most=most, turns=turns)
            return [job.operator_id for job in claimed]

    def test_one_business_cannot_fill_a_claimed_batch(self, database: Database):
        self.enqueue(database, 1, 60)
        self.enqueue(database, 2, 3)
        self.enqueue(database, 3)
        turns = jobs.JobTurns()
        assert sorted(self.claim(database, turns, most=20)) == [1] * 16 + [2] * 3 + [3]
        assert self.claim(database, turns, most=20) == [1] * 20, (
            "a business with the only waiting jobs gets the whole batch"
        )

    def test_single_job_claims_rotate_among_businesses(self, database: Database):
        self.enqueue(database, 1, 5)
        self.enqueue(database, 2, 5)
        self.enqueue(database, None)
        self.enqueue(database, 3)
        turns = jobs.JobTurns()
        assert [self.claim(database, turns, most=1) for _ in range(7)] == [[1], [2], [None], [3], [1], [2], [1]]

    def test_job_does_not_wait_for_a_backlog_of_another_kind(self, database: Database):
        self.enqueue(database, 1, 30)
        self.enqueue(database, 1, kind="payment")
        with database.write() as db:
            claimed = jobs.claim(db, "a", NOON, kinds=["mail", "payment"], most=4, turns=jobs.JobTurns())
            assert sorted(job.kind for job in claimed) == ["mail"] * 3 + ["payment"]

    def test_every_business_is_served_when_one_round_is_not_enough(self, database: Database):
        for operator_id in range(1, 121):
            self.enqueue(database, operator_id)
        turns, served = jobs.JobTurns(), list[Any]()
        while batch := self.claim(database, turns, most=20):
            served += batch
        assert sorted(served) == list(range(1, 121))

    def test_ordering_by_age_alone_lets_one_business_fill_a_batch(self, database: Database):
        self.enqueue(database, 1, 20)
        self.enqueue(database, 2)
        with database.write() as db:
            oldest = db.scalars(select(Job.operator_id).order_by(Job.run_at, Job.id).limit(10)).all()
        assert set(oldest) == {1}
