"""Segments of a text message, which providers charge for one by one (3GPP TS 23.038).

A text in the GSM-7 alphabet has 160 septets, or 153 in each of several segments. Any other character makes the whole
text UCS-2: 70 units of 16 bits, or 67 in each of several segments.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENSION: Final = frozenset("\f^{}\\[~]|€")
"""Characters of the extension table, which take two septets: an escape and the character."""
_GSM_ALONE, _GSM_EACH = 160, 153
_UCS_ALONE, _UCS_EACH = 70, 67
_LAST_OF_ONE_UNIT: Final = 0xFFFF

Encoding = Literal["GSM-7", "UCS-2"]


@dataclass(frozen=True, slots=True)
class Segments:
    """Number of segments of a text, and its encoding."""

    count: int
    encoding: Encoding


def segments_of(text: str) -> Segments:
    """Count the segments of a text. An empty text has one."""
    if all(character in _BASIC or character in _EXTENSION for character in text):
        return Segments(_count((1 + (c in _EXTENSION) for c in text), _GSM_ALONE, _GSM_EACH), "GSM-7")
    return Segments(_count((1 + (ord(c) > _LAST_OF_ONE_UNIT) for c in text), _UCS_ALONE, _UCS_EACH), "UCS-2")


def _count(widths: Iterable[int], alone: int, each: int) -> int:
    """Count segments. A character of two units that does not fit in a segment begins the next one."""
    sizes = list(widths)
    if sum(sizes) <= alone:
        return 1
    segments, used = 1, 0
    for size in sizes:
        if used + size > each:
            segments, used = segments + 1, 0
        used += size
    return segments
