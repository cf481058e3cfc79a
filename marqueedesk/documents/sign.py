"""A message drawn as lit marquee letters, as an SVG: the sign on documents, made from the pages' letterforms.

A capital is 100 units high: x runs right, y runs down, the ground is y = 100. Shapes and colors follow
frontend/src/sign; the number and places of the bulbs are data from there, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil
from typing import Final, Literal

from marqueedesk.inventory import letterforms
from marqueedesk.inventory.letterforms import TILE, forms
from marqueedesk.inventory.message import MessageRefused, split_message

Look = Literal["night", "ink"]
"""Off-white letters on a night sky, or dark ones on white paper."""

_LINE_GAP: Final = 34
_WIDEST: Final = 2400
"""Words wider than this are cut, so that the letters of no message become too small to see."""
_CEDILLA: Final = "\u0327"
_COLOURS: Final = {
    # face, rim, side, bulb, core
    "night": ("#F4EEE2", "#CFC3AC", "#8F8470", "#FFB648", "#FFF3D2"),
    "ink": ("#2A2338", "#15121F", None, "#FFB648", "#FFF3D2"),
}
_LIGHTS: Final = frozenset({"red", "green", "blue", "pink", "purple", "orange", "yellow", "gold", "cyan", "magenta"})
"""The words of a finish that color its light."""
_NEARLY_BLACK: Final = 80
_GRADIENTS: Final = (
    '<radialGradient id="glow"><stop offset="0" stop-color="#FFD58A" stop-opacity=".95"/>'
    '<stop offset=".35" stop-color="#FFB648" stop-opacity=".55"/>'
    '<stop offset="1" stop-color="#FFB648" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="halo"><stop offset="0" stop-color="#FFB648" stop-opacity=".13"/>'
    '<stop offset=".5" stop-color="#FFB648" stop-opacity=".045"/>'
    '<stop offset="1" stop-color="#FFB648" stop-opacity="0"/></radialGradient>'
)


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawn sign: the SVG, its size in units, the number of its lines, and the width of the widest line."""

    svg: str
    width: float
    height: float
    lines: int
    widest: float


@dataclass(frozen=True, slots=True)
class SignText:
    """One text of a sign. Several are drawn one below the other."""

    text: str
    scale: float = 1.0
    """The height of its letters, relative to the highest text."""
    color: str | None = None
    """The color of its faces, #rrggbb."""
    finish: str = ""
    """The finish in words: if it names a color, the letters light up in it."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The parts of a letter: its glyphs with their offsets, or none if a tile replaces it."""

    text: str
    base: str
    parts: tuple[tuple[str, float], ...]
    advance: float
    above: int
    below: int


@cache
def _bulbs() -> dict[str, list[tuple[float, float]]]:
    flat: dict[str, list[float]] = letterforms.read("bulbs.expected.json")
    return {key: list(zip(values[::2], values[1::2], strict=True)) for key, values in flat.items()}


@cache
def _form(letter: str) -> _Form:
    found = letterforms.parts(letter)
    if found is None:
        return _Form(letter, "", (), TILE, 0, 0)
    base, marks = found
    glyph = forms()["glyphs"][base]
    anchor = glyph.get("x", glyph["a"] / 2)
    # A mark is drawn first, so that the letter covers it where they touch.
    parts = (*((mark, anchor) for mark in marks), (base, 0.0))
    above = 40 if any(mark != _CEDILLA for mark in marks) else 0
    return _Form(letter, base, parts, glyph["a"], above, 30 if _CEDILLA in marks else 0)


def _kern(left: str, right: str) -> float:
    rows: list[tuple[str, str, float]] = forms()["kern"]
    if not left or not right:
        return 0
    return next((value for lefts, rights, value in rows if left in lefts and right in rights), 0)


Word = tuple[_Form, ...]


def _width(word: Word) -> float:
    return sum(form.advance for form in word) + sum(_kern(a.base, b.base) for a, b in pairwise(word))


def _words(message: str) -> list[Word]:
    words: list[Word] = []
    for text in message.split():
        try:
            words.append(tuple(_form(letter) for letter in split_message(text)))
        except MessageRefused:
            # Nothing in it that can be seen.
            continue
    return words


