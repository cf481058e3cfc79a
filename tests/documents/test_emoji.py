"""Emoji in documents: those that the fonts do not have are left out whole. Pure."""

import pytest

from marqueedesk.documents.emoji import drawable

DRAWN = {*map(ord, "🎉❤👩🏽🚀🇺🇸©")}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Party 🎉", "Party 🎉"),
        ("❤\ufe0f ©", "❤\ufe0f ©"),
        ("👩🏽\u200d🚀 🇺🇸", "👩🏽\u200d🚀 🇺🇸"),
        ("New \U0001fae9!", "New !"),
        # Half of an emoji is another one.
        ("👩\u200d\U0001fae9 👩", " 👩"),
        ("🇺🇿", ""),
        ("\U0001fae9\U0001f3fd🎉", "🎉"),
        ("Émilie 王", "Émilie 王"),
        ("ascii", "ascii"),
    ],
)
def test_an_emoji_with_a_part_that_has_no_glyph_is_left_out_whole(text: str, expected: str):
    assert drawable(text, lambda code: code in DRAWN) == expected
