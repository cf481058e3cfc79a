"""Draw a message as lit marquee letters in SVG: the sign on documents, made from the frontend's letterforms.

A capital letter is 100 units high: x runs right, y runs down, and the ground is at y = 100. Shapes, colors and bulb
positions match frontend/src/sign.
"""

import re
from collections.abc import Iterable, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil
from typing import Final, Literal

from marqueedesk.inventory import letterforms
from marqueedesk.inventory.letterforms import TILE, forms
from marqueedesk.inventory.message import MessageRefused, split_message

Look = Literal["night", "ink"]
"""Lit letters on a night sky, or on white paper, where they glow less."""

_LINE_GAP: Final = 34
_WIDEST: Final = 2400
"""Maximum width of a word. Longer words are split, so that letters never become too small to read."""
_CEDILLA: Final = "\u0327"
_SIDES: Final = {"night": ("#6B5136", "#2E2118"), "ink": ("#8A7A63", "#5B4E3D")}
_AIR: Final = {"night": 0.24, "ink": 0.12}
"""Strength of the glow around the letters."""
_LIGHTS: Final = {
    # Hue, saturation and lift, the same as in frontend/src/sign/look.ts.
    "white": (221, 0.4, 0.44),
    "red": (355, 1, 0.05),
    "rose": (338, 1, 0.24),
    "pink": (330, 1, 0.24),
    "orange": (18, 1, 0.05),
    "yellow": (40, 1, 0.1),
    "green": (126, 0.7, 0),
    "teal": (168, 0.8, 0),
    "cyan": (180, 0.9, 0.1),
    "blue": (208, 1, 0.1),
    "purple": (264, 1, 0.18),
    "violet": (264, 1, 0.18),
    "magenta": (300, 1, 0.14),
}
"""Words in a finish's name that set the color of its light."""
_CHANGING: Final = re.compile("rgb|multi|chang")
HUES: Final = (0, 50, 130, 190, 230, 310)
"""Hues of color-changing letters."""
_WARM: Final = (30, 1, 0)
_AMBER, _YELLOW, _GREENISH = 36, 50, 60
"""Hue limits for gold, which ranges from amber in its shadows to yellow in its light; beyond that it would look
green.
"""
_PLAIN: Final = 0.12
"""Below this saturation, a paint counts as having no color."""


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
    """One text of a sign. Several texts are stacked."""

    text: str
    scale: float = 1.0
    """Letter height relative to the tallest text."""
    color: str | None = None
    """Color of the letters' faces, #rrggbb."""
    finish: str = ""
    """Name of the finish. If it contains a color, the letters light up in that color."""


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
    room = 52 if look == "night" else 30
    of_each = list(dict.fromkeys(row.of for row in rows))
    paints = [tone_of(of) for of in of_each]
    drawn: list[str] = []
    air: list[str] = []
    top = 0.0
    for number, row in enumerate(rows):
        scale, at = row.of.scale, of_each.index(row.of)
        top += row.above + (_LINE_GAP * scale if number else 0)
        x = (width - row.width) / 2
        size = f" scale({scale:.4g})" if scale != 1 else ""
        for word in row.words:
            before = ""
            for form in word:
                x += _kern(before, form.base) * scale
                place = f'<g transform="translate({x:.1f} {top:g}){size}">'
                air.append(f"{place}{_air(form, at)}</g>")
                drawn.append(f"{place}{_letter(form, at, row.of, paints[at], look)}</g>")
                x += form.advance * scale
                before = form.base
            x += forms()["space"] * scale
        top += 100 * scale + row.below
    gradients = "".join(_gradients(at, look, paint) for at, paint in enumerate(paints))
    box = f"{-room} {-room} {width + 2 * room:.1f} {height + 2 * room:g}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 2 * room:.1f}" '
        f'height="{height + 2 * room:g}"><defs>{gradients}</defs>{"".join(air)}{"".join(drawn)}</svg>'
    )
    return Sign(svg, width + 2 * room, height + 2 * room, len(rows), width)


