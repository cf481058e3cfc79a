"""Drawn signatures: decode the image, and refuse one without a signature."""

import base64
import binascii
import io
import warnings
from typing import Final

from PIL import Image, UnidentifiedImageError

from marqueedesk.kit.errors import Invalid

FIELD: Final = "image"
MOST_BYTES: Final = 300 * 1024
_START: Final = "data:image/png;base64,"
_MOST_PIXELS: Final = 4_000_000
_DARK: Final = 160
"""Brightness below which a pixel counts as ink."""
_OPAQUE: Final = 64
_SHORTEST: Final = 24
"""Minimum width or height of a signature in pixels; a pen dot is smaller."""
_FILLED: Final = 0.6
"""Minimum share of ink within its bounding box for a small drawing to count as a dot."""
_SMALL: Final = 0.15
_MOST_INK: Final = 0.6
"""Minimum share of ink in the whole image for it to count as a filled area."""
_STORED: Final = (600, 240)

_NOT_PNG: Final = "The signature must be a PNG image"
_EMPTY: Final = "Draw your signature, or type your name instead"
_DOT: Final = "A single dot is not a signature. Draw your signature, or type your name instead"
_LARGE: Final = "The signature image is too large: at most 300 KB"


def drawn_signature(data_url: str) -> bytes:
    """Decode a drawn signature and return it as a small PNG of dark ink without background. Raises Invalid."""
    if not data_url.startswith(_START):
        raise _invalid(_NOT_PNG)
    encoded = data_url[len(_START) :]
    if len(encoded) > MOST_BYTES * 4 // 3 + 4:
        raise _invalid(_LARGE)
    try:
        raw = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise _invalid(_NOT_PNG) from None
    if len(raw) > MOST_BYTES:
        raise _invalid(_LARGE)
    ink = _ink_of(raw)
    box = ink.getbbox()
    if box is None:
        raise _invalid(_EMPTY)
    width, height = box[2] - box[0], box[3] - box[1]
    if ink.histogram()[255] > _MOST_INK * ink.width * ink.height:
        raise _invalid(_EMPTY)
    share = ink.crop(box).histogram()[255] / (width * height)
    is_small = width <= _SMALL * ink.width and height <= _SMALL * ink.height
    if max(width, height) < _SHORTEST or (is_small and share >= _FILLED):
        raise _invalid(_DOT)
    return _stored(ink.crop(box))


def _ink_of(raw: bytes) -> Image.Image:
    """Return a mask of the ink: 255 where it is, 0 elsewhere."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(raw), formats=["PNG"]) as picture:
                if picture.width * picture.height > _MOST_PIXELS:
                    raise _invalid(_LARGE)
                pixels = picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError, Warning):
        raise _invalid(_NOT_PNG) from None
    alpha = _mask(pixels.getchannel("A"), [255 * (value >= _OPAQUE) for value in range(256)])
    white = Image.new("RGBA", pixels.size, "white")
    shown = Image.alpha_composite(white, pixels).convert("L")
    gray = _mask(shown, [255 * (value < _DARK) for value in range(256)])
    ink = Image.new("L", pixels.size, 0)
    ink.paste(gray, mask=alpha)
    return ink


def _mask(channel: Image.Image, values: list[int]) -> Image.Image:
    return channel.point(values)  # pyright: ignore[reportUnknownMemberType] - its stubs lack a type.


def _stored(ink: Image.Image) -> bytes:
    ink.thumbnail(_STORED)
    drawn = Image.new("RGBA", ink.size, (21, 18, 31, 0))
    drawn.putalpha(ink)
    file = io.BytesIO()
    drawn.save(file, "PNG", optimize=True)
    return file.getvalue()


def _invalid(message: str) -> Invalid:
    return Invalid(fields={FIELD: message})
