"""Databases whose rows come in pairs, and changed backups of them."""

import io
import json
import tarfile
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter, Job

NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)


@contextmanager
def opened(url: str):
    database = Database(url, pool_size=4)
    try:
        yield database
    finally:
        database.close()


def write_pair(database: Database, number: int) -> None:
    """Write a job and a counter of the same number in one transaction. A partial write would be detected."""
    with database.write() as db:
        db.add(Job(kind="pair", payload={"number": number}, run_at=NOW, created_at=NOW, state="waiting"))
        db.flush()
        db.add(Counter(key=f"pair:{number}", window_ends=NOW + timedelta(hours=1), count=number))


def pairs(url: str) -> set[int]:
    """Return the numbers with complete pairs. Fails on a partial pair."""
    with opened(url) as database, database.read() as db:
        jobs = {payload["number"] for payload in db.scalars(select(Job.payload))}
        counters = set(db.scalars(select(Counter.count)))
    assert jobs == counters
    return jobs


def filled(url: str, numbers: Iterable[int]) -> None:
    with opened(url) as database:
        for number in numbers:
            write_pair(database, number)


def rewritten(source: Path, target: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """Copy an archive with changed members: each (name, content) is replaced, or removed."""
    with tarfile.open(source) as old, tarfile.open(target, "w:gz") as new:
        for entry in old.getmembers():
            content = old.extractfile(entry)
            assert content is not None
            changed = change(entry.name, content.read())
            if changed is not None:
                made = tarfile.TarInfo(changed[0])
                made.size = len(changed[1])
                new.addfile(made, io.BytesIO(changed[1]))
    return target


def with_manifest(source: Path, target: Path, **fields: object) -> Path:
    """Copy an archive with a changed manifest."""

    def change(name: str, content: bytes) -> tuple[str, bytes]:
        return name, json.dumps(json.loads(content) | fields).encode() if name == "manifest.json" else content

    return rewritten(source, target, change)
