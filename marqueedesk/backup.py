"""Back up and restore a whole installation as one file, on either database, while the server runs.

The file is a tar.gz: `manifest.json` first, then the database (a SQLite file or pg_dump's custom format), then the
other files of the data folder. The manifest names the product's version, the schema's revision, and of everything else
the size and SHA-256.

A backup appears under its name only when it is complete. A restore reads and proves the whole file before it touches
anything, and then changes the database in one transaction: afterwards the database holds either the old data or the
new, never half of it. docs/deployment.md says how to use both.
"""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from alembic.script import ScriptDirectory
from alembic.util import CommandError
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Integer, String, column, create_engine, inspect, literal_column, select, table
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk import __version__
from marqueedesk.kit import clock, one_server
from marqueedesk.kit.engines import normal_url

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}
FILES = "files/"
# What a data folder's file may be called, to be taken along: one plain name, so that no member of an archive can point
# elsewhere. Hidden files are on their way in or out, and archives would be backups inside backups.
FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
NOT_TAKEN = (".gz", ".db", ".db-wal", ".db-shm", ".db-journal")
LONGEST_MANIFEST = 1_000_000
VERSION_TABLE = "alembic_version"
BUSY_SECONDS = 30

# Drops what a restore is about to make again. Only tables, so that extensions keep what they own in the same schema.
# A server may be writing meanwhile, in an order of its own. So no lock is waited for while another is held, which could
# be a deadlock: at most one, at the start of an attempt, and a failed attempt gives back all that it took.
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
-- What keeps the audit (revision 0020): the one thing of ours beside tables.
DROP FUNCTION IF EXISTS public.audit_is_kept();
"""


class BackupError(Exception):
    """A backup or a restore that did not happen, with the sentence that says why; nothing has changed."""


@dataclass(frozen=True)
class Manifest:
    """What a backup says about itself. ``files`` maps each member's name to its size in bytes and its SHA-256."""

    product_version: str
    revision: str
    database: str
    created_at: str
    files: dict[str, dict[str, Any]]
    format: int = FORMAT


def backup(database_url: str, data_dir: Path, file: Path) -> Manifest:
    """Write everything an installation is to ``file``, consistent as of one moment, beside writers that go on.

    An older file of that name is replaced once the new one is complete. Raises BackupError.
    """
    kind = _kind(database_url)
    file.parent.mkdir(parents=True, exist_ok=True)
    with _staging(file.parent) as stage:
        copy = stage / DATABASE[kind]
        if kind == "sqlite":
            revision = _copy_sqlite(_sqlite_path(database_url), copy)
        else:
            revision = _dump_postgresql(database_url, copy)
        members = {copy.name: copy}
        (stage / FILES).mkdir()
        for path in _files_of(data_dir):
            # Copied before it is measured, so that the manifest is true whatever happens to the original meanwhile.
            members[FILES + path.name] = Path(shutil.copyfile(path, stage / FILES / path.name))
        manifest = Manifest(
            product_version=__version__,
            revision=revision,
            database=kind,
            created_at=clock.now().isoformat(timespec="seconds"),
            files={name: {"size": path.stat().st_size, "sha256": _sha256(path)} for name, path in members.items()},
        )
        # Only the owner may read it: it holds customers' addresses and the key that protects the stored secrets.
        partial = stage / "partial"
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            with tarfile.open(fileobj=target, mode="w:gz", compresslevel=6) as archive:
                _add(archive, MANIFEST, json.dumps(asdict(manifest), indent=2).encode())
                for name, path in members.items():
                    archive.add(path, arcname=name, recursive=False)
            target.flush()
            os.fsync(target.fileno())
        partial.replace(file)
    return manifest


def restore(database_url: str, data_dir: Path, file: Path, *, replace: bool = False) -> Manifest:
    """Put a backup's content in the place of what ``database_url`` and ``data_dir`` hold.

    Refuses a database that a server or a worker uses, and one with rows in it unless ``replace``. Checks the whole file
    first; then the database changes in one transaction. An older schema is brought up to date by
    the next `marqueedesk migrate` or start. Raises BackupError, and then nothing has changed.
    """
    kind = _kind(database_url)
    beside = _sqlite_path(database_url).parent if kind == "sqlite" else data_dir
    for folder in (beside, data_dir):
        folder.mkdir(parents=True, exist_ok=True)
    # Staged beside the target, so that the last step is a rename within one file system.
    with _staging(beside) as stage:
        manifest = _unpack(file, stage)
        if manifest.database != kind:
            raise BackupError(
                f"This backup is of a {_spoken(manifest.database)} database and cannot go into {_spoken(kind)}."
            )
        _check_revision(manifest)
        if kind == "postgresql":
            _refuse_served(database_url)
        if not replace:
            _refuse_to_overwrite(database_url, data_dir, stage)
        content = stage / DATABASE[kind]
        if kind == "sqlite":
            _replace_sqlite(content, _sqlite_path(database_url), manifest)
        else:
            _replace_postgresql(content, database_url)
        for path in _files_of(stage / FILES):
            with _staging(data_dir) as landing:
                # Copied first: the data folder may be on another file system than the database.
                shutil.copyfile(path, landing / path.name)
                (landing / path.name).chmod(0o600)
                (landing / path.name).replace(data_dir / path.name)
    return manifest


