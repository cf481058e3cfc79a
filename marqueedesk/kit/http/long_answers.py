"""Answers of any length: they are written while the database is read, and wait in a file for a slow reader.

Up to 4 MiB of one are in memory; what is longer goes to the disk.
"""

import tempfile
from collections.abc import Generator, Iterable
from typing import IO, Any, AnyStr, Final, cast

from starlette.responses import Response, StreamingResponse

from marqueedesk.kit.http.http import Json, as_json
from marqueedesk.kit.http.slices import in_slices

_IN_MEMORY: Final = 4 * 1024 * 1024
_CHUNK: Final = 64 * 1024


def file_of_bytes() -> IO[bytes]:
    """A file that is gone when it is closed."""
    return cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))


def file_of_text() -> IO[str]:
    """The same for text, whose line ends stay as they are."""
    return cast("IO[str]", tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline=""))


def chunks(file: IO[AnyStr]) -> Generator[AnyStr]:
    """A file from its beginning, piece by piece; closed at its end."""
    file.seek(0)
    with file:
        while piece := file.read(_CHUNK):
            yield piece


def streamed_csv(pieces: Iterable[bytes], name: str) -> Response:
    """Stream a CSV file to download, of `csv_text.long_document`."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Type": "text/csv; charset=utf-8"}
    return StreamingResponse(pieces, headers=headers)


def json_list(items: Iterable[Any], headers: dict[str, str] | None = None) -> Response:
    """A JSON array, whose items are made and written one after the other. A short one is an answer like any other."""
    file = file_of_bytes()
    between = b"["
    for item in in_slices(items):
        file.write(between)
        file.write(as_json(item))
        between = b","
    file.write(b"]" if between == b"," else b"[]")
    if file.tell() <= _CHUNK:
        return Response(b"".join(chunks(file)), headers=headers, media_type=Json.media_type)
    return StreamingResponse(chunks(file), headers=headers, media_type=Json.media_type)
