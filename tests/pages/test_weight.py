"""Gzipped size of the files loaded before the first screens can be used, in production (docs/performance.md)."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from marqueedesk.web.files import APP, AUTH, CREW, LANDING, PORTAL

KB = 1000
LATIN = "inter-basic"


class Build:
    """One build of the pages: its manifest and file sizes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chunks: dict[str, dict[str, Any]] = json.loads((folder / ".vite" / "manifest.json").read_text())

    def files(self, *entries: str) -> set[str]:
        """Return all scripts and style sheets that the entries import statically, recursively."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting = list(entries)
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            chunk = self._chunks[name]
            found |= {chunk["file"], *chunk.get("css", [])}
            waiting += chunk.get("imports", [])
        return found

    @property
    def names(self) -> list[str]:
        """The files by their manifest names."""
        return list(self._chunks)

    def needed_by(self, name: str) -> set[str]:
        """Return a file's static imports, recursively, by manifest names."""
        found: set[str] = set()
        waiting = list(self._chunks[name].get("imports", []))
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting += self._chunks[other].get("imports", [])
        return found

    def font(self) -> str:
        """The font file with the basic letters. Others load on demand."""
        return next(
            file
            for chunk in self._chunks.values()
            for file in [chunk["file"], *chunk.get("assets", [])]
            if LATIN in file and file.endswith(".woff2")
        )

    def weight(self, files: set[str]) -> int:
        """Return the transfer size of files in bytes. Fonts are already compressed."""
        contents = {file: (self._folder / file).read_bytes() for file in files}
        return sum(
            len(content) if file.endswith(".woff2") else len(gzip.compress(content, 9))
            for file, content in contents.items()
        )


@pytest.fixture(scope="module")
def app() -> Build:
    return Build(APP)


@pytest.fixture(scope="module")
def landing() -> Build:
    return Build(LANDING)


def test_first_screen_after_sign_in_is_within_budget(app: Build):
    files = app.files("index.html", "src/features/dashboard/DashboardPage.tsx")
    scripts_and_styles = app.weight(files)
    everything = app.weight(files | {app.font()})

    assert any("DashboardPage" in file for file in files)
    assert scripts_and_styles <= 171.5 * KB, sorted(files)
    assert everything <= 190.1 * KB, sorted(files)
    # Its page, font, theme script and first requests load in parallel.
    assert len(files) <= 7, sorted(files)


@pytest.mark.parametrize(
    "page, most, weight",
    [
        ("bookings/BookingsPage", 10, 103),
        ("day/DayPage", 8, 66.3),
        ("inventory/InventoryPage", 13, 132.8),
        ("venues/VenuesPage", 5, 49),
        ("quotes/QuotesPage", 10, 97),
    ],
)
def test_daily_pages_load_few_files(app: Build, page: str, most: int, weight: int):
    rest = app.files(f"src/features/{page}.tsx") - app.files("index.html")

    assert len(rest) <= most, sorted(rest)
    assert app.weight(rest) <= weight * KB, sorted(rest)


def test_details_of_a_booking_load_few_files(app: Build):
    files = app.files("index.html", "src/features/bookings/BookingDialog.tsx")

    # With the page, its theme script, font, logo and five calls, that is 25 requests.
    assert len(files) <= 16, sorted(files)


def test_scripts_have_no_import_cycles(app: Build):
    for name in app.names:
        assert name not in app.needed_by(name), name


def test_parts_opened_later_are_not_loaded_with_the_first_screen(app: Build):
    first = app.files("index.html", "src/features/dashboard/DashboardPage.tsx")

    for later in (
        "MarqueeSign",
        "HelpPage",
        "NotificationsPanel",
        "MobileMenuSheet",
        "BookingsPage",
        "LandingPage",
        "YearChart",
        "Checklist",
        "EmailTrouble",
    ):
        assert not any(later in file for file in first), later


def test_quote_page_is_within_budget():
    portal = Build(PORTAL)
    files = portal.files("quote.html")

    assert portal.weight(files) <= 43.9 * KB, sorted(files)


def test_booking_page_is_light_and_loads_the_card_form_on_demand():
    portal = Build(PORTAL)
    files = portal.files("booking.html")

    assert portal.weight(files) <= 42.9 * KB, sorted(files)
    assert not any("PayForm" in file for file in files)
    assert any("PayForm" in file for file in portal.files("PayForm.tsx"))


def test_crew_page_supports_old_phones():
    crew = Build(CREW)
    files = crew.files("crew.html")

    assert crew.weight(files | {crew.font()}) <= 47.5 * KB, sorted(files)
    # The scanner loads with the first scan.
    assert not any("Camera" in file or "zxing" in file for file in files)


def test_sign_in_page_is_within_budget():
    auth = Build(AUTH)
    files = auth.files("auth.html")

    assert auth.weight(files | {auth.font()}) <= 101 * KB, sorted(files)
    # The sign loads on wide screens only.
    assert not any("Promises" in file for file in files)


def test_landing_page_is_within_budget(landing: Build):
    page = len(gzip.compress((LANDING / "landing.html").read_bytes(), 9))
    files = landing.files("landing.html")
    inside = {file for file in files if file.endswith(".css")}
    sign = landing.files("../src/sign/MarqueeSign.tsx")

    assert page <= 14 * KB
    assert page + landing.weight((files | sign) - inside) <= 60 * KB, sorted(files | sign)


def test_landing_page_renders_after_loading_only_the_theme():
    head = (LANDING / "landing.html").read_text().partition("</head>")[0]

    assert re.findall(r'<script src="([^"]+)"', head) == re.findall(r'"(/landing/assets/theme-[^"]+\.js)"', head)
    assert "stylesheet" not in head
    assert "<style>" in head