@dataclass(frozen=True, slots=True)
class Tone:
    """Colors of a letter: the gradient of light from a bulb outward, and the metal around it."""

    ramp: tuple[str, str, str, str, str]
    recess: str
    shadow: str
    lip: tuple[str, str, str]
    ring: str
    core: str


def tone_by_hue(hue: float, rich: float = 1, lift: float = 0) -> Tone:
    """Return the tone of a color: ``rich`` is the share of full saturation, ``lift`` a shift toward white (up to 1) or
    black.
    """
    room = 360 if hue > _GREENISH else max(0, _YELLOW - hue)
    deeper = 0 if hue > _GREENISH else min(0, _AMBER - hue)

    def shade(saturation: float, light: float, turn: float = 0) -> str:
        lifted = (light + (100 - light if lift > 0 else light) * lift) / 100
        parts = hls_to_rgb((hue + min(turn, room)) % 360 / 360, lifted, min(1.0, saturation * rich / 100))
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)

    return Tone(
        # Closer to the bulb, light is brighter and yellower.
        ramp=(
            shade(100, 92, 14),
            shade(100, 82, 12),
            shade(95, 68, 7),
            shade(80, 55, deeper / 2 or 2),
            shade(74, 49, deeper),
        ),
        recess=shade(68, 34, deeper),
        shadow=shade(75, 20 - 8 * max(lift, 0), deeper),
        lip=(shade(100, 94, 9), shade(60, 77, 9), shade(42, 53, deeper or 4)),
        ring=shade(100, 78, 10),
        core=shade(100, 97, 18),
    )


def is_changing(finish: str) -> bool:
    """Return true if letters in a finish change color."""
    return _CHANGING.search(finish.lower()) is not None


def _light(finish: str) -> tuple[float, float, float]:
    """Return the hue, saturation and lift of a finish's light: warm, unless the finish's name specifies a color."""
    words = re.split("[^a-z]+", finish.lower())
    if is_changing(finish):
        return 258, 0.3, 0
    found = None if "warm" in words else next((word for word in words if word in _LIGHTS), None)
    return _LIGHTS[found] if found else _WARM


