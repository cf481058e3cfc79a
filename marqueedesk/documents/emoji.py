"""Emoji and symbols in documents: those that the fonts have no glyph for are removed completely, instead of showing as
boxes.
"""

import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import regex

_EMOJI: Final = regex.compile(
    r"\p{Extended_Pictographic}[\p{EMod}\uFE0E\uFE0F\u20E3\U000E0020-\U000E007F]*"
    r"(?:\u200D\p{Extended_Pictographic}[\p{EMod}\uFE0E\uFE0F]*)*"
    r"|\p{Regional_Indicator}{2}"
    # Arrows, stars and other symbols.
    r"|[\u2190-\u2BFF][\uFE0E\uFE0F]?"
)
_NOT_DRAWN: Final = frozenset({0x200D, 0xFE0E, 0xFE0F, *range(0xE0020, 0xE0080)})
"""Joiners, variation selectors and tags, which need no glyph."""
_SEGMENTS: Final = 12
"""Format number of a character table that covers code points above U+FFFF."""


def drawable(text: str, has_glyph: Callable[[int], bool]) -> str:
    """Remove symbols without a glyph, and emoji of which any part lacks one."""

    def kept(emoji: regex.Match[str]) -> str:
        codes = [ord(character) for character in emoji[0]]
        return emoji[0] if all(code in _NOT_DRAWN or has_glyph(code) for code in codes) else ""

    return text if text.isascii() else _EMOJI.sub(kept, text)


@cache
def characters(font: Path) -> tuple[tuple[int, int], ...]:
    """Return the ranges of characters with a glyph in a font (OpenType, cmap). Empty if the font has no such table."""
    content = font.read_bytes()
    (tables,) = struct.unpack_from(">H", content, 4)
    for at in range(tables):
        tag, _, start, _ = struct.unpack_from(">4sLLL", content, 12 + 16 * at)
        if tag == b"cmap":
            return _ranges(content, start)
    return ()


def _ranges(content: bytes, start: int) -> tuple[tuple[int, int], ...]:
    (count,) = struct.unpack_from(">H", content, start + 2)
    for at in range(count):
        _, _, offset = struct.unpack_from(">HHL", content, start + 4 + 8 * at)
        kind, _, _, _, groups = struct.unpack_from(">HHLLL", content, start + offset)
        if kind == _SEGMENTS:
            segments = [struct.unpack_from(">LLL", content, start + offset + 16 + 12 * at) for at in range(groups)]
            return tuple((first, last) for first, last, _ in segments)
    return ()


def has_glyph_in(fonts: tuple[Path, ...]) -> Callable[[int], bool]:
    """Return a function that checks if any of the fonts has a glyph for a character."""
    return lambda code: any(first <= code <= last for font in fonts for first, last in characters(font))
