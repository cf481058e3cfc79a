"""The backup command, and the record that administrators see."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyrage
import pytest
import time_machine
from typer.testing import CliRunner

from marqueedesk.backup import history
from marqueedesk.backup.history import BackupHealth
from marqueedesk.cli import app
from tests.support.backups import opened

NOW = datetime(2027, 6, 1, 3, tzinfo=UTC)


@pytest.fixture
def run(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run the command for an installation with its data folder in the test's folder."""
    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", source)
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("MARQUEEDESK_SECRET_KEY", "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c")

    def runner(*words: object, at: datetime = NOW) -> Any:
        with time_machine.travel(at, tick=False):
            return CliRunner().invoke(app, ["backup", *map(str, words)])

    return runner


def health_of(source: str) -> BackupHealth:
    with opened(source) as database, database.read() as db:
        return history.health(db)


def test_backup_is_recorded_with_its_size(run: Any, source: str, tmp_path: Path):
    file = tmp_path / "a.tar.gz"

    assert run(file).exit_code == 0
    assert health_of(source) == BackupHealth(NOW, file.stat().st_size, None, ok=True, problem=None)


def test_verification_is_recorded(run: Any, source: str, tmp_path: Path):
    run(tmp_path / "a.tar.gz", "--verify")
    assert health_of(source).last_verified_at == NOW

    later = NOW + timedelta(days=3)
    verified = run("verify", tmp_path / "a.tar.gz", at=later)

    assert verified.exit_code == 0
    assert "rows in" in verified.output
    assert health_of(source).last_verified_at == later
    assert health_of(source).last_at == NOW


def test_failed_backup_is_recorded_and_the_earlier_one_stays(run: Any, source: str, tmp_path: Path):
    run(tmp_path / "a.tar.gz")
    (tmp_path / "file").touch()

    failed = run(tmp_path / "file" / "b.tar.gz", at=NOW + timedelta(days=1))

    assert failed.exit_code == 1
    found = health_of(source)
    assert (found.last_at, found.ok) == (NOW, False)
    assert "cannot be written" in (found.problem or "")


def test_damaged_file_is_not_verified(run: Any, source: str, tmp_path: Path):
    file = tmp_path / "a.tar.gz"
    run(file)
    file.write_bytes(file.read_bytes()[:-2000])

    assert run("verify", file).exit_code == 1
    assert health_of(source).last_verified_at is None


def test_encrypted_backup_is_verified_with_its_key(run: Any, source: str, tmp_path: Path):
    secret, key = pyrage.x25519.Identity.generate(), tmp_path / "key.txt"
    key.write_text(str(secret))

    missing = run(tmp_path / "a.age", "--encrypt", secret.to_public(), "--verify")
    done = run(tmp_path / "a.age", "--encrypt", secret.to_public(), "--verify", "--identity", key)

    assert (missing.exit_code, done.exit_code) == (2, 0)
    assert health_of(source).last_verified_at == NOW


def test_rotation_deletes_older_backups(run: Any, tmp_path: Path):
    for day in range(1, 13):
        result = run(tmp_path / f"a-2027-06-{day:02}.tar.gz", "--rotate")

    assert "Deleted 1 older: a-2027-06-05.tar.gz." in result.output
    assert [path.name[10:12] for path in sorted(tmp_path.glob("a-*"))] == ["06", "07", "08", "09", "10", "11", "12"]


def test_wrong_words_are_refused(run: Any, tmp_path: Path):
    assert run("check", tmp_path / "a.tar.gz").exit_code == 2
    assert run("verify", tmp_path / "a.tar.gz", "--rotate").exit_code == 2