def tone_of(of: SignText) -> Tone:
    """Return the tone of a text's letters: the light of its finish on faces of its color. Paint with almost no color,
    such as white or black, takes on the color of the light.
    """
    shining = _light(of.finish)
    light = tone_by_hue(*shining)
    if not of.color:
        return light
    red, green, blue = (int(of.color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    lift = (lightness - 0.5) * 0.9
    if saturation < _PLAIN:
        painted = tone_by_hue(shining[0], shining[1] * (0.15 + 0.4 * lightness), min(lift, 0.3))
    else:
        painted = tone_by_hue(hue * 360, min(1.0, 1.25 * saturation), lift)
    return replace(painted, ramp=(*light.ramp[:2], *painted.ramp[2:]), ring=light.ring, core=light.core)


def _stops(rows: Iterable[tuple[float, str, float]]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{color}" stop-opacity="{o:g}"/>' for at, color, o in rows)


def _gradients(number: int, look: Look, paint: Tone) -> str:
    """Return the gradients that fill the letters of the text with this number."""
    air, ramp = _AIR[look], paint.ramp
    face = zip((0, 0.28, 0.55, 0.8, 1), ramp, (1, 0.95, 0.75, 0.35, 0), strict=True)
    bloom = ((0, paint.core, 0.75), (0.35, ramp[1], 0.32), (1, ramp[2], 0))
    glow = ((0, ramp[2], air), (0.45, ramp[3], air * 0.34), (1, ramp[4], 0))
    down = 'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100"'
    lip = [(at / 2, color, 1.0) for at, color in enumerate(paint.lip)]
    side = [(float(at), color, 1.0) for at, color in enumerate(_SIDES[look])]
    hues = [(at / 5, _hue(hue), 1.0) for at, hue in enumerate(HUES)]
    return (
        f'<radialGradient id="air{number}">{_stops(glow)}</radialGradient>'
        f'<radialGradient id="face{number}">{_stops(face)}</radialGradient>'
        f'<radialGradient id="bloom{number}">{_stops(bloom)}</radialGradient>'
        f'<linearGradient id="lip{number}" {down}>{_stops(lip)}</linearGradient>'
        f'<linearGradient id="side{number}" {down}>{_stops(side)}</linearGradient>'
        f'<linearGradient id="hues{number}" gradientUnits="userSpaceOnUse" x2="100" y2="100">'
        f"{_stops(hues)}</linearGradient>"
    )


def _hue(hue: int) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue / 360, 0.66, 1))


def _circles(points: Sequence[tuple[float, float]], radius: float, fill: str) -> str:
    return "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#{fill})"/>' for x, y in points)


def _air(form: _Form, number: int) -> str:
    """Draw the glow around a letter, which lies behind all letters of the sign."""
    return "".join(
        f'<g transform="translate({x:g})">{_circles(_bulbs()[key][1::4], 52, f"air{number}")}</g>'
        for key, x in form.parts
    )


def _letter(form: _Form, number: int, of: SignText, paint: Tone, look: Look) -> str:
    """Draw one letter from back to front: side, recessed face, light on the face, shadow of the lip, lip,
    bulbs, bloom.
    """
    if not form.parts:
        return _tile(form.text, "#F4EEE2" if look == "night" else "#2A2338")
    rainbow = is_changing(of.finish)
    ring = f"url(#hues{number})" if rainbow else paint.ring
    neon = "neon" in of.finish.lower()
    drawn = ""
    for key, x in form.parts:
        outline: str = forms()["glyphs"][key]["o"]
        points = _bulbs()[key]
        dots = "".join(f"M{px:g} {py:g}h.01" for px, py in points)
        tube = "".join(d if "L" in d or "A" in d else f"{d}h.01" for d in forms()["glyphs"][key]["s"])
        drawn += (
            f'<g transform="translate({x:g})" stroke-linecap="round" stroke-linejoin="miter">'
            f'<path d="{outline}" transform="translate(2.2 3)" fill="url(#side{number})" stroke="url(#side{number})" '
            f'stroke-width="4"/>'
            f'<path d="{outline}" fill="{paint.recess}"/>'
            f"{'' if neon else _circles(points, 13, f'face{number}')}"
            # Each color lights the face around its own bulbs.
            f"{_line(tube, ring, 18, 0.55) if rainbow else ''}"
            f'<path d="{outline}" fill="none" stroke="{paint.shadow}" stroke-opacity=".7" stroke-width="5"/>'
            f'<path d="{outline}" fill="none" stroke="url(#lip{number})" stroke-width="2.6"/>'
        )
        if neon:
            drawn += _line(tube, ring, 15, 0.35) + _line(tube, ring, 8) + _line(tube, paint.core, 3.4)
        else:
            glow = _line(dots, ring, 13, 0.7) if rainbow else _circles(points, 9.5, f"bloom{number}")
            bulbs = _line(dots, ring, 9.4) + _line(dots, paint.core, 7.4)
            # White light blooms over its bulbs, colored light around them.
            drawn += glow + bulbs if rainbow else bulbs + glow
        drawn += "</g>"
    return drawn


def _line(d: str, color: str, width: float, opacity: float = 1) -> str:
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-opacity="{opacity:g}" stroke-width="{width:g}"/>'


def _tile(text: str, color: str) -> str:
    return (
        f'<rect x="7" y="1" width="{TILE - 14}" height="98" rx="11" fill="none" stroke="{color}" stroke-width="3"/>'
        f'<text x="{TILE / 2:g}" y="71" text-anchor="middle" font-size="58" font-weight="600" fill="{color}" '
        f'font-family="Inter, Noto Sans, Noto Sans CJK JP, Noto Emoji, sans-serif">{escape(text)}</text>'
    )
