"""Several server processes that share the memory of what they have loaded (docs/adr/0022-shared-memory.md).

A process that exists only for that loads the application, forks the servers and ends. The one that watches over them
has loaded nothing of it, inherits them, and has another one loaded in place of a server that dies.
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

_PR_SET_CHILD_SUBREAPER: Final = 36
_LOOKS_EVERY: Final = 0.2
"""Seconds after which a server that has died is noticed."""
_FAILED_TO_START: Final = 3
"""How a server ends that would fail to start again; uvicorn's own number."""
_ENDS_WITHIN: Final = 15.0
"""Seconds from the signal to end until a server that is still there is killed: it has ten for answers in progress."""


def inherits_orphans() -> bool:
    """Have this process inherit the children of those that it has started and that ended. False where there is no such
    thing, which is elsewhere than on Linux.
    """
    if sys.platform != "linux":
        return False
    return ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


class Processes:
    """As many servers as the configuration has workers. For a process that has no threads and `inherits_orphans`."""

    def __init__(self, config: uvicorn.Config, load: Callable[[], object]) -> None:
        """Listen. ``load`` does what the servers have in common; it starts no thread and opens no connection."""
        self._config = config
        self._listening = config.bind_socket()
        self._load = load
        self._servers: set[int] = set()
        self._ending = False

    def run(self) -> int:
        """Serve until a signal ends it. Returns what the command ends with."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._end)
        result = 0 if self._start(self._config.workers) else _FAILED_TO_START
        while result == 0 and not self._ending:
            time.sleep(_LOOKS_EVERY)
            for status in self._ended():
                if status == _FAILED_TO_START or (not self._ending and not self._start(1)):
                    result = _FAILED_TO_START
        self._end_all()
        return result

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _start(self, count: int) -> bool:
        """Load once and fork so many servers. False where that fails."""
        told, telling = os.pipe()
        loader = os.fork()
        if loader == 0:
            os.close(told)
            _alone(lambda: self._fork(count, telling))
        os.close(telling)
        with os.fdopen(told, encoding="ascii") as pids:
            self._servers.update(int(pid) for pid in pids.read().split())
        _, status = os.waitpid(loader, 0)
        return status == 0 or self._ending

    def _fork(self, count: int, telling: int) -> int:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        self._load()
        for _ in range(count):
            pid = os.fork()
            if pid == 0:
                os.close(telling)
                _alone(self._serve)
            os.write(telling, f"{pid} ".encode())
        return 0

    def _serve(self) -> int:
        self._config.configure_logging()
        server = uvicorn.Server(self._config)
        server.run([self._listening])
        return 0 if server.started else _FAILED_TO_START

    def _ended(self) -> list[int]:
        """What servers that have ended since the last time ended with; a signal as its negative number."""
        found: list[int] = []
        with contextlib.suppress(ChildProcessError):
            # Of all children: those that a killed server leaves are inherited too.
            while (child := os.waitpid(-1, os.WNOHANG))[0]:
                if child[0] in self._servers:
                    self._servers.remove(child[0])
                    found.append(os.waitstatus_to_exitcode(child[1]))
        return found

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
    """Do all the work of a process that was forked, and end it: nothing of the one that it was forked from goes on."""
    result = 1
    try:
        result = work()
    except BaseException:  # noqa: BLE001 - whatever it was, this process ends here.
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(result)
