"""Content-Security-Policy hashes of a page's inline style elements."""

import re
from base64 import b64encode
from hashlib import sha256

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def style_sources(html: str) -> str:
    """Return the `style-src` sources that allow exactly the page's style elements."""
    digests = (sha256(text.encode()).digest() for text in _STYLE.findall(html))
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
