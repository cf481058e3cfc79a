"""The thread pool: it limits concurrency, grows while functions block and shrinks afterward."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial

import pytest

from marqueedesk.kit.http import threads as thread_pool
from marqueedesk.kit.http.threads import Threads
from marqueedesk.kit.watch.timing import WORTH_NOTING, Spent, current

NEVER = 60.0
SOON = 0.01
LONG = 5.0


class Blocking:
    """Functions that block until ended, recorded in the order in which they start."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.most = 0
        self._running: set[str] = set()
        self._ends: dict[str, threading.Event] = {}

    def function(self, name: str) -> Callable[[], str]:
        self._ends[name] = threading.Event()
        return partial(self._run, name)

    def end(self, *names: str) -> None:
        for name in names:
            self._ends[name].set()

    def _run(self, name: str) -> str:
        self.begun.append(name)
        self._running.add(name)
        self.most = max(self.most, len(self._running))
        assert self._ends[name].wait(LONG), f"{name} was never ended"
        self._running.remove(name)
        return name


async def until(holds: Callable[[], bool]) -> None:
    """Poll a condition that other threads make true."""
    for _ in range(500):
        if holds():
            return
        await asyncio.sleep(SOON)
    raise AssertionError("the condition never became true")


def start(threads: Threads, blocking: Blocking, *names: str) -> list[asyncio.Task[str]]:
    return [asyncio.create_task(threads.run(blocking.function(name))) for name in names]


async def begun(threads: Threads, blocking: Blocking, names: str, count: int) -> list[asyncio.Task[str]]:
    """Submit functions in this order and wait until `count` of them are running."""
    tasks = start(threads, blocking, *names)
    await until(lambda: len(blocking.begun) == count)
    return tasks


@pytest.mark.anyio
async def test_pool_of_two_runs_functions_in_submission_order():
    threads, blocking = Threads(at_once=2, most=40, patience=NEVER), Blocking()
    tasks = await begun(threads, blocking, "abcd", 2)
    await asyncio.sleep(5 * SOON)
    assert sorted(blocking.begun) == ["a", "b"]
    blocking.end("b")
    await until(lambda: "c" in blocking.begun)
    blocking.end("c")
    await until(lambda: "d" in blocking.begun)
    blocking.end("a", "d")
    assert await asyncio.gather(*tasks) == ["a", "b", "c", "d"]
    assert blocking.most == 2
    assert len(threads) == 2


@pytest.mark.anyio
async def test_blocked_functions_get_extra_threads_that_are_later_released():
    threads, blocking = Threads(at_once=2, most=40, patience=SOON), Blocking()
    waiting = await begun(threads, blocking, "ab", 2)
    # By now both have been running longer than `patience`.
    await asyncio.sleep(5 * SOON)
    began = time.perf_counter()
    assert await threads.run(lambda: "quick") == "quick"
    assert time.perf_counter() - began < LONG / 2, "the quick function waited for the blocked ones"
    assert len(threads) == 4, "two blocked threads and two free ones"
    blocking.end("a", "b")
    assert await asyncio.gather(*waiting) == ["a", "b"]
    # An extra thread ends after the next function it runs.
    for _ in range(3):
        await threads.run(lambda: "more")
    await until(lambda: len(threads) == 2)


@pytest.mark.anyio
async def test_pool_does_not_grow_beyond_its_maximum():
    threads, blocking = Threads(at_once=1, most=3, patience=SOON), Blocking()
    tasks = await begun(threads, blocking, "abcde", 3)
    await asyncio.sleep(10 * SOON)
    assert blocking.begun == ["a", "b", "c"]
    blocking.end(*"abcde")
    assert await asyncio.gather(*tasks) == list("abcde")


@pytest.mark.anyio
async def test_exception_propagates_to_the_caller():
    def fails(problem: BaseException) -> None:
        raise problem

    threads = Threads(at_once=1, most=1, patience=NEVER)
    with pytest.raises(ValueError, match="no good"):
        await threads.run(partial(fails, ValueError("no good")))
    # A StopIteration would end the coroutine, and its caller would wait forever.
    with pytest.raises(RuntimeError, match="StopIteration"):
        await threads.run(partial(fails, StopIteration()))
    assert await threads.run(lambda: 1) == 1


@pytest.mark.anyio
async def test_function_runs_in_the_context_of_its_caller():
    said: ContextVar[str] = ContextVar("said", default="nothing")

    async def ask(threads: Threads, what: str) -> str:
        said.set(what)
        return await threads.run(said.get)

    threads = Threads(at_once=2, most=2, patience=NEVER)
    assert await asyncio.gather(*(ask(threads, what) for what in "abc")) == ["a", "b", "c"]
    assert said.get() == "nothing"


@pytest.mark.anyio
async def test_canceled_call_does_not_block_the_next_one():
    threads, blocking = Threads(at_once=1, most=1, patience=NEVER), Blocking()
    (first,) = await begun(threads, blocking, "a", 1)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    blocking.end("a")
    assert await threads.run(lambda: "next") == "next"


@pytest.mark.anyio
async def test_wait_for_a_free_thread_is_recorded():
    async def ask(function: Callable[[], str], spent: Spent) -> None:
        current.set(spent)
        await thread_pool.in_thread(function, single)

    single = Threads(at_once=1, most=1, patience=NEVER)
    blocking, first, second = Blocking(), Spent(), Spent()
    asked = [asyncio.create_task(ask(blocking.function("a"), first))]
    await until(lambda: blocking.begun == ["a"])
    asked.append(asyncio.create_task(ask(blocking.function("b"), second)))
    await asyncio.sleep(5 * WORTH_NOTING)
    blocking.end("a", "b")
    await asyncio.gather(*asked)
    assert second.waits["thread"] > 4 * WORTH_NOTING


def test_pool_still_grows_in_a_later_event_loop():
    threads, blocking = Threads(at_once=1, most=2, patience=SOON), Blocking()

    async def leave_one_behind() -> None:
        start(threads, blocking, "a")
        await until(lambda: blocking.begun == ["a"])
        # A function is still queued when this loop ends, so its monitor is canceled before the pool can grow.
        start(threads, blocking, "b")
        await asyncio.sleep(0)

    asyncio.run(leave_one_behind())
    blocking.end("b")

    async def later() -> None:
        answer = asyncio.create_task(threads.run(lambda: "later"))
        await until(lambda: "b" in blocking.begun)
        assert await answer == "later"

    asyncio.run(later())
    blocking.end("a")