# --- The file -------------------------------------------------------------------------------------------------------


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))


def _unpack(file: Path, stage: Path) -> Manifest:
    """Extract what the manifest names, and only that, and prove each member's size and checksum."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            manifest = _read_manifest(archive)
            for name, facts in manifest.files.items():
                source = archive.extractfile(name)
                if source is None:
                    raise BackupError(f"The backup is damaged: {name} is not a file.")
                target = stage / name
                target.parent.mkdir(exist_ok=True)
                with source, target.open("wb") as out:
                    shutil.copyfileobj(source, out, 1 << 20)
                if target.stat().st_size != facts["size"] or _sha256(target) != facts["sha256"]:
                    raise BackupError(f"The backup is damaged: {name} is not what the manifest says.")
            return manifest
    except FileNotFoundError:
        raise BackupError(f"There is no file {file}.") from None
    except (tarfile.TarError, EOFError, OSError, KeyError, TypeError) as problem:
        raise BackupError(f"{file} is not a complete backup: {problem}") from problem


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    if first is None or first.name != MANIFEST or first.size > LONGEST_MANIFEST:
        raise BackupError("This file is not a MarqueeDesk backup: it has no manifest.")
    source = archive.extractfile(first)
    assert source is not None  # noqa: S101 - a regular file by the checks above; this is for the type checker.
    try:
        document: object = json.loads(source.read())
    except ValueError:
        raise BackupError("The backup is damaged: its manifest cannot be read.") from None
    if not isinstance(document, dict):
        raise BackupError("The backup is damaged: its manifest cannot be read.")
    fields = cast("dict[str, Any]", document)
    if fields.get("format") != FORMAT:
        raise BackupError(f"This backup has format {fields.get('format')}; this version reads format {FORMAT}.")
    manifest = Manifest(**fields)
    content = DATABASE.get(manifest.database)
    rest = set(manifest.files) - {content}
    if content not in manifest.files or not all(name.startswith(FILES) and _taken(name[len(FILES) :]) for name in rest):
        raise BackupError("The backup is damaged: its manifest does not name what a backup holds.")
    return manifest


def _taken(name: str) -> bool:
    return FILE_NAME.fullmatch(name) is not None and not name.endswith(NOT_TAKEN)


def _files_of(folder: Path) -> list[Path]:
    """The files of a data folder that belong to an installation beside its database."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _taken(path.name) and path.is_file() and not path.is_symlink())


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _staging(parent: Path) -> Generator[Path]:
    """A folder of our own that is gone afterwards, whatever happens."""
    with tempfile.TemporaryDirectory(prefix=".marqueedesk-backup-", dir=parent) as folder:
        yield Path(folder)


def _check_revision(manifest: Manifest) -> None:
    """Refuse a schema that this version does not know: it was made by a newer one."""
    known = ScriptDirectory(str(Path(__file__).parent / "migrations"))
    try:
        known.get_revision(manifest.revision)
    except CommandError:
        raise BackupError(
            f"This backup was made by version {manifest.product_version}, whose schema ({manifest.revision}) "
            f"this version ({__version__}) does not know. Update MarqueeDesk first."
        ) from None


# --- Both databases -------------------------------------------------------------------------------------------------


def _kind(database_url: str) -> str:
    return make_url(normal_url(database_url)).get_backend_name()


def _spoken(kind: str) -> str:
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(kind, kind)


@contextmanager
def _connection(database_url: str) -> Generator[Connection]:
    engine = create_engine(normal_url(database_url))
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as problem:
        reason = str(problem.__cause__ or problem).strip().splitlines()[0]
        raise BackupError(f"The database cannot be reached: {reason}") from problem
    finally:
        engine.dispose()


def _revision(connection: Connection) -> str:
    """The revision of the schema. Raises BackupError for a database that was never set up."""
    if not inspect(connection).has_table(VERSION_TABLE):
        raise BackupError("There is nothing to back up: this database has never been set up.")
    found = connection.execute(select(column("version_num", String())).select_from(table(VERSION_TABLE))).scalar()
    if found is None:
        raise BackupError("There is nothing to back up: this database has never been set up.")
    return str(found)


def _holds_rows(connection: Connection) -> bool:
    names = [name for name in inspect(connection).get_table_names() if name != VERSION_TABLE]
    return any(
        connection.execute(select(literal_column("1", Integer())).select_from(table(name)).limit(1)).first()
        for name in names
    )


def _refuse_to_overwrite(database_url: str, data_dir: Path, stage: Path) -> None:
    missing = _kind(database_url) == "sqlite" and not _sqlite_path(database_url).exists()
    if not missing:
        with _connection(database_url) as connection:
            if _holds_rows(connection):
                raise BackupError("This database is not empty. Use --replace to put the backup in its place.")
    for new in _files_of(stage / FILES):
        old = data_dir / new.name
        if old.exists() and old.read_bytes() != new.read_bytes():
            raise BackupError(f"{old} differs from the backup's. Use --replace to put the backup in its place.")


