"""Colors of lit letters: painted boxes in the light of their bulbs. They match frontend/src/sign/look.ts."""

import re
from colorsys import hls_to_rgb
from dataclasses import dataclass
from typing import Final, Literal

Look = Literal["night", "ink"]
"""Lit letters on a night sky, or on white paper, where they glow less."""

_ENAMEL: Final = "#fdf8ee"
"""The white enamel of boxes without a color of their own."""
_WARM: Final = ("#ffb65c", "#ffe3b8")
"""Light of filament bulbs: in the air, and on white paint, to which the eye adapts."""
_LIGHTS: Final = {
    # The same as in frontend/src/sign/look.ts.
    "white": "#cfdcff",
    "red": "#ff2f2f",
    "rose": "#ff6a98",
    "pink": "#ff62b4",
    "orange": "#ff7426",
    "yellow": "#ffcb3d",
    "green": "#3ddc62",
    "teal": "#27dcb4",
    "cyan": "#35e0f0",
    "blue": "#4292ff",
    "purple": "#9c63ff",
    "violet": "#9c63ff",
    "magenta": "#ff4fe6",
}
"""Words in a finish's name that set the color of its light."""
_CHANGING: Final = re.compile("rgb|multi|chang")
_CHANGING_LIGHT: Final = ("#a99cff", "#d9d4ff")
HUES: Final = (0, 50, 130, 190, 230, 310)
"""Hues of color-changing letters."""


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
    exceptions: tuple[tuple[int, str], ...] = ()
    """Letters in another finish: place in the text from 0, without spaces, and the finish's name."""


Rgb = tuple[float, float, float]
_WHITE_LIGHT: Final[Rgb] = (255, 255, 255)
_BLACK: Final[Rgb] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Tone:
    """Colors of a lit letter, a painted box with bulbs."""

    pool: tuple[str, str, str]
    """Light of a bulb on the back panel, from its center outward."""
    panel: str
    """The back panel, furthest from every bulb."""
    wall: str
    """Inner side walls, which the bulbs light."""
    shade: str
    """The corner between panel and wall."""
    lip: tuple[str, str, str]
    """The front edge, from its top to its bottom."""
    side: tuple[str, str]
    """The outer side wall, from top to bottom."""
    ring: str
    """Glass of a bulb."""
    core: str
    """The light in a bulb."""
    glow: str
    """Light in the air and on the floor."""


def _rgb(color: str) -> Rgb:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _hex(parts: Rgb) -> str:
    return "#" + "".join(f"{round(max(0.0, min(255.0, part))):02x}" for part in parts)


def _mix(start: Rgb, end: Rgb, share: float) -> Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return red, green, blue


def _times(paint: Rgb, light: Rgb) -> Rgb:
    """Return a paint's color in a light."""
    red, green, blue = (a * b / 255 for a, b in zip(paint, light, strict=True))
    return red, green, blue


def is_changing(finish: str) -> bool:
    """Return true if letters in a finish change color."""
    return _CHANGING.search(finish.lower()) is not None


def _light(finish: str) -> tuple[Rgb, Rgb]:
    """Return a finish's light in the air and on paint: warm, unless the finish's name specifies a color."""
    if is_changing(finish):
        return _rgb(_CHANGING_LIGHT[0]), _rgb(_CHANGING_LIGHT[1])
    words = re.split("[^a-z]+", finish.lower())
    name = None if "warm" in words else next((word for word in words if word in _LIGHTS), None)
    if name is None:
        return _rgb(_WARM[0]), _rgb(_WARM[1])
    light = _rgb(_LIGHTS[name])
    return light, _mix(light, _WHITE_LIGHT, 0.45 if name == "white" else 0.2)


def tone_by_hue(hue: int) -> Tone:
    """Return the tone of white boxes in a light of this hue."""
    light = _rgb(hue_color(hue))
    return _tone(_rgb(_ENAMEL), light, _mix(light, _WHITE_LIGHT, 0.2), "night")


def tone_of(of: SignText, look: Look = "night") -> Tone:
    """Return the tone of a text's letters: boxes of its color, white by default, in the light of its finish."""
    air, tint = _light(of.finish)
    return _tone(_rgb(of.color or _ENAMEL), air, tint, look)


def _tone(paint: Rgb, air: Rgb, tint: Rgb, look: Look) -> Tone:
    most = max(paint)
    rich = (most - min(paint)) / most if most else 0.0
    # Colored paint keeps its color, as for an eye that is used to the light.
    keeps = min(1.0, 5 * rich)
    shown = _times(paint, _mix(tint, _WHITE_LIGHT, 0.9 * keeps))
    hot = _mix(tint, _WHITE_LIGHT, 0.6)
    # Far from the bulbs, light has been reflected more often and has more of its color.
    deep = _mix(shown, _times(shown, air), 0.55 - 0.5 * keeps)
    outside = _times(paint, _mix(_mix(tint, air, 0.3), _WHITE_LIGHT, 0.9 * keeps))
    top, bottom = (0.56, 0.84) if look == "night" else (0.5, 0.72)
    return Tone(
        pool=(_hex(hot), _hex(_mix(shown, hot, 0.62)), _hex(_mix(deep, hot, 0.2))),
        panel=_hex(_mix(deep, _BLACK, 0.3)),
        wall=_hex(_mix(shown, hot, 0.42)),
        shade=_hex(_mix(deep, _BLACK, 0.66)),
        lip=(
            _hex(_mix(shown, _WHITE_LIGHT, 0.6)),
            _hex(_mix(shown, _BLACK, 0.05)),
            _hex(_mix(deep, _BLACK, 0.36)),
        ),
        side=(_hex(_mix(outside, _BLACK, top)), _hex(_mix(outside, _BLACK, bottom))),
        ring=_hex(_mix(air, _WHITE_LIGHT, 0.3)),
        core=_hex(_mix(tint, _WHITE_LIGHT, 0.85)),
        glow=_hex(_mix(air, _mix(shown, _WHITE_LIGHT, 0.1), min(0.75, 1.5 * rich))),
    )


def hue_color(hue: int) -> str:
    """Return the color of a color-changing bulb."""
    red, green, blue = hls_to_rgb(hue / 360, 0.66, 1)
    return _hex((255 * red, 255 * green, 255 * blue))
