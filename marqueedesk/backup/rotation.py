"""Deletion of older backups: all of the last 24 hours, and one for each of 7 days, 4 weeks and 12 months are kept."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

ALL_WITHIN: Final = timedelta(hours=24)
DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 12
_TIME: Final = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)(?:[-T_](\d\d)[-:]?(\d\d))?")


def rotate(newest: Path) -> list[Path]:
    """Delete the backups next to ``newest`` that are no longer kept, and return them.

    Files count as backups of the same series if their names differ only in their time or other digits, as in
    ``marqueedesk-2026-11-29.tar.gz``. A date in the name counts as the backup's, with a time as in ``2026-11-29-0315``
    if there is one; otherwise the file's time of change.
    """
    series = _series(newest)
    times = {path: _time_of(path) for path in newest.parent.iterdir() if path.is_file() and _series(path) == series}
    times[newest] = max(times.values())
    deleted = sorted(times.keys() - kept(times) - {newest})
    for path in deleted:
        path.unlink(missing_ok=True)
    return deleted


def kept(times: Mapping[Path, datetime]) -> set[Path]:
    """Return the backups to keep: all of the 24 hours before the newest, and the newest of each of the latest 7 days,
    4 weeks (Monday to Sunday) and 12 months that have one.
    """
    newest_first = sorted(times, key=lambda path: (times[path], path.name), reverse=True)
    if not newest_first:
        return set()
    since = times[newest_first[0]] - ALL_WITHIN
    chosen = {path for path in newest_first if times[path] > since}
    periods: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (DAYS, lambda time: time.date()),
        (WEEKS, lambda time: time.isocalendar()[:2]),
        (MONTHS, lambda time: (time.year, time.month)),
    )
    for number, period_of in periods:
        newest_of: dict[object, Path] = {}
        for path in newest_first:
            newest_of.setdefault(period_of(times[path]), path)
        chosen.update(list(newest_of.values())[:number])
    return chosen


def _series(path: Path) -> str:
    return re.sub(r"\d+", "#", _TIME.sub("#", path.name))


def _time_of(path: Path) -> datetime:
    """Return a backup's time. A time in the name is treated as UTC, because only differences between names matter."""
    if found := _TIME.search(path.name):
        try:
            return datetime(*(int(part or 0) for part in found.groups()), tzinfo=UTC)
        except ValueError:
            pass
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)
