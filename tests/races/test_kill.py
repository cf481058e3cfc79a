"""A power cut in the middle of eight writers: nothing acknowledged is lost, nothing is there by half."""

import random
import threading
import time
from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import func, select

from marqueedesk.availability.models import LetterHold
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db import Database
from marqueedesk.kit.tables import IdempotencyKey, Job
from marqueedesk.kit.tenancy import lift_scope
from tests.support.api import Api
from tests.support.databases import Kind
from tests.support.server import LiveServer

WRITERS = 8
# The aim is five seconds; a machine that is busy with other things is measured by how long the first start took.
LONGEST_RESTART = 5.0


@pytest.mark.seeds(5, 100)
def test_what_was_acknowledged_is_there_after_a_kill(
    new_database: Callable[[], str],
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
    database_kind: Kind,
    seed: int,
):
    url = new_database()
    started = time.monotonic()
    server = start_server(url, workers=2 if database_kind == "postgresql" else 1)
    first_start = time.monotonic() - started
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=100_000)
    acknowledged: dict[str, int] = {}
    unanswered: list[str] = []
    visitors = [live_caller(server) for _ in range(WRITERS)]

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

    threads = [threading.Thread(target=write, args=[number]) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    time.sleep(random.Random(seed).uniform(0.1, 0.6))
    server.kill()
    for thread in threads:
        thread.join()
    started = time.monotonic()
    server.start()
    restart = time.monotonic() - started

    assert len(unanswered) == WRITERS, "a writer ended before the server was killed"
    assert restart <= max(LONGEST_RESTART, 3 * first_start)
    database = Database(url, pool_size=2)
    with database.read() as db, lift_scope(db, "the test looks at all rows"):
        bookings = dict(db.execute(select(Booking.id, Booking.letter_count)).all())
        held = dict(
            db.execute(select(LetterHold.holder_id, func.sum(LetterHold.count)).group_by(LetterHold.holder_id)).all()
        )
        keys = dict(db.execute(select(IdempotencyKey.key, IdempotencyKey.made_id)).all())
        announced = [
            payload["bookingId"] for payload in db.scalars(select(Job.payload).where(Job.kind == "booking.placed"))
        ]
    database.close()
    assert set(acknowledged.values()) <= set(bookings)
    assert {key: keys[key] for key in acknowledged} == acknowledged
    # A booking, its holds, its key and its event are there together or not at all.
    assert {holder: int(count) for holder, count in held.items()} == bookings
    assert sorted(keys.values()) == sorted(announced) == sorted(bookings)
    # Who got no answer sends the form again and has one booking.
    for number, key in enumerate(sorted(unanswered)):
        assert visitors[number].try_to_book(userId=operator.id, key=key).status_code in {200, 201}
    total = {booking["id"] for booking in operator.get("/api/bookings").json()}
    assert len(total) == len(acknowledged) + len(unanswered)
