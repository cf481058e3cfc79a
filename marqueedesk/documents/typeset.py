"""Compile a document's data to a PDF in a subprocess (documents.type_setter), passing the data as JSON (D4). A failure
there affects only the request, never the server.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Literal, Self

import orjson

from marqueedesk.documents import type_setter
from marqueedesk.documents.errors import NotTypeset
from marqueedesk.documents.sign import draw_sign
from marqueedesk.documents.sign_tones import SignText
from marqueedesk.documents.turns import DocumentQueue, Kept
from marqueedesk.kit.jobs import sandboxed_process

AT_ONCE: Final = 1
"""Number of documents compiled at a time per server process; each needs a full CPU core and up to 190 MiB."""
TIMEOUT: Final = 10.0
"""Maximum number of seconds that a document waits for its turn."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
KEPT_BYTES: Final = 2 << 20
SLOW: Final = 0.3
"""Number of seconds from which on a document is cached."""
PICTURE_WIDTH: Final = 580
"""Width of a sign's picture in an email, in CSS pixels, as are the sizes below."""
_SIGN_WIDTH: Final = 530
_SIGN_HEIGHT: Final = 200
_SIGN_MARGINS: Final = 24
_POINTS: Final = 0.75
"""Points in a CSS pixel."""
_turns = DocumentQueue(AT_ONCE)
CACHE: Final = Kept(KEPT_BYTES, from_seconds=SLOW)
"""Documents that took long, cached by this process."""


def pdf(
    paper: Mapping[str, Any],
    *,
    whose: int,
    logo: bytes | None,
    made_at: datetime,
    timeout: float = TIMEOUT,
    cache: Kept = CACHE,
) -> bytes:
    """Compile a document of the business ``whose`` to a PDF. The same document, logo and time give the same bytes.

    Slow documents, usually because of their terms, are compiled once and cached, so their timestamp is that of the
    first call. Do not call it with a transaction open: it takes tens of milliseconds of CPU time, and seconds for long
    terms in Chinese. Raises TooBusy and NotTypeset (503).
    """
    text = orjson.dumps(paper, option=orjson.OPT_SORT_KEYS)
    key = hashlib.sha256(b"%d:%d:%b%b" % (whose, len(text), text, logo or b"")).hexdigest()
    found = cache.find(key)
    if found is not None:
        return found
    with _turns.take(whose, timeout):
        return cache.make(key, lambda: _compile(paper, logo, made_at, "pdf", None)[0])


def pictures(paper: Mapping[str, Any], *, logo: bytes | None, made_at: datetime, ppi: float = 80) -> list[bytes]:
    """Compile the document's pages to PNGs, for inspection."""
    return list(_compile(paper, logo, made_at, "png", ppi))


@lru_cache(maxsize=32)
def share_picture(texts: tuple[SignText, ...], name: str) -> bytes:
    """Return the preview image for a link as a PNG of 1200 by 630 pixels: a sign and a name.

    Raises TooBusy and NotTypeset (503).
    """
    sign = draw_sign(texts, look="night", shape=2.8)
    drawn = {"svg": sign.svg, "width": sign.width, "height": sign.height} if sign else None
    with _turns.take((texts, name), TIMEOUT):
        return _compile({"sign": drawn, "name": name}, None, _EPOCH, "png", 144, template="share.typ")[0]


@dataclass(frozen=True, slots=True)
class NightSign:
    """A sign to draw for an email, and the picture's size in CSS pixels."""

    svg: str
    sign_width: float
    sign_height: float
    width: int
    height: int

    @classmethod
    def of(cls, texts: tuple[SignText, ...]) -> Self | None:
        """Arrange a sign's texts; None if they have no letters."""
        sign = draw_sign(texts, look="night", shape=3.2)
        if sign is None:
            return None
        scale = min(_SIGN_WIDTH / sign.width, _SIGN_HEIGHT / sign.height, 1)
        width, height = sign.width * scale, sign.height * scale
        return cls(sign.svg, width, height, PICTURE_WIDTH, round(height) + _SIGN_MARGINS)


@lru_cache(maxsize=64)
def sign_picture(sign: NightSign) -> bytes:
    """Return a sign as a JPEG of 1.5 times its size, under 60 kB. Raises TooBusy and NotTypeset (503)."""
    drawn = {
        "svg": sign.svg,
        "width": sign.sign_width * _POINTS,
        "height": sign.sign_height * _POINTS,
        "page_width": sign.width * _POINTS,
        "page_height": sign.height * _POINTS,
    }
    with _turns.take(sign.svg, TIMEOUT):
        return _compile({"sign": drawn}, None, _EPOCH, "jpeg", 144, template="sign.typ")[0]


def label_pdf(labels: Mapping[str, Any], *, whose: int, made_at: datetime) -> bytes:
    """Compile a document of labels to a PDF (documents.labels) for the business ``whose``. Raises TooBusy and
    NotTypeset (503).
    """
    with _turns.take(whose, TIMEOUT):
        return _compile(labels, None, made_at, "pdf", None, template="labels.typ")[0]


def template_pdf(template: str, data: Mapping[str, Any], *, whose: int, logo: bytes | None, made_at: datetime) -> bytes:
    """Compile the data of another template to a PDF for the business ``whose``; the same data give the same bytes. Do
    not call it with a transaction open. Raises TooBusy and NotTypeset (503).
    """
    with _turns.take(whose, TIMEOUT):
        return _compile(data, logo, made_at, "pdf", None, template=template)[0]


def _compile(
    paper: Mapping[str, Any],
    logo: bytes | None,
    made_at: datetime,
    form: Literal["pdf", "png", "jpeg"],
    ppi: float | None,
    *,
    template: str = "paper.typ",
) -> Sequence[bytes]:
    data = {**paper, "logo": wrapped(logo) if logo else None}
    wanted: type_setter.RenderRequest = {
        "template": template,
        "form": form,
        "ppi": ppi,
        "made_at": int(made_at.timestamp()),
    }
    given = b"%b\n%b" % (orjson.dumps(wanted), orjson.dumps(data))
    try:
        answer = sandboxed_process.ask(type_setter.__name__, payload=given, seconds=type_setter.BOUNDS.seconds)
    except sandboxed_process.Ended as ended:
        raise NotTypeset(retry_after=5) from ended
    if answer.refused is not None:
        # Data cannot make a template fail, so this is a bug in the template.
        raise RuntimeError(answer.refused)
    return answer.parts


def wrapped(png: bytes) -> str:
    """Wrap a PNG in an SVG, because JSON can only carry text. The image size is read from the PNG's header."""
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    content = base64.b64encode(png).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{content}"/></svg>'
    )
