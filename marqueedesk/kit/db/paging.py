"""Paging by cursor: the place after the last row seen, so that rows added meanwhile neither repeat nor vanish."""

import base64
import binascii
import json
from datetime import UTC, datetime
from typing import Any, cast

from marqueedesk.kit.errors import Invalid

LONGEST_PAGE = 200
BIGGEST = 2**63 - 1
NOT_OURS = "Cursor is not one that this list gave out"


def encode(place: list[str | int]) -> str:
    """A place in a sorted list as opaque text."""
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")


def decode(cursor: str, kinds: tuple[type, ...]) -> list[str | int]:
    """The place that `encode` wrote, its parts of the given kinds. Raises Invalid on ``cursor`` for anything else."""
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
    """An instant that a cursor names. Raises Invalid on ``cursor`` for what is none."""
    try:
        return datetime.fromisoformat(part).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(fields={"cursor": NOT_OURS}) from None


def _storable(part: str | int) -> bool:
    """Whether a database could hold this: a cursor that somebody made up must not be a fault there."""
    if isinstance(part, str):
        # No NUL, and no half of a surrogate pair.
        return "\x00" not in part and part.encode("utf-8", "ignore").decode() == part
    return -BIGGEST - 1 <= part <= BIGGEST
