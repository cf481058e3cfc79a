"""The day of a test run selects which of several equivalent cases run; `make test` sets it, so all run over time."""

import os
import zlib
from collections.abc import Sequence
from datetime import date
from typing import TypeVar

T = TypeVar("T")


def number() -> int | None:
    """Return the day's ordinal number; None if the run covers all cases."""
    day = os.environ.get("MARQUEEDESK_TEST_DAY")
    return date.fromisoformat(day).toordinal() if day else None


def todays(case: str, choices: Sequence[T]) -> Sequence[T]:
    """Return today's choice for a case, which changes every day; all choices in a run without a day."""
    day = number()
    if day is None:
        return choices
    return [choices[(zlib.crc32(case.encode()) + day) % len(choices)]]
