"""Check the locked dependencies against known advisories, offline: `make advisories FILE=...`.

The file is a download from https://osv.dev, zipped or not: a zip or a folder of JSON files in the OSV format, one such
file, or one with a list. Advisories for PyPI and npm are checked. Exits with 1 if a locked version is affected, and 2
if the file cannot be read.
"""

import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
PYPI, NPM = "PyPI", "npm"


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A locked package affected by an advisory; ``fixed`` is the first fixed version, if known."""

    ecosystem: str
    name: str
    version: str
    advisory: str
    summary: str
    fixed: str | None


def locked(root: Path) -> dict[tuple[str, str], str]:
    """Return the locked versions by ecosystem and name."""
    python = re.findall(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", (root / "requirements.lock").read_text(), re.MULTILINE)
    found = {(PYPI, normal(name)): version for name, version in python}
    packages: dict[str, Any] = json.loads((root / "frontend" / "package-lock.json").read_text())["packages"]
    for path, entry in packages.items():
        name = path.rpartition("node_modules/")[2]
        if name and "version" in entry:
            found[NPM, name] = entry["version"]
    return found


def normal(name: str) -> str:
    """Normalize a PyPI package name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def advisories(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the advisories of a file or folder. Raises ValueError or OSError if unreadable."""
    if path.is_dir():
        texts: Iterable[bytes] = (file.read_bytes() for file in sorted(path.rglob("*.json")))
    elif zipfile.is_zipfile(path):
        archive = zipfile.ZipFile(path)
        texts = (archive.read(name) for name in archive.namelist() if name.endswith(".json"))
    else:
        texts = [path.read_bytes()]
    for text in texts:
        document = json.loads(text)
        yield from document if isinstance(document, list) else [document]


def affected(versions: dict[tuple[str, str], str], found: Iterable[dict[str, Any]]) -> list[Found]:
    """Return the locked packages affected by advisories, each advisory once. Withdrawn ones are ignored."""
    hits: set[Found] = set()
    for advisory in found:
        if advisory.get("withdrawn"):
            continue
        for part in advisory.get("affected", []):
            package = part.get("package", {})
            ecosystem, name = package.get("ecosystem", ""), package.get("name", "")
            version = versions.get((ecosystem, normal(name) if ecosystem == PYPI else name))
            if version is not None and is_hit(version, part):
                said = advisory.get("summary") or advisory.get("details", "").partition("\n")[0][:120]
                hits.add(Found(ecosystem, name, version, advisory["id"], said, fixed_in(version, part)))
    return sorted(hits)


def is_hit(version: str, part: dict[str, Any]) -> bool:
    """Return whether an advisory's entry affects a version, by its list or by a range."""
    if version in part.get("versions", []):
        return True
    return any(_within(version, row.get("events", [])) for row in _ranges(part))


def fixed_in(version: str, part: dict[str, Any]) -> str | None:
    """Return the lowest fixed version above ``version``."""
    fixes = [event["fixed"] for row in _ranges(part) for event in row.get("events", []) if "fixed" in event]
    later = [fix for fix in fixes if _key(fix) > _key(version)]
    return min(later, key=_key, default=None)


def _ranges(part: dict[str, Any]) -> list[dict[str, Any]]:
    # Commit ranges do not apply to released versions.
    return [row for row in part.get("ranges", []) if row.get("type") in {"ECOSYSTEM", "SEMVER"}]


def _within(version: str, events: list[dict[str, str]]) -> bool:
    at, inside = _key(version), False
    for event in sorted(events, key=lambda event: _key(next(iter(event.values())))):
        kind, bound = next(iter(event.items()))
        if kind == "introduced" and _key(bound) <= at:
            inside = True
        elif (kind == "fixed" and _key(bound) <= at) or (kind == "last_affected" and _key(bound) < at):
            inside = False
    return inside


def _key(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion:
        # npm pre-releases such as "1.0.0-beta.2": the suffix sorts before the release.
        numbers, _, rest = version.partition("-")
        digits = re.findall(r"\d+", rest) or ["0"]
        return Version((re.sub(r"[^0-9.]", "", numbers) or "0") + (f"a{digits[-1]}" if rest else ""))


def main() -> int:
    """Print the affected packages and return the exit code."""
    if len(sys.argv) != 2 or not sys.argv[1]:  # noqa: PLR2004 - the script and the file.
        print("Usage: make advisories FILE=osv.zip", file=sys.stderr)
        return 2
    versions = locked(ROOT)
    try:
        hits = affected(versions, advisories(Path(sys.argv[1])))
    except (OSError, ValueError, KeyError, AttributeError) as problem:
        print(f"{sys.argv[1]} cannot be read as advisories: {problem}", file=sys.stderr)
        return 2
    for hit in hits:
        mended = f"fixed in {hit.fixed}" if hit.fixed else "no fixed version known"
        print(f"{hit.ecosystem} {hit.name} {hit.version}: {hit.advisory}, {mended}. {hit.summary}")
    print(f"{len(versions)} locked packages, {len(hits)} affected by advisories.")
    return 1 if hits else 0


if __name__ == "__main__":
    raise SystemExit(main())
