"""Draw a message as lit marquee letters in SVG: the sign on documents, made from the frontend's letterforms.

A capital letter is 100 units high: x runs right, y runs down, and the ground is at y = 100. Shapes, colors and bulb
positions match frontend/src/sign.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil, cos, floor, pi, sin
from typing import Final

from marqueedesk.documents.sign_tones import HUES, Look, SignText, Tone, hue_color, is_changing, tone_of
from marqueedesk.inventory import letterforms
from marqueedesk.inventory.letterforms import TILE, forms
from marqueedesk.inventory.message import MessageRefused, split_message

_LINE_GAP: Final = 34
_WIDEST: Final = 2400
"""Maximum width of a word. Longer words are split, so that letters never become too small to read."""
_CEDILLA: Final = "\u0327"
_AIR: Final = {"night": 0.2, "ink": 0.1}
"""Strength of the light around the letters."""
_FALLOFF: Final = (1, 0.7, 0.4, 0.18, 0.05, 0)
"""How light fades with distance, as shares of its strength."""
_REFLECTED: Final = 56
"""Height above the ground up to which the floor reflects the letters."""
_VISIBLE: Final = 0.05
"""Opacity below which a reflection is not drawn."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawn sign: the SVG, its size in units, the number of its lines, and the width of the widest line."""

    svg: str
    width: float
    height: float
    lines: int
    widest: float


@dataclass(frozen=True, slots=True)
class _Form:
    """The parts of a letter: its glyphs with offsets, or none if it is drawn as a tile."""

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
    # Marks are drawn first, so that the letter covers them where they touch.
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
            # The text has only invisible characters.
            continue
    return words


