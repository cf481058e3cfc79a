"""Streamed responses of any length: generated while reading from the database, and buffered in a file for slow clients.

Up to 4 MiB are buffered in memory, anything more on disk.
"""

import tempfile
from collections.abc import Generator, Iterable
from typing import IO, Any, AnyStr, Final, cast

from starlette.responses import Response, StreamingResponse

from marqueedesk.kit.http.http import XLSX_TYPE, Json, as_json

_IN_MEMORY: Final = 4 * 1024 * 1024
_CHUNK: Final = 64 * 1024


def file_of_bytes() -> IO[bytes]:
    """Create a temporary binary file, deleted when closed."""
    return cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))


def file_of_text() -> IO[str]:
    """Create a temporary text file that keeps line ends as they are."""
    return cast("IO[str]", tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline=""))


def chunks(file: IO[AnyStr], size: int = _CHUNK) -> Generator[AnyStr]:
    """Yield a file's content from the start in chunks of ``size``, then close it."""
    file.seek(0)
    with file:
        while piece := file.read(size):
            yield piece


def streamed_csv(pieces: Iterable[bytes], name: str) -> Response:
    """Stream a CSV download from `csv_text.long_document`."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Type": "text/csv; charset=utf-8"}
    return StreamingResponse(pieces, headers=headers)


def streamed_xlsx(file: IO[bytes], name: str) -> Response:
    """Stream an Excel workbook from `xlsx.document` as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(chunks(file), headers=headers, media_type=XLSX_TYPE)


def json_list(items: Iterable[Any], headers: dict[str, str] | None = None) -> Response:
    """Return a JSON array whose items are generated and written one at a time. A short one is sent as a normal
    response.
    """
    file = file_of_bytes()
    between = b"["
    for item in items:
        file.write(between)
        file.write(as_json(item))
        between = b","
    file.write(b"]" if between == b"," else b"[]")
    if file.tell() <= _CHUNK:
        return Response(b"".join(chunks(file)), headers=headers, media_type=Json.media_type)
    return StreamingResponse(chunks(file), headers=headers, media_type=Json.media_type)
