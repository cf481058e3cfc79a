"""Unpacks uploaded pictures one at a time, and never more pixels than fit into memory many times over."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from marqueedesk.kit.errors import Unavailable

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_DECODED: Final = 4_000_000
"""Pixels that a picture may have once it is unpacked. A JPEG is unpacked at a fraction of its size."""
_MOST_OF_A_FILE: Final = 50_000_000
_FRACTIONS: Final = (1, 2, 4, 8)
"""The fractions of its size at which a JPEG can be unpacked."""
_MOST_PROGRESSIVE: Final = 12_000_000
"""Pixels of a progressive JPEG, all of which is held while it is unpacked, at whatever size."""
_MOST_WAITING: Final = 4
_PATIENCE: Final = 10.0
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
        if not _turn.acquire(timeout=_PATIENCE):
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
