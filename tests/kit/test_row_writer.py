"""Inserts that bypass SQLAlchemy: same stored values and errors."""

from datetime import UTC, datetime
from typing import cast

import pytest
from sqlalchemy import Table, insert, select
from sqlalchemy.exc import IntegrityError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.row_writer import Rows, write_rows
from marqueedesk.kit.db.tables import Counter, Job
from marqueedesk.kit.watch import timing

NOW = datetime(2027, 6, 1, 12, 30, tzinfo=UTC)
COUNTERS = cast("Table", Counter.__table__)
JOBS = cast("Table", Job.__table__)
JOB = {"kind": "a", "payload": {"name": "Zoë"}, "state": "waiting", "run_at": NOW, "attempts": 0, "created_at": NOW}


def counter(key: str, count: int = 1) -> dict[str, object]:
    return {"key": key, "count": count, "window_ends": NOW}


def test_rows_are_stored_as_sqlalchemy_stores_them(database: Database):
    with database.write_connection() as connection:
        connection.execute(insert(JOBS), JOB)
        connection.execute(insert(COUNTERS), [counter("a", 3)])
        write_rows(connection, [Rows(JOBS, [JOB]), Rows(COUNTERS, [counter("b", 3), counter("c", 3)])])
        jobs = connection.execute(select(JOBS).where(JOBS.c.kind == "a")).mappings().all()
        counters = connection.execute(select(COUNTERS.c.count, COUNTERS.c.window_ends)).all()

    usual, found = ({name: value for name, value in row.items() if name != "id"} for row in jobs)
    assert found == usual
    assert [tuple(row) for row in counters] == [(3, NOW)] * 3


def test_upsert_increments_the_column_of_an_existing_row(database: Database):
    with database.write_connection() as connection:
        for count in (2, 5):
            write_rows(connection, [Rows(COUNTERS, [counter("a", count)], adds_to="count")])
        assert connection.scalars(select(COUNTERS.c.count)).all() == [7]


def test_duplicate_row_raises_sqlalchemy_error_and_writes_nothing(database: Database):
    with pytest.raises(IntegrityError), database.write_connection() as connection:
        write_rows(connection, [Rows(JOBS, [JOB]), Rows(COUNTERS, [counter("a"), counter("a")])])
    with database.write_connection() as connection:
        assert connection.execute(select(COUNTERS.c.key)).all() == []
        assert connection.execute(select(JOBS.c.id).where(JOBS.c.kind == "a")).all() == []


def test_inserts_are_included_in_request_timing(database: Database):
    spent = timing.Spent()
    token = timing.current.set(spent)
    try:
        with database.write_connection() as connection:
            write_rows(connection, [Rows(COUNTERS, [counter("a")])])
    finally:
        timing.current.reset(token)

    assert any(sql.startswith('INSERT INTO "counters"') for _, sql in spent.statements)
