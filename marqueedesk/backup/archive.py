"""Backup file format, and reading a backup without trusting it."""

import hashlib
import io
import json
import re
import shutil
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, cast

from marqueedesk.kit.db.db import JsonObject

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}
FILES = "files/"
# Allowed names for files in the data folder: a single plain name, so that no archive member can point elsewhere. Hidden
# files are temporary, and existing archives are left out so that backups don't contain backups.
FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
NOT_TAKEN = (".gz", ".db", ".db-wal", ".db-shm", ".db-journal")
LONGEST_MANIFEST = 1_000_000


class BackupError(Exception):
    """A backup or restore failed, with the reason; nothing has changed."""


class FileFacts(TypedDict):
    """Size in bytes and SHA-256 of a member."""

    size: int
    sha256: str


class TableFacts(TypedDict):
    """Number of rows of a table and, on PostgreSQL, a digest of them that does not depend on their order."""

    rows: int
    digest: str | None


@dataclass(frozen=True)
class Manifest:
    """Metadata of a backup. ``files`` maps each member's name to its size in bytes and its SHA-256, and ``tables`` each
    table's name to its content. Backups of version 1.0.0 and before have no ``id`` and no ``tables``.
    """

    product_version: str
    revision: str
    database: str
    created_at: str
    files: dict[str, FileFacts]
    format: int = FORMAT
    id: str | None = None
    tables: dict[str, TableFacts] = field(default_factory=dict[str, TableFacts])


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a member that only its owner may read."""
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))


def unpack(file: Path, stage: Path) -> Manifest:
    """Extract exactly the members in the manifest and verify their sizes and checksums."""
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
                    raise BackupError(f"The backup is damaged: {name} does not match the manifest.")
            return manifest
    except FileNotFoundError:
        raise BackupError(f"File not found: {file}.") from None
    except (tarfile.TarError, EOFError, OSError, KeyError, TypeError) as problem:
        raise BackupError(f"{file} is not a complete backup: {problem}") from problem


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    if first is None or first.name != MANIFEST or first.size > LONGEST_MANIFEST:
        raise BackupError("This file is not a MarqueeDesk backup: it has no manifest.")
    source = archive.extractfile(first)
    assert source is not None  # noqa: S101 - the checks above ensure a regular file; this is for the type checker.
    try:
        document: object = json.loads(source.read())
    except ValueError:
        raise BackupError("The backup is damaged: its manifest cannot be read.") from None
    if not isinstance(document, dict):
        raise BackupError("The backup is damaged: its manifest cannot be read.")
    fields = cast("JsonObject", document)
    if fields.get("format") != FORMAT:
        raise BackupError(f"This backup has format {fields.get('format')}; this version reads format {FORMAT}.")
    manifest = Manifest(**fields)
    content = DATABASE.get(manifest.database)
    rest = set(manifest.files) - {content}
    if content not in manifest.files or not all(name.startswith(FILES) and _taken(name[len(FILES) :]) for name in rest):
        raise BackupError("The backup is damaged: its manifest does not list the required files.")
    return manifest


def _taken(name: str) -> bool:
    return FILE_NAME.fullmatch(name) is not None and not name.endswith(NOT_TAKEN)


def files_of(folder: Path) -> list[Path]:
    """Return the files in a data folder that belong to the installation besides its database."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _taken(path.name) and path.is_file() and not path.is_symlink())


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
