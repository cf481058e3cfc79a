"""Emoji and symbols in documents: those without glyphs in the fonts are removed completely. Pure."""

import pytest

from marqueedesk.documents.emoji import drawable

DRAWN = {*map(ord, "🎉❤👩🏽🚀🇺🇸©★−")}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Party 🎉", "Party 🎉"),
        ("❤\ufe0f ©", "❤\ufe0f ©"),
        ("👩🏽\u200d🚀 🇺🇸", "👩🏽\u200d🚀 🇺🇸"),
        ("New \U0001fae9!", "New !"),
        # A part of an emoji would be a different emoji.
        ("👩\u200d\U0001fae9 👩", " 👩"),
        ("🇺🇿", ""),
        ("\U0001fae9\U0001f3fd🎉", "🎉"),
        ("✦ LOVE ✦\ufe0e ★ −5", " LOVE  ★ −5"),
        ("Émilie 王", "Émilie 王"),
        ("ascii", "ascii"),
    ],
)
def test_emoji_with_a_missing_glyph_is_removed_completely(text: str, expected: str):
    assert drawable(text, lambda code: code in DRAWN) == expected
