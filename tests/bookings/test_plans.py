"""A visitor's booking uses indexes for its reads, even while a table is almost empty, and no parallel workers."""

from typing import Any

import psycopg
import pytest
from sqlalchemy import event, select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import generic_plans
from tests.support.api import Api, booking_body, ok_json

pytestmark = pytest.mark.postgres_only  # SQLite always uses an index if there is one.
Sent = list[tuple[str, list[Any]]]


@pytest.fixture
def sent(operator: Api, visitor: Api, database: Database) -> Sent:
    """Record the statements of a visitor's booking."""
    operator.add_letters("LOVE")
    found: Sent = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        found.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    ok_json(
        visitor.post("/api/bookings", json=booking_body(userId=operator.key), headers={"Idempotency-Key": "a" * 32})
    )
    event.remove(database.engine, "before_cursor_execute", note)
    return found


def plan_of_the_key_lookup(database: Database, sent: Sent, *, hot: bool) -> str:
    """Return PostgreSQL's plan for the statement that reads whether a key was used before, when it expects a single
    key.
    """
    ((statement, parameters),) = [one for one in sent if one[0].startswith("SELECT") and "idempotency_keys" in one[0]]
    with database.write_connection() as connection:
        connection.exec_driver_sql("ANALYZE idempotency_keys")
        if hot:
            connection.execute(select(generic_plans()))
        cursor = psycopg.RawCursor(connection.connection.dbapi_connection)  # type: ignore[arg-type]
        cursor.execute(f"EXPLAIN {statement}".encode(), parameters)
        return "\n".join(line for (line,) in cursor.fetchall())


def test_key_lookup_uses_an_index_on_small_tables(database: Database, sent: Sent):
    assert "Seq Scan" not in plan_of_the_key_lookup(database, sent, hot=True)


def test_without_our_settings_key_lookup_scans_the_table(database: Database, sent: Sent):
    assert "Seq Scan on idempotency_keys" in plan_of_the_key_lookup(database, sent, hot=False)


def test_statements_are_not_jit_compiled(database: Database):
    with database.read() as db, database.autocommit_connection() as loose, database.write_connection() as writing:
        for connection in (db.connection(), loose, writing):
            assert connection.exec_driver_sql("SHOW jit").scalar() == "off"


def test_frequent_statements_use_no_parallel_workers(database: Database):
    ask = "SHOW max_parallel_workers_per_gather"
    with database.autocommit_connection() as loose, database.write_connection() as writing:
        assert loose.exec_driver_sql(ask).scalar() == "0"
        assert writing.exec_driver_sql(ask).scalar() != "0"
        writing.execute(select(generic_plans()))
        assert writing.exec_driver_sql(ask).scalar() == "0"
