"""Uploaded certificate files: their type by content, and their size."""

import base64
from typing import Final

from marqueedesk.insurance.errors import FileRefused

MOST_BYTES: Final = 5_000_000
LONGEST_FILE: Final = MOST_BYTES * 4 // 3 + 200
"""Maximum length of the file as a data URL."""
_OTHER: Final = "Upload a PDF, JPEG, PNG, or WebP file"


def uploaded_file(data_url: str) -> tuple[str, bytes]:
    """Decode a data URL, or Base64 alone, and return the media type by content and the file's bytes.

    Raises FileRefused for other types and for more than 5 MB.
    """
    _, comma, encoded = data_url.partition(";base64,")
    try:
        content = base64.b64decode(encoded if comma else data_url, validate=True)
    except ValueError:
        raise FileRefused(fields={"file": _OTHER}) from None
    if len(content) > MOST_BYTES:
        raise FileRefused(fields={"file": f"The file can have at most {MOST_BYTES // 1_000_000} MB"})
    media_type = _media_type(content)
    if media_type is None:
        raise FileRefused(fields={"file": _OTHER})
    return media_type, content


def _media_type(content: bytes) -> str | None:
    if content.startswith(b"%PDF-"):
        return "application/pdf"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    return "image/webp" if content.startswith(b"RIFF") and content[8:12] == b"WEBP" else None
