"""The fair queue for compiling documents, and the cache of slow ones."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from marqueedesk.documents.turns import DocumentQueue, Kept, TooBusy


@pytest.fixture
def waits() -> Callable[[Callable[[], bool]], None]:
    """Wait until a condition is true."""

    def wait(holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.002)

    return wait


def test_business_with_many_requests_lets_another_business_go_next(waits: Callable[[Callable[[], bool]], None]):
    turns, order = DocumentQueue(1, waiting=2), list[str]()

    def make(whose: str) -> None:
        with turns.take(whose, 5):
            order.append(whose)

    with ThreadPoolExecutor(4) as threads:
        asked: list[Future[None]] = []
        with turns.take("busy", 5):
            asked += [threads.submit(make, "busy") for _ in range(2)]
            waits(lambda: turns.asking("busy") == 3)
            with pytest.raises(TooBusy):
                make("busy")
            asked.append(threads.submit(make, "other"))
            waits(lambda: turns.asking("other") == 1 and turns.in_line == 1)
        for one in asked:
            one.result()

    assert order == ["other", "busy", "busy"]
    assert turns.asking("busy") == turns.in_line == 0


def test_waiting_request_times_out_without_blocking_the_queue():
    turns = DocumentQueue(1)
    with turns.take("a", 1):
        for whose in ("a", "b"):
            with pytest.raises(TooBusy), turns.take(whose, 0.02):
                pass

    with turns.take("b", 0):
        assert turns.in_line == 0


def test_failed_document_releases_its_place_in_the_queue():
    turns = DocumentQueue(1)
    with pytest.raises(ValueError, match="broken"), turns.take("a", 1):
        raise ValueError("broken")

    with turns.take("a", 0), pytest.raises(TooBusy), turns.take("b", 0):
        pass


def test_only_slow_documents_are_cached_up_to_the_size_limit():
    quick, slow = Kept(10, from_seconds=60), Kept(10, from_seconds=0)
    quick.make("a", lambda: b"12345")
    assert quick.find("a") is None

    for key in "ab":
        slow.make(key, lambda: b"12345")
    assert slow.make("a", lambda: b"another") == b"12345"
    slow.make("c", lambda: b"12345")
    assert [slow.find(key) for key in "abc"] == [b"12345", None, b"12345"], "b was asked for the longest ago"
    slow.make("d", lambda: b"x" * 11)
    assert (slow.find("d"), slow.size) == (None, 10)
