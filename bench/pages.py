"""Lighthouse for the two public pages, the landing page and the public form, on a phone."""

import json
import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support import browser, databases, folder
from tests.support.server import LiveServer

TOOLS = Path(__file__).parent / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
DEMO = {"email": "demo@marqueedesk.example", "password": "demo-operator"}


def scores() -> Generator[tuple[str, str, float]]:
    """Yield page, category and score (0 to 1)."""
    _install()
    with _demo() as (url, key):
        for name, address in {"landing page": f"{url}/", "public form": f"{url}/booking-widget?userId={key}"}.items():
            found = _lighthouse(address)
            for category in CATEGORIES:
                yield name, category, float(found["categories"][category]["score"] or 0)


def _install() -> None:
    """Install the pinned Lighthouse in its own folder, if missing."""
    lock, installed = TOOLS / "package-lock.json", TOOLS / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run(["npm", "ci", "--no-fund", "--no-audit", "--loglevel=error"], cwd=TOOLS, check=True)
        installed.touch()


@contextmanager
def _demo() -> Generator[tuple[str, str]]:
    """Run a server with the demo; yields its address and the business's public key."""
    server = LiveServer(databases.new("sqlite"))
    server.run("seed-demo")
    try:
        server.start()
        key = httpx.post(f"{server.url}/api/login", json=DEMO).raise_for_status().json()["publicKey"]
        yield server.url, key
    finally:
        server.kill()


def _lighthouse(address: str) -> dict[str, Any]:
    report = folder.current() / "lighthouse.json"
    subprocess.run(
        [
            str(TOOLS / "node_modules" / ".bin" / "lighthouse"),
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={' '.join(browser.ARGUMENTS)}",
        ],
        check=True,
        timeout=300,
        env={**os.environ, "CHROME_PATH": browser.executable()},
    )
    return json.loads(report.read_text())