def _cut(word: Word) -> list[Word]:
    """A word in pieces of about the same width, none of them wider than `_WIDEST`."""
    pieces = -(-int(_width(word)) // _WIDEST) or 1
    size = -(-len(word) // pieces)
    return [word[at : at + size] for at in range(0, len(word), size)]


@dataclass(frozen=True, slots=True)
class _Row:
    """Words next to each other, of one text of the sign."""

    words: list[Word]
    of: SignText

    @property
    def width(self) -> float:
        """In units of the highest letters, as all that follow."""
        return _line_width(self.words) * self.of.scale

    @property
    def above(self) -> float:
        return max(form.above for word in self.words for form in word) * self.of.scale

    @property
    def below(self) -> float:
        return max(form.below for word in self.words for form in word) * self.of.scale


def _line_width(line: list[Word]) -> float:
    return sum(map(_width, line)) + forms()["space"] * (len(line) - 1)


def _filled(words: list[Word], of: SignText, limit: float) -> list[_Row]:
    """A text in rows filled word by word up to a width; a word wider than that has a row of its own."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and _line_width([*lines[-1], word]) * of.scale <= limit:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [_Row(line, of) for line in lines]


def _height(rows: list[_Row]) -> float:
    return sum(100 * row.of.scale + row.above + row.below for row in rows) + sum(
        _LINE_GAP * row.of.scale for row in rows[1:]
    )


def _arranged(texts: list[tuple[list[Word], SignText]], shape: float) -> list[_Row]:
    """The rows in which the letters come out largest in a box that is `shape` times as wide as it is high."""
    # Rounded up: a row that is wider than its own width would never be filled.
    widths = {
        ceil(_line_width(words[a:b]) * of.scale)
        for words, of in texts
        for a in range(len(words))
        for b in range(a + 1, len(words) + 1)
    }
    options = [[row for words, of in texts for row in _filled(words, of, width)] for width in sorted(widths)]
    return max(options, key=lambda rows: -max(*[row.width for row in rows], _height(rows) * shape))


def draw_sign(message: str | Sequence[SignText], *, look: Look, shape: float = 7.0) -> Sign | None:
    """The message as a lit sign in a box about `shape` times as wide as high; None for one without any letter.

    Several texts are drawn one below the other, to scale. The drawing ends at the edge of its letters; glow and shade
    reach a little past it and are part of the SVG.
    """
    texts = [SignText(message)] if isinstance(message, str) else message
    worded = [([piece for word in _words(of.text) for piece in _cut(word)], of) for of in texts]
    worded = [(words, of) for words, of in worded if words]
    if not worded:
        return None
    rows = _arranged(worded, shape)
    width, height = max(row.width for row in rows), _height(rows)
    room = 44 if look == "night" else 5
    drawn: list[str] = []
    top = 0.0
    for number, row in enumerate(rows):
        scale, paint = row.of.scale, _paint(look, row.of)
        top += row.above + (_LINE_GAP * scale if number else 0)
        x = (width - row.width) / 2
        size = f" scale({scale:.4g})" if scale != 1 else ""
        for word in row.words:
            before = ""
            for form in word:
                x += _kern(before, form.base) * scale
                drawn.append(f'<g transform="translate({x:.1f} {top:g}){size}">{_letter(form, look, paint)}</g>')
                x += form.advance * scale
                before = form.base
            x += forms()["space"] * scale
        top += 100 * scale + row.below
    box = f"{-room} {-room} {width + 2 * room:.1f} {height + 2 * room:g}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 2 * room:.1f}" '
        f'height="{height + 2 * room:g}"><defs>{_GRADIENTS}</defs>{"".join(drawn)}</svg>'
    )
    return Sign(svg, width + 2 * room, height + 2 * room, len(rows), width)


_Paint = tuple[str, str, str | None, str, str]


def _paint(look: Look, of: SignText) -> _Paint:
    """Face, rim, side, bulb and core. Dark letters on paper stay dark: they are printed."""
    face, rim, side, bulb, core = _COLOURS[look]
    if look != "night":
        return face, rim, side, bulb, core
    if of.color:
        face, rim, side = of.color, _shade(of.color, 0.3), _shade(of.color, 0.55)
    light = next((word for word in of.finish.lower().split() if word in _LIGHTS), None)
    return (face, rim, side, light, "#FFF") if light else (face, rim, side, bulb, core)


def _shade(color: str, share: float) -> str:
    """A shade of a color: darker, or lighter where it is nearly black."""
    parts = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    to = 255 if max(parts) < _NEARLY_BLACK else 0
    return "#" + "".join(f"{round(part + (to - part) * share):02x}" for part in parts)


def _letter(form: _Form, look: Look, paint: _Paint) -> str:
    """One letter back to front: halo, side, face, glow, bulbs, core."""
    face, rim, side, bulb, core = paint
    if not form.parts:
        return _tile(form.text, "#F4EEE2" if look == "night" else "#2A2338")
    drawn = ""
    for key, x in form.parts:
        outline: str = forms()["glyphs"][key]["o"]
        stroke: float = forms()["rim"]
        points = _bulbs()[key]
        radius: float = forms()["bulb"]
        dots = "".join(f"M{px:g} {py:g}h.01" for px, py in points)
        drawn += f'<g transform="translate({x:g})" stroke-linecap="round">' if x else '<g stroke-linecap="round">'
        if look == "night":
            drawn += "".join(f'<circle cx="{px:g}" cy="{py:g}" r="40" fill="url(#halo)"/>' for px, py in points[::2])
        if side:
            drawn += (
                f'<path d="{outline}" transform="translate(1.8 2.4)" fill="{side}" stroke="{side}" '
                f'stroke-width="{stroke:g}"/>'
            )
        drawn += f'<path d="{outline}" fill="{face}" stroke="{rim}" stroke-width="{stroke:g}"/>'
        if look == "night":
            drawn += "".join(f'<circle cx="{px:g}" cy="{py:g}" r="9.5" fill="url(#glow)"/>' for px, py in points)
        drawn += f'<path d="{dots}" fill="none" stroke="{bulb}" stroke-width="{2 * radius:g}"/>'
        drawn += f'<path d="{dots}" fill="none" stroke="{core}" stroke-width="{1.1 * radius:g}"/></g>'
    return drawn


def _tile(text: str, color: str) -> str:
    return (
        f'<rect x="7" y="1" width="{TILE - 14}" height="98" rx="11" fill="none" stroke="{color}" stroke-width="3"/>'
        f'<text x="{TILE / 2:g}" y="71" text-anchor="middle" font-size="58" font-weight="600" fill="{color}" '
        f'font-family="Inter, Noto Sans, Noto Sans CJK JP, Noto Emoji, sans-serif">{escape(text)}</text>'
    )
