"""Make a consistent copy of a database of either kind, and replace a database with one."""

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import (
    Integer,
    String,
    cast,
    column,
    create_engine,
    func,
    inspect,
    literal_column,
    select,
    table,
)
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.backup.archive import BackupError, Manifest, TableFacts
from marqueedesk.kit.db import heartbeats
from marqueedesk.kit.db.engines import normal_url
from marqueedesk.kit.db.heartbeats import RunningServer

VERSION_TABLE = "alembic_version"

BUSY_SECONDS = 30

# Drops what the restore recreates: only tables, so that extensions keep their objects in the same schema. A server may
# be writing at the same time and lock tables in its own order, so waiting for a lock while holding another could
# deadlock. Therefore each attempt waits for at most one lock, at its start, and releases all locks if it fails.
_DROP_TABLES = """
SET LOCAL lock_timeout = '30s';
SET LOCAL client_min_messages = error;
DO $$
DECLARE
  name text;
  busy text;
  locked boolean := false;
BEGIN
  FOR attempt IN 1..300 LOOP
    BEGIN
      IF busy IS NOT NULL THEN
        EXECUTE format('LOCK TABLE public.%I', busy);
      END IF;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        busy := name;
        EXECUTE format('LOCK TABLE public.%I NOWAIT', name);
      END LOOP;
      locked := true;
      EXIT;
    EXCEPTION
      WHEN lock_not_available THEN PERFORM pg_sleep(0.1 * random());
      WHEN undefined_table THEN busy := NULL;
    END;
  END LOOP;
  IF NOT locked THEN
    RAISE EXCEPTION 'The table % is in use all the time: stop the servers first', busy;
  END IF;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('DROP TABLE public.%I CASCADE', name);
  END LOOP;
END $$;
-- Protects the audit log (revision 0020): our only object besides tables.
DROP FUNCTION IF EXISTS public.audit_is_kept();
"""


class DatabaseInUse(BackupError):
    """Servers or workers are using the database to be replaced."""

    def __init__(self, running: Sequence[RunningServer]) -> None:
        """Create the error, listing each process with the time of its last heartbeat."""
        processes = ", ".join(f"{server.name}, last seen {server.seconds_ago} s ago" for server in running)
        super().__init__(
            f"This database is in use by: {processes}. Stop every server and worker, then restore. A process that was "
            f"killed counts as running for {heartbeats.RUNNING_FOR.seconds} seconds."
        )


def kind_of(database_url: str) -> str:
    """Return the kind of a database: sqlite or postgresql."""
    return make_url(normal_url(database_url)).get_backend_name()


def spoken(kind: str) -> str:
    """Return the display name of a kind of database."""
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(kind, kind)


@contextmanager
def connection_to(database_url: str) -> Generator[Connection]:
    """Open a database connection for the block. Raises BackupError if the database is unavailable."""
    engine = create_engine(normal_url(database_url))
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as problem:
        reason = str(problem.__cause__ or problem).strip().splitlines()[0]
        raise BackupError(f"The database cannot be reached: {reason}") from problem
    finally:
        engine.dispose()


def revision_of(connection: Connection) -> str:
    """Return the schema revision. Raises BackupError for a database that was never set up."""
    if not inspect(connection).has_table(VERSION_TABLE):
        raise BackupError("There is nothing to back up: this database has never been set up.")
    version = connection.execute(select(column("version_num", String())).select_from(table(VERSION_TABLE))).scalar()
    if version is None:
        raise BackupError("There is nothing to back up: this database has never been set up.")
    return str(version)


def holds_rows(connection: Connection) -> bool:
    """Return true if any table except the one with the revision has rows."""
    names = [name for name in inspect(connection).get_table_names() if name != VERSION_TABLE]
    return any(
        connection.execute(select(literal_column("1", Integer())).select_from(table(name)).limit(1)).first()
        for name in names
    )


def contents(connection: Connection) -> dict[str, TableFacts]:
    """Return the content of every table of the connection's snapshot."""
    if connection.dialect.name == "postgresql":
        # Digests are of the rows as text, which these settings influence.
        connection.execute(
            select(func.set_config("TimeZone", "UTC", True), func.set_config("DateStyle", "ISO, MDY", True))
        )
    names = sorted(inspect(connection).get_table_names())
    return {name: _content_of(name, connection) for name in names}


