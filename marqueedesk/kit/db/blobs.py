"""Pictures in the database, and what they leave behind in the connection that they pass through."""

import threading
from typing import Final

from sqlalchemy import Engine, LargeBinary, event
from sqlalchemy.engine import Dialect
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.types import TypeDecorator

LARGE: Final = 64 << 10
"""Bytes of a value from which a connection is not kept."""


class _Passed(threading.local):
    large = False


_passed = _Passed()


class Blob(TypeDecorator[bytes]):
    """Bytes; the connection through which a large one passes is closed after use (`close_after_large`)."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Note what is written."""
        return _noted(value, dialect)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Note what is read."""
        return _noted(value, dialect)


def _noted(value: bytes | None, dialect: Dialect) -> bytes | None:
    # SQLite reads from a file; its connections hold nothing.
    if value is not None and len(value) >= LARGE and dialect.name == "postgresql":
        _passed.large = True
    return value


def close_after_large(engine: Engine) -> None:
    """Close a connection that comes back to the engine's pool with a large value behind it.

    The library of PostgreSQL keeps, for as long as a connection lives, room for the largest message that it has sent
    and for the largest it has received, in which a byte takes two characters: a megabyte and a half for a photo of 400
    kB. To connect anew takes a few milliseconds, and large pictures are rare: browsers keep them.
    """
    event.listen(engine, "checkin", _close_if_large)


def _close_if_large(_connection: object, record: ConnectionPoolEntry) -> None:
    if _passed.large:
        _passed.large = False
        record.invalidate()
