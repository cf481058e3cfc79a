"""Verification of backups, and encrypted ones."""

import stat
from dataclasses import asdict
from pathlib import Path

import pyrage
import pytest
from sqlalchemy import make_url, text

from marqueedesk.backup.archive import BackupError
from marqueedesk.backup.databases import scratch_database
from marqueedesk.backup.service import backup, restore, verify
from tests.support.backups import opened, pairs, with_manifest
from tests.support.databases import Kind


def databases_beside(url: str) -> set[str]:
    """Return the names of the databases on a server."""
    with opened(url) as database, database.read() as db:
        return set(db.scalars(text("SELECT datname FROM pg_database")))


class TestVerification:
    def test_backup_is_restored_and_compared(self, archive: Path, source: str, tmp_path: Path):
        manifest = verify(source, archive)

        assert manifest.id
        assert manifest.tables["counters"]["rows"] == len(pairs(source))

    def test_missing_row_is_found(self, archive: Path, source: str, tmp_path: Path):
        tables = asdict(verify(source, archive))["tables"]
        tables["counters"]["rows"] += 1
        short = with_manifest(archive, tmp_path / "short.tar.gz", tables=tables)

        with pytest.raises(BackupError, match="differs from the backup's in: counters"):
            verify(source, short)

    def test_backup_without_contents_of_tables_is_verified_by_checksum(
        self, archive: Path, source: str, tmp_path: Path
    ):
        older = with_manifest(archive, tmp_path / "older.tar.gz", tables={}, id=None)

        assert verify(source, older).id is None

    def test_verification_leaves_nothing_behind(
        self, archive: Path, source: str, database_kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
        (tmp_path / "temporary").mkdir()

        verify(source, archive)

        assert list((tmp_path / "temporary").iterdir()) == []
        if database_kind == "postgresql":
            # Other tests verify on the same server at the same time, so only one database is watched.
            with scratch_database(source) as scratch:
                name = make_url(scratch).database
                assert name in databases_beside(source)
            assert name not in databases_beside(source)


class TestEncryption:
    def test_encrypted_backup_is_restored_with_its_key(
        self, source: str, target: str, database_kind: Kind, tmp_path: Path
    ):
        secret = pyrage.x25519.Identity.generate()
        key, sealed = tmp_path / "key.txt", tmp_path / "backup.age"
        key.write_text(f"# created: 2027-06-01\n{secret}\n")
        backup(source, tmp_path / "data", sealed, recipient=str(secret.to_public()))

        assert sealed.read_bytes().startswith(b"age-encryption.org/v1\n")
        assert stat.S_IMODE(sealed.stat().st_mode) == 0o600
        verify(source, sealed, identity=key)
        restore(target, tmp_path / "new", sealed, identity=key)
        assert pairs(target) == pairs(source)

    @pytest.mark.parametrize(
        "kept, message",
        [(None, "--identity"), ("nothing", "no secret key"), ("another", "another key")],
    )
    def test_encrypted_backup_without_its_key_is_rejected(
        self, source: str, target: str, kept: str | None, message: str, tmp_path: Path
    ):
        sealed = tmp_path / "backup.age"
        backup(source, tmp_path / "data", sealed, recipient=str(pyrage.x25519.Identity.generate().to_public()))
        key = None
        if kept is not None:
            key = tmp_path / "key.txt"
            key.write_text(str(pyrage.x25519.Identity.generate()) if kept == "another" else kept)

        with pytest.raises(BackupError, match=message):
            restore(target, tmp_path / "new", sealed, identity=key)

    def test_recipient_must_be_a_public_key(self, source: str, tmp_path: Path):
        file = tmp_path / "backup.age"

        with pytest.raises(BackupError, match="age1"):
            backup(source, tmp_path / "data", file, recipient="me@example.com")
        assert not file.exists()


def test_backup_into_a_folder_that_cannot_be_made_reports_it(source: str, tmp_path: Path):
    (tmp_path / "file").write_text("")

    with pytest.raises(BackupError, match="cannot be written"):
        backup(source, tmp_path / "data", tmp_path / "file" / "backup.tar.gz")
