"""Heartbeats of a server's event loop, for its supervisor or systemd.

A server that hangs keeps its connections open without responding, which would otherwise go unnoticed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import uvicorn

BEATS_EVERY: Final = 5
"""Seconds between heartbeats."""


def give_signs(config: "uvicorn.Config", give: Callable[[], None]) -> None:
    """Make a server call ``give`` repeatedly from its event loop."""

    async def notify() -> None:
        give()

    config.callback_notify, config.timeout_notify = notify, BEATS_EVERY


class Beats:
    """Heartbeat counters of several processes, in memory shared with their supervisor."""

    def __init__(self, places: int) -> None:
        import mmap  # noqa: PLC0415 - one server alone needs none.

        self._memory = mmap.mmap(-1, places)

    def of(self, place: int) -> int:
        """Return a number that changes while the process of a slot is alive."""
        return self._memory[place]

    def give(self, place: int) -> None:
        """Record a heartbeat of the process of a slot."""
        self._memory[place] = (self._memory[place] + 1) % 256
