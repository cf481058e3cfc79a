"""Unpacks uploaded pictures one at a time, each in a process of its own that ends with it (kit.jobs.bounded_child): a
file
that makes a decoder misbehave costs its sender an answer, and the server nothing. It starts in a tenth of a second.
"""

import importlib
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from marqueedesk.kit.errors import Problem, Unavailable
from marqueedesk.kit.jobs import bounded_child

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_DECODED: Final = 4_000_000
"""Pixels that a picture may have once it is unpacked. A JPEG is unpacked at a fraction of its size."""
_MOST_OF_A_FILE: Final = 40_000_000
_FRACTIONS: Final = (1, 2, 4, 8)
"""The fractions of its size at which a JPEG can be unpacked."""
_MOST_PROGRESSIVE: Final = 12_000_000
"""Pixels of a progressive JPEG, all of which is held while it is unpacked, at whatever size."""
_MOST_WAITING: Final = 4
_TIMEOUT: Final = 10.0
MOST_MEMORY: Final = 384 << 20
"""Bytes of address space for unpacking one picture. The largest that are taken need about half of it."""
_MOST_SECONDS: Final = 20
_TOO_MUCH: Final = "This picture takes too much to prepare. Send a smaller one."
Result = TypeVar("Result")

_turn = threading.Lock()
_places = threading.BoundedSemaphore(_MOST_WAITING)


def one_at_a_time(unpack: Callable[[], Result]) -> Result:
    """The result of ``unpack``, once no other picture is being unpacked in this process.

    Raises Unavailable where several others are waiting: pictures must not take every thread that answers requests.
    """
    if not _places.acquire(blocking=False):
        raise Unavailable("Other pictures are being prepared. Please try again in a few seconds.", retry_after=5)
    try:
        if not _turn.acquire(timeout=_TIMEOUT):
            raise Unavailable("Other pictures are being prepared. Please try again in a few seconds.", retry_after=5)
        try:
            return unpack()
        finally:
            _turn.release()
    finally:
        _places.release()


def is_too_large(picture: "Image") -> bool:
    """Whether a picture that was opened, and not unpacked, has too many pixels.

    A JPEG is set to be unpacked at the fraction of its size that fits, if one does.
    """
    pixels = picture.width * picture.height
    if pixels > (_MOST_PROGRESSIVE if picture.info.get("progressive") else _MOST_OF_A_FILE):
        return True
    fraction = next((part for part in _FRACTIONS if pixels <= MOST_DECODED * part * part), _FRACTIONS[-1])
    picture.draft(None, (max(1, picture.width // fraction), max(1, picture.height // fraction)))
    return picture.width * picture.height > MOST_DECODED


class Unreadable(Exception):
    """A file that is not kept as a picture; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def redraw(draw: Callable[[bytes], tuple[bytes, ...]], raw: bytes) -> tuple[bytes, ...]:
    """What a function of a module makes of an uploaded file, called in a process of its own.

    The function raises a Problem with a field's sentence to refuse the file. Raises Unreadable with that sentence, or
    where the process ran out of memory or time, and Unavailable where too many others are waiting.
    """
    return one_at_a_time(lambda: _in_child(f"{draw.__module__}:{draw.__qualname__}", raw))


def _in_child(name: str, raw: bytes) -> tuple[bytes, ...]:
    try:
        answer = bounded_child.ask(__name__, name, given=raw, seconds=_MOST_SECONDS)
    except bounded_child.Ended as ended:
        raise Unreadable(_TOO_MUCH) from ended
    if answer.refused is not None:
        raise Unreadable(answer.refused)
    return answer.parts


def _draw(name: str, raw: bytes) -> bounded_child.Answer:
    """What the named function makes of a file."""
    module, _, function = name.partition(":")
    try:
        return bounded_child.Answer(getattr(importlib.import_module(module), function)(raw))
    except Problem as problem:
        return bounded_child.Answer(refused=problem.message)


if __name__ == "__main__":
    bounded_child.be_the_child(bounded_child.Bounds(MOST_MEMORY, _MOST_SECONDS), partial(_draw, sys.argv[1]))
