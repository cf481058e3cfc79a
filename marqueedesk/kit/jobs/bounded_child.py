"""Does one piece of work in a process of its own that ends with it: it has so much memory and time and no more, and
none of the server's settings. Work that goes wrong costs whoever asked for it an answer, and the server nothing.

A module that is to be such a process calls `be_the_child` where it is run as a program. What this module and that one
import is paid for by each piece of work: dataclasses, for example, take as long as the type setter itself.
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
    # Each further one reserves 64 MiB of the address space that is counted.
    "MALLOC_ARENA_MAX": "1",
    # The pool of the type setter: one processor, whatever the machine has, and the memory of one thread.
    "RAYON_NUM_THREADS": "1",
}


class Bounds(NamedTuple):
    """Bytes of address space, and seconds: of processor time in the child, and for the parent to wait."""

    memory: int
    seconds: float


class Ended(Exception):
    """The child was ended before it had an answer: it ran out of memory or time, or somebody killed it."""


class Answer(NamedTuple):
    """What the child made, or why it made nothing."""

    parts: tuple[bytes, ...] = ()
    refused: str | None = None


def ask(module: str, *arguments: str, given: bytes, seconds: float) -> Answer:
    """What a module's process makes of ``given``. Raises Ended."""
    try:
        done = subprocess.run(  # noqa: S603 - a module of ours, in this interpreter.
            [sys.executable, "-P", "-m", module, *arguments],
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Nothing else of the environment, which holds the keys of the installation.
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
    """Bound this process, read what is given from its input, and write what ``work`` makes of it."""
    seconds = max(1, int(bounds.seconds))
    resource.setrlimit(resource.RLIMIT_AS, (bounds.memory, bounds.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answer = work(sys.stdin.buffer.read())
    head = json.dumps({"refused": answer.refused, "sizes": [len(part) for part in answer.parts]}).encode()
    sys.stdout.buffer.write(b"".join((head, b"\n", *answer.parts)))
