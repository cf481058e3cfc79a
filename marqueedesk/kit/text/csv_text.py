"""CSV output that is safe in spreadsheets: RFC 4180, without cells that would be evaluated as formulas."""

import csv
import io
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from marqueedesk.kit.http.streamed_response import chunks, file_of_text

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\x00")


def cell(value: Any) -> Any:
    """Convert a value to a cell; text that a spreadsheet would treat as a formula gets a leading apostrophe."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = value.replace("\x00", "")
    return f"'{text}" if value.startswith(_FORMULA) else text


def document(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a CSV document with a byte order mark, which spreadsheets need to read accents."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    return "\ufeff" + out.getvalue()


def long_document(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Generator[bytes]:
    """Return a CSV document of any number of rows in chunks. The rows are written to a temporary file first."""
    file = file_of_text()
    file.write("\ufeff")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    return (piece.encode() for piece in chunks(file))
