"""Storage of a booking in the database, from request to completion: bytes by table, with indexes."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, create_engine, text

from bench.machine import Product
from marqueedesk.kit.db.engines import normal_url
from tests.support.api import YARD, Api, ok_json

BOOKINGS = 300
_DRAIN_SECONDS = 120.0
_LARGEST = 12

_TABLES = text(
    "SELECT relname, pg_total_relation_size(oid), pg_indexes_size(oid) FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)
_WAITING = text("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'leased') AND run_at <= now()")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes per booking: by table, largest first, and total; ``indexes`` are included in the total."""

    tables: list[tuple[str, float]]
    all: float
    indexes: float


def measure(product: Product) -> Sizes:
    """Run bookings through all stages: request, confirmation, deposit, goods out, goods back, completion.

    The worker runs all jobs (emails, notifications, reminders). PostgreSQL grows by pages of 8 KiB, so the first
    bookings are not counted.
    """
    product.add_operators(1)
    operator = product.operators[0]
    engine = create_engine(normal_url(product.database_url))
    _lives(operator, 0, BOOKINGS // 3)
    before = _settled(engine)
    _lives(operator, BOOKINGS // 3, BOOKINGS)
    after = _settled(engine)
    engine.dispose()
    grown = {name: (after[name][0] - whole) / BOOKINGS for name, (whole, _) in before.items()}
    indexes = sum(after[name][1] - part for name, (_, part) in before.items()) / BOOKINGS
    largest = sorted(((name, size) for name, size in grown.items() if size > 0), key=lambda row: -row[1])[:_LARGEST]
    return Sizes(largest, sum(grown.values()), indexes)


def _lives(operator: Api, first: int, count: int) -> None:
    today = datetime.now(UTC).date()
    for number in range(first, first + count):
        day = (today + timedelta(days=1 + number % 300)).isoformat()
        booked = operator.book(address=YARD, deliveryDate=day, pickupDate=day, customerEmail=f"c{number}@example.com")
        path = f"/api/bookings/{booked['id']}"
        ok_json(operator.set_status(booked["id"], "confirmed"))
        ok_json(operator.post(f"{path}/payments", json={"kind": "cash", "amount": 50}))
        rows = [{"letter": letter, "size": "4ft", "count": 1} for letter in "LOVE"]
        for kind in ("out", "in"):
            at = datetime.now(UTC).isoformat()
            ok_json(
                operator.post(
                    f"{path}/handovers", json={"clientId": f"{kind} {number}", "kind": kind, "at": at, "lines": rows}
                )
            )
        ok_json(operator.complete(booked["id"]))


def _settled(engine: Engine) -> dict[str, tuple[int, int]]:
    """Return the size of each table and its indexes once all jobs are done."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        ends = time.monotonic() + _DRAIN_SECONDS
        while connection.scalar(_WAITING) and time.monotonic() < ends:
            time.sleep(0.5)
        connection.execute(text("VACUUM FULL ANALYZE"))
        return {name: (whole, indexes) for name, whole, indexes in connection.execute(_TABLES)}
