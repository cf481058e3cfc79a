"""The build that is running: its version, commit and date."""

import json
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from marqueedesk import __version__

PACKAGE = Path(__file__).parents[2]
BUILD_FILE = "build.json"
"""Written into wheels and source archives by scripts/hatch_build.py."""


@dataclass(frozen=True, slots=True)
class Build:
    """A version with the commit it was built from and the commit's date, as ISO 8601. Both are None if unknown."""

    version: str
    commit: str | None = None
    date: str | None = None

    def __str__(self) -> str:
        """Format the build as ``1.0.0 (810837b, 2026-11-29)``."""
        known = ", ".join(part for part in (self.commit, self.date) if part)
        return f"{self.version} ({known})" if known else self.version


@cache
def current() -> Build:
    """Return the running build, from the file in the package or, in a working copy, from Git."""
    return read(PACKAGE)


def read(package: Path) -> Build:
    """Return the build of a package folder."""
    try:
        recorded = json.loads((package / BUILD_FILE).read_text())
        return Build(__version__, recorded["commit"], recorded["date"])
    except (OSError, ValueError, KeyError):
        return Build(__version__, *_of_working_copy(package.parent))


def _of_working_copy(folder: Path) -> tuple[str | None, str | None]:
    """Return the latest commit and its date. Only the folder itself counts, not a repository it happens to be in."""
    if not (folder / ".git").exists():
        return None, None
    try:
        shown = subprocess.run(  # noqa: S603 - a fixed command.
            ["git", "-C", str(folder), "log", "-1", "--abbrev=7", "--format=%h %cs"],  # noqa: S607 - Git is on the path.
            capture_output=True,
            text=True,
            check=True,
            timeout=5,
        ).stdout.split()
    except (OSError, subprocess.SubprocessError):
        return None, None
    return (shown[0], shown[1]) if len(shown) == 2 else (None, None)  # noqa: PLR2004 - commit and date.
