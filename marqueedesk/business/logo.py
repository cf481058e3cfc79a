"""Turns an uploaded logo into a plain PNG of our own making: its pixels, and nothing else that was in the file.

The content decides the type of a file, never its name or declared type. A picture is measured before it is unpacked, so
that a small file cannot become a large one in memory.
"""

import hashlib
import io
from dataclasses import dataclass
from typing import Final

from marqueedesk.business.errors import MOST_LOGO_BYTES, LogoRefused, LogoTooLarge
from marqueedesk.kit.jobs.pictures import MOST_DECODED, Unreadable, is_too_large, redraw

LONGEST_SIDE: Final = 1200
# A photograph of the largest size takes megabytes as a PNG; as a logo it is as good when it is smaller.
_ENOUGH_BYTES: Final = 400_000
_SMALLER: Final = 0.75
_BROKEN: Final = "This file is no PNG or JPEG image that can be read."


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo as it is kept: a PNG, its size in pixels, and the tag that names its content."""

    png: bytes
    width: int
    height: int
    tag: str


def uploaded_logo(raw: bytes) -> Logo:
    """The same as `read_logo`, made in a process of its own. Raises Unavailable (503) while others are waiting."""
    if len(raw) > MOST_LOGO_BYTES:
        raise LogoTooLarge
    try:
        (png,) = redraw(png_of, raw)
    except Unreadable as problem:
        raise LogoRefused(problem.sentence) from problem
    return _logo(png)


def read_logo(raw: bytes) -> Logo:
    """A PNG or JPEG as a logo of at most `LONGEST_SIDE` pixels a side, upright, without metadata.

    Raises LogoTooLarge (413), or LogoRefused (422) for a file that is no such picture or unpacks into too many pixels.
    """
    return _logo(*png_of(raw))


def _logo(png: bytes) -> Logo:
    # Its size is in a PNG's first bytes.
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    return Logo(png, width, height, hashlib.sha256(png).hexdigest())


def png_of(raw: bytes) -> tuple[bytes]:
    """The PNG that is kept of an uploaded logo. Raises what `read_logo` raises."""
    # Only needed to upload or draw a logo, and takes 10 MiB.
    from PIL import Image, ImageOps  # noqa: PLC0415

    # Its own limit only warns up to twice the limit. Ours is below, and is checked before anything is unpacked.
    Image.MAX_IMAGE_PIXELS = None
    if len(raw) > MOST_LOGO_BYTES:
        raise LogoTooLarge
    try:
        picture = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG"))
    except Exception as problem:  # A broken file makes its readers raise nearly anything.
        raise LogoRefused(_BROKEN) from problem
    if is_too_large(picture):
        raise LogoRefused(f"The logo has too many pixels: at most {MOST_DECODED // 1_000_000} million.")
    try:
        upright = ImageOps.exif_transpose(picture)
        see_through = "A" in upright.getbands() or "transparency" in upright.info
        pixels = upright.convert("RGBA" if see_through else "RGB")
        nothing = see_through and pixels.getchannel("A").getextrema()[1] == 0
    except Exception as problem:  # As above.
        raise LogoRefused(_BROKEN) from problem
    if nothing:
        raise LogoRefused("There is nothing to see on this picture.")
    side = LONGEST_SIDE
    while True:
        pixels.thumbnail((side, side), Image.Resampling.LANCZOS)
        # A new picture has none of the old one's metadata.
        plain = Image.new(pixels.mode, pixels.size)
        plain.paste(pixels)
        packed = io.BytesIO()
        plain.save(packed, "PNG", optimize=True)
        png = packed.getvalue()
        if len(png) <= _ENOUGH_BYTES:
            return (png,)
        side = int(max(plain.size) * _SMALLER)


def logo_address(public_key: str, tag: str) -> str:
    """The path of a logo on this server. It changes with the logo, so that no page shows an old one."""
    return f"/api/public/logos/{public_key}?v={tag[:12]}"
