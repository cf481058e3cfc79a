"""Turns a document's data into a PDF: Typst compiles it from a template of ours, with the data as JSON (D4).

Text written by customers and operators reaches the template as JSON values and is never read as markup. The template
can only read the files beside it, and no package or font of the machine: the fonts are dependencies of their own, so a
document looks the same everywhere, in any script.
"""

import base64
import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson

from marqueedesk.documents.sign import draw_sign
from marqueedesk.documents.turns import Kept, Turns

if TYPE_CHECKING:
    import typst

TEMPLATES: Final = Path(__file__).parent / "templates"
_FONT_PACKAGES: Final = ("fontpkg_inter", "manimgx_fonts", "noto_cjk_sans_jp_regular")
AT_ONCE: Final = 1
"""Documents that a process compiles at a time: each needs a whole processor, and 30 MiB that are not all given back."""
PATIENCE: Final = 10.0
"""Seconds that a document waits for its turn."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
KEPT_BYTES: Final = 8 << 20
SLOW: Final = 0.3
"""Seconds from which a document is worth keeping."""
_turns = Turns(AT_ONCE)
_kept = Kept(KEPT_BYTES, from_seconds=SLOW)


def pdf(
    paper: Mapping[str, Any], *, whose: int, logo: bytes | None, made_at: datetime, patience: float = PATIENCE
) -> bytes:
    """The document as a PDF, of the business ``whose``. The same document, logo and time give the same bytes.

    One that takes long, because of its terms, is typeset once and kept; its time is then that of the first call. Do
    not call it with a transaction open: it takes tens of milliseconds of processor time, with long terms in Chinese
    seconds. Raises TooBusy (503).
    """
    text = orjson.dumps(paper, option=orjson.OPT_SORT_KEYS)
    key = hashlib.sha256(b"%d:%d:%b%b" % (whose, len(text), text, logo or b"")).hexdigest()
    found = _kept.find(key)
    if found is not None:
        return found
    with _turns.take(whose, patience):
        return _kept.make(key, lambda: _compile(paper, logo, made_at, "pdf", None))


def pictures(paper: Mapping[str, Any], *, logo: bytes | None, made_at: datetime, ppi: float = 80) -> list[bytes]:
    """The document's pages as PNGs, for inspection."""
    made: bytes | list[bytes] = _compile(paper, logo, made_at, "png", ppi)
    return [made] if isinstance(made, bytes) else made


@lru_cache(maxsize=32)
def share_picture(message: str, name: str) -> bytes:
    """The picture that a shared link shows, as a PNG of 1200 by 630 pixels: a sign, and whose it is. Raises TooBusy."""
    sign = draw_sign(message, look="night", shape=2.8)
    drawn = {"svg": sign.svg, "width": sign.width, "height": sign.height} if sign else None
    with _turns.take((message, name), PATIENCE):
        return _compile({"sign": drawn, "name": name}, None, _EPOCH, "png", 144, template="share.typ")


def label_pdf(labels: Mapping[str, Any], *, whose: int, made_at: datetime) -> bytes:
    """A document of labels as a PDF (documents.labels), of the business ``whose``. Raises TooBusy (503)."""
    with _turns.take(whose, PATIENCE):
        return _compile(labels, None, made_at, "pdf", None, template="labels.typ")


def _compile(
    paper: Mapping[str, Any],
    logo: bytes | None,
    made_at: datetime,
    form: Any,
    ppi: float | None,
    *,
    template: str = "paper.typ",
) -> Any:
    # Imported for the first document: a server that makes none saves 50 MiB.
    import typst  # noqa: PLC0415

    data = {**paper, "logo": _wrapped(logo) if logo else None}
    return typst.compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"paper": orjson.dumps(data).decode()},
        format=form,
        ppi=ppi,
        timestamp=int(made_at.timestamp()),
    )


def _wrapped(png: bytes) -> str:
    """A picture as text, which is what JSON can carry: an SVG around it. Its size is in a PNG's first bytes."""
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    content = base64.b64encode(png).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{content}"/></svg>'
    )


@cache
def _fonts() -> "typst.Fonts":
    import typst  # noqa: PLC0415 - as above.

    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[_folder(name) for name in _FONT_PACKAGES]
    )


def _folder(package: str) -> str:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return str(Path(spec.origin).parent)
