"""Cursor pagination: a cursor is the position after the last row, so inserted rows don't make others repeat or get
skipped.
"""

import base64
import binascii
import json
from datetime import UTC, datetime
from typing import Any, cast

from marqueedesk.kit.errors import Invalid

LONGEST_PAGE = 200
BIGGEST = 2**63 - 1
NOT_OURS = "Cursor is not valid for this list"


def encode(place: list[str | int]) -> str:
    """Encode a position in a sorted list as opaque text."""
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")


def decode(cursor: str, kinds: tuple[type, ...]) -> list[str | int]:
    """Decode a position encoded by `encode`, with parts of the given types. Raises Invalid on ``cursor`` if it is
    anything else.
    """
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        place: object = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError):
        place = None
    parts = cast("list[Any]", place) if isinstance(place, list) else []
    if [type(part) for part in parts] != list(kinds) or not all(_storable(part) for part in parts):
        raise Invalid(fields={"cursor": NOT_OURS})
    return parts


def moment(part: str) -> datetime:
    """Parse a timestamp in a cursor. Raises Invalid on ``cursor`` if it isn't one."""
    try:
        return datetime.fromisoformat(part).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(fields={"cursor": NOT_OURS}) from None


def _storable(part: str | int) -> bool:
    """Return true if the database can store the value, so that a forged cursor doesn't cause a database error."""
    if isinstance(part, str):
        # NUL and lone surrogates can't be stored.
        return "\x00" not in part and part.encode("utf-8", "ignore").decode() == part
    return -BIGGEST - 1 <= part <= BIGGEST