# --- SQLite ---------------------------------------------------------------------------------------------------------


def _sqlite_path(database_url: str) -> Path:
    name = make_url(normal_url(database_url)).database
    if not name or name == ":memory:":
        raise BackupError("A database in memory cannot be backed up.")
    return Path(name)


def _copy_sqlite(source: Path, target: Path) -> str:
    """Copy a database in use, in one step and thus as of one moment; answer its revision."""
    if not source.exists():
        raise BackupError(f"There is no database at {source}.")
    try:
        with (
            closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as live,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            live.backup(copy, pages=-1)
            # The copy has to be one file.
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        return _prove_sqlite(target)
    except sqlite3.Error as problem:
        raise BackupError(f"The database cannot be copied: {problem}") from problem


def _prove_sqlite(path: Path) -> str:
    """Check that a file is a sound database with a schema; answer the schema's revision."""
    with closing(sqlite3.connect(path)) as copy:
        faults = [str(row[0]) for row in copy.execute("PRAGMA quick_check(1)")]
    if faults != ["ok"]:
        raise BackupError(f"The database is damaged: {faults[0]}")
    with _connection(f"sqlite:///{path}") as connection:
        return _revision(connection)


def _replace_sqlite(content: Path, target: Path, manifest: Manifest) -> None:
    """Put a proven copy in the place of the database at ``target``, in one of SQLite's own transactions."""
    try:
        if _prove_sqlite(content) != manifest.revision:
            raise BackupError("The backup is damaged: its database is not of the revision that the manifest says.")
        if not target.exists():
            content.replace(target)
            return
        with (
            closing(sqlite3.connect(content)) as source,
            closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as live,
        ):
            # Written page by page inside one write transaction of the target: a crash halfway rolls back, and a
            # server that has the file open goes on with the new content. A renamed file would leave it on the old.
            source.backup(live, pages=-1)
    except sqlite3.Error as problem:
        raise BackupError(f"The database cannot be replaced: {problem}") from problem


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def _program(name: str, server: int) -> str:
    """One of PostgreSQL's own tools, for a server of a major version.

    Debian keeps one set per version. The server's own is best: a newer pg_restore writes settings that an older server
    refuses, and an older pg_dump refuses a newer server.
    """
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    same = [path for path in versions if int(path.parts[4]) == server]
    found = str((same or versions)[-1]) if versions else shutil.which(name)
    if found is None:
        raise BackupError(f"{name} is missing: install PostgreSQL's client programs.")
    return found


def _login(database_url: str) -> tuple[str, dict[str, str]]:
    """A connection string without the password, and an environment with it: arguments are visible to every user."""
    plain = "postgresql://" + normal_url(database_url).partition("://")[2]
    parts = conninfo_to_dict(plain)
    password = parts.pop("password", None)
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10"}
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    return make_conninfo("", **parts), environment


def _major(connection: Connection) -> int:
    return int((connection.dialect.server_version_info or (0,))[0])


def _dump_postgresql(database_url: str, target: Path) -> str:
    """Dump a database in use as of one moment (pg_dump reads in one snapshot); answer its revision."""
    with _connection(database_url) as connection:
        before = _revision(connection)
        server = _major(connection)
    where, environment = _login(database_url)
    # The members of the archive are compressed together, so pg_dump does not compress.
    done = subprocess.run(  # noqa: S603 - a fixed program; the address comes from the operator's own settings.
        [
            *(_program("pg_dump", server), "--format=custom", "--compress=0", "--schema=public"),
            *("--no-owner", "--no-privileges", f"--file={target}", f"--dbname={where}"),
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BackupError(f"pg_dump failed: {_first_line(done.stderr)}")
    with _connection(database_url) as connection:
        if _revision(connection) != before:
            raise BackupError("The database was migrated during the backup. Please try again.")
    return before


def _refuse_served(database_url: str) -> None:
    """Raise BackupError while a server or a worker has the database: what people do meanwhile would be lost."""
    with _connection(database_url) as connection:
        serving = one_server.number_serving(connection)
    if serving:
        raise BackupError("A server or a worker uses this database. Stop it first.")


def _replace_postgresql(content: Path, database_url: str) -> None:
    """Run a dump's statements in one transaction that first drops the old tables.

    psql reads from us and commits only when we say so, which we do once pg_restore has ended well: whichever of the
    three processes dies, the transaction is never committed.
    """
    where, environment = _login(database_url)
    with _connection(database_url) as connection:
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
        assert psql.stdin is not None  # noqa: S101 - a pipe was asked for.
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
            # psql has stopped at an error; what it says is the reason.
            pass
        code = psql.wait()
        complaints.seek(0)
        reason = _first_line(complaints.read().decode(errors="replace"))
    if code != 0 or dump_error:
        raise BackupError(f"The database could not be replaced and is as it was: {reason or dump_error}")


def _first_line(output: str) -> str:
    lines = [line for line in output.strip().splitlines() if line]
    return lines[0] if lines else "no reason given"
