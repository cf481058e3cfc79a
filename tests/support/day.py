"""The day of a run, which selects among equals: `make test` sets it, so that what it leaves out runs the next day."""

import os
import zlib
from collections.abc import Sequence
from datetime import date
from typing import TypeVar

T = TypeVar("T")


def number() -> int | None:
    """Return the day as a number that grows by one every day; None for a run that leaves nothing out."""
    day = os.environ.get("MARQUEEDESK_TEST_DAY")
    return date.fromisoformat(day).toordinal() if day else None


def todays(case: str, choices: Sequence[T]) -> Sequence[T]:
    """Return the one of some choices that a case uses today, another one every day; all in a run without a day."""
    day = number()
    if day is None:
        return choices
    return [choices[(zlib.crc32(case.encode()) + day) % len(choices)]]
