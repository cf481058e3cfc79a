"""Run one task in a separate process with limited memory and time, and without the server's settings. If it fails, the
caller gets no result, but the server isn't affected.

A module for such a process calls `be_the_child` when run as a program. Each task pays for the imports of that module
and of this one: dataclasses, for example, take as long to import as the type setter.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Final, NamedTuple

_CHILD_ALSO: Final = {
    "PYTHONDONTWRITEBYTECODE": "1",
    # Each additional arena reserves 64 MiB of the limited address space.
    "MALLOC_ARENA_MAX": "1",
    # Thread pool of the type setter: one thread regardless of the number of CPUs, to limit memory.
    "RAYON_NUM_THREADS": "1",
}


class Bounds(NamedTuple):
    """Limits: bytes of address space, CPU seconds in the child, and seconds that the parent waits."""

    memory: int
    seconds: float


class Ended(Exception):
    """The process ended without a result: it ran out of memory or time, or was killed."""


class Answer(NamedTuple):
    """Result of the process, or the reason there is none."""

    parts: tuple[bytes, ...] = ()
    refused: str | None = None


def ask(module: str, *arguments: str, payload: bytes, seconds: float) -> Answer:
    """Run a module's process on the input and return its result. Raises Ended."""
    try:
        done = subprocess.run(  # noqa: S603 - a module of ours, in this interpreter.
            [sys.executable, "-P", "-m", module, *arguments],
            input=payload,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Pass nothing else of the environment, which contains the installation's keys.
            env={"PYTHONPATH": os.pathsep.join(sys.path), **_CHILD_ALSO},
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise Ended from late
    if done.returncode:
        raise Ended
    head, _, rest = done.stdout.partition(b"\n")
    header = json.loads(head)
    parts: list[bytes] = []
    for size in header["sizes"]:
        parts.append(rest[:size])
        rest = rest[size:]
    return Answer(tuple(parts), header["refused"])


def be_the_child(bounds: Bounds, work: Callable[[bytes], Answer]) -> None:
    """Limit this process, read its input, and write the result of ``work``."""
    seconds = max(1, int(bounds.seconds))
    resource.setrlimit(resource.RLIMIT_AS, (bounds.memory, bounds.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    result = work(sys.stdin.buffer.read())
    head = json.dumps({"refused": result.refused, "sizes": [len(part) for part in result.parts]}).encode()
    sys.stdout.buffer.write(b"".join((head, b"\n", *result.parts)))
