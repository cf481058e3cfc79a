"""The letterforms that the pages and the documents draw letters from, as data.

A capital is 100 units high. The files are the pages' own (frontend/src/sign); an installed package has copies of them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

TILE: Final = 88
"""The width of the tile that replaces a letter without a drawing."""


def read(name: str) -> Any:
    """One of the letterforms' files: packed beside this module when installed, the pages' own in a checkout."""
    packed = Path(__file__).with_name(name)
    shared = Path(__file__).parents[2] / "frontend" / "src" / "sign" / name
    return json.loads(packed.read_text() if packed.is_file() else shared.read_text())


@cache
def forms() -> dict[str, Any]:
    """All letterforms: their glyphs by letter, spacing and aliases."""
    return read("letters.json")


def parts(letter: str) -> tuple[str, list[str]] | None:
    """The key of a letter's glyph and those of its marks; None for a letter without a drawing."""
    glyphs = forms()["glyphs"]
    first, *marks = normalize("NFD", letter)
    base = forms()["alias"].get(first, first)
    glyph = glyphs.get(base)
    if glyph is None or not glyph["a"] or any(glyphs.get(mark, {"a": 1})["a"] for mark in marks):
        return None
    return base, marks


def advance(letter: str) -> float:
    """From the beginning of a letter to that of the next one, in units."""
    found = parts(letter)
    return TILE if found is None else forms()["glyphs"][found[0]]["a"]
