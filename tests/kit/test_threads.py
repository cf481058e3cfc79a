"""Few functions run at a time; those that wait make room, and what they made is given up again."""

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
    """Functions that run until they are let go; which run, and in what order they began."""

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
        assert self._ends[name].wait(LONG), f"nobody ended {name}"
        self._running.remove(name)
        return name


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what other threads do."""
    for _ in range(500):
        if holds():
            return
        await asyncio.sleep(SOON)
    raise AssertionError("it did not come to that")


def start(threads: Threads, blocking: Blocking, *names: str) -> list[asyncio.Task[str]]:
    return [asyncio.create_task(threads.run(blocking.function(name))) for name in names]


async def begun(threads: Threads, blocking: Blocking, names: str, count: int) -> list[asyncio.Task[str]]:
    """Functions that were asked for in this order, once so many of them run."""
    tasks = start(threads, blocking, *names)
    await until(lambda: len(blocking.begun) == count)
    return tasks


@pytest.mark.anyio
async def test_two_run_at_a_time_and_the_others_follow_in_order():
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
async def test_functions_that_wait_hold_up_nobody_and_what_they_took_is_given_back():
    threads, blocking = Threads(at_once=2, most=40, patience=SOON), Blocking()
    waiting = await begun(threads, blocking, "ab", 2)
    # Both have run past the patience by now, whichever began later.
    await asyncio.sleep(5 * SOON)
    began = time.perf_counter()
    assert await threads.run(lambda: "quick") == "quick"
    assert time.perf_counter() - began < LONG / 2, "it waited for those that wait"
    assert len(threads) == 4, "two that wait, and two that do not"
    blocking.end("a", "b")
    assert await asyncio.gather(*waiting) == ["a", "b"]
    # A thread that is one too many ends with the next function that it has run.
    for _ in range(3):
        await threads.run(lambda: "more")
    await until(lambda: len(threads) == 2)


@pytest.mark.anyio
async def test_there_is_an_end_to_the_room_that_is_made():
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
    # A coroutine would end by this one, and its caller wait for ever.
    with pytest.raises(RuntimeError, match="StopIteration"):
        await threads.run(partial(fails, StopIteration()))
    assert await threads.run(lambda: 1) == 1


@pytest.mark.anyio
async def test_a_function_runs_in_the_context_of_its_caller():
    said: ContextVar[str] = ContextVar("said", default="nothing")

    async def ask(threads: Threads, what: str) -> str:
        said.set(what)
        return await threads.run(said.get)

    threads = Threads(at_once=2, most=2, patience=NEVER)
    assert await asyncio.gather(*(ask(threads, what) for what in "abc")) == ["a", "b", "c"]
    assert said.get() == "nothing"


@pytest.mark.anyio
async def test_a_caller_who_left_harms_nobody():
    threads, blocking = Threads(at_once=1, most=1, patience=NEVER), Blocking()
    (first,) = await begun(threads, blocking, "a", 1)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    blocking.end("a")
    assert await threads.run(lambda: "next") == "next"


@pytest.mark.anyio
async def test_a_call_says_how_long_it_waited_for_room(monkeypatch: pytest.MonkeyPatch):
    async def ask(function: Callable[[], str], spent: Spent) -> None:
        current.set(spent)
        await thread_pool.in_thread(function)

    monkeypatch.setattr(thread_pool, "CALLS", Threads(at_once=1, most=1, patience=NEVER))
    blocking, first, second = Blocking(), Spent(), Spent()
    asked = [asyncio.create_task(ask(blocking.function("a"), first))]
    await until(lambda: blocking.begun == ["a"])
    asked.append(asyncio.create_task(ask(blocking.function("b"), second)))
    await asyncio.sleep(5 * WORTH_NOTING)
    blocking.end("a", "b")
    await asyncio.gather(*asked)
    assert second.waits["thread"] > 4 * WORTH_NOTING


def test_room_is_made_in_a_later_loop_too():
    threads, blocking = Threads(at_once=1, most=2, patience=SOON), Blocking()

    async def leave_one_behind() -> None:
        start(threads, blocking, "a")
        await until(lambda: blocking.begun == ["a"])
        # Somebody waits when this loop ends, so the watch over it ends without having looked.
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
