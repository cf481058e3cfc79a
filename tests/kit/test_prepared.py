"""Prepared statements that bypass SQLAlchemy on PostgreSQL: same rows and errors, broken connections are discarded."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import Date, Integer, bindparam, func, insert, literal, select, text
from sqlalchemy.exc import NoResultFound, OperationalError, StatementError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import TextList
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.watch import timing

DAY = date(2027, 6, 1)
_asked = select(
    (literal(40) + bindparam("more")).label("sum"),
    bindparam("day", type_=Date).label("day"),
    bindparam("words", type_=TextList()).label("words"),
)
ASKED = Prepared(_asked)
NOBODY = Prepared(select(literal(1).label("one")).where(literal(1) == bindparam("two")))


def test_prepared_statement_returns_the_same_row_as_sqlalchemy(bare: Database):
    given = {"more": 2, "day": DAY, "words": ["L", "O'V%s"]}
    with bare.autocommit_connection() as connection:
        usual = connection.execute(_asked, given).one()
        found = ASKED.one(connection, given)

    assert (found.sum, found.day, found.words) == tuple(usual) == (42, DAY, ["L", "O'V%s"])


def test_empty_result_returns_none_or_raises(bare: Database):
    with bare.autocommit_connection() as connection:
        assert NOBODY.one_or_none(connection, {"two": 2}) is None
        with pytest.raises(NoResultFound):
            NOBODY.one(connection, {"two": 2})


def test_prepared_statement_converts_values_to_their_column_types(database: Database):
    ends = datetime(2027, 6, 1, 12, 30, tzinfo=UTC)
    usual = select(Counter.window_ends, Counter.count).where(Counter.key.in_(["a", "b"])).order_by(Counter.count)
    few = Prepared(usual.limit(bindparam("rows", type_=Integer)))
    with database.write_connection() as connection:
        connection.execute(
            insert(Counter), [{"key": key, "count": at, "window_ends": ends} for at, key in enumerate("abc")]
        )
        # Timestamps are returned in UTC in any session time zone.
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL TIME ZONE 'America/Chicago'"))
        found = few.all(connection, {"rows": 5})

        assert len(few.all(connection, {"rows": 1})) == 1
        assert [tuple(row) for row in found] == [tuple(row) for row in connection.execute(usual)]
    assert [tuple(row) for row in found] == [(ends, 0), (ends, 1)]
    assert {row[0].tzinfo for row in found} == {UTC}


def test_prepared_statement_runs_in_the_current_transaction(database: Database):
    count = Prepared(select(func.count().label("rows")).select_from(Counter))
    row = {"key": "a", "count": 1, "window_ends": datetime(2027, 6, 1, tzinfo=UTC)}
    with database.write_connection() as connection:
        before = count.one(connection, {}).rows
        connection.execute(insert(Counter), row)
        assert count.one(connection, {}).rows == before + 1
        with database.autocommit_connection() as other:
            assert count.one(other, {}).rows == before


def test_prepared_statement_is_included_in_request_timing(bare: Database):
    spent = timing.Spent()
    token = timing.current.set(spent)
    try:
        with bare.autocommit_connection() as connection:
            ASKED.one(connection, {"more": 2, "day": DAY, "words": []})
    finally:
        timing.current.reset(token)

    assert spent.count == 1
    assert spent.by_role["main"] > 0
    assert spent.statements[0][1].startswith("SELECT")


@pytest.mark.postgres_only
def test_prepared_statement_raises_sqlalchemy_errors(bare: Database):
    wrong = Prepared(select((literal(1) / bindparam("none")).label("share")))
    with bare.write_connection() as connection, pytest.raises(StatementError, match="division by zero"):
        wrong.one(connection, {"none": 0})
    with bare.write_connection() as connection:
        assert wrong.one(connection, {"none": 1}).share == 1


@pytest.mark.postgres_only
def test_terminated_connection_is_not_reused(bare: Database):
    own = Prepared(select(func.pg_backend_pid().label("pid")))
    cut = Prepared(select(func.pg_terminate_backend(bindparam("pid")).label("done")))
    with bare.write_connection() as first:
        pid = own.one(first, {}).pid
        with bare.autocommit_connection() as other:
            assert cut.one(other, {"pid": pid}).done
        with pytest.raises(OperationalError):
            own.one(first, {})
        assert first.invalidated
        first.rollback()
    with bare.write_connection() as again:
        assert own.one(again, {}).pid != pid
