"""CSV that opens safely in a spreadsheet: RFC 4180, and no cell that a spreadsheet would run as a formula."""

import csv
import io
import tempfile
from collections.abc import Generator, Iterable, Sequence
from typing import IO, Any, cast

_IN_MEMORY = 4 * 1024 * 1024
_PIECE = 64 * 1024
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\x00")


def cell(value: Any) -> Any:
    """A value as a cell: text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = value.replace("\x00", "")
    return f"'{text}" if value.startswith(_FORMULA) else text


def document(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A CSV document with a byte order mark, which spreadsheets need to read accents."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    return "\ufeff" + out.getvalue()


def long_document(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Generator[bytes]:
    """As `document`, for any number of rows: they are read at once, into a file, and the answer is its pieces."""
    # Whoever has taken the last piece has closed it.
    file = cast("IO[str]", tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline=""))  # noqa: SIM115 - as said above.
    file.write("\ufeff")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    file.seek(0)
    return _pieces(file)


def _pieces(file: IO[str]) -> Generator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece.encode()
