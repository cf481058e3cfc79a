"""The wheel is complete: an installed server serves the built pages from any folder."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.support import databases
from tests.support.server import LiveServer

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MARQUEEDESK_")}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=inherited | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Install the wheel and return its folder. Its dependencies come from the current environment."""
    offline = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    run("-m", "pip", "wheel", *offline, "--no-build-isolation", "--wheel-dir", tmp_path, ROOT, folder=tmp_path)
    (wheel,) = tmp_path.glob("marqueedesk-*.whl")
    site = tmp_path / "site"
    run("-m", "pip", "install", *offline, "--target", site, wheel, folder=tmp_path)
    return site


def test_installed_wheel_serves_the_built_pages_from_any_folder(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_server: Callable[..., LiveServer]
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    module = run("-c", "import marqueedesk; print(marqueedesk.__file__)", folder=elsewhere, PYTHONPATH=str(installed))
    assert Path(module).is_relative_to(installed)

    monkeypatch.chdir(elsewhere)
    server = start_server(databases.new("sqlite"), source=installed)

    with httpx.Client(base_url=server.url, timeout=30) as client:
        for path in ("/", "/auth", "/booking-widget?userId=1", "/embed.js", "/q/unknown", "/crew/unknown"):
            answer = client.get(path)
            assert "not been built" not in answer.text, path
            assert answer.status_code in {200, 404}, path
        page = client.get("/auth").text
        script = re.search(r'src="(/[^"]+\.js)"', page)
        assert script, page
        assert client.get(script[1]).is_success
    letters = "from marqueedesk.inventory import letterforms; print(len(letterforms.forms()['glyphs']) > 26)"
    assert run("-c", letters, folder=elsewhere, PYTHONPATH=str(installed)) == "True"
    template = (
        "from marqueedesk.messages import html_renderer as emails; print(bool(emails.TEMPLATES.list_templates()))"
    )
    assert run("-c", template, folder=elsewhere, PYTHONPATH=str(installed)) == "True"


def test_wheel_has_the_commit_of_its_build(installed: Path, tmp_path: Path):
    commit = subprocess.run(
        ["git", "-C", str(ROOT), "log", "-1", "--abbrev=7", "--format=%h"], capture_output=True, text=True, check=True
    ).stdout.strip()

    printed = run("-m", "marqueedesk", "--version", folder=tmp_path, PYTHONPATH=str(installed))

    assert re.fullmatch(rf"marqueedesk \d+\.\d+\.\d+ \({commit}, \d{{4}}-\d\d-\d\d\)", printed)
