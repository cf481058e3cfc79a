"""Housekeeping removes what has ended and leaves the rest."""

import threading
from datetime import timedelta

from sqlalchemy import select, update

from marqueedesk.accounts.models import SignIn
from marqueedesk.accounts.service import SIGN_IN_LASTS
from marqueedesk.kit import clock
from marqueedesk.kit.db import Database
from marqueedesk.kit.tables import IdempotencyKey
from marqueedesk.kit.tenancy import lift_scope
from marqueedesk.worker import KEYS_KEPT, tidy, work
from tests.support.api import Api


def keys(database: Database) -> list[str]:
    with database.read() as db, lift_scope(db, "a test looks at the rows"):
        return list(db.scalars(select(IdempotencyKey.key)))


def test_a_key_is_kept_for_two_days_and_then_removed(operator: Api, database: Database):
    operator.try_to_book(key="the-first-key")
    now = clock.now()

    tidy(database, now + KEYS_KEPT - timedelta(minutes=1))
    assert keys(database) == ["the-first-key"]

    tidy(database, now + KEYS_KEPT + timedelta(minutes=1))
    assert keys(database) == []


def test_a_sign_in_that_has_ended_is_removed(operator: Api, database: Database):
    tidy(database, clock.now())
    assert operator.get("/api/user").status_code == 200

    tidy(database, clock.now() + SIGN_IN_LASTS + timedelta(minutes=1))
    with database.read() as db:
        assert db.scalars(select(SignIn)).all() == []
    assert operator.get("/api/user").status_code == 401


def test_the_worker_tidies_at_once_and_stops_when_told(operator: Api, database: Database):
    operator.try_to_book(key="an-old-key")
    long_ago = clock.now() - KEYS_KEPT - timedelta(minutes=1)
    with database.write() as db, lift_scope(db, "a test makes a row old"):
        db.execute(update(IdempotencyKey).values(created_at=long_ago))
    stop = threading.Event()
    thread = threading.Thread(target=work, args=(database, stop))

    thread.start()
    for _ in range(200):
        if not keys(database):
            break
        stop.wait(0.02)
    stop.set()
    thread.join(10)

    assert not thread.is_alive()
    assert keys(database) == []
