"""Letter shapes used by the pages and documents, as data.

A capital letter is 100 units high. The files live in the frontend (frontend/src/sign); an installed package includes
copies.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict
from unicodedata import normalize

TILE: Final = 88
"""Width of the placeholder for a letter that has no shape."""


def read(name: str) -> Any:
    """Read a data file from this package if it is installed, else from the frontend's source."""
    packed = Path(__file__).with_name(name)
    shared = Path(__file__).parents[2] / "frontend" / "src" / "sign" / name
    return json.loads(packed.read_text() if packed.is_file() else shared.read_text())


class Glyph(TypedDict):
    """A letter's shape as SVG paths: advance width, outline, strokes, and the x position that marks are centered on if
    it isn't the middle.
    """

    a: float
    o: str
    s: list[str]
    x: NotRequired[float]


class Letterforms(TypedDict):
    """All letter shapes."""

    glyphs: dict[str, Glyph]
    alias: dict[str, str]
    space: float
    kern: list[tuple[str, str, float]]


@cache
def forms() -> Letterforms:
    """Return all letter shapes: glyphs by letter, spacing and aliases."""
    return read("letters.json")


def parts(letter: str) -> tuple[str, list[str]] | None:
    """Return the keys of a letter's glyph and of its marks; None for a letter that has no shape."""
    glyphs = forms()["glyphs"]
    first, *marks = normalize("NFD", letter)
    base = forms()["alias"].get(first, first)
    glyph = glyphs.get(base)
    if glyph is None or not glyph["a"] or any(glyphs.get(mark, {"a": 1})["a"] for mark in marks):
        return None
    return base, marks


def advance(letter: str) -> float:
    """Return the distance from the start of a letter to the start of the next, in units."""
    glyphs = parts(letter)
    return TILE if glyphs is None else forms()["glyphs"][glyphs[0]]["a"]
