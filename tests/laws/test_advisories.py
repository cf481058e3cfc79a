"""The check of locked dependencies against advisories: affected versions, and unreadable files."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "advisories.py"
LOCKED = dict(
    line.split(" ")[0].split("==") for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line
)


def check(path: Path | str) -> tuple[int, str]:
    ran = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def advisory(name: str, events: list[dict[str, str]], *, ecosystem: str = "PyPI", **more: Any) -> dict[str, Any]:
    ranges = [{"type": "ECOSYSTEM", "events": events}]
    package = {"ecosystem": ecosystem, "name": name}
    return {"id": "X-1", "summary": "Bad.", "affected": [{"package": package, "ranges": ranges}], **more}


@pytest.mark.parametrize(
    "entry, hit",
    [
        (advisory("SQLAlchemy", [{"introduced": "0"}, {"fixed": "99"}]), "fixed in 99"),
        (advisory("sqlalchemy", [{"introduced": "0"}, {"fixed": "1.0"}]), None),
        (advisory("sqlalchemy", [{"introduced": "98"}, {"fixed": "99"}]), None),
        (advisory("sqlalchemy", [{"introduced": "0"}, {"last_affected": "99"}]), "no fixed version known"),
        (advisory("sqlalchemy", [{"introduced": "0"}, {"fixed": "1.0"}, {"introduced": "1.1"}]), "no fixed"),
        (advisory("sqlalchemy", [{"introduced": "0"}], withdrawn="2026-01-01T00:00:00Z"), None),
        (advisory("sqlalchemy", [{"introduced": "0"}], ecosystem="npm"), None),
        (advisory("react", [{"introduced": "0"}, {"fixed": "99.0.0-rc.1"}], ecosystem="npm"), "99.0.0-rc.1"),
        (advisory("never-heard-of", [{"introduced": "0"}]), None),
    ],
)
def test_advisory_check_reports_only_affected_locked_versions(entry: dict[str, Any], hit: str | None, tmp_path: Path):
    file = tmp_path / "one.json"
    file.write_text(json.dumps(entry))
    code, said = check(file)
    assert code == (0 if hit is None else 1), said
    assert ("X-1" in said) == (hit is not None)
    assert (hit or "") in said


def test_advisory_check_reads_zip_folder_and_list_and_matches_exact_versions(tmp_path: Path):
    package = {"ecosystem": "PyPI", "name": "fastapi"}
    affected = [{"package": package, "versions": [LOCKED["fastapi"]]}]
    entry = {"id": "X-2", "details": "Bad too.\nMore.", "affected": affected}
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "X-2.json").write_text(json.dumps(entry))
    (tmp_path / "list.json").write_text(json.dumps([entry, entry]))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("X-2.json", json.dumps(entry))
    for path in ("all", "list.json", "all.zip"):
        code, said = check(tmp_path / path)
        assert (code, said.count("X-2")) == (1, 1), said
        assert f"fastapi {LOCKED['fastapi']}: X-2" in said
        assert "Bad too." in said


@pytest.mark.parametrize("content", ["no json", "[1]", '{"affected": [{}], "id"'])
def test_unreadable_advisory_file_is_an_error(content: str, tmp_path: Path):
    file = tmp_path / "bad.json"
    file.write_text(content)
    code, said = check(file)
    assert code == 2
    assert "cannot be read as advisories" in said
    assert check(tmp_path / "missing.json")[0] == 2
    assert check("")[0] == 2
