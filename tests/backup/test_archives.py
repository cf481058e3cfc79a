"""Backup and restore on both databases, with concurrent writers."""

import json
import os
import stat
import tarfile
import threading
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text

from marqueedesk.backup.archive import BackupError
from marqueedesk.backup.databases import DatabaseInUse
from marqueedesk.backup.service import backup, restore
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.heartbeats import Heartbeat, RestoreRunning, ServerHeartbeat, restoring, running_servers
from marqueedesk.kit.db.tables import Counter
from marqueedesk.migrations import revision
from tests.support import databases
from tests.support.backups import filled, opened, pairs, rewritten, with_manifest, write_pair
from tests.support.databases import Kind


class TestBackup:
    def test_backup_contains_everything_and_a_manifest(self, source: str, database_kind: Kind, tmp_path: Path):
        manifest = backup(source, tmp_path / "data", tmp_path / "a.tar.gz")

        assert manifest.database == database_kind
        assert manifest.revision == revision.newest()
        with tarfile.open(tmp_path / "a.tar.gz") as archive:
            assert archive.getnames()[0] == "manifest.json"
            assert set(archive.getnames()[1:]) == set(manifest.files)

    def test_backup_is_readable_only_by_its_owner(self, archive: Path):
        assert stat.S_IMODE(archive.stat().st_mode) == 0o600

    def test_backup_leaves_no_temporary_files(self, source: str, tmp_path: Path):
        backup(source, tmp_path / "data", tmp_path / "out" / "a.tar.gz")

        assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.tar.gz"]

    def test_backup_of_an_uninitialized_database_fails_and_keeps_the_older_file(
        self, database_kind: Kind, tmp_path: Path
    ):
        bare = databases.new_unmigrated(database_kind)
        if database_kind == "sqlite":
            Path(bare.removeprefix("sqlite:///")).touch()
        file = tmp_path / "a.tar.gz"
        file.write_text("the older one")

        with pytest.raises(BackupError, match="never been set up"):
            backup(bare, tmp_path / "data", file)

        assert file.read_text() == "the older one"

    @pytest.mark.sqlite_only  # Only SQLite has a file path.
    def test_backup_of_a_missing_file_does_not_create_it(self, database_kind: Kind, tmp_path: Path):
        with pytest.raises(BackupError, match="no database"):
            backup(f"sqlite:///{tmp_path}/missing.db", tmp_path, tmp_path / "a.tar.gz")

        assert list(tmp_path.iterdir()) == []

    @pytest.mark.postgres_only  # SQLite has no server.
    def test_backup_without_a_server_reports_it(self, database_kind: Kind, tmp_path: Path):
        with pytest.raises(BackupError, match="cannot be reached"):
            backup(f"postgresql://nobody@/nothing?host={tmp_path}", tmp_path, tmp_path / "a.tar.gz")

    def test_backup_during_writes_is_consistent_and_loses_no_acknowledged_write(
        self, source: str, new_database: Callable[[], str], tmp_path: Path
    ):
        acknowledged: list[int] = []
        stop = threading.Event()

        def write(start: int) -> None:
            number = start
            while not stop.is_set():
                write_pair(database, number)
                acknowledged.append(number)
                number += 1

        with opened(source) as database:
            writers = [threading.Thread(target=write, args=[1000 * (n + 1)]) for n in range(4)]
            for writer in writers:
                writer.start()
            rounds: list[tuple[set[int], set[int], Path]] = []
            for n in range(3):
                before = set(acknowledged)
                file = tmp_path / f"{n}.tar.gz"
                backup(source, tmp_path / "data", file)
                rounds.append((before, set(acknowledged), file))
            stop.set()
            for writer in writers:
                writer.join()

        assert any(len(after) > len(before) for before, after, _ in rounds), "nothing was written during a backup"
        for before, _, file in rounds:
            target = new_database()
            restore(target, tmp_path / "elsewhere", file)
            found = pairs(target)
            assert {1, 2, 3} | before <= found
            # At most the write that each thread had in progress.
            assert len(found - {1, 2, 3} - set(acknowledged)) <= len(writers)


