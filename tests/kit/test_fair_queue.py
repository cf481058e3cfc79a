"""Calls with the same key queue without delaying calls with other keys."""

import asyncio

import pytest

from marqueedesk.kit.http.fair_queue import FairQueue, QueueFull

pytestmark = pytest.mark.anyio


class Calls:
    """Calls that run until they are ended, recorded in the order in which they start."""

    def __init__(self, turns: FairQueue) -> None:
        self._turns = turns
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def start(self, name: str, key: str) -> None:
        """Start a call and run the event loop until every call is blocked."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._run(name, key))
        await self.settle()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def _run(self, name: str, key: str) -> None:
        async with self._turns.take(key):
            self.begun.append(name)
            await self._ends[name].wait()


async def in_line(turns: FairQueue, *names: str) -> Calls:
    """Start calls with one key in this order."""
    calls = Calls(turns)
    for name in names:
        await calls.start(name, "a")
    return calls


async def test_calls_with_one_key_queue_without_delaying_other_keys():
    turns = FairQueue(at_once=2, waiting=5)
    calls = await in_line(turns, "a1", "a2", "a3", "a4")
    await calls.start("b1", "b")
    assert calls.begun == ["a1", "a2", "b1"]

    await calls.end("a2")
    assert calls.begun[3:] == ["a3"]
    for name in ("a1", "a3", "a4", "b1"):
        await calls.end(name)
    assert calls.begun[3:] == ["a3", "a4"]
    assert len(turns) == 0, "unused keys are removed"


async def test_full_queue_returns_503_with_retry_after():
    turns = FairQueue(at_once=1, waiting=1)
    calls = await in_line(turns, "a1", "a2")
    with pytest.raises(QueueFull) as refused:
        async with turns.take("a"):
            pass
    assert (refused.value.status, refused.value.retry_after) == (503, 1)

    await calls.end("a1")
    await calls.end("a2")
    async with turns.take("a"):
        assert len(turns) == 1


async def test_canceled_call_leaves_the_queue():
    turns = FairQueue(at_once=1, waiting=1)
    calls = await in_line(turns, "a1", "a2")
    calls.tasks["a2"].cancel()
    await calls.start("a3", "a")
    await calls.end("a1")
    await calls.end("a3")

    assert calls.begun == ["a1", "a3"]
    assert len(turns) == 0


async def test_turn_that_ends_early_frees_exactly_one_slot():
    turns = FairQueue(at_once=1, waiting=5)
    calls = Calls(turns)
    async with turns.take("a") as turn:
        await calls.start("a1", "a")
        await calls.start("a2", "a")
        assert calls.begun == []

        turn.end()
        turn.end()
        await calls.settle()
        assert calls.begun == ["a1"], "ending a turn twice frees one slot"
    await calls.settle()
    assert calls.begun == ["a1"], "leaving the block does not free another slot"
    await calls.end("a1")
    await calls.end("a2")
    assert len(turns) == 0
