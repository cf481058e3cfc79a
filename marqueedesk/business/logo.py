"""Re-encode an uploaded logo as a plain PNG, keeping only its pixels.

The content determines the file type, never the file's name or declared type. The image's dimensions are checked before
decoding, so that a small file cannot use a lot of memory.
"""

import hashlib
import io
from dataclasses import dataclass
from typing import Final

from marqueedesk.business.errors import MOST_LOGO_BYTES, LogoRefused, LogoTooLarge
from marqueedesk.kit.jobs.pictures import MOST_DECODED, Unreadable, is_too_large, redraw

LONGEST_SIDE: Final = 1200
# A full-size photo takes megabytes as a PNG, and a logo looks just as good when smaller.
_ENOUGH_BYTES: Final = 400_000
_SMALLER: Final = 0.75
EMAIL_WIDTH: Final = 260
EMAIL_HEIGHT: Final = 48
"""Maximum size of a logo in an email, in CSS pixels."""
_SHARPNESS: Final = 2
"""Pixels of an email's logo per CSS pixel."""
_ENOUGH_IN_EMAILS: Final = 40_000
"""Size in bytes from which on an email's logo, usually a photo, is reduced to 256 colors."""
_BROKEN: Final = "This file is not a readable PNG or JPEG image."


@dataclass(frozen=True, slots=True)
class Logo:
    """A stored logo: a PNG, its size in pixels, and a digest of its content."""

    png: bytes
    width: int
    height: int
    tag: str


def uploaded_logo(raw: bytes) -> Logo:
    """Run `read_logo` in a subprocess. Raises Unavailable (503) if too many uploads are waiting."""
    if len(raw) > MOST_LOGO_BYTES:
        raise LogoTooLarge
    try:
        (png,) = redraw(png_of, raw)
    except Unreadable as problem:
        raise LogoRefused(problem.sentence) from problem
    return _logo(png)


def read_logo(raw: bytes) -> Logo:
    """Convert a PNG or JPEG to a logo of at most `LONGEST_SIDE` pixels a side, upright, without metadata.

    Raises LogoTooLarge (413), or LogoRefused (422) for a file that is not such an image or has too many pixels.
    """
    return _logo(*png_of(raw))


def _logo(png: bytes) -> Logo:
    # The image size is in the PNG's header.
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    return Logo(png, width, height, hashlib.sha256(png).hexdigest())


def png_of(raw: bytes) -> tuple[bytes]:
    """Return the stored PNG of an uploaded logo. Raises the same errors as `read_logo`."""
    # Imported here because it takes 10 MiB and is only needed to upload or draw a logo.
    from PIL import Image, ImageOps  # noqa: PLC0415

    # Pillow only warns below twice its own limit. Our limit is lower, and checked before decoding.
    Image.MAX_IMAGE_PIXELS = None
    if len(raw) > MOST_LOGO_BYTES:
        raise LogoTooLarge
    try:
        picture = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG"))
    except Exception as problem:  # Decoding a broken file can raise nearly anything.
        raise LogoRefused(_BROKEN) from problem
    if is_too_large(picture):
        raise LogoRefused(f"The logo has too many pixels: at most {MOST_DECODED // 1_000_000} million.")
    try:
        upright = ImageOps.exif_transpose(picture)
        see_through = "A" in upright.getbands() or "transparency" in upright.info
        pixels = upright.convert("RGBA" if see_through else "RGB")
        nothing = see_through and pixels.getchannel("A").getextrema()[1] == 0
    except Exception as problem:  # Same as above.
        raise LogoRefused(_BROKEN) from problem
    if nothing:
        raise LogoRefused("This image is empty.")
    side = LONGEST_SIDE
    while True:
        pixels.thumbnail((side, side), Image.Resampling.LANCZOS)
        # A new image carries over none of the original's metadata.
        plain = Image.new(pixels.mode, pixels.size)
        plain.paste(pixels)
        packed = io.BytesIO()
        plain.save(packed, "PNG", optimize=True)
        png = packed.getvalue()
        if len(png) <= _ENOUGH_BYTES:
            return (png,)
        side = int(max(plain.size) * _SMALLER)


def email_logo(png: bytes) -> tuple[bytes]:
    """Return a stored logo as a PNG for emails, scaled down to their size. Run it with `kit.jobs.pictures.redraw`."""
    # Imported here as above.
    from PIL import Image  # noqa: PLC0415

    picture = Image.open(io.BytesIO(png), formats=("PNG",))
    picture.thumbnail((EMAIL_WIDTH * _SHARPNESS, EMAIL_HEIGHT * _SHARPNESS), Image.Resampling.LANCZOS)
    packed = io.BytesIO()
    picture.save(packed, "PNG", optimize=True)
    if packed.tell() > _ENOUGH_IN_EMAILS:
        packed = io.BytesIO()
        picture.quantize(256, Image.Quantize.FASTOCTREE).save(packed, "PNG", optimize=True)
    return (packed.getvalue(),)


def logo_address(public_key: str, tag: str) -> str:
    """Return the path of a logo on this server. It changes with the logo, so that caches never show an old one."""
    return f"/api/public/logos/{public_key}?v={tag[:12]}"
