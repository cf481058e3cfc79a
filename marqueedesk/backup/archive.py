"""The file of a backup: what is in it, and how it is read without trusting it."""

import hashlib
import io
import json
import re
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}
FILES = "files/"
# What a data folder's file may be called, to be taken along: one plain name, so that no member of an archive can point
# elsewhere. Hidden files are on their way in or out, and archives would be backups inside backups.
FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
NOT_TAKEN = (".gz", ".db", ".db-wal", ".db-shm", ".db-journal")
LONGEST_MANIFEST = 1_000_000


class BackupError(Exception):
    """A backup or a restore that did not happen, with the sentence that says why; nothing has changed."""


@dataclass(frozen=True)
class Manifest:
    """What a backup says about itself. ``files`` maps each member's name to its size in bytes and its SHA-256."""

    product_version: str
    revision: str
    database: str
    created_at: str
    files: dict[str, dict[str, Any]]
    format: int = FORMAT


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a member that only its owner may read."""
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))


def unpack(file: Path, stage: Path) -> Manifest:
    """Extract what the manifest names, and only that, and prove each member's size and checksum."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            manifest = _read_manifest(archive)
            for name, facts in manifest.files.items():
                source = archive.extractfile(name)
                if source is None:
                    raise BackupError(f"The backup is damaged: {name} is not a file.")
                target = stage / name
                target.parent.mkdir(exist_ok=True)
                with source, target.open("wb") as out:
                    shutil.copyfileobj(source, out, 1 << 20)
                if target.stat().st_size != facts["size"] or sha256(target) != facts["sha256"]:
                    raise BackupError(f"The backup is damaged: {name} is not what the manifest says.")
            return manifest
    except FileNotFoundError:
        raise BackupError(f"There is no file {file}.") from None
    except (tarfile.TarError, EOFError, OSError, KeyError, TypeError) as problem:
        raise BackupError(f"{file} is not a complete backup: {problem}") from problem


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    if first is None or first.name != MANIFEST or first.size > LONGEST_MANIFEST:
        raise BackupError("This file is not a MarqueeDesk backup: it has no manifest.")
    source = archive.extractfile(first)
    assert source is not None  # noqa: S101 - a regular file by the checks above; this is for the type checker.
    try:
        document: object = json.loads(source.read())
    except ValueError:
        raise BackupError("The backup is damaged: its manifest cannot be read.") from None
    if not isinstance(document, dict):
        raise BackupError("The backup is damaged: its manifest cannot be read.")
    fields = cast("dict[str, Any]", document)
    if fields.get("format") != FORMAT:
        raise BackupError(f"This backup has format {fields.get('format')}; this version reads format {FORMAT}.")
    manifest = Manifest(**fields)
    content = DATABASE.get(manifest.database)
    rest = set(manifest.files) - {content}
    if content not in manifest.files or not all(name.startswith(FILES) and _taken(name[len(FILES) :]) for name in rest):
        raise BackupError("The backup is damaged: its manifest does not name what a backup holds.")
    return manifest


def _taken(name: str) -> bool:
    return FILE_NAME.fullmatch(name) is not None and not name.endswith(NOT_TAKEN)


def files_of(folder: Path) -> list[Path]:
    """The files of a data folder that belong to an installation beside its database."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _taken(path.name) and path.is_file() and not path.is_symlink())


def sha256(path: Path) -> str:
    """The SHA-256 of a file, as text."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
