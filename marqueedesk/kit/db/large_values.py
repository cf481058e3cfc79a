"""Pictures in the database, and the memory that a connection keeps allocated for them."""

import threading
from typing import Final

from sqlalchemy import Engine, LargeBinary, event
from sqlalchemy.engine import Dialect
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.types import TypeDecorator

LARGE: Final = 64 << 10
"""Size in bytes from which on the connection is closed after use."""


class _Passed(threading.local):
    large = False


_passed = _Passed()


class Blob(TypeDecorator[bytes]):
    """Bytes column whose connection is closed after transferring a large value (`close_after_large`)."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Record a written value."""
        return _noted(value, dialect)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Record a read value."""
        return _noted(value, dialect)


def _noted(value: bytes | None, dialect: Dialect) -> bytes | None:
    # SQLite connections allocate no such buffers.
    if value is not None and len(value) >= LARGE and dialect.name == "postgresql":
        _passed.large = True
    return value


def close_after_large(engine: Engine) -> None:
    """Close a connection on return to the engine's pool if it transferred a large value.

    As long as it is open, a PostgreSQL connection keeps buffers for the largest message it has sent and received, with
    two characters per byte: 1.5 MB for a photo of 400 kB. Reconnecting takes a few milliseconds, and large pictures are
    rare because browsers cache them.
    """
    event.listen(engine, "checkin", _close_if_large)


def _close_if_large(_connection: object, record: ConnectionPoolEntry) -> None:
    if _passed.large:
        _passed.large = False
        record.invalidate()
