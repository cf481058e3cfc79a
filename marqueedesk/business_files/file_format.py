"""Format of a business's file: a zip with one file of JSON lines per table, then a manifest with counts and digests.

The manifest comes last, because counts and digests are only complete after all rows are written.
"""

import base64
import hashlib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import IO, Any, Final, Self, TypedDict, cast

import orjson
from sqlalchemy import Date, LargeBinary, RowMapping, Table
from sqlalchemy.types import TypeDecorator

from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.kit.db.db import Instant, JsonObject

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
KEY_BYTES: Final = 8
_LONGEST_MANIFEST: Final = 1_000_000
_LONGEST_LINE: Final = 64 << 20
_CHUNK: Final = 1 << 20


class FileTable(TypedDict):
    """Number of rows of a table in the file, and the SHA-256 of its lines."""

    rows: int
    sha256: str


@dataclass(frozen=True)
class BusinessManifest:
    """Metadata of a file. ``waiting`` counts the emails and jobs that were due when the file was written."""

    product_version: str
    revision: str
    exported_at: str
    operator_id: int
    name: str
    waiting: dict[str, int]
    tables: dict[str, FileTable]
    format: int = FORMAT


def member(table: str) -> str:
    """Return the name of a table's file in the zip."""
    return f"tables/{table}.jsonl"


class FileWriter:
    """Writes tables row by row."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.tables: dict[str, FileTable] = {}

    def add(self, table: Table, rows: Iterable[RowMapping]) -> None:
        """Write a table's rows."""
        digest = hashlib.sha256()
        count = 0
        with self._zip.open(member(table.name), "w", force_zip64=True) as out:
            for row in rows:
                line = orjson.dumps(_encoded(table, row)) + b"\n"
                digest.update(line)
                out.write(line)
                count += 1
        self.tables[_as_text(table.name)] = FileTable(rows=count, sha256=digest.hexdigest())

    def finish(self, manifest: BusinessManifest) -> None:
        """Write the manifest and complete the file."""
        self._zip.writestr(MANIFEST, orjson.dumps(asdict(manifest), option=orjson.OPT_INDENT_2))
        self._zip.close()


class FileReader:
    """Reads a file that may be damaged. Every method raises BusinessFileError with the reason."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = self._read_manifest()
        except FileNotFoundError:
            raise BusinessFileError(f"File not found: {path}.") from None
        except OSError as problem:
            raise BusinessFileError(f"{path} cannot be read: {problem.strerror or problem}.") from None
        except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError):
            raise BusinessFileError(f"{path} is not a complete file of `marqueedesk export-business`.") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def _read_manifest(self) -> BusinessManifest:
        info = self._zip.getinfo(MANIFEST)
        if info.file_size > _LONGEST_MANIFEST:
            raise ValueError(info.file_size)
        document: object = orjson.loads(self._zip.read(info))
        if not isinstance(document, dict):
            raise TypeError(MANIFEST)
        fields = cast("JsonObject", document)
        if fields.get("format") != FORMAT:
            raise BusinessFileError(f"This file has format {fields.get('format')}; this version reads format {FORMAT}.")
        return BusinessManifest(**fields)

    def verify(self, expected: Iterable[Table]) -> None:
        """Check that the file has the expected tables, and each table's number of rows and digest."""
        names = {table.name for table in expected}
        if names != self.manifest.tables.keys():
            raise BusinessFileError(f"{self._path} is damaged: its manifest does not list the tables of this version.")
        for name, facts in self.manifest.tables.items():
            digest = hashlib.sha256()
            rows = 0
            for line in self._lines(name):
                digest.update(line)
                rows += 1
            if rows != facts["rows"] or digest.hexdigest() != facts["sha256"]:
                raise BusinessFileError(f"{self._path} is damaged: {member(name)} does not match the manifest.")

    def rows(self, table: Table) -> Iterator[JsonObject]:
        """Yield a table's rows with values as the database takes them."""
        for line in self._lines(table.name):
            try:
                yield _decoded(table, orjson.loads(line))
            except (ValueError, TypeError, KeyError):
                raise BusinessFileError(f"{self._path} is damaged: {member(table.name)} has an invalid row.") from None

    def digests(self, table: Table) -> Iterator[bytes]:
        """Yield a short digest of each row for comparing two files: digest of the key, then of the content."""
        for line in self._lines(table.name):
            yield key_digest(table, orjson.loads(line)) + hashlib.blake2b(line, digest_size=KEY_BYTES).digest()

    def _lines(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(member(name)) as source:
                while line := source.readline(_LONGEST_LINE):
                    yield line
        except (zipfile.BadZipFile, KeyError, EOFError, OSError, ValueError) as problem:
            raise BusinessFileError(f"{self._path} is damaged: {member(name)} cannot be read.") from problem


def key_digest(table: Table, row: JsonObject) -> bytes:
    """Return a short digest of a row's key. Accepts values as stored in the file or as database values."""
    key = orjson.dumps([_plain(row[column.name]) for column in table.primary_key])
    return hashlib.blake2b(key, digest_size=KEY_BYTES).digest()


def _is_binary(table: Table, name: str) -> bool:
    kind = table.c[name].type
    return isinstance(kind.impl if isinstance(kind, TypeDecorator) else kind, LargeBinary)


@cache
def _names(table: Table) -> list[str]:
    return [_as_text(column.name) for column in table.c]


def _as_text(name: str) -> str:
    """Convert a table or column name to a plain ``str``, which orjson requires."""
    return name.encode().decode()


def _encoded(table: Table, row: RowMapping) -> JsonObject:
    return {name: _plain(row[name]) for name in _names(table)}


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if isinstance(value, datetime | date) else value


def _decoded(table: Table, row: JsonObject) -> JsonObject:
    made: JsonObject = {}
    for column in table.c:
        value = row[column.name]
        if value is not None:
            if isinstance(column.type, Instant):
                value = datetime.fromisoformat(value)
            elif isinstance(column.type, Date):
                value = date.fromisoformat(value)
            elif _is_binary(table, column.name):
                value = base64.b64decode(value)
        made[column.name] = value
    return made