def rename(database: Database, table: str, name: str) -> None:
    with database.write_connection() as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO {name}"))


class TestRestore:
    def test_restore_into_a_database_without_tables(self, archive: Path, database_kind: Kind, tmp_path: Path):
        target = databases.new_unmigrated(database_kind)

        manifest = restore(target, tmp_path / "elsewhere", archive)

        assert pairs(target) == {1, 2, 3}
        with opened(target) as database, database.autocommit_connection() as connection:
            assert revision.current(connection) == manifest.revision

    def test_restored_database_continues_ids(self, archive: Path, new_database: Callable[[], str], tmp_path: Path):
        target = new_database()
        restore(target, tmp_path / "elsewhere", archive)

        filled(target, [4])

        assert pairs(target) == {1, 2, 3, 4}

    def test_restore_refuses_a_database_with_rows(self, archive: Path, new_database: Callable[[], str], tmp_path: Path):
        target = new_database()
        filled(target, [9])

        with pytest.raises(BackupError, match="not empty"):
            restore(target, tmp_path / "elsewhere", archive)

        assert pairs(target) == {9}

    def test_restore_replaces_rows_if_forced(self, archive: Path, new_database: Callable[[], str], tmp_path: Path):
        target = new_database()
        filled(target, [8, 9])

        restore(target, tmp_path / "elsewhere", archive, replace=True)

        assert pairs(target) == {1, 2, 3}

    @pytest.mark.postgres_only  # On SQLite the command locks the file, as a server does.
    def test_restore_refuses_a_database_in_use_and_names_the_server(
        self, archive: Path, database_kind: Kind, new_database: Callable[[], str], tmp_path: Path
    ):
        target = new_database()
        filled(target, [9])
        with opened(target) as database:
            heartbeat = Heartbeat(database)
            heartbeat.start()
            try:
                with pytest.raises(BackupError, match=rf"in use by: .+ \(process {os.getpid()}\), last seen \d+ s ago"):
                    restore(target, tmp_path / "elsewhere", archive, replace=True)
                assert pairs(target) == {9}
            finally:
                heartbeat.close()
        restore(target, tmp_path / "elsewhere", archive, replace=True)
        assert pairs(target) == {1, 2, 3}

    @pytest.mark.postgres_only
    @pytest.mark.parametrize("seconds_ago, is_refused", [(20, True), (40, False)])
    def test_server_counts_as_running_for_thirty_seconds_after_its_last_heartbeat(
        self,
        seconds_ago: int,
        is_refused: bool,
        archive: Path,
        database_kind: Kind,
        new_database: Callable[[], str],
        tmp_path: Path,
    ):
        target = new_database()
        with opened(target) as database, database.write() as db:
            seen_at = func.now() - timedelta(seconds=seconds_ago)
            db.execute(insert(ServerHeartbeat).values(name="web-1 (process 7) 0a1b", seen_at=seen_at))

        with pytest.raises(DatabaseInUse, match=r"web-1 \(process 7\)") if is_refused else nullcontext():
            restore(target, tmp_path / "elsewhere", archive, replace=True)

        assert (pairs(target) == {1, 2, 3}) is not is_refused

    @pytest.mark.postgres_only
    def test_server_starting_during_a_restore_waits(self, database_kind: Kind, new_database: Callable[[], str]):
        target = new_database()
        with opened(target) as database:
            heartbeat = Heartbeat(database)
            starting = threading.Thread(target=heartbeat.start)
            with restoring(database.engine):
                starting.start()
                starting.join(timeout=0.5)
                assert starting.is_alive()
                with pytest.raises(RestoreRunning), restoring(database.engine):
                    pass
            starting.join(timeout=30)
            assert not starting.is_alive()
            heartbeat.close()
            with database.autocommit_connection() as connection:
                assert running_servers(connection) == []

    @pytest.mark.postgres_only
    def test_server_that_cannot_write_a_heartbeat_waits_for_the_restore(
        self, database_kind: Kind, new_database: Callable[[], str]
    ):
        target = new_database()
        with opened(target) as database:
            heartbeat = Heartbeat(database)
            starting = threading.Thread(target=heartbeat.start)
            with restoring(database.engine):
                rename(database, "server_heartbeats", "replaced")
                starting.start()
                starting.join(timeout=0.5)
                assert starting.is_alive()
                rename(database, "replaced", "server_heartbeats")
            starting.join(timeout=30)
            assert not starting.is_alive()
            with database.autocommit_connection() as connection:
                assert len(running_servers(connection)) == 1
            heartbeat.close()

    def test_restore_is_visible_to_open_connections(
        self, archive: Path, new_database: Callable[[], str], tmp_path: Path
    ):
        target = new_database()
        with opened(target) as running:
            write_pair(running, 9)
            restore(target, tmp_path / "elsewhere", archive, replace=True)
            with running.read() as db:
                seen = set(db.scalars(select(Counter.count)))
            write_pair(running, 10)

        assert seen == {1, 2, 3}
        assert pairs(target) == {1, 2, 3, 10}

    def test_restore_during_writes_leaves_the_old_or_the_new_state(
        self, archive: Path, new_database: Callable[[], str], tmp_path: Path
    ):
        target = new_database()
        stop = threading.Event()
        faults: list[Exception] = []

        def write() -> None:
            number = 1000
            while not stop.is_set():
                try:
                    write_pair(running, number)
                except Exception as fault:  # noqa: BLE001 - all errors are checked below.
                    faults.append(fault)
                number += 1

        with opened(target) as running:
            writer = threading.Thread(target=write)
            writer.start()
            restore(target, tmp_path / "elsewhere", archive, replace=True)
            stop.set()
            writer.join()

        # On PostgreSQL a writer that waited for a dropped table may fail once.
        assert len(faults) <= 1
        assert pairs(target) >= {1, 2, 3}

    def test_restore_includes_the_data_folders_files(
        self, source: str, new_database: Callable[[], str], tmp_path: Path
    ):
        data = tmp_path / "data"
        data.mkdir()
        (data / "secret.key").write_text("of the source")
        (data / "older.tar.gz").write_text("a backup")
        backup(source, data, tmp_path / "a.tar.gz")
        elsewhere = tmp_path / "elsewhere"

        restore(new_database(), elsewhere, tmp_path / "a.tar.gz")

        assert {path.name for path in elsewhere.iterdir()} == {"secret.key"}
        assert (elsewhere / "secret.key").read_text() == "of the source"
        assert stat.S_IMODE((elsewhere / "secret.key").stat().st_mode) == 0o600

    def test_restore_refuses_to_overwrite_another_file(
        self, source: str, new_database: Callable[[], str], tmp_path: Path
    ):
        data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
        for folder, content in ((data, "of the source"), (elsewhere, "of the target")):
            folder.mkdir()
            (folder / "secret.key").write_text(content)
        backup(source, data, tmp_path / "a.tar.gz")
        target = new_database()

        with pytest.raises(BackupError, match=r"secret\.key differs"):
            restore(target, elsewhere, tmp_path / "a.tar.gz")

        assert (elsewhere / "secret.key").read_text() == "of the target"
        assert pairs(target) == set()


