"""Long work pauses while other requests arrive, and runs without pauses otherwise."""

from collections.abc import Iterator

import pytest

from marqueedesk.kit.http import slices

EACH = 0.0004
"""Seconds of work per item. Three items exceed one slice."""


class Clock:
    """A fake clock that advances only with the work and records the pauses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pauses: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(slices, "time", clock)
    return clock


def work(clock: Clock, count: int) -> Iterator[int]:
    for number in range(count):
        clock.now += EACH
        yield number


def test_long_work_pauses_after_each_slice_while_requests_arrive(clock: Clock):
    slices.called()
    assert list(slices.in_slices(work(clock, 12))) == list(range(12))
    assert clock.pauses == [slices.PAUSE] * 4


def test_long_work_does_not_pause_without_recent_requests(clock: Clock):
    slices.called()
    clock.now += slices.RECENT
    assert list(slices.in_slices(work(clock, 12))) == list(range(12))
    assert clock.pauses == []


def test_pauses_stop_once_the_last_request_is_no_longer_recent(clock: Clock):
    slices.called()
    done = list(slices.in_slices(work(clock, 300)))
    assert len(done) == 300
    assert 0 < len(clock.pauses) < 100
    assert sum(clock.pauses) < slices.RECENT


def test_short_work_never_pauses(clock: Clock):
    slices.called()
    assert list(slices.in_slices(work(clock, 2))) == [0, 1]
    assert clock.pauses == []
