"""How a server shows that its event loop still turns: to the process that watches over it, or to systemd.

A hung server keeps its connections and answers nothing, and nobody would know but those who wait for it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import uvicorn

BEATS_EVERY: Final = 5
"""Seconds between two signs of life."""


def give_signs(config: "uvicorn.Config", give: Callable[[], None]) -> None:
    """Have a server call ``give`` from its event loop, again and again while that turns."""

    async def notify() -> None:
        give()

    config.callback_notify, config.timeout_notify = notify, BEATS_EVERY


class Beats:
    """A sign of life of each of some processes, in memory that they share with the one that watches over them."""

    def __init__(self, places: int) -> None:
        import mmap  # noqa: PLC0415 - one server alone needs none.

        self._memory = mmap.mmap(-1, places)

    def of(self, place: int) -> int:
        """A number that changes while the process at a place is alive."""
        return self._memory[place]

    def give(self, place: int) -> None:
        """The process at a place is alive."""
        self._memory[place] = (self._memory[place] + 1) % 256
