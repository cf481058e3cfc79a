"""Kill the server during concurrent writes: acknowledged writes survive, and every write is atomic."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
import pytest
from sqlalchemy import delete, func, select

from marqueedesk.availability.models import LetterHold, LetterOutage
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.goods.handovers import state_now
from marqueedesk.bookings.goods.models import Handover, PieceOut
from marqueedesk.bookings.models import Booking, BookingCharge
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import IdempotencyKey, Job
from marqueedesk.kit.db.tenancy import all_tenants
from tests.support import databases
from tests.support.api import Api
from tests.support.databases import Kind
from tests.support.server import LiveServer, next_summer

WRITERS = 8
# A restart takes two seconds on an idle machine, and several times as long on a busy one.
LONGEST_RESTART = 30.0


@dataclass(frozen=True)
class Victim:
    """A server that is killed many times, its database, and the duration of its first start."""

    server: LiveServer
    url: str
    first_start: float


@pytest.fixture(scope="session")
def victims() -> Generator[dict[Kind, Victim]]:
    """Servers to be killed, by database; see `victim`."""
    running: dict[Kind, Victim] = {}
    yield running
    for one in running.values():
        one.server.kill()


@pytest.fixture
def victim(database_kind: Kind, victims: dict[Kind, Victim]) -> Victim:
    """A server for this module only: two processes on PostgreSQL, one on SQLite."""
    if database_kind not in victims:
        url = databases.new(database_kind)
        started = time.monotonic()
        server = LiveServer(url, workers=2 if database_kind == "postgresql" else 1).start()
        victims[database_kind] = Victim(server, url, time.monotonic() - started)
    return victims[database_kind]


def check_whole(database: Database, operator_id: int, acknowledged: dict[str, int]) -> None:
    """Check that acknowledged bookings exist, and that each booking has its holds, idempotency key and event."""
    with database.read() as db, all_tenants(db, "the test looks at an operator's rows"):
        if not database.is_sqlite:
            # PostgreSQL may still be finishing the dead process's transactions, so read one snapshot.
            db.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        bookings = dict(
            db.execute(select(Booking.id, Booking.letter_count).where(Booking.operator_id == operator_id)).all()
        )
        held = dict(
            db.execute(
                select(LetterHold.holder_id, func.sum(LetterHold.count))
                .where(LetterHold.operator_id == operator_id)
                .group_by(LetterHold.holder_id)
            ).all()
        )
        keys = dict(
            db.execute(
                select(IdempotencyKey.key, IdempotencyKey.made_id).where(IdempotencyKey.operator_id == operator_id)
            ).all()
        )
        jobs = db.scalars(select(Job.payload).where(Job.kind == "booking.placed"))
        announced = [job["bookingId"] for job in jobs if job["operatorId"] == operator_id]
    assert {key: keys.get(key) for key in acknowledged} == acknowledged
    assert set(acknowledged.values()) <= set(bookings)
    assert {holder: int(count) for holder, count in held.items()} == bookings
    assert sorted(keys.values()) == sorted(announced) == sorted(bookings)


def kill_amid(victim: Victim, act: Callable[[int], None], callers: int, *, after: float) -> None:
    """Kill the server while several clients write concurrently."""
    threads = [threading.Thread(target=act, args=[number]) for number in range(callers)]
    for thread in threads:
        thread.start()
    time.sleep(after)
    victim.server.kill()
    for thread in threads:
        thread.join()


@pytest.mark.seeds(10, 100)
def test_acknowledged_bookings_survive_a_kill(victim: Victim, live_caller: Callable[[LiveServer], Api], seed: int):
    operator = live_caller(victim.server).register()
    operator.add_letters("LOVE", quantity=100_000)
    acknowledged: dict[str, int] = {}
    unanswered: list[str] = []
    visitors = [live_caller(victim.server) for _ in range(WRITERS)]

    def write(number: int) -> None:
        for count in range(10_000):
            key = f"{number}-{count}"
            try:
                answer = visitors[number].try_to_book(userId=operator.id, key=key)
            except httpx.TransportError:
                unanswered.append(key)
                return
            assert answer.status_code == 201, answer.text
            acknowledged[key] = answer.json()["id"]

    kill_amid(victim, write, WRITERS, after=random.Random(seed).uniform(0.1, 0.6))
    started = time.monotonic()
    victim.server.start()
    restart = time.monotonic() - started

    assert len(unanswered) == WRITERS, "a writer ended before the server was killed"
    assert restart <= max(LONGEST_RESTART, 3 * victim.first_start)
    database = Database(victim.url, pool_size=2)
    check_whole(database, operator.id, acknowledged)
    # A client without a response retries with the same key and gets one booking, however often it retries.
    again = {
        key: {visitors[number].book(userId=operator.id, key=key)["id"] for _ in range(2)}
        for number, key in enumerate(sorted(unanswered))
    }
    assert all(len(ids) == 1 for ids in again.values())
    check_whole(database, operator.id, acknowledged | {key: ids.pop() for key, ids in again.items()})
    database.close()
    listed = operator.get("/api/bookings").json()
    assert len(listed) == len(acknowledged) + len(unanswered)


@pytest.mark.parametrize("lost", [Booking, LetterHold, IdempotencyKey, Job])
def test_consistency_check_detects_a_missing_row(
    operator: Api, database: Database, lost: type[Booking | LetterHold | IdempotencyKey | Job]
):
    operator.add_letters("LOVE")
    acknowledged = {key: operator.book(userId=operator.id, key=key)["id"] for key in ("one", "two")}
    check_whole(database, operator.id, acknowledged)

    with database.write() as db, all_tenants(db, "the test breaks something"):
        # Simulate a partial write by deleting the last row. (The first job is the welcome email.)
        key = list(lost.__table__.primary_key)
        kept = db.scalars(select(lost).order_by(*key)).all()[-1]
        db.execute(delete(lost).where(*[column == getattr(kept, column.name) for column in key]))

    with pytest.raises(AssertionError):
        check_whole(database, operator.id, acknowledged)


CREWS = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def check_batches(database: Database, operator_id: int, acknowledged: set[str]) -> None:
    """Check that acknowledged batches exist, and that pieces, outages and proposed charges match the batches."""
    with database.read() as db, all_tenants(db, "the test looks at an operator's rows"):
        if not database.is_sqlite:
            db.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        batches = list(db.scalars(select(Handover).where(Handover.operator_id == operator_id).order_by(Handover.id)))
        away = {
            (row.booking_id, row.letter): row.count
            for row in db.scalars(select(PieceOut).where(PieceOut.operator_id == operator_id))
        }
        terms = read_operator(db.connection(), operator_id)
        bookings = db.scalars(select(Booking).where(Booking.operator_id == operator_id)).all()
        goods = {row.id: (row.goods, state_now(db, terms, row, clock.now())) for row in bookings}
        broken = Counter(db.scalars(select(LetterOutage.booking_id).where(LetterOutage.operator_id == operator_id)))
        proposed = Counter(db.scalars(select(BookingCharge.booking_id).where(BookingCharge.operator_id == operator_id)))
    assert acknowledged <= {batch.client_id for batch in batches}
    counted: Counter[tuple[int, str]] = Counter()
    damaged: Counter[int] = Counter()
    for batch in batches:
        assert [line["letter"] for line in batch.lines] == list(LETTERS)
        for line in batch.lines:
            counted[batch.booking_id, line["letter"]] += 1 if batch.kind == "out" else -1
            damaged[batch.booking_id] += line["outcome"] == "damaged"
    assert away == +counted
    assert broken == proposed == +damaged
    assert all(kept == derived for kept, derived in goods.values())


@pytest.mark.seeds(3, 30)
def test_handover_batches_are_atomic_across_a_kill(victim: Victim, live_caller: Callable[[LiveServer], Api], seed: int):
    operator = live_caller(victim.server).register()
    operator.add_letters(LETTERS, quantity=100_000)
    day = next_summer().isoformat()
    crews = [live_caller(victim.server).login(operator.user["email"]) for _ in range(CREWS)]
    bookings = [operator.book(message=LETTERS, asRequest=False, deliveryDate=day, pickupDate=day)["id"] for _ in crews]
    acknowledged: set[str] = set()

    def hand_over(number: int) -> None:
        for count in range(10_000):
            is_out = count % 2 == 0
            lines = [{"letter": letter, "size": "4ft", "count": 1, "outcome": "ok"} for letter in LETTERS]
            if not is_out:
                lines[count % 26]["outcome"] = "damaged"
            body = {
                "clientId": f"{number}-{count}",
                "kind": "out" if is_out else "in",
                "at": datetime.now(UTC).isoformat(),
                "lines": lines,
                "reason": "Out again",
            }
            try:
                answer = crews[number].post(f"/api/bookings/{bookings[number]}/handovers", json=body)
            except httpx.TransportError:
                return
            assert answer.status_code == 201, answer.text
            acknowledged.add(str(body["clientId"]))

    kill_amid(victim, hand_over, CREWS, after=random.Random(seed).uniform(0.3, 0.8))
    victim.server.start()
    database = Database(victim.url, pool_size=2)
    try:
        check_batches(database, operator.id, acknowledged)
    finally:
        database.close()
