"""Reader that polls the table of changes for open pages (kit.live.sse), in a thread that may block."""

import threading
import time
from collections import OrderedDict
from datetime import datetime
from typing import Protocol

from sqlalchemy import func, or_, select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.live.changes import changes

LATE = 30.0
"""How many seconds to wait for a missing ID, whose transaction may commit after those with later IDs."""
_MOST_MISSING = 2000
_MOST_ROWS = 5000

Row = tuple[int, int, int | None, str, datetime]
"""Id, operator, user, comma-separated topics, timestamp."""


class Reader:
    """Reads each row of the table of changes once, in whatever order transactions commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.newest: int | None = None
        # Missing ids below the newest, with their deadlines.
        self._missing: OrderedDict[int, float] = OrderedDict()

    def read(self) -> list[Row]:
        """Return the rows added since the last call; on the first call, the latest existing ones."""
        columns = (changes.c.id, changes.c.operator_id, changes.c.user_id, changes.c.topics, changes.c.at)
        with self._database.autocommit_connection() as connection:
            if self.newest is None:
                newest = connection.scalar(select(func.max(changes.c.id))) or 0
                found = connection.execute(
                    select(*columns).where(changes.c.id > newest - _MOST_MISSING).order_by(changes.c.id)
                )
                self.newest = max(0, newest - _MOST_MISSING)
            else:
                condition = changes.c.id > self.newest
                if self._missing:
                    condition = or_(condition, changes.c.id.in_(list(self._missing)))
                found = connection.execute(select(*columns).where(condition).order_by(changes.c.id).limit(_MOST_ROWS))
            rows = [tuple(row) for row in found]
        self._note(rows)
        return rows

    def _note(self, rows: list[Row]) -> None:
        now = time.monotonic()
        newest = self.newest or 0
        for change_id, *_ in rows:
            if change_id <= newest:
                self._missing.pop(change_id, None)
                continue
            # IDs further back than `_MOST_MISSING` are ignored: this table never had rows for them.
            for skipped in range(max(newest + 1, change_id - _MOST_MISSING), change_id):
                self._missing[skipped] = now + LATE
            newest = change_id
        self.newest = newest
        while self._missing and (len(self._missing) > _MOST_MISSING or next(iter(self._missing.values())) < now):
            self._missing.popitem(last=False)


class Pause(Protocol):
    """Pause between two reads of the table of changes."""

    def before_next(self, seconds: float, *, until: float, hearing: bool) -> None:
        """Wait until the next read: for at least ``seconds``, and at most until ``until`` on the monotonic clock.

        With ``hearing``, notifications may end the pause early.
        """
        ...

    def close(self) -> None:
        """Release resources."""
        ...


class FixedPause:
    """Pause of fixed length, ended early only by the stop event."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop = stop

    def before_next(self, seconds: float, *, until: float, hearing: bool) -> None:
        """See `Pause`."""
        self._stop.wait(seconds)

    def close(self) -> None:
        """See `Pause`."""
