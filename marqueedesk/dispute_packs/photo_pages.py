"""Photos and signatures as SVGs for the typesetter, because its JSON input can only contain text."""

import base64
import io
from typing import Final

from PIL import Image

_QUALITY: Final = 72


def embedded(photo: bytes, width: int) -> str:
    """Return a stored photo as an SVG with a JPEG of at most this width and height in pixels."""
    with Image.open(io.BytesIO(photo)) as stored:
        picture = stored.convert("RGB")
    picture.thumbnail((width, width))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY, optimize=True)
    content = base64.b64encode(file.getvalue()).decode()
    size = f'width="{picture.width}" height="{picture.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" {size}>'
        f'<image {size} href="data:image/jpeg;base64,{content}"/></svg>'
    )


def signature_drawing(path: str) -> str:
    """Return a signature, an SVG path within 300 by 100 (bookings.goods.handovers_api), as an SVG."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100">'
        f'<path d="{path}" fill="none" stroke="#15121F" stroke-width="2.5" stroke-linecap="round"/></svg>'
    )
