"""Re-encode an uploaded picture as two WebP pictures, keeping only its pixels.

The file type is determined by the content. Dimensions are checked before decoding, so that a small file can't expand to
a huge one in memory.
"""

import hashlib
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from marqueedesk.inventory.errors import PictureRefused, PictureTooLarge
from marqueedesk.kit.jobs.pictures import MOST_DECODED, Unreadable, is_too_large, redraw

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES: Final = 12_000_000
LARGE_SIDE, SMALL_SIDE = 1200, 400
MOST_KEPT_BYTES: Final = 300_000
_BROKEN: Final = "This file isn't a readable picture. Send a JPEG, PNG, or WebP image."
_SMALLER: Final = 0.8
_QUALITIES: Final = (82, 70, 55)


@dataclass(frozen=True, slots=True)
class TwoPictures:
    """A picture in two WebP sizes of at most `MOST_KEPT_BYTES` each, and its digest."""

    large: bytes
    small: bytes
    digest: str

    @property
    def size_bytes(self) -> int:
        """Return the total size of both pictures in bytes."""
        return len(self.large) + len(self.small)


def uploaded_picture(raw: bytes) -> TwoPictures:
    """Run `read_picture` in a separate process. Raises Unavailable (503) if too many are waiting."""
    if len(raw) > MOST_BYTES:
        raise PictureTooLarge
    try:
        large, small = redraw(both_of, raw)
    except Unreadable as problem:
        raise PictureRefused(problem.sentence) from problem
    return TwoPictures(large, small, hashlib.sha256(large).hexdigest())


def read_picture(raw: bytes) -> TwoPictures:
    """Convert a JPEG, PNG or WebP to two sizes, upright, without metadata.

    Raises PictureTooLarge (413) for a file over 12 MB, and PictureRefused (422) for too many pixels
    (kit.jobs.pictures), for SVG and HEIC (with a specific message), and for a file that isn't a picture.
    """
    large, small = both_of(raw)
    return TwoPictures(large, small, hashlib.sha256(large).hexdigest())


def both_of(raw: bytes) -> tuple[bytes, bytes]:
    """Return the large and the small version of an uploaded picture. Raises the errors of `read_picture`."""
    # Imported on demand, because the library takes 10 MiB of memory.
    from PIL import Image, ImageOps  # noqa: PLC0415

    Image.MAX_IMAGE_PIXELS = None
    if len(raw) > MOST_BYTES:
        raise PictureTooLarge
    _refuse_by_name(raw)
    try:
        picture = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "WEBP"))
    except Exception as problem:  # Decoding a broken file can raise nearly anything.
        raise PictureRefused(_BROKEN) from problem
    if is_too_large(picture):
        raise PictureRefused(
            f"The picture has more than {MOST_DECODED // 1_000_000} million pixels. Send a smaller one or a JPEG photo."
        )
    try:
        upright = ImageOps.exif_transpose(picture)
        see_through = "A" in upright.getbands() or "transparency" in upright.info
        pixels = upright.convert("RGBA" if see_through else "RGB")
        return _packed(pixels, LARGE_SIDE), _packed(pixels, SMALL_SIDE)
    except Exception as problem:  # Same as above.
        raise PictureRefused(_BROKEN) from problem


def _refuse_by_name(raw: bytes) -> None:
    """Raise a specific error for the two most common unsupported formats."""
    head = raw[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"<svg") or (head.startswith((b"<?xml", b"<!doctype")) and b"<svg" in raw[:4096].lower()):
        raise PictureRefused("SVG files aren't supported. Send a JPEG, PNG, or WebP image.")
    if raw[4:8] == b"ftyp" and raw[8:12] in {b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"heis"}:
        raise PictureRefused("HEIC pictures aren't supported. Save the picture as a JPEG and send that.")


def _packed(pixels: "Image", side: int) -> bytes:
    """Encode the pixels as WebP within a square of ``side``, reducing the quality until the file is small enough."""
    from PIL import Image  # noqa: PLC0415

    while True:
        smaller = pixels.copy()
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
        # A new image carries over none of the original's metadata.
        plain = Image.new(smaller.mode, smaller.size)
        plain.paste(smaller)
        for quality in _QUALITIES:
            out = io.BytesIO()
            plain.save(out, "WEBP", quality=quality)
            if len(out.getvalue()) <= MOST_KEPT_BYTES:
                return out.getvalue()
        side = int(max(smaller.size) * _SMALLER)
