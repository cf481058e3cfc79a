"""Subprocess that compiles one document to a PDF or images: Typst, with our templates.

Its input is a line with the options (`RenderRequest`), then the document's data as JSON. User-written text reaches the
template as JSON values and is never parsed as markup. The template can only read the files beside it, and no packages
or system fonts: the fonts are Python dependencies, so a document looks the same on every server, in any script.
"""

import io
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from marqueedesk.documents import factur_x
from marqueedesk.documents.emoji import drawable, has_glyph_in
from marqueedesk.kit.jobs.sandboxed_process import Answer, Bounds, be_the_child

BOUNDS: Final = Bounds(memory=512 << 20, seconds=20)
"""Memory and time limits. The longest possible documents need 190 MiB of address space and one second."""
TEMPLATES: Final = Path(__file__).parent / "templates"
MOST_OF_A_JPEG: Final = 56_000
_QUALITIES: Final = (82, 70, 55, 35, 15)
_FONT_PACKAGES: Final = ("fontpkg_inter", "manimgx_fonts", "noto_cjk_sans_jp_regular")


class RenderRequest(TypedDict):
    """Rendering options: the template's file name; ``ppi`` for images; ``made_at`` in seconds since 1970.

    A "jpeg" has at most `MOST_OF_A_JPEG` bytes.
    """

    template: str
    form: Literal["pdf", "png", "jpeg"]
    ppi: float | None
    made_at: int


def typeset(given: bytes) -> Answer:
    """Compile the document: a PDF as one part, or its pages as PNGs. Errors from Typst are reported as a refusal."""
    # Imported only in this process, because it would take half of a small server's memory.
    import typst  # noqa: PLC0415

    head, _, paper = given.partition(b"\n")
    wanted: RenderRequest = json.loads(head)
    is_electronic = wanted["form"] == "pdf" and json.loads(paper).get("electronic") is not None
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[_folder(name) for name in _FONT_PACKAGES]
    )
    try:
        # Its type stubs have one overload per format.
        form: Any = "pdf" if wanted["form"] == "pdf" else "png"
        made: Any = typst.compile(
            str(TEMPLATES / wanted["template"]),
            root=str(TEMPLATES),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"paper": drawable(paper.decode(), has_glyph_in(_fonts_of_symbols()))},
            format=form,
            ppi=wanted["ppi"],
            timestamp=wanted["made_at"],
            pdf_standards=[factur_x.STANDARD] if is_electronic else [],
        )
    except typst.TypstError as problem:
        return Answer(refused=str(problem))
    if is_electronic:
        return Answer((factur_x.marked(made),))
    pages = (made,) if isinstance(made, bytes) else tuple(made)
    return Answer(tuple(map(_jpeg, pages)) if wanted["form"] == "jpeg" else pages)


def _jpeg(png: bytes) -> bytes:
    """Convert a PNG to a JPEG, at the best quality that is small enough."""
    from PIL import Image  # noqa: PLC0415 - as above.

    packed = b""
    with Image.open(io.BytesIO(png)) as picture:
        pixels = picture.convert("RGB")
    for quality in _QUALITIES:
        file = io.BytesIO()
        pixels.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
        packed = file.getvalue()
        if len(packed) <= MOST_OF_A_JPEG:
            break
    return packed


def _fonts_of_symbols() -> tuple[Path, ...]:
    """Return font files with emoji and other symbols such as © or ★. Later files are only read for rare symbols."""
    files = (
        ("manimgx_fonts", "NotoEmoji*.ttf"),
        ("fontpkg_inter", "Inter[[]*.ttf"),
        ("manimgx_fonts", "NotoSansSymbols*.ttf"),
        ("noto_cjk_sans_jp_regular", "*.otf"),
    )
    return tuple(path for package, name in files for path in sorted(Path(_folder(package)).rglob(name)))


def _folder(package: str) -> str:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return str(Path(spec.origin).parent)


if __name__ == "__main__":
    be_the_child(BOUNDS, typeset)
