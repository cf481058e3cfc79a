"""Turns an uploaded picture into two WebP pictures of our own making: its pixels, nothing else of the file.

The content decides the type of a file. A picture is measured before it is unpacked, so that a small file cannot become
a large one in memory.
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
_BROKEN: Final = "This file is no picture that can be read. Send a JPEG, PNG or WebP image."
_SMALLER: Final = 0.8
_QUALITIES: Final = (82, 70, 55)


@dataclass(frozen=True, slots=True)
class TwoPictures:
    """A picture at two sizes as WebP, each of at most `MOST_KEPT_BYTES`, and the digest that names it."""

    large: bytes
    small: bytes
    digest: str

    @property
    def size_bytes(self) -> int:
        """Bytes that both sizes take in storage."""
        return len(self.large) + len(self.small)


def uploaded_picture(raw: bytes) -> TwoPictures:
    """The same as `read_picture`, made in a process of its own. Raises Unavailable (503) while others are waiting."""
    if len(raw) > MOST_BYTES:
        raise PictureTooLarge
    try:
        large, small = redraw(both_of, raw)
    except Unreadable as problem:
        raise PictureRefused(problem.sentence) from problem
    return TwoPictures(large, small, hashlib.sha256(large).hexdigest())


def read_picture(raw: bytes) -> TwoPictures:
    """A JPEG, PNG or WebP at two sizes, upright, without metadata.

    Raises PictureTooLarge (413) for a file over 12 MB, and PictureRefused (422) for one with too many pixels
    (kit.jobs.pictures), for SVG and HEIC, each by its name, and for a file that is not a picture.
    """
    large, small = both_of(raw)
    return TwoPictures(large, small, hashlib.sha256(large).hexdigest())


def both_of(raw: bytes) -> tuple[bytes, bytes]:
    """The large and the small picture that are kept of an uploaded one. Raises what `read_picture` raises."""
    # Only needed to upload a picture, and takes 10 MiB.
    from PIL import Image, ImageOps  # noqa: PLC0415

    Image.MAX_IMAGE_PIXELS = None
    if len(raw) > MOST_BYTES:
        raise PictureTooLarge
    _refuse_by_name(raw)
    try:
        picture = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "WEBP"))
    except Exception as problem:  # A broken file makes its readers raise nearly anything.
        raise PictureRefused(_BROKEN) from problem
    if is_too_large(picture):
        raise PictureRefused(
            f"The picture has too many pixels: at most {MOST_DECODED // 1_000_000} million, or a photograph as a JPEG."
        )
    try:
        upright = ImageOps.exif_transpose(picture)
        see_through = "A" in upright.getbands() or "transparency" in upright.info
        pixels = upright.convert("RGBA" if see_through else "RGB")
        return _packed(pixels, LARGE_SIDE), _packed(pixels, SMALL_SIDE)
    except Exception as problem:  # As above.
        raise PictureRefused(_BROKEN) from problem


def _refuse_by_name(raw: bytes) -> None:
    """Say of the two kinds that people send most often, and that we do not take, what they are."""
    head = raw[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"<svg") or (head.startswith((b"<?xml", b"<!doctype")) and b"<svg" in raw[:4096].lower()):
        raise PictureRefused("SVG drawings are not taken. Send a JPEG, PNG or WebP image.")
    if raw[4:8] == b"ftyp" and raw[8:12] in {b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"heis"}:
        raise PictureRefused("HEIC pictures are not taken. Save the picture as a JPEG and send that.")


def _packed(pixels: "Image", side: int) -> bytes:
    """The pixels within a square of ``side``, as WebP, smaller until it is small enough."""
    from PIL import Image  # noqa: PLC0415

    while True:
        smaller = pixels.copy()
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
        # A new picture has none of the old one's metadata.
        plain = Image.new(smaller.mode, smaller.size)
        plain.paste(smaller)
        for quality in _QUALITIES:
            out = io.BytesIO()
            plain.save(out, "WEBP", quality=quality)
            if len(out.getvalue()) <= MOST_KEPT_BYTES:
                return out.getvalue()
        side = int(max(smaller.size) * _SMALLER)
