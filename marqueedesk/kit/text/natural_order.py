"""Sort texts with numbers the way people read them: A2 before A16."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"(\d+)")


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that compares digits by value and letters without regard to case."""
    parts = _NUMBER.split(text.casefold())
    return tuple([(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part])