def _cut(word: Word) -> list[Word]:
    """Cut a word into pieces of similar width, none wider than `_WIDEST`."""
    pieces = -(-int(_width(word)) // _WIDEST) or 1
    size = -(-len(word) // pieces)
    return [word[at : at + size] for at in range(0, len(word), size)]


@dataclass(frozen=True, slots=True)
class _SignRow:
    """Adjacent words of one text that are drawn in the same row."""

    words: list[Word]
    of: SignText

    @property
    def width(self) -> float:
        """Width in units of the tallest letters, as are the properties below."""
        return _line_width(self.words) * self.of.scale

    @property
    def above(self) -> float:
        return max(form.above for word in self.words for form in word) * self.of.scale

    @property
    def below(self) -> float:
        return max(form.below for word in self.words for form in word) * self.of.scale


def _line_width(line: list[Word]) -> float:
    return sum(map(_width, line)) + forms()["space"] * (len(line) - 1)


def _filled(words: list[Word], of: SignText, limit: float) -> list[_SignRow]:
    """Fill rows word by word up to a width; a wider word gets a row of its own."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and _line_width([*lines[-1], word]) * of.scale <= limit:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [_SignRow(line, of) for line in lines]


def _height(rows: list[_SignRow]) -> float:
    return sum(100 * row.of.scale + row.above + row.below for row in rows) + sum(
        _LINE_GAP * row.of.scale for row in rows[1:]
    )


def _arranged(texts: list[tuple[list[Word], SignText]], shape: float) -> list[_SignRow]:
    """Return the rows that allow the largest letters in a box `shape` times as wide as it is high."""
    # Round up, because a row could never be filled to a width narrower than its own.
    widths = {
        ceil(_line_width(words[a:b]) * of.scale)
        for words, of in texts
        for a in range(len(words))
        for b in range(a + 1, len(words) + 1)
    }
    options = [[row for words, of in texts for row in _filled(words, of, width)] for width in sorted(widths)]
    return max(options, key=lambda rows: -max(*[row.width for row in rows], _height(rows) * shape))


def _letter_texts(words: list[Word], of: SignText) -> list[SignText]:
    """Return for each letter of a text how it is drawn: like the text, or in another finish."""
    finishes = dict(of.exceptions)
    count = sum(map(len, words))
    return [replace(of, finish=finishes[at], exceptions=()) if at in finishes else of for at in range(count)]


def draw_sign(message: str | Sequence[SignText], *, look: Look, shape: float = 7.0) -> Sign | None:
    """Draw the message as a lit sign in a box about `shape` times as wide as it is high; None if there are no letters.

    Several texts are stacked, to scale. The drawing ends at the edge of the letters; glow and shadow extend slightly
    past that edge and are part of the SVG.
    """
    texts = [SignText(message)] if isinstance(message, str) else message
    worded = [([piece for word in _words(of.text) for piece in _cut(word)], of) for of in texts]
    worded = [(words, of) for words, of in worded if words]
    if not worded:
        return None
    rows = _arranged(worded, shape)
    width, height = max(row.width for row in rows), _height(rows)
    room = 68 if look == "night" else 30
    of_letters = [of_letter for words, of in worded for of_letter in _letter_texts(words, of)]
    of_each = list(dict.fromkeys([*(row.of for row in rows), *of_letters]))
    # Rows are in reading order.
    letters = iter(of_letters)
    paints = [tone_of(of, look) for of in of_each]
    drawn: list[str] = []
    air: list[str] = []
    reflected: list[str] = []
    top = 0.0
    for number, row in enumerate(rows):
        scale = row.of.scale
        top += row.above + (_LINE_GAP * scale if number else 0)
        x = (width - row.width) / 2
        size = f" scale({scale:.4g})" if scale != 1 else ""
        for word in row.words:
            before = ""
            for form in word:
                of = next(letters)
                at = of_each.index(of)
                x += _kern(before, form.base) * scale
                place = f'<g transform="translate({x:.1f} {top:g}){size}">'
                air.append(f"{place}{_air(form, at)}</g>")
                drawn.append(f"{place}{_letter(form, at, of, paints[at], look, len(drawn))}</g>")
                if look == "night" and row is rows[-1]:
                    reflected.append(f"{place}{_reflection(form, at, of)}</g>")
                x += form.advance * scale
                before = form.base
            x += forms()["space"] * scale
        top += 100 * scale + row.below
    ground = ""
    if look == "night":
        lit = of_each.index(rows[-1].of)
        ground = (
            f'<ellipse cx="{width / 2:.1f}" cy="{height + 4:g}" rx="{max(width * 0.62, 120):.1f}" ry="46" '
            f'fill="url(#floor{lit})"/>'
        )
    gradients = "".join(_gradients(at, of_each[at], look, paint) for at, paint in enumerate(paints))
    box = f"{-room} {-room} {width + 2 * room:.1f} {height + 2 * room:g}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 2 * room:.1f}" '
        f'height="{height + 2 * room:g}"><defs>{gradients}{_clips(rows)}</defs>'
        f"{ground}{''.join((*reflected, *air, *drawn))}</svg>"
    )
    return Sign(svg, width + 2 * room, height + 2 * room, len(rows), width)


def _stops(rows: Iterable[tuple[float, str, float]]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{color}" stop-opacity="{o:g}"/>' for at, color, o in rows)


def _radial(name: str, rows: Iterable[tuple[float, str, float]]) -> str:
    return f'<radialGradient id="{name}">{_stops(rows)}</radialGradient>'


def _fading(color: str, strength: float) -> list[tuple[float, str, float]]:
    return [(at / (len(_FALLOFF) - 1), color, round(share * strength, 3)) for at, share in enumerate(_FALLOFF)]


def _gradients(number: int, of: SignText, look: Look, paint: Tone) -> str:
    """Return the gradients that fill the letters of the text with this number."""
    air = _AIR[look]
    hot, bright, mid = paint.pool
    pool = ((0.25, hot, 1.0), (0.5, bright, 0.9), (0.78, mid, 0.55), (1.0, mid, 0.0))
    down = 'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100"'
    lip = [(at / 2, color, 1.0) for at, color in enumerate(paint.lip)]
    side = [(float(at), color, 1.0) for at, color in enumerate(paint.side)]
    hues = [(at / 5, hue_color(hue), 1.0) for at, hue in enumerate(HUES)]
    mirrors = [hue_color(hue) for hue in HUES] if is_changing(of.finish) else [paint.glow]
    return (
        f"{_radial(f'air{number}', _fading(paint.glow, 0.55 * air))}"
        f"{_radial(f'floor{number}', _fading(paint.glow, 0.34))}"
        f"{''.join(_radial(f'mirror{number}{at}', _fading(color, 1.6 * air)) for at, color in enumerate(mirrors))}"
        f"{_radial(f'pool{number}', pool)}"
        f'<linearGradient id="lip{number}" {down}>{_stops(lip)}</linearGradient>'
        f'<linearGradient id="side{number}" {down}>{_stops(side)}</linearGradient>'
        f'<linearGradient id="hues{number}" gradientUnits="userSpaceOnUse" x2="100" y2="100">'
        f"{_stops(hues)}</linearGradient>"
    )


Point = tuple[float, float]


def _unlike(point: Point, seed: int) -> float:
    """Return a fixed fraction from 0 to 1 for each bulb, so that no two of them are alike."""
    value = sin(point[0] * 12.9898 + point[1] * 78.233 + seed * 37.719) * 43758.5453
    return value - floor(value)


def _moved(points: Sequence[Point], by: float, seed: int) -> list[Point]:
    """Return the points, each moved by ``by`` units in a direction of its own."""
    turns = [2 * pi * _unlike(point, seed) for point in points]
    return [(x + by * cos(turn), y + by * sin(turn)) for (x, y), turn in zip(points, turns, strict=True)]


def _air(form: _Form, number: int) -> str:
    """Draw the light around a letter, which lies behind all letters of the sign: where letters are close, it adds
    up.
    """
    return "".join(
        f'<g transform="translate({x:g})">'
        f"{''.join(_circle(point, 84, f'air{number}') for point in _bulbs()[key][1::4])}</g>"
        for key, x in form.parts
    )


def _circle(point: Point, radius: float, fill: str, opacity: float = 1) -> str:
    faint = f' opacity="{opacity:.1f}"' if opacity < 1 else ""
    return f'<circle cx="{point[0]:g}" cy="{point[1]:g}" r="{radius:.3g}" fill="url(#{fill})"{faint}/>'


def _reflection(form: _Form, number: int, of: SignText) -> str:
    """Draw the faint reflection of a letter's bulbs on the floor."""
    drawn = ""
    for key, x in form.parts:
        for point in _bulbs()[key]:
            opacity = 1 - (100 - point[1]) / _REFLECTED
            if opacity > _VISIBLE:
                across = int((point[0] + point[1]) / 200 * len(HUES))
                hue = min(len(HUES) - 1, across) if is_changing(of.finish) else 0
                drawn += _circle((point[0] + x, point[1]), 19, f"mirror{number}{hue}", opacity)
    return f'<g transform="translate(0 190) scale(1 -.85)">{drawn}</g>'


def _letter(form: _Form, number: int, of: SignText, paint: Tone, look: Look, seed: int) -> str:
    """Draw one letter from back to front: side, panel, the light on it, glowing inner walls, front edge, bulbs."""
    if not form.parts:
        return _tile(form.text, "#F4EEE2" if look == "night" else "#2A2338")
    rainbow = is_changing(of.finish)
    ring = f"url(#hues{number})" if rainbow else paint.ring
    neon = "neon" in of.finish.lower()
    drawn = ""
    for key, x in form.parts:
        outline: str = forms()["glyphs"][key]["o"]
        points = _bulbs()[key]
        tube = "".join(d if "L" in d or "A" in d else f"{d}h.01" for d in forms()["glyphs"][key]["s"])
        pools = "".join(_circle(point, 14 + 3 * _unlike(point, seed), f"pool{number}") for point in points)
        drawn += (
            f'<g transform="translate({x:g})" stroke-linecap="round" stroke-linejoin="miter">'
            f'<path d="{outline}" transform="translate(2.2 3)" fill="url(#side{number})" stroke="url(#side{number})" '
            f'stroke-width="4"/>'
            f'<path d="{outline}" fill="{paint.panel}"/>'
            f'<g clip-path="url(#{_clip_id(key)})">'
            f"{'' if neon else pools}"
            # Each color lights the face around its own bulbs.
            f"{_line(tube, ring, 20, 0.55) if rainbow else ''}"
            f"{_line(outline, paint.shade, 11.5, 0.4)}{_line(outline, paint.wall, 9, 0.72)}"
            f'<g transform="translate(.9 1.6)">{_line(outline, paint.shade, 4.4, 0.36)}</g></g>'
            f'<path d="{outline}" fill="none" stroke="url(#lip{number})" stroke-width="3"/>'
        )
        if neon:
            drawn += _line(tube, ring, 15, 0.35) + _line(tube, ring, 8) + _line(tube, paint.core, 3.4)
        else:
            drawn += (
                f"{_line(_dots(points), ring, 13, 0.4)}{_line(_dots(points), ring, 9.4)}"
                # The filament is never quite in the middle of the glass.
                f"{_line(_dots(_moved(points, 0.8, seed)), paint.core, 7)}"
                f"{_line(_dots(_moved(points, 2.2, seed + 1)), '#fff', 3)}"
            )
        drawn += "</g>"
    return drawn


def _clip_id(key: str) -> str:
    return f"in{ord(key)}"


def _clips(rows: Iterable[_SignRow]) -> str:
    """Return the outlines of all glyphs as clip paths."""
    keys = dict.fromkeys(key for row in rows for word in row.words for form in word for key, _ in form.parts)
    return "".join(
        f'<clipPath id="{_clip_id(key)}"><path d="{forms()["glyphs"][key]["o"]}"/></clipPath>' for key in keys
    )


def _dots(points: Sequence[Point]) -> str:
    return "".join(f"M{x:.3g} {y:.3g}h.01" for x, y in points)


def _line(d: str, color: str, width: float, opacity: float = 1) -> str:
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-opacity="{opacity:g}" stroke-width="{width:g}"/>'


def _tile(text: str, color: str) -> str:
    return (
        f'<rect x="7" y="1" width="{TILE - 14}" height="98" rx="11" fill="none" stroke="{color}" stroke-width="3"/>'
        f'<text x="{TILE / 2:g}" y="71" text-anchor="middle" font-size="58" font-weight="600" fill="{color}" '
        f'font-family="Inter, Noto Sans, Noto Sans CJK JP, Noto Emoji, sans-serif">{escape(text)}</text>'
    )