class TestDamagedFile:
    @pytest.fixture
    def target(self, new_database: Callable[[], str]) -> str:
        """A database with a pair that must survive."""
        url = new_database()
        filled(url, [9])
        return url

    def refused(self, target: str, file: Path, tmp_path: Path, match: str) -> None:
        with pytest.raises(BackupError, match=match):
            restore(target, tmp_path / "elsewhere", file, replace=True)
        assert pairs(target) == {9}
        assert not any(path.name.startswith(".marqueedesk") for path in tmp_path.rglob("*"))

    @pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 0.99])
    def test_truncated_backup_is_rejected(self, archive: Path, target: str, tmp_path: Path, share: float):
        whole = archive.read_bytes()
        archive.write_bytes(whole[: int(len(whole) * share)])

        self.refused(target, archive, tmp_path, "not a complete backup|no manifest|is damaged")

    def test_backup_with_a_flipped_byte_is_rejected(self, archive: Path, target: str, tmp_path: Path):
        def flip(name: str, content: bytes) -> tuple[str, bytes]:
            if name == "manifest.json":
                return name, content
            middle = len(content) // 2
            return name, content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]

        file = rewritten(archive, tmp_path / "b.tar.gz", flip)

        self.refused(target, file, tmp_path, "does not match the manifest")

    def test_backup_without_a_database_is_rejected(self, archive: Path, target: str, tmp_path: Path):
        file = rewritten(
            archive, tmp_path / "b.tar.gz", lambda name, content: (name, content) if name == "manifest.json" else None
        )

        self.refused(target, file, tmp_path, "not a complete backup")

    def test_archive_that_is_no_backup_is_rejected(self, target: str, tmp_path: Path):
        file = tmp_path / "b.tar.gz"
        with tarfile.open(file, "w:gz") as archive:
            archive.addfile(tarfile.TarInfo("photo.jpg"))

        self.refused(target, file, tmp_path, "no manifest")

    def test_missing_backup_file_is_rejected(self, target: str, tmp_path: Path):
        self.refused(target, tmp_path / "missing.tar.gz", tmp_path, "File not found")

    @pytest.mark.parametrize("name", ["files/../../escaped", "files/.hidden", "/etc/passwd", "files/marqueedesk.db"])
    def test_path_traversal_in_a_manifest_is_rejected(self, archive: Path, target: str, tmp_path: Path, name: str):
        with tarfile.open(archive) as opened_archive:
            manifest = opened_archive.extractfile("manifest.json")
            assert manifest is not None
            files = json.loads(manifest.read())["files"]
        file = with_manifest(archive, tmp_path / "b.tar.gz", files={**files, name: {"size": 0, "sha256": ""}})

        self.refused(target, file, tmp_path, "does not list the required files")

    def test_backup_of_a_newer_version_is_rejected(self, archive: Path, target: str, tmp_path: Path):
        file = with_manifest(archive, tmp_path / "b.tar.gz", revision="9999", product_version="99.0")

        self.refused(target, file, tmp_path, "made by version 99.0")

    def test_backup_in_an_unknown_format_is_rejected(self, archive: Path, target: str, tmp_path: Path):
        file = with_manifest(archive, tmp_path / "b.tar.gz", format=2)

        self.refused(target, file, tmp_path, "format 2")

    def test_backup_of_the_other_kind_of_database_is_rejected(
        self, archive: Path, target: str, database_kind: Kind, tmp_path: Path
    ):
        other, member = (
            ("postgresql", "database.pgdump") if database_kind == "sqlite" else ("sqlite", "database.sqlite3")
        )

        def change(name: str, content: bytes) -> tuple[str, bytes]:
            if name != "manifest.json":
                return member, content
            fields = json.loads(content)
            return name, json.dumps(
                fields | {"database": other, "files": {member: next(iter(fields["files"].values()))}}
            ).encode()

        file = rewritten(archive, tmp_path / "b.tar.gz", change)

        self.refused(target, file, tmp_path, "cannot go into")

    @pytest.mark.postgres_only  # On SQLite the copy is verified completely before it is used.
    def test_failed_restore_changes_nothing(self, source: str, target: str, database_kind: Kind, tmp_path: Path):
        # When the first index is created, the old tables are dropped and the new ones filled.
        with opened(target) as database, database.write_connection() as connection:
            connection.exec_driver_sql(
                "CREATE FUNCTION block() RETURNS event_trigger LANGUAGE plpgsql AS "
                "$$ BEGIN IF tg_tag = 'CREATE INDEX' THEN RAISE 'no index today'; END IF; END $$"
            )
            connection.exec_driver_sql("CREATE EVENT TRIGGER block ON ddl_command_end EXECUTE FUNCTION block()")
        backup(source, tmp_path / "data", tmp_path / "a.tar.gz")

        self.refused(target, tmp_path / "a.tar.gz", tmp_path, "no index today")
