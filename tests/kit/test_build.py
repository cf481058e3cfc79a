"""The running build: version, commit and date."""

import json
import re
import subprocess
from pathlib import Path

from typer.testing import CliRunner

from marqueedesk import __version__
from marqueedesk.cli import app
from marqueedesk.kit.watch import build
from marqueedesk.kit.watch.build import Build


def test_build_is_formatted_with_what_is_known():
    assert str(Build("1.2.0", "810837b", "2026-11-29")) == "1.2.0 (810837b, 2026-11-29)"
    assert str(Build("1.2.0")) == "1.2.0"


def test_installed_package_has_the_commit_of_its_build(tmp_path: Path):
    (tmp_path / build.BUILD_FILE).write_text(json.dumps({"commit": "0123abc", "date": "2026-11-29"}))

    assert build.read(tmp_path) == Build(__version__, "0123abc", "2026-11-29")


def test_working_copy_has_the_latest_commit(tmp_path: Path):
    package = tmp_path / "marqueedesk"
    package.mkdir()
    git = ("git", "-C", str(tmp_path), "-c", "user.name=Ana", "-c", "user.email=ana@example.com")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert build.read(package) == Build(__version__), "a repository without commits"

    subprocess.run([*git, "commit", "-q", "--allow-empty", "--date=2026-11-29T12:00:00", "-m", "First"], check=True)
    found = build.read(package)

    assert re.fullmatch("[0-9a-f]{7}", found.commit or "")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.date or "")


def test_folder_inside_another_repository_has_no_commit(tmp_path: Path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    package = tmp_path / "venv" / "marqueedesk"
    package.mkdir(parents=True)

    assert build.read(package) == Build(__version__)


def test_damaged_build_file_leaves_the_version(tmp_path: Path):
    (tmp_path / build.BUILD_FILE).write_text("{")

    assert build.read(tmp_path) == Build(__version__)


def test_version_option_prints_the_build():
    printed = CliRunner().invoke(app, ["--version"])

    assert printed.exit_code == 0
    assert printed.output == f"marqueedesk {build.current()}\n"
