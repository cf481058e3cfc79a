"""Several server processes that share the memory of loaded code (docs/adr/0022-shared-memory.md).

A loader process loads the application, forks the servers and exits. The supervisor, which doesn't load the application,
inherits the servers and starts another loader when a server dies or hangs.
"""

import contextlib
import ctypes
import itertools
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Final

from marqueedesk.mail.listening import Listening
from marqueedesk.web import watchdog

if TYPE_CHECKING:
    import uvicorn

_PR_SET_CHILD_SUBREAPER: Final = 36
_LOOKS_EVERY: Final = 0.2
"""Seconds between checks for dead servers."""
FAILED_TO_START: Final = 3
"""Exit code of a server that cannot start, as defined by uvicorn."""
HANGS_AFTER: Final = 60.0
"""Seconds without a heartbeat until a server is killed. Counted in checks, so that suspending the machine doesn't cause
servers to be killed.
"""
_ENDS_WITHIN: Final = 15.0
"""Seconds from the stop signal until a remaining server is killed. It has ten to finish its requests."""


def inherits_orphans() -> bool:
    """Make this process inherit orphaned descendants. Returns false if that isn't supported, which is the case on
    systems other than Linux.
    """
    if sys.platform != "linux":
        return False
    return ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


class Processes:
    """Supervises several servers on one address, in a process without threads that `inherits_orphans`."""

    def __init__(
        self, count: int, listening: Listening, load: "Callable[[], uvicorn.Config]", well: Callable[[], None]
    ) -> None:
        """Prepare the supervisor. ``load`` prepares what the servers share and returns their configuration, without
        starting threads or opening connections. ``well`` is called every few seconds.
        """
        self._count = count
        self._listening = listening
        self._load = load
        self._well = well
        # Heartbeat slots by process ID.
        self._servers: dict[int, int] = {}
        self._beats = watchdog.Beats(count)
        # Last heartbeat by process ID, with the number of checks since it changed.
        self._silent: dict[int, tuple[int, int]] = {}
        self._ending = False

    def run(self) -> int:
        """Serve until a signal; return the command's exit code."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._end)
        result = 0 if self._start(self._count) else FAILED_TO_START
        looks = itertools.cycle(range(round(watchdog.BEATS_EVERY / _LOOKS_EVERY) or 1))
        while result == 0 and not self._ending:
            if next(looks) == 0:
                self._well()
            time.sleep(_LOOKS_EVERY)
            self._kill_hung()
            for status in self._ended():
                if status == FAILED_TO_START or (not self._ending and not self._start(1)):
                    result = FAILED_TO_START
        self._end_all()
        return result

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _start(self, count: int) -> bool:
        """Load the application once and fork the servers. Returns false on failure."""
        places = sorted(set(range(self._count)) - set(self._servers.values()))[:count]
        receiving, telling = os.pipe()
        loader = os.fork()
        if loader == 0:
            os.close(receiving)
            _alone(lambda: self._fork(places, telling))
        os.close(telling)
        with os.fdopen(receiving, encoding="ascii") as pids:
            self._servers.update(zip(map(int, pids.read().split()), places, strict=False))
        _, status = os.waitpid(loader, 0)
        return status == 0 or self._ending

    def _fork(self, places: list[int], telling: int) -> int:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        config = self._load()
        for place in places:
            pid = os.fork()
            if pid == 0:
                os.close(telling)
                _alone(lambda place=place: self._serve(config, place))
            os.write(telling, f"{pid} ".encode())
        return 0

    def _serve(self, config: "uvicorn.Config", place: int) -> int:
        import uvicorn  # noqa: PLC0415 - the process that watches does without it.

        config.configure_logging()
        watchdog.give_signs(config, lambda: self._beats.give(place))
        server = uvicorn.Server(config)
        server.run([self._listening])
        return 0 if server.started else FAILED_TO_START

    def _ended(self) -> list[int]:
        """Return the exit codes of servers that ended since the last call; a signal is a negative number."""
        exit_codes: list[int] = []
        with contextlib.suppress(ChildProcessError):
            # This includes the inherited children of killed servers.
            while (child := os.waitpid(-1, os.WNOHANG))[0]:
                if child[0] in self._servers:
                    del self._servers[child[0]]
                    self._silent.pop(child[0], None)
                    exit_codes.append(os.waitstatus_to_exitcode(child[1]))
        return exit_codes

    def _kill_hung(self) -> None:
        """Kill servers whose event loop has been stuck for a minute; they are replaced afterwards."""
        for pid, place in self._servers.items():
            sign = self._beats.of(place)
            last, looks = self._silent.get(pid, (sign, 0))
            self._silent[pid] = (sign, looks + 1 if sign == last else 0)
            if self._silent[pid][1] * _LOOKS_EVERY > HANGS_AFTER:
                sys.stderr.write(f"Server process {pid} stopped responding and will be replaced.\n")
                os.kill(pid, signal.SIGKILL)
                self._silent[pid] = (sign, 0)

    def _end_all(self) -> None:
        for pid in self._servers:
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + _ENDS_WITHIN
        while self._servers:
            self._ended()
            if time.monotonic() > deadline:
                for pid in self._servers:
                    os.kill(pid, signal.SIGKILL)
            time.sleep(_LOOKS_EVERY / 4)


def _alone(work: Callable[[], int]) -> None:
    """Do all the work of a forked process and exit, without returning to the parent's code."""
    result = 1
    try:
        result = work()
    except BaseException:  # noqa: BLE001 - the process ends here after any error.
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(result)
