"""Decode uploaded pictures one at a time, each in its own process (kit.jobs.sandboxed_process), so that a file that
crashes a decoder only fails its own upload. The process starts in a tenth of a second.
"""

import importlib
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from marqueedesk.kit.errors import Problem, Unavailable
from marqueedesk.kit.jobs import sandboxed_process

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_DECODED: Final = 4_000_000
"""Maximum number of pixels in a decoded picture. A larger JPEG is decoded at a fraction of its size."""
_MOST_OF_A_FILE: Final = 40_000_000
_FRACTIONS: Final = (1, 2, 4, 8)
"""Fractions at which a JPEG can be decoded."""
_MOST_PROGRESSIVE: Final = 12_000_000
"""Maximum number of pixels in a progressive JPEG, which is held in memory completely while it is decoded at any
fraction.
"""
_MOST_WAITING: Final = 4
_TIMEOUT: Final = 10.0
MOST_MEMORY: Final = 384 << 20
"""Bytes of address space for decoding one picture. The largest accepted ones need about half of it."""
MOST_SECONDS: Final = 20
"""Time limit for decoding one picture."""
_TOO_MUCH: Final = "This picture is too complex to process. Upload a smaller one."
Result = TypeVar("Result")

_decoder = threading.Lock()
_queue = threading.BoundedSemaphore(_MOST_WAITING)


def one_at_a_time(unpack: Callable[[], Result]) -> Result:
    """Return the result of ``unpack``, run when no other picture is being decoded in this process.

    Raises Unavailable if several others are waiting, because pictures must not use up the request threads.
    """
    if not _queue.acquire(blocking=False):
        raise Unavailable("Other pictures are being processed. Please try again in a few seconds.", retry_after=5)
    try:
        if not _decoder.acquire(timeout=_TIMEOUT):
            raise Unavailable("Other pictures are being processed. Please try again in a few seconds.", retry_after=5)
        try:
            return unpack()
        finally:
            _decoder.release()
    finally:
        _queue.release()


def is_too_large(picture: "Image") -> bool:
    """Return true if a picture that is opened but not decoded yet has too many pixels.

    A JPEG is set to be decoded at the largest fraction that fits, if there is one.
    """
    pixels = picture.width * picture.height
    if pixels > (_MOST_PROGRESSIVE if picture.info.get("progressive") else _MOST_OF_A_FILE):
        return True
    fraction = next((part for part in _FRACTIONS if pixels <= MOST_DECODED * part * part), _FRACTIONS[-1])
    picture.draft(None, (max(1, picture.width // fraction), max(1, picture.height // fraction)))
    return picture.width * picture.height > MOST_DECODED


class Unreadable(Exception):
    """The file cannot be used as a picture; the sentence gives the reason."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def redraw(
    draw: Callable[[bytes], tuple[bytes, ...]], raw: bytes, *, seconds: float = MOST_SECONDS
) -> tuple[bytes, ...]:
    """Run a module's function on an uploaded file in its own process, and return the result.

    The function rejects a file by raising a Problem with a message for a field. Raises Unreadable with that message, or
    if the process ran out of memory or time, and Unavailable if too many others are waiting.
    """
    return one_at_a_time(lambda: _in_child(f"{draw.__module__}:{draw.__qualname__}", raw, seconds))


def _in_child(name: str, raw: bytes, seconds: float) -> tuple[bytes, ...]:
    try:
        result = sandboxed_process.ask(__name__, name, payload=raw, seconds=seconds)
    except sandboxed_process.Ended as ended:
        raise Unreadable(_TOO_MUCH) from ended
    if result.refused is not None:
        raise Unreadable(result.refused)
    return result.parts


def _draw(name: str, raw: bytes) -> sandboxed_process.Answer:
    """Run the named function on a file."""
    module, _, function = name.partition(":")
    try:
        return sandboxed_process.Answer(getattr(importlib.import_module(module), function)(raw))
    except Problem as problem:
        return sandboxed_process.Answer(refused=problem.message)


if __name__ == "__main__":
    sandboxed_process.be_the_child(sandboxed_process.Bounds(MOST_MEMORY, MOST_SECONDS), partial(_draw, sys.argv[1]))
