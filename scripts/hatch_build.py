"""Build hook: record the commit and its date in wheels and source archives (marqueedesk/build.json).

They come from MARQUEEDESK_BUILD_COMMIT and MARQUEEDESK_BUILD_DATE, otherwise from Git. A build without either, such as
one from a source archive, keeps the file that the archive has.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGET = "marqueedesk/build.json"


class BuildFacts(BuildHookInterface):
    """Adds the file with the build's commit and date."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file. Editable installations get none, because their commit changes."""
        if version == "editable":
            return
        facts = _given() or _of_git(self.root)
        if facts is None:
            return
        self._written = Path(self.directory) / "build.json"
        self._written.parent.mkdir(parents=True, exist_ok=True)
        self._written.write_text(json.dumps(facts) + "\n")
        build_data["force_include"][str(self._written)] = TARGET

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the file, which is in the archive now."""
        written: Path | None = getattr(self, "_written", None)
        if written is not None:
            written.unlink(missing_ok=True)


def _given() -> dict[str, str] | None:
    commit, date = os.environ.get("MARQUEEDESK_BUILD_COMMIT"), os.environ.get("MARQUEEDESK_BUILD_DATE")
    return {"commit": commit[:7], "date": date} if commit and date else None


def _of_git(folder: str) -> dict[str, str] | None:
    if not (Path(folder) / ".git").exists():
        return None
    command = ["git", "-C", folder, "log", "-1", "--abbrev=7", "--format=%h %cs"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    if shown.returncode != 0:
        return None
    commit, date = shown.stdout.split()
    return {"commit": commit, "date": date}
