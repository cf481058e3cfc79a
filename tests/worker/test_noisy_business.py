"""A business with many emails doesn't delay those of others. Order is compared, not time."""

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs import jobs
from marqueedesk.messages import outbox

NOISY, QUIET = 1, (2, 3, 4)
NOISE, EACH = 120, 5


def _fill(database: Database) -> None:
    """Insert the emails of a noisy business, and after them those of the quiet ones."""
    with database.write() as db:
        for operator_id, number in ((NOISY, NOISE), *((quiet, EACH) for quiet in QUIET)):
            for _ in range(number):
                jobs.enqueue(db, outbox.SEND, {"mailId": 1, "operatorId": operator_id}, clock.now())


def _order(database: Database, turns: jobs.JobTurns | None) -> list[int]:
    """Claim and finish all emails one at a time, like a worker's runner, and return their businesses in order."""
    order: list[int] = []
    while True:
        with database.write() as db:
            claimed = jobs.claim(db, "worker", clock.now(), kinds=(outbox.SEND,), most=1, turns=turns)
            if not claimed:
                return order
            order += [job.payload["operatorId"] for job in claimed]
            jobs.finish(db, claimed[0].id, "worker")


def _last_quiet(order: list[int]) -> int:
    return max(place for place, operator_id in enumerate(order, 1) if operator_id != NOISY)


def test_emails_of_quiet_businesses_come_in_turn_before_the_rest_of_a_noisy_one(database: Database):
    _fill(database)

    order = _order(database, jobs.JobTurns())

    assert len(order) == NOISE + EACH * len(QUIET)
    # In each round every business has one turn.
    assert _last_quiet(order) <= (len(QUIET) + 1) * EACH


def test_without_turns_quiet_businesses_would_wait_for_all_emails_of_a_noisy_one(database: Database):
    """Negative control: the same backlog, with turns that are forgotten after each email."""
    _fill(database)

    order = _order(database, None)

    assert min(place for place, operator_id in enumerate(order) if operator_id != NOISY) == NOISE
