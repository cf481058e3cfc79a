"""Colors as #rrggbb, and readable text on them (WCAG 2)."""

from typing import Final

WHITE: Final = "#FFFFFF"
BLACK: Final = "#000000"
_LINEAR_BELOW: Final = 0.04045


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def text_on(color: str) -> str:
    """Return white or black, whichever is easier to read on the color: always with a contrast of at least 4.5 (AA)."""
    return max(WHITE, BLACK, key=lambda text: contrast(text, color))


def _luminance(color: str) -> float:
    red, green, blue = (_linear(part / 255) for part in bytes.fromhex(color[1:]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= _LINEAR_BELOW else ((share + 0.055) / 1.055) ** 2.4
