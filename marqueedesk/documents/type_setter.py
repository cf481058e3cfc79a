"""The process that turns one document into a PDF or pictures: Typst, from a template of ours.

Its input is a line that says what is wanted (`Wanted`), then the document's data as JSON. Text written by customers and
operators reaches the template as JSON values and is never read as markup. The template can only read the files beside
it, and no package or font of the machine: the fonts are dependencies of their own, so a document looks the same
everywhere, in any script.
"""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from marqueedesk.documents.emoji import drawable, has_glyph_in
from marqueedesk.kit.jobs.bounded_child import Answer, Bounds, be_the_child

BOUNDS: Final = Bounds(memory=512 << 20, seconds=20)
"""The longest documents that can be written here need 190 MiB of address space and a second."""
TEMPLATES: Final = Path(__file__).parent / "templates"
_FONT_PACKAGES: Final = ("fontpkg_inter", "manimgx_fonts", "noto_cjk_sans_jp_regular")


class Wanted(TypedDict):
    """A template by its file name; ``ppi`` for pictures; ``made_at`` in seconds since 1970."""

    template: str
    form: Literal["pdf", "png"]
    ppi: float | None
    made_at: int


def typeset(given: bytes) -> Answer:
    """The document that is given: a PDF as one part, or its pages as PNGs. A document that Typst refuses is refused."""
    # Only in this process: it is half of the memory that a small server has.
    import typst  # noqa: PLC0415

    head, _, paper = given.partition(b"\n")
    wanted: Wanted = json.loads(head)
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[_folder(name) for name in _FONT_PACKAGES]
    )
    try:
        # Its types know the forms one by one.
        form: Any = wanted["form"]
        made: Any = typst.compile(
            str(TEMPLATES / wanted["template"]),
            root=str(TEMPLATES),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"paper": drawable(paper.decode(), has_glyph_in(_fonts_of_emoji()))},
            format=form,
            ppi=wanted["ppi"],
            timestamp=wanted["made_at"],
        )
    except typst.TypstError as problem:
        return Answer(refused=str(problem))
    return Answer((made,) if isinstance(made, bytes) else tuple(made))


def _fonts_of_emoji() -> tuple[Path, ...]:
    """The fonts that have emoji and signs such as ©, in files."""
    emoji = sorted(Path(_folder("manimgx_fonts")).rglob("NotoEmoji*.ttf"))
    return (*emoji, *sorted(Path(_folder("fontpkg_inter")).rglob("Inter[[]*.ttf")))


def _folder(package: str) -> str:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return str(Path(spec.origin).parent)


if __name__ == "__main__":
    be_the_child(BOUNDS, typeset)
