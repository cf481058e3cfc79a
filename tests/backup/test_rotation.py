"""Which backups a rotation keeps."""

import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from marqueedesk.backup.rotation import kept, rotate

TODAY = date(2027, 6, 2)


def named(day: date) -> str:
    return f"marqueedesk-{day}.tar.gz"


def test_daily_backups_of_two_years_leave_seven_days_four_weeks_and_twelve_months(tmp_path: Path):
    for ago in range(730):
        (tmp_path / named(TODAY - timedelta(days=ago))).touch()

    deleted = rotate(tmp_path / named(TODAY))

    wanted = {
        *(TODAY - timedelta(days=ago) for ago in range(7)),
        *(date(2027, 5, day) for day in (30, 23, 16)),
        *(date(2027, month, 1) - timedelta(days=1) for month in range(1, 7)),
        *(date(2026, month, 1) - timedelta(days=1) for month in range(8, 13)),
    }
    assert {path.name for path in tmp_path.iterdir()} == set(map(named, wanted))
    assert len(deleted) == 730 - len(wanted)


def test_gaps_do_not_lose_backups():
    newest = datetime(2027, 6, 2, tzinfo=UTC)
    times = {Path(str(ago)): newest - timedelta(days=ago * 100) for ago in range(5)}

    assert kept(times) == set(times)


@pytest.mark.parametrize("name", ["snapshot-{:%Y-%m-%d-%H%M}.tar.gz", "snapshot-{:%Y-%m-%dT%H:%M}.tar.gz"])
def test_all_backups_of_24_hours_and_one_of_each_earlier_day_are_kept(tmp_path: Path, name: str):
    newest = datetime(2027, 6, 2, 9, 0, tzinfo=UTC)
    times = [newest - timedelta(minutes=15 * count) for count in range(3 * 96)]
    for time in times:
        (tmp_path / name.format(time)).touch()

    rotate(tmp_path / name.format(newest))

    left = {*times[:96], *(datetime(2027, 5, day, 23, 45, tzinfo=UTC) for day in (30, 31))}
    assert {path.name for path in tmp_path.iterdir()} == set(map(name.format, left))


def test_invalid_time_in_a_name_falls_back_to_modification_time(tmp_path: Path):
    for name in ("b-20270602-0300.tar.gz", "b-20270602-9900.tar.gz"):
        (tmp_path / name).touch()
    os.utime(tmp_path / "b-20270602-9900.tar.gz", (0, 0))

    assert rotate(tmp_path / "b-20270602-0300.tar.gz") == []


def test_name_without_a_date_falls_back_to_modification_time(tmp_path: Path):
    for ago in range(30):
        file = tmp_path / f"backup-{ago}.age"
        file.touch()
        moment = datetime(2027, 6, 2, tzinfo=UTC).timestamp() - ago * 86400
        os.utime(file, (moment, moment))

    rotate(tmp_path / "backup-0.age")

    assert {int(path.stem.split("-")[1]) for path in tmp_path.iterdir()} == {*range(7), 10, 17}


def test_names_with_and_without_a_time_are_one_series(tmp_path: Path):
    for ago in range(20):
        (tmp_path / named(TODAY - timedelta(days=ago))).touch()
    newest = tmp_path / f"marqueedesk-{TODAY}-0300.tar.gz"
    newest.touch()

    deleted = rotate(newest)

    assert len(deleted) == 11
    assert tmp_path / named(TODAY) not in deleted


def test_other_files_are_not_deleted(tmp_path: Path):
    (tmp_path / named(date(2019, 1, 1))).mkdir()
    for name in ("notes.txt", "marqueedesk-2020-01-01.zip", "other-2020-01-01.tar.gz"):
        (tmp_path / name).touch()
    for ago in range(20):
        (tmp_path / named(TODAY - timedelta(days=ago))).touch()

    deleted = rotate(tmp_path / named(TODAY))

    left = {path.name for path in tmp_path.iterdir()}
    assert len(deleted) == 11
    assert left >= {"notes.txt", "marqueedesk-2020-01-01.zip", "other-2020-01-01.tar.gz", named(date(2019, 1, 1))}


def test_backup_just_made_is_kept_whatever_its_name_says(tmp_path: Path):
    newest = tmp_path / named(date(2001, 1, 1))
    for ago in range(400):
        (tmp_path / named(TODAY - timedelta(days=ago))).touch()
    newest.touch()

    rotate(newest)

    assert newest.exists()
