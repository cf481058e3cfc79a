"""Large values: their memory is released by closing the connection."""

import pytest
from sqlalchemy import event, literal, select

from marqueedesk.kit.db import large_values
from marqueedesk.kit.db.database import Database


@pytest.mark.parametrize("size, fresh", [(large_values.LARGE - 1, False), (large_values.LARGE, True)])
def test_postgres_connection_is_replaced_after_a_large_value(size: int, fresh: bool, database_url: str):
    database = Database(database_url, pool_size=1)
    connected: list[object] = []
    event.listen(database.engine, "connect", lambda connection, _record: connected.append(connection))
    picture = b"p" * size
    try:
        for _ in range(2):
            with database.read() as db:
                assert db.scalar(select(literal(picture, large_values.Blob))) == picture
        with database.read() as db:
            assert db.scalar(select(literal(None, large_values.Blob))) is None
        with database.read() as db:
            db.connection()
    finally:
        database.close()
    assert len(connected) == (3 if fresh and not database.is_sqlite else 1)
