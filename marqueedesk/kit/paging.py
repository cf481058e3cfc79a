"""Paging by cursor: the place after the last row seen, so that rows added meanwhile neither repeat nor vanish."""

import base64
import binascii
import json

from marqueedesk.kit.errors import Invalid

LONGEST_PAGE = 200


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
    if not isinstance(place, list) or [type(part) for part in place] != list(kinds):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        raise Invalid(fields={"cursor": "Cursor is not one that this list gave out"})
    return place  # pyright: ignore[reportUnknownVariableType]