def _content_of(name: str, connection: Connection) -> TableFacts:
    """Return a table's number of rows and, on PostgreSQL, the sum of its rows' hashes."""
    digest = literal_column("NULL", String())
    if connection.dialect.name == "postgresql":
        hashes = func.sum(func.hashtextextended(literal_column("content::text", String()), 0))
        digest = cast(hashes, String())
    rows, found = connection.execute(select(func.count(), digest).select_from(table(name).alias("content"))).one()
    return TableFacts(rows=rows, digest=found)


def sqlite_path(database_url: str) -> Path:
    """Return the file of an SQLite database."""
    name = make_url(normal_url(database_url)).database
    if not name or name == ":memory:":
        raise BackupError("A database in memory cannot be backed up.")
    return Path(name)


def copy_sqlite(source: Path, target: Path) -> tuple[str, dict[str, TableFacts]]:
    """Copy a database in use in one consistent step, and return its revision and content."""
    if not source.exists():
        raise BackupError(f"There is no database at {source}.")
    try:
        with (
            closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as live,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            live.backup(copy, pages=-1)
            # The copy must be a single file.
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        revision = prove_sqlite(target)
        with connection_to(f"sqlite:///{target}") as copied:
            return revision, contents(copied)
    except sqlite3.Error as problem:
        raise BackupError(f"The database cannot be copied: {problem}") from problem


def prove_sqlite(path: Path) -> str:
    """Verify that a file is an intact database with a schema; return the schema's revision."""
    with closing(sqlite3.connect(path)) as copy:
        faults = [str(row[0]) for row in copy.execute("PRAGMA quick_check(1)")]
    if faults != ["ok"]:
        raise BackupError(f"The database is damaged: {faults[0]}")
    with connection_to(f"sqlite:///{path}") as connection:
        return revision_of(connection)


def replace_sqlite(content: Path, target: Path, manifest: Manifest) -> None:
    """Replace the database at ``target`` with a verified copy in one SQLite transaction."""
    try:
        if prove_sqlite(content) != manifest.revision:
            raise BackupError("The backup is damaged: its database revision does not match the manifest.")
        if not target.exists():
            content.replace(target)
            return
        with (
            closing(sqlite3.connect(content)) as source,
            closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as live,
        ):
            # Written page by page in one write transaction of the target: after a crash it is rolled back, and a server
            # that has the file open continues with the new content. If the file were renamed, the server would keep
            # using the old one.
            source.backup(live, pages=-1)
    except sqlite3.Error as problem:
        raise BackupError(f"The database cannot be replaced: {problem}") from problem


def _program(name: str, server: int) -> str:
    """Return the path of a PostgreSQL tool for a server's major version.

    Debian installs one set per version. The set of the server's own version is best: a newer pg_restore writes settings
    that an older server rejects, and an older pg_dump rejects a newer server.
    """
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    same = [path for path in versions if int(path.parts[4]) == server]
    found = str((same or versions)[-1]) if versions else shutil.which(name)
    if found is None:
        raise BackupError(f"{name} is missing: install PostgreSQL's client programs.")
    return found


def _plain(database_url: str) -> str:
    """Return a PostgreSQL URL as its own programs write it, without the driver's name."""
    return "postgresql://" + normal_url(database_url).partition("://")[2]


def _login(database_url: str) -> tuple[str, dict[str, str]]:
    """Return a connection string without the password, and an environment that contains it, because other users can see
    a program's arguments.
    """
    parts = conninfo_to_dict(_plain(database_url))
    password = parts.pop("password", None)
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10"}
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    return make_conninfo("", **parts), environment


def _major(connection: Connection) -> int:
    return int((connection.dialect.server_version_info or (0,))[0])


def dump_postgresql(database_url: str, target: Path) -> tuple[str, dict[str, TableFacts]]:
    """Dump a database in use with pg_dump, and return its revision and content, all from a single snapshot."""
    where, environment = _login(database_url)
    with connection_to(database_url) as connection:
        connection.execution_options(isolation_level="REPEATABLE READ")
        before = revision_of(connection)
        snapshot = connection.execute(select(func.pg_export_snapshot())).scalar_one()
        # pg_dump does not compress, because the archive is compressed as a whole.
        done = subprocess.run(  # noqa: S603 - a fixed program; the address comes from the operator's own settings.
            [
                *(_program("pg_dump", _major(connection)), "--format=custom", "--compress=0", "--schema=public"),
                *("--no-owner", "--no-privileges", f"--snapshot={snapshot}"),
                *(f"--file={target}", f"--dbname={where}"),
            ],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise BackupError(f"pg_dump failed: {_first_line(done.stderr)}")
        tables = contents(connection)
    with connection_to(database_url) as connection:
        if revision_of(connection) != before:
            raise BackupError("The database was migrated during the backup. Please try again.")
    return before, tables


@contextmanager
def scratch_database(database_url: str) -> Generator[str]:
    """Create an empty database on the same PostgreSQL server for the block, and drop it afterwards.

    Raises BackupError if the role may not create databases.
    """
    name = f"marqueedesk_verify_{secrets.token_hex(6)}"
    url = make_url(normal_url(database_url))
    try:
        with psycopg.connect(_plain(database_url), autocommit=True) as connection:
            found = connection.execute(
                "SELECT datcollate, datctype FROM pg_database WHERE datname = current_database()"
            ).fetchone()
            collate, character_type = found or ("C.UTF-8", "C.UTF-8")
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE {} LC_CTYPE {}").format(
                    sql.Identifier(name), sql.Literal(collate), sql.Literal(character_type)
                )
            )
    except psycopg.Error as problem:
        reason = str(problem).strip().splitlines()[0]
        raise BackupError(
            f"A database for the verification cannot be created: {reason}. Grant the role CREATEDB, or name an empty "
            "database with --into."
        ) from problem
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(_plain(database_url), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


@contextmanager
def unserved(database_url: str) -> Generator[None]:
    """Keep servers off a PostgreSQL database until the block ends.

    Raises DatabaseInUse while a server or worker uses it, because concurrent changes would be lost.
    """
    engine = create_engine(normal_url(database_url))
    try:
        with heartbeats.restoring(engine):
            with connection_to(database_url) as connection:
                running = heartbeats.running_servers(connection)
            if running:
                raise DatabaseInUse(running)
            yield
    except heartbeats.RestoreRunning:
        raise BackupError("Another restore into this database is running.") from None
    finally:
        engine.dispose()


def replace_postgresql(content: Path, database_url: str) -> None:
    """Run a dump's statements in one transaction that first drops the old tables.

    psql reads from a pipe that we write to, and commits only when we send the command after pg_restore has succeeded.
    If any of the three processes dies, the transaction is never committed.
    """
    where, environment = _login(database_url)
    with connection_to(database_url) as connection:
        server = _major(connection)
    with tempfile.TemporaryFile() as complaints:
        psql = subprocess.Popen(  # noqa: S603 - a fixed program; the address comes from the operator's own settings.
            [
                _program("psql", server),
                "--no-psqlrc",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                f"--dbname={where}",
                "--file=-",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            env=environment,
        )
        assert psql.stdin is not None  # noqa: S101 - the process was started with a pipe.
        dump_error = ""
        try:
            with psql.stdin as script:
                script.write(f"BEGIN;\n{_DROP_TABLES}".encode())
                script.flush()
                unpacked = subprocess.run(  # noqa: S603 - a fixed program and a file of our own.
                    [
                        *(_program("pg_restore", server), "--schema=public", "--no-owner", "--no-privileges"),
                        *("--file=-", str(content)),
                    ],
                    stdout=script,
                    stderr=subprocess.PIPE,
                    text=True,
                    check=False,
                )
                if unpacked.returncode == 0:
                    script.write(b"\nCOMMIT;\n")
                else:
                    dump_error = _first_line(unpacked.stderr)
        except BrokenPipeError:
            # psql stopped at an error, which its output explains.
            pass
        code = psql.wait()
        complaints.seek(0)
        reason = _first_line(complaints.read().decode(errors="replace"))
    if code != 0 or dump_error:
        raise BackupError(f"The database was not replaced and is unchanged: {reason or dump_error}")


def _first_line(output: str) -> str:
    lines = [line for line in output.strip().splitlines() if line]
    return lines[0] if lines else "no reason given"
