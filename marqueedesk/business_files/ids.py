"""Map of old to new ids during an import, by table."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Integer, Table, column, func, select, table

from marqueedesk.kit.db.row_writer import reserve_ids


class IdMap:
    """Old and new ids by table, in the same order. Takes 16 bytes per row."""

    def __init__(self) -> None:
        self._old: dict[str, Sequence[int]] = {}
        self._new: dict[str, Sequence[int]] = {}

    def add(self, name: str, pairs: Iterable[tuple[int, int]]) -> None:
        """Add a table's pairs of old and new ids."""
        old, new = array("q"), array("q")
        for before, after in sorted(pairs):
            old.append(before)
            new.append(after)
        self._old[name], self._new[name] = old, new

    def get(self, name: str, old: int) -> int | None:
        """Return the new id of a row; None if the file has no such row."""
        known = self._old.get(name, ())
        at = bisect_left(known, old)
        return self._new[name][at] if at < len(known) and known[at] == old else None

    def through(self, name: str, old: int) -> int | None:
        """Return the new id of the last row whose old id is at most ``old``; None if there is none."""
        at = bisect_right(self._old.get(name, ()), old)
        return self._new[name][at - 1] if at else None


def reserve(connection: Connection, of: Table, count: int) -> Sequence[int]:
    """Return the next ``count`` ids of a table. On SQLite the caller's transaction holds the write lock."""
    if connection.dialect.name != "sqlite" or not count:
        return reserve_ids(connection, of, count)
    sequences = table("sqlite_sequence", column("name"), column("seq", Integer()))
    counted = connection.scalar(select(sequences.c.seq).where(sequences.c.name == of.name)) or 0
    # A few tables have no counter, so their ids follow the highest one.
    first = max(counted, connection.scalar(select(func.max(of.c.id))) or 0) + 1
    return range(first, first + count)
