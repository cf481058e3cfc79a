"""What browsers load, gzip, before the first screens can be used, from the production build (docs/performance.md)."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from marqueedesk.web.files import APP, CREW, LANDING, PORTAL

KB = 1000
LATIN = "inter-basic"


class Build:
    """One build of the pages: its manifest, and what its files weigh."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chunks: dict[str, dict[str, Any]] = json.loads((folder / ".vite" / "manifest.json").read_text())

    def files(self, *entries: str) -> set[str]:
        """Every script and style sheet that the entries import at once, and what those import."""
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
        """The files, as the manifest names them."""
        return list(self._chunks)

    def needed_by(self, name: str) -> set[str]:
        """What a file imports at once, and what that imports, as the manifest names them."""
        found: set[str] = set()
        waiting = list(self._chunks[name].get("imports", []))
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting += self._chunks[other].get("imports", [])
        return found

    def font(self) -> str:
        """The file with the letters that nearly every text is made of. Others come when a text needs them."""
        return next(
            file
            for chunk in self._chunks.values()
            for file in [chunk["file"], *chunk.get("assets", [])]
            if LATIN in file and file.endswith(".woff2")
        )

    def weight(self, files: set[str]) -> int:
        """What the files weigh as they are sent, in bytes. Fonts are compressed already."""
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


def test_the_first_screen_after_signing_in(app: Build):
    files = app.files("index.html", "src/features/dashboard/DashboardPage.tsx")
    scripts_and_styles = app.weight(files)
    everything = app.weight(files | {app.font()})

    assert any("DashboardPage" in file for file in files)
    assert scripts_and_styles <= 170 * KB, sorted(files)
    assert everything <= 188 * KB, sorted(files)
    # Its page, its font, what sets its colors and what it asks the server come beside them.
    assert len(files) <= 7, sorted(files)


@pytest.mark.parametrize(
    "page, most, weight",
    [
        ("bookings/BookingsPage", 20, 163),
        ("day/DayPage", 9, 64),
        ("inventory/InventoryPage", 14, 130),
        ("venues/VenuesPage", 10, 75),
        ("quotes/QuotesPage", 15, 91),
    ],
)
def test_the_pages_of_every_day_come_in_few_files(app: Build, page: str, most: int, weight: int):
    rest = app.files(f"src/features/{page}.tsx") - app.files("index.html")

    assert len(rest) <= most, sorted(rest)
    assert app.weight(rest) <= weight * KB, sorted(rest)


def test_no_two_files_wait_for_each_other(app: Build):
    for name in app.names:
        assert name not in app.needed_by(name), name


def test_what_is_opened_later_is_loaded_later(app: Build):
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


def test_a_quotes_page_for_its_customer():
    portal = Build(PORTAL)
    files = portal.files("quote.html")

    assert portal.weight(files) <= 42 * KB, sorted(files)


def test_a_bookings_page_is_light_and_only_who_pays_loads_the_card_form():
    portal = Build(PORTAL)
    files = portal.files("booking.html")

    assert portal.weight(files) <= 40 * KB, sorted(files)
    assert not any("PayForm" in file for file in files)
    assert any("PayForm" in file for file in portal.files("PayForm.tsx"))


def test_the_crews_page_opens_on_old_phones():
    crew = Build(CREW)
    files = crew.files("crew.html")

    assert crew.weight(files | {crew.font()}) <= 45 * KB, sorted(files)
    # The scanner comes with the first scan.
    assert not any("Camera" in file or "zxing" in file for file in files)


def test_the_landing_page_until_it_can_be_read_and_until_it_moves(landing: Build):
    page = len(gzip.compress((LANDING / "landing.html").read_bytes(), 9))
    files = landing.files("landing.html")
    inside = {file for file in files if file.endswith(".css")}
    sign = landing.files("../src/sign/MarqueeSign.tsx")

    assert page <= 14 * KB
    assert page + landing.weight((files | sign) - inside) <= 60 * KB, sorted(files | sign)


def test_the_landing_page_loads_nothing_before_it_is_drawn_but_the_theme():
    head = (LANDING / "landing.html").read_text().partition("</head>")[0]

    assert re.findall(r'<script src="([^"]+)"', head) == re.findall(r'"(/landing/assets/theme-[^"]+\.js)"', head)
    assert "stylesheet" not in head
    assert "<style>" in head
