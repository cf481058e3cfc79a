"""Calls with the same key take turns, and leave the others alone."""

import asyncio

import pytest

from marqueedesk.kit.http.fair_queue import FairQueue, QueueFull

pytestmark = pytest.mark.anyio


class Calls:
    """Calls that go on until they are let go, and the order in which they began."""

    def __init__(self, turns: FairQueue) -> None:
        self._turns = turns
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def start(self, name: str, key: str) -> None:
        """Ask for a turn, and let everybody go as far as they come."""
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
    """Calls of one key that have asked for their turn in this order."""
    calls = Calls(turns)
    for name in names:
        await calls.start(name, "a")
    return calls


async def test_one_key_takes_turns_in_order_and_another_goes_on():
    turns = FairQueue(at_once=2, waiting=5)
    calls = await in_line(turns, "a1", "a2", "a3", "a4")
    await calls.start("b1", "b")
    assert calls.begun == ["a1", "a2", "b1"]

    await calls.end("a2")
    assert calls.begun[3:] == ["a3"]
    for name in ("a1", "a3", "a4", "b1"):
        await calls.end(name)
    assert calls.begun[3:] == ["a3", "a4"]
    assert len(turns) == 0, "nothing is kept of keys that nobody uses"


async def test_a_full_line_asks_to_come_again():
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


async def test_who_gives_up_waiting_leaves_the_line():
    turns = FairQueue(at_once=1, waiting=1)
    calls = await in_line(turns, "a1", "a2")
    calls.tasks["a2"].cancel()
    await calls.start("a3", "a")
    await calls.end("a1")
    await calls.end("a3")

    assert calls.begun == ["a1", "a3"]
    assert len(turns) == 0


async def test_a_turn_that_ends_early_lets_one_more_go_on():
    turns = FairQueue(at_once=1, waiting=5)
    calls = Calls(turns)
    async with turns.take("a") as turn:
        await calls.start("a1", "a")
        await calls.start("a2", "a")
        assert calls.begun == []

        turn.end()
        turn.end()
        await calls.settle()
        assert calls.begun == ["a1"], "ended twice, it is one place"
    await calls.settle()
    assert calls.begun == ["a1"], "nor does its block's end give the place again"
    await calls.end("a1")
    await calls.end("a2")
    assert len(turns) == 0
