"""Paging by cursor: the place after the last row seen, so that rows added meanwhile neither repeat nor vanish."""

import base64
import binascii
import json
from typing import Any, cast

from marqueedesk.kit.errors import Invalid

LONGEST_PAGE = 200
BIGGEST = 2**63 - 1


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
        raise Invalid(fields={"cursor": "Cursor is not one that this list gave out"})
    return parts


def _storable(part: str | int) -> bool:
    """Whether a database could hold this: a cursor that somebody made up must not be a fault there."""
    return part.isprintable() if isinstance(part, str) else -BIGGEST - 1 <= part <= BIGGEST
