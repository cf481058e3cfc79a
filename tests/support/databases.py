"""Databases for tests: migrated once per run, copied per worker, and emptied between tests.

Emptying deletes rows instead of files or databases: it takes less than a millisecond, and connections of a running
application stay valid.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, Protocol
from uuid import uuid4

import psycopg

from marqueedesk.kit.db.database import Database
from marqueedesk.migrations import revision
from tests.support import folder, postgres, server

Kind = Literal["sqlite", "postgresql"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgresql")
VERSION_TABLE = "alembic_version"
TEMPLATE = "marqueedesk_template"


class Emptied(Protocol):
    """A worker's database that many tests use one after the other."""

    url: str

    def empty(self) -> None:
        """Delete all rows and reset all autoincrement counters."""

    def untouched(self) -> bool:
        """True if no user has been registered since it was emptied."""
        ...

    def keep(self, name: str) -> None:
        """Save all rows and autoincrement counters under a name."""

    def put_back(self, name: str) -> None:
        """Restore the rows and counters saved under this name."""

    def close(self) -> None:
        """Close the connection."""


class EmptiedSqlite:
    """See Emptied."""

    def __init__(self, name: str) -> None:
        self.url = new_sqlite(name)
        self._connection = sqlite3.connect(_path(self.url), isolation_level=None, timeout=30)
        # Same journal mode as the application's connections. Writes of this connection need not survive a crash.
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("ATTACH ':memory:' AS kept")
        tables = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?",
            [VERSION_TABLE],
        ).fetchall()
        # Triggers protect the audit log from deletion. They are tested separately, with their own database.
        for (trigger,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            self._connection.execute(f'DROP TRIGGER "{trigger}"')
        numbered = self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone()
        self._tables: list[str] = [name for (name,) in tables]
        if numbered:
            self._tables.append("sqlite_sequence")
        self._filled = " UNION ALL ".join(
            f"""SELECT '{name}' WHERE EXISTS (SELECT 1 FROM "{name}")""" for name in self._tables
        )
        self._inserts: dict[str, list[str]] = {}

    def empty(self) -> None:
        self._empty_and([])

    def untouched(self) -> bool:
        return self._connection.execute("SELECT 1 FROM users LIMIT 1").fetchone() is None

    def keep(self, name: str) -> None:
        filled = [table for table in self._tables if self._connection.execute(f'SELECT 1 FROM "{table}"').fetchone()]
        for table in filled:
            self._connection.execute(f'CREATE TABLE kept."{name}_{table}" AS SELECT * FROM main."{table}"')
        # Inserts increase the counters, so restore them last; sqlite_sequence is the last table.
        self._inserts[name] = [
            statement
            for table in filled
            for statement in (
                *(["DELETE FROM sqlite_sequence"] if table == "sqlite_sequence" else []),
                f'INSERT INTO main."{table}" SELECT * FROM kept."{name}_{table}"',
            )
        ]

    def put_back(self, name: str) -> None:
        self._empty_and(self._inserts[name])

    def _empty_and(self, statements: list[str]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        # Few tables have rows, and checking all tables is faster than deleting from all. Foreign keys are not enforced
        # on this connection, so the order does not matter.
        for (name,) in self._connection.execute(self._filled).fetchall():
            self._connection.execute(f'DELETE FROM "{name}"')
        for statement in statements:
            self._connection.execute(statement)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class EmptiedPostgres:
    """See Emptied."""

    def __init__(self, name: str) -> None:
        self.url = new_postgres(name)
        # In the replica role PostgreSQL does not check foreign keys, so the order of the tables does not matter.
        self._connection = psycopg.connect(self.url, autocommit=True, options="-c session_replication_role=replica")
        tables = self._connection.execute(
            "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> %s",
            [VERSION_TABLE],
        ).fetchall()
        sequences = self._connection.execute(
            "SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public'"
        ).fetchall()
        self._tables: list[str] = [name for (name,) in tables]
        self._sequences: list[str] = [name for (name,) in sequences]
        self._define("empty", *(f"PERFORM setval('{name}', 1, false)" for name in self._sequences))

    def empty(self) -> None:
        self._connection.execute("SELECT pg_temp.empty()")

    def untouched(self) -> bool:
        return self._run("SELECT 1 FROM users LIMIT 1").fetchone() is None

    def keep(self, name: str) -> None:
        self._run(f"CREATE SCHEMA {name}")
        filled = [table for table in self._tables if self._run(f"SELECT 1 FROM {table} LIMIT 1").fetchone()]
        for table in filled:
            self._run(f"CREATE TABLE {name}.{table} AS SELECT * FROM {table}")
        counted = [
            row
            for sequence in self._sequences
            for row in self._run(f"SELECT last_value, is_called FROM {sequence}").fetchall()
        ]
        self._define(
            f"put_back_{name}",
            *(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM {name}.{table}" for table in filled),
            *(
                f"PERFORM setval('{sequence}', {last}, {called})"
                for sequence, (last, called) in zip(self._sequences, counted, strict=True)
            ),
        )

    def put_back(self, name: str) -> None:
        self._run(f"SELECT pg_temp.put_back_{name}()")

    def _run(self, statement: str) -> psycopg.Cursor[Any]:
        return self._connection.execute(statement.encode())

    def _define(self, name: str, *statements: str) -> None:
        """Create a function that empties all tables and runs the statements."""
        # A function plans each statement only once. Few tables have rows, and most checks are faster than a DELETE.
        deletes = [f"IF EXISTS (SELECT FROM {table}) THEN DELETE FROM {table}; END IF" for table in self._tables]
        body = "".join(f"{statement}; " for statement in (*deletes, *statements))
        self._run(f"CREATE FUNCTION pg_temp.{name}() RETURNS void LANGUAGE plpgsql AS $$ BEGIN {body}END $$")

    def close(self) -> None:
        self._connection.close()


def migrate(url: str) -> None:
    """Migrate a database to the latest schema, like the product does."""
    database = Database(url)
    try:
        revision.upgrade(database)
    finally:
        database.close()


_of_this_worker: dict[Kind, Emptied] = {}


def for_worker(kind: Kind) -> Emptied:
    """This worker's database of the given kind."""
    if kind not in _of_this_worker:
        name = f"{kind}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
        _of_this_worker[kind] = EmptiedSqlite(name) if kind == "sqlite" else EmptiedPostgres(name)
    return _of_this_worker[kind]


def close_all() -> None:
    """Close this worker's connections at the end of the run."""
    for database in _of_this_worker.values():
        database.close()
    _of_this_worker.clear()


def new(kind: Kind) -> str:
    """The URL of a new migrated database for one test; it is removed after the run."""
    name = f"own_{uuid4().hex[:12]}"
    return new_sqlite(name) if kind == "sqlite" else new_postgres(name)


def new_unmigrated(kind: Kind) -> str:
    """The URL of a new database without tables, for one test."""
    name = f"bare_{uuid4().hex[:12]}"
    return f"sqlite:///{folder.current()}/{name}.db" if kind == "sqlite" else postgres.create_database(name)


def new_sqlite(name: str) -> str:
    template = folder.current() / "template.db"
    with folder.lock("template"):
        if not template.exists():
            making = folder.current() / "template-making.db"
            migrate(f"sqlite:///{making}")
            with closing(sqlite3.connect(making)) as connection:
                # A single file without a write-ahead log is easier to copy.
                connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            making.rename(template)
    path = folder.current() / f"{name}.db"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def new_demo() -> str:
    """The URL of a new SQLite database with the demo, which is created once per run."""
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
