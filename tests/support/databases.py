"""Databases for tests: migrated once per run by the real migrations, copied per worker, emptied between tests.

Emptying deletes rows rather than files or databases: it takes under a millisecond, and connections of a running
application stay good.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal, Protocol
from uuid import uuid4

import psycopg

from marqueedesk.kit.db import Database
from marqueedesk.migrations import revision
from tests.support import folder, postgres, server

Kind = Literal["sqlite", "postgresql"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgresql")
VERSION_TABLE = "alembic_version"
TEMPLATE = "marqueedesk_template"


class Emptied(Protocol):
    """A database of one worker that many tests use one after the other."""

    url: str

    def empty(self) -> None:
        """Delete every row and start every numbering again."""

    def close(self) -> None:
        """Give up the connection that empties."""


class EmptiedSqlite:
    """See Emptied."""

    def __init__(self, name: str) -> None:
        self.url = new_sqlite(name)
        self._connection = sqlite3.connect(_path(self.url), isolation_level=None, timeout=30)
        tables = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?",
            [VERSION_TABLE],
        ).fetchall()
        numbered = self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone()
        # Foreign keys are not enforced on this connection, so the order of the tables does not matter.
        self._deletes = [f'DELETE FROM "{name}"' for (name,) in tables]
        if numbered:
            self._deletes.append("DELETE FROM sqlite_sequence")

    def empty(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for statement in self._deletes:
            self._connection.execute(statement)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class EmptiedPostgres:
    """See Emptied."""

    def __init__(self, name: str) -> None:
        self.url = new_postgres(name)
        self._connection = psycopg.connect(self.url, autocommit=True)
        tables = self._connection.execute(
            "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> %s",
            [VERSION_TABLE],
        ).fetchall()
        sequences = self._connection.execute(
            "SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public'"
        ).fetchall()
        # As a replica PostgreSQL does not check foreign keys, so the order of the tables does not matter.
        self._script = ";".join(
            [
                "BEGIN",
                "SET LOCAL session_replication_role = replica",
                *(f"DELETE FROM {name}" for (name,) in tables),
                *(f"SELECT setval('{name}', 1, false)" for (name,) in sequences),
                "COMMIT",
            ]
        ).encode()

    def empty(self) -> None:
        self._connection.execute(self._script)

    def close(self) -> None:
        self._connection.close()


def migrate(url: str) -> None:
    """Bring a database to the newest schema, as the product itself does it."""
    database = Database(url)
    try:
        revision.upgrade(database)
    finally:
        database.close()


_of_this_worker: dict[Kind, Emptied] = {}


def for_worker(kind: Kind) -> Emptied:
    """This worker's database of a kind."""
    if kind not in _of_this_worker:
        name = f"{kind}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
        _of_this_worker[kind] = EmptiedSqlite(name) if kind == "sqlite" else EmptiedPostgres(name)
    return _of_this_worker[kind]


def close_all() -> None:
    """Give up this worker's connections, at the end of the run."""
    for database in _of_this_worker.values():
        database.close()
    _of_this_worker.clear()


def new(kind: Kind) -> str:
    """The URL of a fresh migrated database for one test alone; it goes away with the run."""
    name = f"own_{uuid4().hex[:12]}"
    return new_sqlite(name) if kind == "sqlite" else new_postgres(name)


def new_unmigrated(kind: Kind) -> str:
    """The URL of a database without any table, for one test alone."""
    name = f"bare_{uuid4().hex[:12]}"
    return f"sqlite:///{folder.current()}/{name}.db" if kind == "sqlite" else postgres.create_database(name)


def new_sqlite(name: str) -> str:
    template = folder.current() / "template.db"
    with folder.lock("template"):
        if not template.exists():
            making = folder.current() / "template-making.db"
            migrate(f"sqlite:///{making}")
            with closing(sqlite3.connect(making)) as connection:
                # One file is easier to copy than a file and its log.
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            making.rename(template)
    path = folder.current() / f"{name}.db"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def new_demo() -> str:
    """The URL of a fresh SQLite database with the demo in it, which is sown once per run."""
    template = folder.current() / "demo.db"
    with folder.lock("demo"):
        if not template.exists():
            making = new_sqlite("demo-making")
            server.LiveServer(making).run("seed-demo")
            with closing(sqlite3.connect(_path(making))) as connection:
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            _path(making).rename(template)
    path = folder.current() / f"demo_{uuid4().hex[:12]}.db"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def new_postgres(name: str) -> str:
    marker = folder.current() / "template-postgresql"
    with folder.lock("template"):
        if not marker.exists():
            migrate(postgres.create_database(TEMPLATE))
            marker.touch()
        return postgres.create_database(name, TEMPLATE)


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
