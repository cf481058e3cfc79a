"""Deletion of older backups: those of 7 days, 4 weeks and 12 months are kept."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 12
_DATE: Final = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)")


def rotate(newest: Path) -> list[Path]:
    """Delete the backups next to ``newest`` that are no longer kept, and return them.

    Files count as backups of the same series if their names differ only in digits, as in
    ``marqueedesk-2026-11-29.tar.gz``. A date in the name counts as the backup's, otherwise the file's time of change.
    """
    series = _series(newest)
    dates = {path: _date_of(path) for path in newest.parent.iterdir() if path.is_file() and _series(path) == series}
    dates[newest] = max(dates.values())
    deleted = sorted(dates.keys() - kept(dates) - {newest})
    for path in deleted:
        path.unlink(missing_ok=True)
    return deleted


def kept(dates: Mapping[Path, date]) -> set[Path]:
    """Return the backups to keep: the newest of each of the latest 7 days, 4 weeks (Monday to Sunday) and 12 months
    that have one.
    """
    chosen: set[Path] = set()
    periods: tuple[tuple[int, Callable[[date], object]], ...] = (
        (DAYS, lambda day: day),
        (WEEKS, lambda day: day.isocalendar()[:2]),
        (MONTHS, lambda day: (day.year, day.month)),
    )
    newest_first = sorted(dates, key=lambda path: (dates[path], path.name), reverse=True)
    for number, period_of in periods:
        newest_of: dict[object, Path] = {}
        for path in newest_first:
            newest_of.setdefault(period_of(dates[path]), path)
        chosen.update(list(newest_of.values())[:number])
    return chosen


def _series(path: Path) -> str:
    return re.sub(r"\d+", "#", path.name)


def _date_of(path: Path) -> date:
    if found := _DATE.search(path.name):
        try:
            return date(*map(int, found.groups()))
        except ValueError:
            pass
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
